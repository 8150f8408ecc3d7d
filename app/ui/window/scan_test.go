package window

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// TestScanGoesThroughAll moves the focus in steps, as for a single switch, through the window, its menu and the
// settings. The steps must reach everything that Tab reaches except text fields, leave the menu and start again.
func TestScanGoesThroughAll(t *testing.T) {
	w := newWindow(t)
	c := w.Canvas()
	w.win.Resize(fyne.NewSize(1000, 700))
	steps := func(most int) map[fyne.Focusable]bool {
		seen := map[fyne.Focusable]bool{}
		for range most {
			core.StepOn(c)
			if f := c.Focused(); f != nil {
				seen[f] = true
			}
		}
		return seen
	}
	byTab := map[fyne.Focusable]bool{}
	for range 100 {
		c.FocusNext()
		byTab[c.Focused()] = true
	}
	byStep := steps(200)
	for f := range byTab {
		if _, is := f.(*control.Entry); !is && !byStep[f] {
			t.Errorf("nothing leads to %T", f)
		}
	}
	reached := map[string]bool{}
	for f := range byStep {
		var got core.Accessibility
		if widget, is := f.(core.Accessible); is {
			widget.Describe(&got)
		}
		reached[got.Name] = true
	}
	for _, n := range nodes(describer(w).Tree().Root.Children[0]) {
		isButton := n.Role == access.Button || n.Role == access.ToggleButton
		// except the page's number, which opens the keypad
		if isButton && !n.States.Has(access.Disabled) && !reached[n.Name] && !strings.HasPrefix(n.Name, "Page ") {
			t.Errorf("nothing leads to the button %q", n.Name)
		}
	}
	w.table.Do("window.menu")
	open := c.Overlays().Top()
	if open == nil {
		t.Fatal("no menu is open")
	}
	for range 40 {
		if _, is := c.Focused().(*control.Menu); is {
			core.StepOn(c)
		}
	}
	if c.Overlays().Top() == open {
		t.Error("nothing leads out of the menu")
	}
	w.table.Do("prefs.show")
	c.FocusNext()
	for range 20 {
		if x, is := c.Focused().(*control.Index); is {
			x.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // only this page of the settings
			break
		}
		core.StepOn(c)
	}
	others := 0
	for f := range steps(20) {
		switch f.(type) {
		case *control.Index:
		case *control.Entry:
			t.Error("it comes to a field for text")
		default:
			others++
		}
	}
	if others < 3 {
		t.Errorf("in the settings it comes to %d things", others)
	}
}
