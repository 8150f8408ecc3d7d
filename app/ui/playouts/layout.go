package playouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/say"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// playoutsLayout stacks the parts of the playouts: the table gets what the others leave, the offers at
// most a part of the height, and a low dialog does without the reader.
type playoutsLayout struct{ view *playoutsView }

const (
	playoutsGap  = 6
	offersShare  = 0.35
	readerHeight = 58
	readerNeeds  = 320 // height of the dialog's inside
)

// MinSize lets the dialog be small: its parts give way.
func (*playoutsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[2].MinSize().Width, o[1].MinSize().Height+o[2].MinSize().Height+playoutsGap)
}

// Layout places the offers, the tools, the table and the reader.
func (l *playoutsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	offers, tools, table, reader := o[0], o[1], o[2], o[3]
	y := float32(0)
	put := func(o fyne.CanvasObject, height float32) {
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, height))
		if height > 0 {
			y += height + playoutsGap
		}
	}
	put(offers, min(l.view.offers.Height(), size.Height*offersShare))
	put(tools, tools.MinSize().Height)
	below := float32(0)
	if size.Height >= readerNeeds {
		below = readerHeight + playoutsGap
	}
	core.SetVisible(reader, below > 0)
	put(table, max(0, size.Height-y-below))
	put(reader, readerHeight)
}

// A cellReader shows all of a value for which a table has no room, and copies it.
type cellReader struct {
	place   *core.Line
	text    *widget.Label
	scroll  *container.Scroll
	copier  *control.PushButton
	content fyne.CanvasObject
	whole   string
}

func newCellReader(keys core.Keys, copied func(text string)) *cellReader {
	r := &cellReader{place: core.NewLine(11.5, theme.ColorNamePlaceHolder), text: widget.NewLabel("")}
	r.text.Wrapping = fyne.TextWrapBreak
	r.scroll = container.NewVScroll(r.text)
	r.copier = control.NewPushButton(keys, say.Text("edit.copy"), func() { copied(r.whole) })
	back := core.NewPlate(theme.ColorNameBackground, 6)
	inset := theme.InnerPadding() // that of the text
	words := container.NewBorder(container.New(layout.NewCustomPaddedLayout(0, 0, inset, inset), r.place), nil, nil, nil, r.scroll)
	inside := container.NewBorder(nil, nil, nil, container.NewCenter(r.copier), words)
	r.content = container.NewStack(back, container.New(layout.NewCustomPaddedLayout(4, 2, 6, 8), inside))
	r.show(say.Text("playouts.choose"), "", false)
	return r
}

// readable is how many characters of a value are shown. A copy is always whole.
const readable = 4000

func (r *cellReader) show(place, text string, copyable bool) {
	r.place.SetText(place)
	r.whole = text
	r.text.SetText(words.Excerpt(text, readable))
	r.copier.SetEnabled(copyable)
	r.scroll.ScrollToTop()
}
