package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A message is what a panel says in the place of a list that is empty.
type message struct {
	label *widget.Label
	place *fyne.Container
}

func newMessage() *message {
	m := &message{label: widget.NewLabel("")}
	m.label.Wrapping = fyne.TextWrapWord
	m.label.Alignment = fyne.TextAlignCenter
	m.label.Importance = widget.LowImportance
	m.place = container.New(&messageLayout{}, m.label)
	return m
}

// messageLayout puts a message into the middle, with lines that are short enough to be read at a glance.
type messageLayout struct{}

// MinSize is small, so that a message never needs more room than the list in whose place it is.
func (*messageLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(60, 40) }

func (*messageLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const widest = 260
	width := min(widest, size.Width)
	o[0].Resize(fyne.NewSize(width, 0))
	height := min(o[0].MinSize().Height, size.Height) // it breaks its lines at the width
	o[0].Resize(fyne.NewSize(width, height))
	o[0].Move(fyne.NewPos((size.Width-width)/2, (size.Height-height)/2))
}

func (m *message) say(text string, empty bool) {
	if m.label.Text != text {
		m.label.SetText(text)
		m.place.Refresh() // it may have another height now
	}
	SetVisible(m.label, empty)
}
