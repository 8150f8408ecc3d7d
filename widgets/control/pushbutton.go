package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// A PushButton is a button of a dialog. Tab comes to it, Enter and the space bar press it, and it hands
// on the other keys, of which the toolkit's own would tell nobody.
type PushButton struct {
	widget.Button
	keys    core.Keys
	focused bool
	// OnReached, which may be nil, is called when the keyboard comes to the button.
	OnReached func()
}

var _ fyne.Focusable = (*PushButton)(nil)

// NewPushButton makes a button with words.
func NewPushButton(keys core.Keys, text string, tapped func()) *PushButton {
	b := &PushButton{keys: keys}
	b.Text, b.OnTapped = text, tapped
	b.ExtendBaseWidget(b)
	return b
}

// Strong brings the button out as the one that does what the dialog is for.
func (b *PushButton) Strong() *PushButton {
	b.Importance = widget.HighImportance
	return b
}

// SetEnabled shows whether the button does anything.
func (b *PushButton) SetEnabled(enabled bool) {
	switch {
	case enabled == !b.Disabled():
	case enabled:
		b.Enable()
	default:
		b.Disable()
	}
}

// CreateRenderer makes what is drawn.
func (b *PushButton) CreateRenderer() fyne.WidgetRenderer {
	return newRinged(b.Button.CreateRenderer(), &b.focused)
}

// FocusGained is called when the button gets the keyboard.
func (b *PushButton) FocusGained() {
	b.focused = true
	b.Button.FocusGained()
	b.keys.TellReached(b)
	if b.OnReached != nil {
		b.OnReached()
	}
}

// FocusLost is called when the button loses the keyboard.
func (b *PushButton) FocusLost() {
	b.focused = false
	b.Button.FocusLost()
}

// Tapped presses the button. The keyboard stays where it is, which the toolkit's own button would take
// away.
func (b *PushButton) Tapped(*fyne.PointEvent) {
	if !b.Disabled() {
		b.OnTapped()
	}
}

// TypedKey presses the button, or hands the key on.
func (b *PushButton) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		b.Tapped(nil)
	default:
		b.keys.Pass(k.Name)
	}
}

// A Switch is a box to tick in a dialog, which hands on the keys that it does not use.
type Switch struct {
	widget.Check
	keys    core.Keys
	focused bool
}

var _ fyne.Focusable = (*Switch)(nil)

// NewSwitch makes a switch that is off. changed may be nil.
func NewSwitch(keys core.Keys, text string, changed func(on bool)) *Switch {
	s := &Switch{keys: keys}
	s.Text, s.OnChanged = text, changed
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer makes what is drawn.
func (s *Switch) CreateRenderer() fyne.WidgetRenderer {
	return newRinged(s.Check.CreateRenderer(), &s.focused)
}

// FocusGained is called when the switch gets the keyboard.
func (s *Switch) FocusGained() {
	s.focused = true
	s.Check.FocusGained()
	s.keys.TellReached(s)
}

// FocusLost is called when the switch loses the keyboard.
func (s *Switch) FocusLost() {
	s.focused = false
	s.Check.FocusLost()
}

// TypedKey switches on Enter, as the space bar does, and hands other keys on.
func (s *Switch) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		s.SetChecked(!s.Checked)
	default:
		s.keys.Pass(k.Name)
	}
}
