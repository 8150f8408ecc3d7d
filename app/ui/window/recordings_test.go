package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/testkit/servicetest"
	"sextant/widgets/control"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// dragRow drags a row of the visible list to another one.
func (u *user) dragRow(from, to int) {
	u.t.Helper()
	for _, o := range widgettest.Seen(u.media.Panel()) {
		if l, is := o.(*lists.List); is {
			at := func(row int) fyne.PointEvent {
				return fyne.PointEvent{Position: fyne.NewPos(60, (l.Top(row)+l.Top(row+1))/2+4)}
			}
			l.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: at(from)})
			l.Dragged(&fyne.DragEvent{PointEvent: at(to)})
			l.DragEnd()
			u.rest()
			return
		}
	}
	u.t.Fatal("no list is seen")
}

// TestQueueByKeysAndMouse fills the queue by keys, drags, moves and removes rows, and finds the queue after a restart.
func TestQueueByKeysAndMouse(t *testing.T) {
	inWindow(t, servicetest.NewShop(t, 6), nil, func(t *testing.T, u *user) {
		expect := func(want, after string) {
			t.Helper()
			if got := u.queued(); got != want {
				t.Errorf("after %s %q is queued, not %q", after, got, want)
			}
		}
		u.press("Ctrl+M", "q", "Down", "q", "Down", "q", "Down", "q")
		expect("m0 m1 m2 m3", "q")
		u.press("Ctrl+2")
		u.dragRow(0, 2)
		expect("m1 m2 m0 m3", "dragging")
		u.press("Alt+Up") // the focus followed the row
		expect("m1 m0 m2 m3", "Alt+Up")
		u.press("Delete")
		expect("m1 m2 m3", "Delete")
		u.again()
		u.press("Ctrl+M", "Ctrl+2")
		expect("m1 m2 m3", "another start")
		for i, title := range []string{"Recording 2", "Recording 3", "Recording 4"} {
			if !strings.Contains(u.says(), title) {
				t.Errorf("row %d of the queue is not seen in %q", i, u.says())
			}
		}
		if strings.Contains(u.says(), "Recording 1") {
			t.Errorf("%q has what was taken out", u.says())
		}
	})
}

// TestLongListByKeys scrolls to the end of ten thousand recordings, and filters them.
func TestLongListByKeys(t *testing.T) {
	inWindow(t, servicetest.NewShop(t, 10_000), nil, func(t *testing.T, u *user) {
		u.press("Ctrl+M")
		u.press(slices.Repeat([]string{"PgDn"}, 100)...)
		if u.press("End", "q"); u.queued() != "m9999" {
			t.Errorf("%q is queued", u.queued())
		}
		u.press("Home", "Up")
		u.typed("recording 9531")
		if n := strings.Count(u.says(), "|Recording "); n != 2 { // one by its title, and one by its ID
			t.Errorf("%d recordings are found in %q", n, u.says())
		}
		if u.press("Down", "q"); u.queued() != "m9999 m9530" {
			t.Errorf("%q is queued", u.queued())
		}
	})
}

// TestEnterEndsANumber types a part of a page number in the list of recordings, on a link of the page, on one in the
// text view, and on a control of the panel: Enter goes to the page, and does nothing else.
func TestEnterEndsANumber(t *testing.T) {
	inWindow(t, servicetest.NewShop(t, 6), nil, func(t *testing.T, u *user) {
		u.press("Ctrl+M", "Down", "4", "3", "Enter")
		u.expectPlace("430")
		if s := u.parts.Listen.State(); s.Item != nil {
			t.Errorf("%s plays", s.Item.ID)
		}
		u.press("Esc", "Tab", "3", "Enter")
		u.expectPlace("300")
		u.press("F6", "Tab", "1", "Enter")
		u.expectPlace("100")
		for _, o := range widgettest.Seen(u.media.Panel()) {
			_, types := o.(fyne.Shortcutable)
			if f, is := o.(fyne.Disableable); is && !types && !f.Disabled() {
				u.Canvas().Focus(o.(fyne.Focusable))
				break
			}
		}
		b, is := u.Canvas().Focused().(*control.Button)
		if !is {
			t.Fatalf("%T has the keyboard", u.Canvas().Focused())
		}
		b.TypedKey(&fyne.KeyEvent{Name: fyne.Key4})
		u.press("Enter")
		u.expectPlace("400")
	})
}
