package pageview

import (
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
}

// A Bar names the page on screen and holds the buttons to move about. Where it is too narrow for
// both beside each other, the buttons go below.
type Bar struct {
	widget.BaseWidget
	info    Info
	buttons []*fyne.Container
	wide    bool
	// OnReflow is called when the bar's height has changed by itself.
	OnReflow func()
}

var _ fyne.Widget = (*Bar)(nil)

// NewBar makes a bar with groups of buttons.
func NewBar(groups ...*fyne.Container) *Bar {
	b := &Bar{buttons: groups, wide: true}
	b.ExtendBaseWidget(b)
	return b
}

// SetInfo changes what the bar says.
func (b *Bar) SetInfo(info Info) {
	if b.info != info {
		b.info = info
		b.Refresh()
	}
}

const (
	barHeight   = 44
	numberWidth = 70
	groupGap    = 10
	infoMin     = 290 // what the words need beside the buttons
	detailSize  = 11.5
)

// CreateRenderer makes what is drawn.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &barRenderer{bar: b, number: core.NewCanvasText(26), name: core.NewLine(14, theme.ColorNameForeground), age: core.NewCanvasText(detailSize), detail: core.NewLine(detailSize, theme.ColorNamePlaceHolder)}
	r.number.Alignment = fyne.TextAlignCenter
	r.Refresh()
	return r
}

type barRenderer struct {
	bar          *Bar
	number       *canvas.Text
	name, detail *core.Line
	age          *canvas.Text // at the beginning of the detail
}

func (r *barRenderer) Destroy() {}

func (r *barRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.number, r.name, r.age, r.detail}
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
	wide := size.Width >= buttons+numberWidth+infoMin
	x, y, words := size.Width-buttons, float32(barHeight-control.ButtonSide)/2, size.Width-buttons-numberWidth
	if !wide {
		x, y, words = (size.Width-buttons+groupGap)/2, barHeight, size.Width-numberWidth-8
	}
	for _, g := range r.bar.buttons {
		g.Resize(fyne.NewSize(g.MinSize().Width, control.ButtonSide))
		g.Move(fyne.NewPos(x, y))
		x += g.MinSize().Width + groupGap
	}
	r.number.Resize(fyne.NewSize(numberWidth, r.number.MinSize().Height))
	r.number.Move(fyne.NewPos(4, (barHeight-r.number.MinSize().Height)/2))
	r.name.Resize(fyne.NewSize(words, r.name.MinSize().Height))
	r.name.Move(fyne.NewPos(numberWidth, 3))
	r.layoutDetail(words)
	if wide != r.bar.wide {
		r.bar.wide = wide
		if r.bar.OnReflow != nil {
			r.bar.OnReflow()
		}
	}
}

// layoutDetail puts the age before the rest of the line.
func (r *barRenderer) layoutDetail(width float32) {
	const y = 22
	height := r.detail.MinSize().Height
	age := r.age.MinSize()
	r.age.Resize(age)
	r.age.Move(fyne.NewPos(numberWidth, y+(height-age.Height)/2))
	left := float32(0)
	if r.age.Text != "" {
		left = age.Width
	}
	r.detail.Resize(fyne.NewSize(max(0, width-left), height))
	r.detail.Move(fyne.NewPos(numberWidth+left, y))
}

func (r *barRenderer) Refresh() {
	info := r.bar.info
	r.number.Text = info.Number
	r.number.Color = theme.Color(theme.ColorNameForeground)
	if info.Typing {
		r.number.Color = theme.Color(theme.ColorNamePrimary)
	}
	r.number.Refresh()
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
	r.layoutDetail(r.name.Size().Width)
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
