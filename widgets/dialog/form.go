package dialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A Form is a column of controls, each with its name beside it, or above it in a narrow window.
type Form struct {
	content *fyne.Container
	layout  *formLayout
}

// NewForm makes an empty form.
func NewForm() *Form {
	l := &formLayout{}
	l.content = container.New(l)
	return &Form{l.content, l}
}

// Add appends a control. Its name may be empty.
func (f *Form) Add(name string, control fyne.CanvasObject) {
	line := core.NewLine(theme.TextSize(), theme.ColorNamePlaceHolder)
	line.SetText(name)
	f.layout.names = max(f.layout.names, core.TextWidth(name, theme.TextSize(), fyne.TextStyle{}))
	f.content.Objects = append(f.content.Objects, line, control)
}

// SetVisible shows or hides a control with its name. The form keeps the height that it had: what is below it must not
// move under the pointer.
func (f *Form) SetVisible(control fyne.CanvasObject, visible bool) {
	core.SetVisible(control, visible)
	f.content.Refresh()
}

// fit chooses the form's layout for a width.
func (f *Form) fit(width float32) {
	if stacked := width < formBeside; f.layout.stacked != stacked {
		f.layout.stacked, f.layout.highest = stacked, 0
	}
}

type formLayout struct {
	content *fyne.Container
	names   float32 // the width of the longest
	stacked bool
	highest float32 // the greatest height so far
}

const (
	formBeside = 470 // the least width for names beside their controls
	formGap    = 6
	nameHeight = 20
)

// heights returns the heights of a control, and of its name if that is above it.
func (l *formLayout) heights(name, control fyne.CanvasObject) (above, height float32) {
	height = control.MinSize().Height
	if l.stacked && name.(*core.Line).Text() != "" {
		above = nameHeight
	}
	return above, height
}

// MinSize implements fyne.Layout.
func (l *formLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(100, 0)
	for i := 0; i < len(o); i += 2 {
		if o[i+1].Visible() {
			above, height := l.heights(o[i], o[i+1])
			size.Height += above + height + formGap
		}
	}
	l.highest = max(l.highest, size.Height)
	size.Height = l.highest
	return size
}

// Layout places the names and the controls.
func (l *formLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left := l.names + 14
	if l.stacked {
		left = 0
	}
	y := float32(0)
	for i := 0; i < len(o); i += 2 {
		above, height := l.heights(o[i], o[i+1])
		o[i].(*core.Line).Hidden = !o[i+1].Visible() || l.stacked && above == 0
		if !o[i+1].Visible() {
			continue
		}
		if l.stacked {
			core.PutMiddle(o[i], 0, y, size.Width, above)
		} else {
			core.PutMiddle(o[i], 0, y, left, height)
		}
		o[i+1].Move(fyne.NewPos(left, y+above))
		o[i+1].Resize(fyne.NewSize(size.Width-left, height))
		y += above + height + formGap
	}
}

// NewShort makes a short entry followed by words about its value.
func NewShort(entry *control.Entry, words string) fyne.CanvasObject {
	line := core.NewLine(theme.TextSize(), theme.ColorNameForeground)
	line.SetText(words)
	return container.New(&shortLayout{words}, entry, line)
}

// shortLayout lays out an entry with a small width, and the words in the rest.
type shortLayout struct{ words string }

const shortEntry = 64

func (*shortLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(shortEntry+40, o[0].MinSize().Height)
}

func (*shortLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(fyne.NewSize(shortEntry, size.Height))
	core.PutMiddle(o[1], shortEntry+8, 0, max(0, size.Width-shortEntry-8), size.Height)
}
