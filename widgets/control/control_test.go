package control

import (
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

func TestDisabledButtonDoesNothing(t *testing.T) {
	taps := 0
	b := NewButton(core.NewTips(func(func()) {}), core.Icon("left"), "", func() { taps++ })
	widgettest.Show(t, b, 40, 40)
	b.SetEnabled(false)
	test.Tap(b)
	b.SetEnabled(true)
	test.Tap(b)
	if taps != 1 {
		t.Errorf("%d taps", taps)
	}
}

func TestSlider(t *testing.T) {
	var moved, done []float64
	s := NewSlider(100)
	s.OnChanged = func(v float64) { moved = append(moved, v) }
	s.OnDone = func(v float64) { done = append(done, v) }
	widgettest.Show(t, s, 112, 24)
	at := sliderAt
	s.MouseDown(at(56))
	s.SetValue(0.9) // ignored while the user drags
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(500, 10)}})
	s.MouseUp(at(500))
	s.DragEnd()
	if !reflect.DeepEqual(moved, []float64{0.5, 1}) || !reflect.DeepEqual(done, []float64{1}) {
		t.Errorf("moved %v, done %v", moved, done)
	}
	s.SetEnabled(false)
	s.MouseDown(at(10))
	s.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)})
	if len(moved) != 2 {
		t.Errorf("disabled, but moved to %v", moved)
	}
}

// TestSliderDrawsInside checks that a slider draws nothing beyond its edges, where it would be cut off.
func TestSliderDrawsInside(t *testing.T) {
	s := NewSlider(100)
	s.MouseIn(&desktop.MouseEvent{})
	widgettest.Show(t, s, 112, 24)
	for _, value := range []float64{0, 1} {
		s.SetValue(value)
		for _, o := range test.WidgetRenderer(s).Objects() {
			if left, right := o.Position().X, o.Position().X+o.Size().Width; left < 0 || right > s.Size().Width {
				t.Errorf("at %v %T goes from %v to %v of %v", value, o, left, right, s.Size().Width)
			}
		}
	}
}

func TestEntryGivesTheKeyboardBack(t *testing.T) {
	left := 0
	var keys []fyne.KeyName
	var shortcuts int
	e := NewEntry(
		core.Keys{
			Key:   func(k fyne.KeyName) { keys = append(keys, k) },
			Leave: func() { left++ }, Shortcut: func(fyne.Shortcut) { shortcuts++ },
		}, "")
	widgettest.Show(t, e, 200, 40)
	test.Type(e, "tide")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF11})
	e.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyQ, Modifier: fyne.KeyModifierControl})
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	if e.Text != "tide" || left != 1 || len(keys) != 1 || shortcuts != 1 || e.SelectedText() != "tide" {
		t.Errorf("%q, left %d, keys %v, shortcuts %d, selected %q", e.Text, left, keys, shortcuts, e.SelectedText())
	}
}

func TestSwitch(t *testing.T) {
	var to widgettest.Asked
	s := NewSwitch(core.Keys{Leave: func() { to.Add("leave") }, Key: func(k fyne.KeyName) { to.Add("key %s", k) }},
		"Only differences", func(on bool) { to.Add("%t", on) })
	widgettest.Show(t, s, 200, 40)
	widgettest.Press(s, fyne.KeyReturn, fyne.KeyEnter, fyne.KeyEscape, fyne.KeyF5)
	s.TypedRune(' ')
	to.Expect(t, "true", "false", "leave", "key F5", "true")
}
