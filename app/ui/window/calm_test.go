package window

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/settings"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/lists"
	"sextant/widgets/pageview"
	"sextant/widgets/widgettest"
)

// controls returns the visible controls of a window, without the page's, by their middles.
func controls(w *Window) map[fyne.CanvasObject]fyne.Position {
	list := map[fyne.CanvasObject]fyne.Position{}
	for _, o := range widgettest.Seen(w.win.Content()) {
		switch o.(type) {
		case *pageview.View, *lists.List:
			continue
		}
		if _, is := o.(fyne.Tappable); is && isControl(o) {
			size := o.Size()
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(size.Width/2, size.Height/2)
			if at.X > 0 {
				list[o] = at
			}
		}
	}
	return list
}

// TestPageStays checks that the page is where it was, in windows with room around it and with the panel of recordings,
// when the player comes, and where the window has room beside that also when a hint and the day strip come.
func TestPageStays(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	for _, tt := range []struct {
		size         fyne.Size
		panel, strip bool
	}{
		{fyne.NewSize(1164, 654), true, false},
		{fyne.NewSize(1280, 900), true, true},
		{fyne.NewSize(1920, 1080), true, false},
		{fyne.NewSize(800, 800), false, true},
	} {
		w, h := startDemo(t)
		w.panels.padOpen = false
		if w.panels.downloads().Visible() != tt.panel {
			w.panels.toggleDownloads()
		}
		w.parts.Box.Change(func(s *settings.Settings) { s.KnowsDemo = true })
		w.panels.showBars()
		w.win.Resize(tt.size)
		goTo(t, w, h, 103)
		place := func() string {
			w.Canvas().Capture()
			for _, o := range widgettest.Seen(w.win.Content()) {
				if view, is := o.(*pageview.View); is {
					var tree core.Accessibility
					view.Describe(&tree)
					row := tree.Parts[0].Parts[0]
					at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(row.At)
					return fmt.Sprintf("%.0f, %.0f, %.0f wide", at.X, at.Y, row.Size.Width)
				}
			}
			return "not seen"
		}
		before := place()
		same := func(what string) {
			t.Helper()
			if now := place(); now != before {
				t.Errorf("%v, panel %v, with %s: a row is at %s, and was at %s", tt.size, tt.panel, what, now, before)
			}
		}
		w.panels.showPlayer(true)
		same("the player")
		if tt.strip {
			w.panels.showDayStrip(true)
			same("the player and the day strip")
			w.panels.showPlayer(false)
			same("the day strip")
			w.panels.showDayStrip(false)
			w.parts.Box.Change(func(s *settings.Settings) { s.KnowsDemo = false })
			w.panels.showBars()
			same("a hint")
		}
	}
}

// isControl reports whether an object is clicked: a panel's background is tappable too.
func isControl(o fyne.CanvasObject) bool {
	c, is := o.(interface{ Enabled() bool })
	return is && c != nil
}

// hit returns the topmost object at a position that is clicked.
func hit(w *Window, at fyne.Position) (top fyne.CanvasObject) {
	for _, o := range widgettest.Seen(w.win.Content()) {
		p, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
		inside := at.X >= p.X && at.Y >= p.Y && at.X < p.X+size.Width && at.Y < p.Y+size.Height
		if _, is := o.(fyne.Tappable); is && inside {
			top = o
		}
	}
	return top
}

// TestControlsStay records where the controls are in windows with and without a panel and the keypad. Then the player,
// strips, a notice, a page with other subpages and an earlier version come and go: the same places hit the same
// controls.
func TestControlsStay(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	sizes := []fyne.Size{fyne.NewSize(1164, 654), fyne.NewSize(800, 600), fyne.NewSize(1920, 1080)}
	for _, size := range sizes[:testkit.Times(1, len(sizes))] {
		for _, panel := range []bool{false, true} {
			t.Run(fmt.Sprintf("%vx%v, panel %v", size.Width, size.Height, panel), func(t *testing.T) {
				w, h := startDemo(t)
				if w.panels.downloads().Visible() != panel {
					w.panels.toggleDownloads()
				}
				if !w.panels.padOpen {
					w.panels.toggleKeypad()
				}
				w.win.Resize(size)
				w.parts.Box.Change(func(s *settings.Settings) { s.KnowsDemo = true })
				w.panels.showBars()
				goTo(t, w, h, 100)
				before := controls(w)
				if len(before) < 30 {
					t.Fatalf("%d controls are seen", len(before))
				}
				same := func(what string) {
					t.Helper()
					for o, at := range before {
						if now := hit(w, at); now != o {
							t.Errorf("%s: at %v is %T, and not %s", what, at, now, named(o))
						}
					}
				}
				w.panels.showPlayer(true)
				same("the player")
				w.parts.Box.Change(func(s *settings.Settings) { s.KnowsDemo = false })
				w.panels.showBars()
				same("a hint")
				goTo(t, w, h, 202)
				same("a page with one subpage")
				goTo(t, w, h, 103)
				same("a page with other subpages")
				w.panels.showDayStrip(true)
				same("the day strip")
				w.panels.showPlayer(false)
				w.Mention("This is the first page.")
				same("without the player, with a notice")
				w.panels.showDayStrip(false)
				w.page.TypeDigit(1)
				same("while a number is typed")
			})
		}
	}
}

// named describes a control.
func named(o fyne.CanvasObject) string {
	if b, is := o.(*control.Button); is {
		return "the button " + b.Tip()
	}
	return fmt.Sprintf("%T", o)
}

// TestKeypadInFullScreen checks that the keypad is hidden in full screen until the pointer moves or a digit is typed.
func TestKeypadInFullScreen(t *testing.T) {
	w := newWindow(t)
	if !w.panels.padOpen {
		w.panels.toggleKeypad()
	}
	w.panels.setFull(true)
	if w.panels.keypad.Visible() {
		t.Error("the keypad is shown over the page")
	}
	w.page.TypeDigit(1)
	if !w.panels.keypad.Visible() {
		t.Error("the keypad is hidden while a number is typed")
	}
	w.page.ClearEntry()
	if w.panels.keypad.Visible() {
		t.Error("the keypad stays after the number")
	}
	if w.panels.pointerMoved(); !w.panels.keypad.Visible() {
		t.Error("the keypad is hidden though the pointer moves")
	}
	if w.panels.setFull(false); !w.panels.keypad.Visible() {
		t.Error("the keypad is not shown after full screen")
	}
}
