package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A message is what a panel says in the place of a list that is empty.
type message struct {
	label *widget.Label
	place fyne.CanvasObject
}

func newMessage() *message {
	m := &message{label: widget.NewLabel("")}
	m.label.Wrapping = fyne.TextWrapWord
	m.label.Alignment = fyne.TextAlignCenter
	m.label.Importance = widget.LowImportance
	m.place = container.NewCenter(container.NewGridWrap(fyne.NewSize(220, 120), m.label))
	return m
}

func (m *message) say(text string, empty bool) {
	if m.label.Text != text {
		m.label.SetText(text)
	}
	setVisible(m.label, empty)
}
