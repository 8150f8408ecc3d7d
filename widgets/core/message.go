package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A Message is what a panel says in the place of a list that is empty.
type Message struct {
	// Label has the words.
	Label *widget.Label
	// Place is the object that stands where the list is.
	Place *fyne.Container
}

// NewMessage makes a message that says nothing yet.
func NewMessage() *Message {
	m := &Message{Label: widget.NewLabel("")}
	m.Label.Wrapping = fyne.TextWrapWord
	m.Label.Alignment = fyne.TextAlignCenter
	m.Label.Importance = widget.LowImportance
	m.Place = container.New(&messageLayout{}, m.Label)
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

// Say changes the words, and shows them while the list is empty.
func (m *Message) Say(text string, empty bool) {
	if m.Label.Text != text {
		m.Label.SetText(text)
		m.Place.Refresh() // it may have another height now
	}
	SetVisible(m.Label, empty)
}
