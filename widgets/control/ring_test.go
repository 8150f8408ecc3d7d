package control

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestFocusRingStandsOut checks in the dark and the light theme that each focused control has a ring at its edge that
// contrasts with its inside, and that hovered controls have none.
func TestFocusRingStandsOut(t *testing.T) {
	tips := core.NewTips(func(func()) {})
	keys := core.Keys{
		Key: func(fyne.KeyName) {}, Rune: func(rune) {}, Leave: func() {}, Shortcut: func(fyne.Shortcut) {},
	}
	controls := map[string]func() fyne.CanvasObject{
		"push button":   func() fyne.CanvasObject { return NewPushButton(keys, "Close", func() {}) },
		"strong button": func() fyne.CanvasObject { return NewPushButton(keys, "Save", func() {}).Strong() },
		"button":        func() fyne.CanvasObject { return NewTextButton(tips, "Undo", "", func() {}).Keyed(keys) },
		"icon": func() fyne.CanvasObject {
			return NewButton(tips, core.Icon("clear"), "", func() {}).Keyed(keys)
		},
		"choice":  func() fyne.CanvasObject { return NewChoice(keys, []string{"this", "that"}, nil) },
		"switch":  func() fyne.CanvasObject { return NewSwitch(keys, "Even", nil) },
		"index":   func() fyne.CanvasObject { return NewIndex(keys, []string{"Only one"}, func(int) {}) },
		"entry":   func() fyne.CanvasObject { return NewEntry(keys, "Search") },
		"catcher": func() fyne.CanvasObject { return NewKeyCatcher("F6") },
	}
	for _, th := range map[string]fyne.Theme{"dark": core.Theme(), "light": core.LightTheme()} {
		test.ApplyTheme(t, th)
		for name, make := range controls {
			o := make()
			w := widgettest.Show(t, container.NewStack(o), 120, 40)
			const x, y = 1, 20
			idle := w.Canvas().Capture()
			if h, ok := o.(desktop.Hoverable); ok {
				h.MouseIn(&desktop.MouseEvent{})
				if at := w.Canvas().Capture().At(x, y); widgettest.Contrast(at, idle.At(x, y)) > 1.5 {
					t.Errorf("%s: the pointer makes a ring", name)
				}
				h.MouseOut()
			}
			w.Canvas().Focus(o.(fyne.Focusable))
			focused := w.Canvas().Capture()
			if c := max(widgettest.Contrast(focused.At(x, y), focused.At(x+2, y)),
				widgettest.Contrast(focused.At(x, y), focused.At(x+3, y))); c < 4.5 {
				t.Errorf("%s: the ring has a contrast of %.1f to its inside", name, c)
			}
			if focused.At(x, y) == idle.At(x, y) {
				t.Errorf("%s: no ring is seen", name)
			}
			core.SetFocusShown(false)
			o.Refresh()
			_, isEntry := o.(*Entry)
			_, catches := o.(*KeyCatcher)
			if got := w.Canvas().Capture().At(x, y); (got == focused.At(x, y)) != (isEntry || catches) {
				t.Errorf("%s: with the mouse the ring's place has %v, with keys %v", name, got, focused.At(x, y))
			}
			core.SetFocusShown(true)
		}
	}
	test.ApplyTheme(t, core.Theme())
}

// TestKeyedButton checks that Tab skips a button unless it is keyed, and that Enter presses a keyed one.
func TestKeyedButton(t *testing.T) {
	pressed, left := 0, 0
	tips := core.NewTips(func(func()) {})
	plain := NewButton(tips, core.Icon("left"), "", func() {})
	keyed := NewTextButton(tips, "Undo", "", func() { pressed++ }).Keyed(core.Keys{
		Key: func(fyne.KeyName) {}, Leave: func() { left++ },
	})
	w := widgettest.Show(t, container.NewVBox(plain, keyed), 100, 80)
	w.Canvas().FocusNext()
	if w.Canvas().Focused() != keyed {
		t.Fatalf("%T has the keyboard", w.Canvas().Focused())
	}
	widgettest.Press(keyed, fyne.KeyReturn)
	widgettest.Press(keyed, fyne.KeyEscape)
	if pressed != 1 || left != 1 {
		t.Errorf("pressed %d times, left %d times", pressed, left)
	}
}
