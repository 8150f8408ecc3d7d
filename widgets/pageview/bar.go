package pageview

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// Info is what the page bar says. Empty parts are left out.
type Info struct {
	Number  string // the page's, or the entry being typed
	Typing  bool
	Preview string // what is known of the number being typed, in the place of the name
	Age     string // how old the page is, when that is to be seen first
	Name    string
	Network string
	Subpage string
	Changed string
	State   string
	// Hint says what can be done with the page, or how it is shown.
	Hint string
	// Favourite and Watched have a sign beside the number each.
	Favourite, Watched bool
}

// A Bar names the page on screen and holds the buttons to move about. Where it is too narrow for
// both beside each other, the buttons go below.
type Bar struct {
	core.Base
	info    Info
	number  *pageNumber
	buttons []*fyne.Container
	wide    bool
	// OnReflow is called when the bar's height has changed by itself.
	OnReflow func()
}

var _ fyne.Widget = (*Bar)(nil)

// NewBar makes a bar with groups of buttons, which are one stop for Tab. A click on the page's number does what the tip says.
func NewBar(tips *core.Tips, tip func() string, clicked func(), groups ...*fyne.Container) *Bar {
	b := &Bar{number: newPageNumber(tips, tip, clicked), buttons: groups, wide: true}
	var row []*control.Button
	for _, g := range groups {
		for _, o := range g.Objects {
			if button, is := o.(*control.Button); is {
				row = append(row, button)
			}
		}
	}
	control.OneStop(row...)
	b.ExtendBaseWidget(b)
	return b
}

// HasKeys reports whether one of the buttons has the keyboard.
func (b *Bar) HasKeys() bool {
	return slices.ContainsFunc(b.buttons, func(g *fyne.Container) bool { return core.HasKeysIn(g, b) })
}

// SetInfo changes what the bar says.
func (b *Bar) SetInfo(info Info) {
	if b.info != info {
		b.info = info
		b.number.set(info.Number, info.Typing)
		b.Refresh()
	}
}

const (
	barHeight   = 44
	numberWidth = 58
	signSide    = 14
	wordsLeft   = 4 + numberWidth + 8
	groupGap    = 6
	infoMin     = 325 // what the words need beside the buttons
	detailSize  = 11.5
)

// CreateRenderer makes what is drawn.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{bar: b, band: core.NewBand(), favourite: newSign("favourite"), watched: newSign("watched"), name: core.NewLine(14, theme.ColorNameForeground), age: core.NewCanvasText(detailSize), detail: core.NewLine(detailSize, theme.ColorNamePlaceHolder)}
	r.Refresh()
	return r
}

type barRenderer struct {
	bar                *Bar
	band               *core.Surface
	favourite, watched *widget.Icon
	name, detail       *core.Line
	age                *canvas.Text // at the beginning of the detail
}

// newSign makes a small sign beside the number.
func newSign(name string) *widget.Icon {
	return widget.NewIcon(theme.NewPrimaryThemedResource(core.Icon(name)))
}

func (r *barRenderer) Destroy() {}

func (r *barRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.band, r.bar.number, r.favourite, r.watched, r.name, r.age, r.detail}
	for _, g := range r.bar.buttons {
		objects = append(objects, g)
	}
	return objects
}

func (r *barRenderer) buttonsWidth() float32 {
	width := float32(0)
	for _, g := range r.bar.buttons {
		width += g.MinSize().Width + groupGap
	}
	return width
}

func (r *barRenderer) MinSize() fyne.Size {
	height := float32(barHeight)
	if !r.bar.wide {
		height += control.ButtonSide + 4
	}
	return fyne.NewSize(r.buttonsWidth(), height)
}

func (r *barRenderer) Layout(size fyne.Size) {
	buttons := r.buttonsWidth()
	wide := size.Width >= buttons+wordsLeft+infoMin
	x, y, words := size.Width-buttons, float32(barHeight-control.ButtonSide)/2, size.Width-buttons-wordsLeft
	if !wide {
		x, y, words = (size.Width-buttons+groupGap)/2, barHeight, size.Width-wordsLeft-8
	}
	r.band.Resize(size)
	for _, g := range r.bar.buttons {
		g.Resize(fyne.NewSize(g.MinSize().Width, control.ButtonSide))
		g.Move(fyne.NewPos(x, y))
		x += g.MinSize().Width + groupGap
	}
	r.bar.number.Resize(fyne.NewSize(numberWidth, barHeight-8))
	r.bar.number.Move(fyne.NewPos(4, 4))
	r.layoutName(words)
	r.layoutDetail(words)
	if wide != r.bar.wide {
		r.bar.wide = wide
		if r.bar.OnReflow != nil {
			r.bar.OnReflow()
		}
	}
}

// layoutName puts the signs before the name.
func (r *barRenderer) layoutName(width float32) {
	left, y := float32(wordsLeft), float32(3)
	for _, sign := range []*widget.Icon{r.favourite, r.watched} {
		if sign.Visible() {
			sign.Resize(fyne.NewSquareSize(signSide))
			sign.Move(fyne.NewPos(left, y+(r.name.MinSize().Height-signSide)/2))
			left += signSide + 4
		}
	}
	r.name.Resize(fyne.NewSize(max(0, width-left+wordsLeft), r.name.MinSize().Height))
	r.name.Move(fyne.NewPos(left, y))
}

// layoutDetail puts the age before the rest of the line.
func (r *barRenderer) layoutDetail(width float32) {
	const y = 22
	height := r.detail.MinSize().Height
	age := r.age.MinSize()
	r.age.Resize(age)
	r.age.Move(fyne.NewPos(wordsLeft, y+(height-age.Height)/2))
	left := float32(0)
	if r.age.Text != "" {
		left = age.Width
	}
	r.detail.Resize(fyne.NewSize(max(0, width-left), height))
	r.detail.Move(fyne.NewPos(wordsLeft+left, y))
}

func (r *barRenderer) Refresh() {
	info := r.bar.info
	core.SetVisible(r.favourite, info.Favourite)
	core.SetVisible(r.watched, info.Watched)
	r.name.SetText(info.Name)
	r.name.SetColour(theme.ColorNameForeground)
	if info.Preview != "" {
		r.name.SetText(info.Preview)
		r.name.SetColour(theme.ColorNamePlaceHolder)
	}
	core.SetCanvasText(r.age, info.Age)
	r.age.Color = theme.Color(theme.ColorNameWarning)
	r.age.Refresh()
	r.detail.SetText(detailWords(info))
	words := r.name.Position().X + r.name.Size().Width - wordsLeft
	r.layoutName(words)
	r.layoutDetail(words)
}

// detailWords is the second line behind the age.
func detailWords(info Info) string {
	var parts []string
	if info.Age != "" {
		parts = append(parts, "") // the separator behind it
	}
	for _, p := range []string{info.State, info.Hint, info.Subpage, info.Changed, info.Network} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, "  ·  ")
}
