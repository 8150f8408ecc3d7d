package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// PageInfo is what the page bar says. Empty parts are left out.
type PageInfo struct {
	Number  string // the page's, or the entry being typed
	Typing  bool
	Name    string
	Network string
	Subpage string
	Changed string
	State   string
	// Hint says what can be done with the page, or how it is shown.
	Hint string
}

// A PageBar names the page on screen and holds the buttons to move about. Where it is too narrow for
// both beside each other, the buttons go below.
type PageBar struct {
	widget.BaseWidget
	info    PageInfo
	buttons []*fyne.Container
	wide    bool
	// OnReflow is called when the bar's height has changed by itself.
	OnReflow func()
}

var _ fyne.Widget = (*PageBar)(nil)

// NewPageBar makes a bar with groups of buttons.
func NewPageBar(groups ...*fyne.Container) *PageBar {
	b := &PageBar{buttons: groups, wide: true}
	b.ExtendBaseWidget(b)
	return b
}

// SetInfo changes what the bar says.
func (b *PageBar) SetInfo(info PageInfo) {
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
)

// CreateRenderer makes what is drawn.
func (b *PageBar) CreateRenderer() fyne.WidgetRenderer {
	r := &pageBarRenderer{bar: b, number: newText(26), name: NewLine(14, theme.ColorNameForeground), detail: NewLine(11.5, theme.ColorNamePlaceHolder)}
	r.number.Alignment = fyne.TextAlignCenter
	r.Refresh()
	return r
}

type pageBarRenderer struct {
	bar          *PageBar
	number       *canvas.Text
	name, detail *Line
}

func (r *pageBarRenderer) Destroy() {}

func (r *pageBarRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.number, r.name, r.detail}
	for _, g := range r.bar.buttons {
		objects = append(objects, g)
	}
	return objects
}

func (r *pageBarRenderer) buttonsWidth() float32 {
	width := float32(0)
	for _, g := range r.bar.buttons {
		width += g.MinSize().Width + groupGap
	}
	return width
}

func (r *pageBarRenderer) MinSize() fyne.Size {
	height := float32(barHeight)
	if !r.bar.wide {
		height += buttonSide + 4
	}
	return fyne.NewSize(r.buttonsWidth(), height)
}

func (r *pageBarRenderer) Layout(size fyne.Size) {
	buttons := r.buttonsWidth()
	wide := size.Width >= buttons+numberWidth+infoMin
	x, y, words := size.Width-buttons, float32(barHeight-buttonSide)/2, size.Width-buttons-numberWidth
	if !wide {
		x, y, words = (size.Width-buttons+groupGap)/2, barHeight, size.Width-numberWidth-8
	}
	for _, g := range r.bar.buttons {
		g.Resize(fyne.NewSize(g.MinSize().Width, buttonSide))
		g.Move(fyne.NewPos(x, y))
		x += g.MinSize().Width + groupGap
	}
	r.number.Resize(fyne.NewSize(numberWidth, r.number.MinSize().Height))
	r.number.Move(fyne.NewPos(4, (barHeight-r.number.MinSize().Height)/2))
	r.name.Resize(fyne.NewSize(words, r.name.MinSize().Height))
	r.name.Move(fyne.NewPos(numberWidth, 3))
	r.detail.Resize(fyne.NewSize(words, r.detail.MinSize().Height))
	r.detail.Move(fyne.NewPos(numberWidth, 22))
	if wide != r.bar.wide {
		r.bar.wide = wide
		if r.bar.OnReflow != nil {
			r.bar.OnReflow()
		}
	}
}

func (r *pageBarRenderer) Refresh() {
	info := r.bar.info
	r.number.Text = info.Number
	r.number.Color = theme.Color(theme.ColorNameForeground)
	if info.Typing {
		r.number.Color = theme.Color(theme.ColorNamePrimary)
	}
	r.number.Refresh()
	r.name.SetText(info.Name)
	var parts []string
	for _, p := range []string{info.State, info.Hint, info.Subpage, info.Changed, info.Network} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	r.detail.SetText(strings.Join(parts, "  ·  "))
}
