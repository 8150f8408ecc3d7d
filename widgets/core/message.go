package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A Message is a text in place of an empty list.
type Message struct {
	// Label shows the text.
	Label *widget.Label
	// Place is the object to lay out where the list is.
	Place *fyne.Container
}

// NewMessage makes an empty message.
func NewMessage() *Message {
	m := &Message{Label: widget.NewLabel("")}
	m.Label.Wrapping = fyne.TextWrapWord
	m.Label.Alignment = fyne.TextAlignCenter
	m.Label.Importance = widget.LowImportance
	m.Place = container.New(&messageLayout{}, m.Label)
	return m
}

// messageLayout centres a message, with lines short enough to be read at a glance.
type messageLayout struct{}

// MinSize returns a small size, so that a message never needs more room than its list.
func (*messageLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(60, 40) }

func (*messageLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const widest = 260
	width := min(widest, size.Width)
	o[0].Resize(fyne.NewSize(width, 0))
	height := min(o[0].MinSize().Height, size.Height) // depends on the width
	o[0].Resize(fyne.NewSize(width, height))
	o[0].Move(fyne.NewPos((size.Width-width)/2, (size.Height-height)/2))
}

// Say sets the text, and shows it if the list is empty.
func (m *Message) Say(text string, empty bool) {
	if m.Label.Text != text {
		m.Label.SetText(text)
		m.Place.Refresh() // its height may have changed
	}
	SetVisible(m.Label, empty)
}
