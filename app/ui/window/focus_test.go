package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/ui/find"
	"sextant/widgets/control"
	"sextant/widgets/lists"
)

// TestTabGoesThroughAll checks the order of focus by Tab: the strip above the page, the panel, the page bar as one
// stop, the notice, and the strip again. The page has no links yet.
func TestTabGoesThroughAll(t *testing.T) {
	w := newWindow(t)
	w.win.Resize(fyne.NewSize(1000, 700))
	w.panels.showFinder(find.Favourites)
	w.OfferUndo("It is gone.", func() {})
	w.Canvas().Unfocus()
	kind := func() string {
		switch o := w.Canvas().Focused().(type) {
		case *control.Button:
			return "button"
		case *control.Entry:
			return "entry"
		case *lists.List:
			return "list"
		default:
			t.Fatalf("%T has the keyboard", o)
			return ""
		}
	}
	want := []string{
		"button", "button", "button", "entry", "list", "button", "button", "button",
		"button", "button", "button", "button", "button", "button", "entry",
	}
	for i, k := range want {
		w.Canvas().FocusNext()
		if got := kind(); got != k {
			t.Errorf("Tab comes to %s at %d, want %s", got, i, k)
		}
	}
}

// TestGoneHasNoKeyboard presses the buttons of the notice and of the strip. They must not keep the focus when they are
// hidden.
func TestGoneHasNoKeyboard(t *testing.T) {
	w := newWindow(t)
	undone := 0
	w.OfferUndo("It is gone.", func() { undone++ })
	w.Canvas().FocusPrevious()
	w.Canvas().FocusPrevious() // the button that undoes
	before := w.panels.full
	if w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyF11}); w.panels.full == before {
		t.Error("a key that the button does not use is lost")
	}
	w.panels.setFull(before)
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if undone != 1 || w.notices.notice.Visible() || w.Canvas().Focused() != nil {
		t.Errorf("undone %d times; %T has the keyboard", undone, w.Canvas().Focused())
	}
	for range 3 {
		w.Canvas().FocusNext()
	}
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.strip.Visible() || w.Canvas().Focused() != nil {
		t.Errorf("the strip is there: %v; %T has the keyboard", w.strip.Visible(), w.Canvas().Focused())
	}
}

// TestBarByTab moves the focus to the page bar by Tab. It returns to the page when the user types a number and when the
// bar is hidden.
func TestBarByTab(t *testing.T) {
	w := newWindow(t)
	w.strip.dismiss()
	w.Canvas().FocusNext()
	if !w.page.Bar.HasKeys() {
		t.Fatalf("%T has the keyboard", w.Canvas().Focused())
	}
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	if w.Canvas().Focused() != w.panels.menuSwitch {
		t.Errorf("at its end %T has the keyboard", w.Canvas().Focused())
	}
	w.Canvas().Focused().TypedRune('1')
	if !strings.HasPrefix(w.page.Nav.Entry(), "1") || w.Canvas().Focused() != nil {
		t.Errorf("then %q is typed, and %T has the keyboard", w.page.Nav.Entry(), w.Canvas().Focused())
	}
	w.Canvas().FocusNext()
	w.panels.setFull(true)
	if w.Canvas().Focused() != nil {
		t.Errorf("in full screen %T has the keyboard", w.Canvas().Focused())
	}
}
