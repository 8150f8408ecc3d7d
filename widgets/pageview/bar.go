package pageview

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// Info is the content of the page bar. Empty parts are left out.
type Info struct {
	Number  string // the page's, or the entry being typed
	Typing  bool
	Preview string // what is known of the number being typed, in place of the name
	Age     string // how old the page is, when that is to be seen first
	Name    string
	Network string
	Subpage string
	// Position is the subpage counter, as short as possible, and Single is set for a single subpage.
	Position string
	Single   bool
	Changed  string
	State    string
	// Hint is a hint about the page, or how it is shown.
	Hint string
	// Favourite is only described, because its button shows it. Watched shows a sign before the name.
	Favourite, Watched bool
}

// An Item is an object in a bar. In a narrow bar those with the greatest Rank are hidden first, and those of rank 0
// never.
type Item struct {
	fyne.CanvasObject
	Rank int
	// Begins is set for the first item of a group, which has a gap before it.
	Begins bool
	// Width is the item's width, 0 for its minimum.
	Width float32
}

func (i *Item) width() float32 { return cmp.Or(i.Width, i.MinSize().Width) }

// A Bar shows information about the page between buttons, always in one row. The buttons' places depend on its width
// only, so that nothing moves under the pointer when the page changes.
type Bar struct {
	core.Base
	info        Info
	number      *Number
	subpage     *core.Line
	left, right []Item
	// wordsFrom and wordsTo are the horizontal range of the words.
	wordsFrom, wordsTo float32
}

var _ fyne.Widget = (*Bar)(nil)

// NewBar makes a bar with items at its left and at its right, whose buttons are one stop for Tab. number must be one of
// the items, and subpage, the subpage counter, may be.
func NewBar(number *Number, subpage *core.Line, left, right []Item) *Bar {
	b := &Bar{number: number, subpage: subpage, left: left, right: right}
	var row []*control.Button
	for _, i := range b.items() {
		if button, is := i.CanvasObject.(*control.Button); is {
			row = append(row, button)
		}
	}
	control.OneStop(row...)
	b.ExtendBaseWidget(b)
	return b
}

func (b *Bar) items() []Item { return slices.Concat(b.left, b.right) }

// HasKeys reports whether one of the buttons is focused.
func (b *Bar) HasKeys() bool {
	c := core.CanvasOf(b)
	if c == nil {
		return false
	}
	focused, _ := c.Focused().(fyne.CanvasObject)
	return focused != nil && slices.ContainsFunc(b.items(), func(i Item) bool { return i.CanvasObject == focused })
}

// SetInfo sets the bar's content.
func (b *Bar) SetInfo(info Info) {
	if b.info != info {
		b.info = info
		b.number.set(info.Number, info.Typing)
		b.subpage.SetText(info.Position)
		b.subpage.SetColour(theme.ColorNameForeground)
		if info.Single {
			b.subpage.SetColour(theme.ColorNameDisabled)
		}
		b.Refresh()
	}
}

// Info returns the bar's content.
func (b *Bar) Info() Info { return b.info }

const (
	barHeight   = 44
	numberWidth = 74
	numberSize  = 26
	signSide    = 14
	groupGap    = 10
	detailSize  = 11.5
	leastWords  = 76
)

// shown returns the items up to a rank, and their width.
func (b *Bar) shown(items []Item, rank int) (list []Item, width float32) {
	for _, i := range items {
		if i.Rank > rank {
			continue
		}
		list, width = append(list, i), width+i.width()
		if i.Begins {
			width += groupGap
		}
	}
	return list, width
}

// rank returns the greatest rank of the items to show in a width.
func (b *Bar) rank(width float32) (rank int) {
	for _, i := range b.items() {
		rank = max(rank, i.Rank)
	}
	for ; rank > 0; rank-- {
		if _, needed := b.shown(b.items(), rank); needed+leastWords+2*groupGap <= width {
			break
		}
	}
	return rank
}

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{
		bar: b, band: core.NewBand(), watched: newSign("watched"), name: core.NewLine(14, theme.ColorNameForeground),
		age:    core.NewLine(detailSize, theme.ColorNameWarning),
		detail: core.NewLine(detailSize, theme.ColorNamePlaceHolder),
	}
	r.Refresh()
	return r
}

