package control

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestOneStop checks that Tab visits a row of buttons once, and that the arrow keys move the focus in it.
func TestOneStop(t *testing.T) {
	pressed, typed := "", ""
	button := func(name string) *Button { return NewTextButton(nil, name, "", func() { pressed += name }) }
	a, b, c, d := button("a"), button("b"), button("c"), button("d")
	after := NewPushButton(core.Keys{}, "after", func() {})
	OneStop(a, b, c, d)
	a.SetEnabled(false)
	c.Hide()
	w := widgettest.Show(t, container.NewHBox(a, b, c, d, after), 400, 60).Canvas()
	w.SetOnTypedKey(func(k *fyne.KeyEvent) { typed += string(k.Name) })
	at := func(want fyne.Focusable, after string) {
		t.Helper()
		if w.Focused() != want {
			t.Errorf("after %s the keyboard is at %v", after, w.Focused())
		}
	}
	press := func(names ...fyne.KeyName) {
		for _, name := range names {
			w.Focused().TypedKey(&fyne.KeyEvent{Name: name})
		}
	}
	w.FocusNext()
	at(b, "Tab: the first that can be pressed")
	press(fyne.KeyReturn, fyne.KeyLeft)
	at(b, "Left at the beginning")
	press(fyne.KeyRight)
	at(d, "Right, past what is hidden")
	press(fyne.KeySpace, fyne.KeyRight)
	at(d, "Right at the end")
	w.FocusNext()
	at(after, "Tab")
	w.FocusPrevious()
	at(d, "Shift+Tab, back to where it was")
	press(fyne.KeyHome)
	at(b, "Home")
	press(fyne.KeyEnd)
	at(d, "End")
	d.SetEnabled(false)
	at(d, "the button is off")
	press(fyne.KeyReturn, fyne.KeyLeft)
	at(b, "Left from one that is off")
	press(fyne.KeyEscape)
	at(nil, "Escape")
	w.FocusNext()
	press(fyne.KeyF5)
	at(nil, "another key")
	if pressed != "bd" || typed != string(fyne.KeyF5) {
		t.Errorf("pressed %q, and the window got %q", pressed, typed)
	}
	d.SetEnabled(true)
	var got core.Accessibility
	d.Describe(&got)
	got.Focus()
	at(d, "a screen reader")
}