type barRenderer struct {
	bar          *Bar
	band         *core.Surface
	watched      *widget.Icon
	name, detail *core.Line
	age          *core.Line // at the start of the detail
}

// newSign makes a small sign beside the number.
func newSign(name string) *widget.Icon {
	return widget.NewIcon(theme.NewPrimaryThemedResource(core.Icon(name)))
}

func (r *barRenderer) Destroy() {}

func (r *barRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.band, r.watched, r.name, r.age, r.detail}
	for _, i := range r.bar.items() {
		objects = append(objects, i.CanvasObject)
	}
	return objects
}

func (r *barRenderer) MinSize() fyne.Size {
	_, width := r.bar.shown(r.bar.items(), 0)
	return fyne.NewSize(width+2*groupGap, barHeight)
}

func (r *barRenderer) Layout(size fyne.Size) {
	b := r.bar
	r.band.Resize(size)
	rank := b.rank(size.Width)
	left, _ := b.shown(b.left, rank)
	right, rightWidth := b.shown(b.right, rank)
	for _, i := range b.items() {
		there := slices.ContainsFunc(slices.Concat(left, right), func(o Item) bool {
			return o.CanvasObject == i.CanvasObject
		})
		core.SetVisible(i.CanvasObject, there)
	}
	r.detail.SetText(detailWords(b.info, b.subpage.Visible()))
	b.wordsFrom = place(left, 4)
	b.wordsTo = size.Width - rightWidth - 4
	place(right, b.wordsTo)
	b.wordsFrom += groupGap
	r.layoutName()
	r.layoutDetail()
}

// place lays out items from the left, and returns where they end.
func place(items []Item, x float32) float32 {
	for _, i := range items {
		if i.Begins {
			x += groupGap
		}
		size := fyne.NewSize(i.width(), i.MinSize().Height)
		i.Resize(size)
		i.Move(fyne.NewPos(x, (barHeight-size.Height)/2))
		x += size.Width
	}
	return x
}

// layoutName lays out the sign before the name.
func (r *barRenderer) layoutName() {
	left, y := r.bar.wordsFrom, float32(3)
	if r.watched.Visible() {
		r.watched.Resize(fyne.NewSquareSize(signSide))
		r.watched.Move(fyne.NewPos(left, y+(r.name.MinSize().Height-signSide)/2))
		left += signSide + 4
	}
	r.name.Resize(fyne.NewSize(max(0, r.bar.wordsTo-left), r.name.MinSize().Height))
	r.name.Move(fyne.NewPos(left, y))
}

// layoutDetail lays out the age before the rest of the line.
func (r *barRenderer) layoutDetail() {
	const y = 22
	left := r.bar.wordsFrom
	height := r.detail.MinSize().Height
	if r.age.Text() != "" {
		width := min(r.age.WidthWanted()+1, max(0, r.bar.wordsTo-left))
		r.age.Resize(fyne.NewSize(width, height))
		r.age.Move(fyne.NewPos(left, y))
		left += width
	}
	r.detail.Resize(fyne.NewSize(max(0, r.bar.wordsTo-left), height))
	r.detail.Move(fyne.NewPos(left, y))
}

func (r *barRenderer) Refresh() {
	info := r.bar.info
	core.SetVisible(r.watched, info.Watched)
	r.name.SetText(info.Name)
	r.name.SetColour(theme.ColorNameForeground)
	if info.Preview != "" {
		r.name.SetText(info.Preview)
		r.name.SetColour(theme.ColorNamePlaceHolder)
	}
	r.age.SetText(info.Age)
	r.detail.SetText(detailWords(info, r.bar.subpage.Visible()))
	if size := r.bar.Size(); !size.IsZero() {
		r.layoutName()
		r.layoutDetail()
	}
}

// detailWords returns the second line after the age. The counter may show the subpage.
func detailWords(info Info, counted bool) string {
	var parts []string
	if info.Age != "" {
		parts = append(parts, "") // for a separator after it
	}
	subpage := info.Subpage
	if counted {
		subpage = ""
	}
	for _, p := range []string{info.State, info.Hint, subpage, info.Changed, info.Network} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, "  ·  ")
}
