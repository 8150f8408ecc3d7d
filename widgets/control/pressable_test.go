package control

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// loggingKeys returns Keys whose calls are added to a list.
func loggingKeys(to *widgettest.Asked) core.Keys {
	return core.Keys{
		Leave: func() { to.Add("leave") }, Key: func(k fyne.KeyName) { to.Add("key %s", k) },
		Reached: func(fyne.CanvasObject) { to.Add("reached") },
	}
}

// ringOf returns the stroke width of the last object that a control draws, which is its focus ring.
func ringOf(w fyne.Widget) float32 {
	all := test.WidgetRenderer(w).Objects()
	return all[len(all)-1].(*canvas.Rectangle).StrokeWidth
}

func TestPushButton(t *testing.T) {
	var to widgettest.Asked
	first := NewPushButton(loggingKeys(&to), "First", func() { to.Add("first") })
	second := NewPushButton(loggingKeys(&to), "Second", func() { to.Add("second") })
	third := NewPushButton(loggingKeys(&to), "Third", func() { to.Add("third") })
	on := widgettest.Show(t, container.NewHBox(first, second, third), 300, 40).Canvas()
	second.Disable()
	on.Focus(first)
	widgettest.Press(first, fyne.KeyReturn, fyne.KeySpace, fyne.KeyEscape, fyne.KeyF5)
	test.Tap(first)
	to.Expect(t, "reached", "first", "first", "leave", "key F5", "first")
	if on.Focused() != fyne.Focusable(first) || ringOf(first) == 0 || ringOf(third) != 0 {
		t.Errorf("%T has the keyboard, the rings are %v and %v", on.Focused(), ringOf(first), ringOf(third))
	}
	first.Disable()
	widgettest.Press(first, fyne.KeyReturn)
	test.Tap(first)
	test.Tap(second)
	if on.FocusNext(); on.Focused() != fyne.Focusable(third) {
		t.Error("Tab does not pass by the button that does nothing, or does not go on from one that has the keyboard")
	}
	to.Expect(t, "reached")
}

func TestSwitchIsWhereItsWordsAre(t *testing.T) {
	var to widgettest.Asked
	s := NewSwitch(loggingKeys(&to), "On", func(on bool) { to.Add("%t", on) })
	on := widgettest.Show(t, s, 300, 40).Canvas()
	at := func(x, y float32) fyne.PointEvent { return fyne.PointEvent{Position: fyne.NewPos(x, y)} }
	beside, words := at(280, 20), at(30, 20)
	s.Tapped(&beside)
	s.MouseMoved(&desktop.MouseEvent{PointEvent: beside})
	if on.Focused() != nil || s.Hovered() {
		t.Error("a click beside the words is one at the switch")
	}
	s.MouseMoved(&desktop.MouseEvent{PointEvent: words})
	s.Tapped(&words)
	if on.Focused() != fyne.Focusable(s) || !s.Hovered() || !s.Checked {
		t.Error("a click at the words does nothing")
	}
	s.Disable()
	s.Tapped(&words)
	s.TypedRune(' ')
	to.Expect(t, "reached", "true")
}

func TestChoice(t *testing.T) {
	var to widgettest.Asked
	c := NewChoice(loggingKeys(&to), []string{"red", "green", "blue"}, func(word string) { to.Add("%s", word) })
	on := widgettest.Show(t, c, 120, 200).Canvas()
	on.Focus(c)
	widgettest.Press(c, fyne.KeyLeft, fyne.KeyRight, fyne.KeyRight, fyne.KeyF5, fyne.KeyEscape)
	to.Expect(t, "reached", "blue", "red", "green", "key F5", "leave")
	widgettest.Press(c, fyne.KeyReturn)
	widgettest.Press(on.Focused(), fyne.KeyDown, fyne.KeyReturn)
	if to.Expect(t, "blue"); c.Selected != "blue" || c.SelectedIndex() != 2 {
		t.Errorf("chosen is %s", c.Selected)
	}
	if c.SetSelected("yellow"); c.Selected != "blue" {
		t.Errorf("chosen is %s, which is none of the words", c.Selected)
	}
	c.Disable()
	if test.Tap(c); on.Overlays().Top() != nil {
		t.Error("a choice that does nothing opens a menu")
	}
}

// TestChoiceSubmits checks that Enter on a closed choice presses the default button, and chooses in the menu only; and
// that it opens the menu where there is no such button.
func TestChoiceSubmits(t *testing.T) {
	for _, there := range []bool{true, false} {
		var to widgettest.Asked
		keys := loggingKeys(&to)
		keys.Submit = func() bool {
			to.Add("submit")
			return there
		}
		c := NewChoice(keys, []string{"red", "green"}, func(word string) { to.Add("%s", word) })
		on := widgettest.Show(t, c, 120, 200).Canvas()
		on.Focus(c)
		widgettest.Press(c, fyne.KeySpace)
		widgettest.Press(on.Focused(), fyne.KeyDown, fyne.KeyReturn)
		to.Expect(t, "reached", "green")
		if on.Focused() != fyne.Focusable(c) {
			t.Fatalf("after choosing %T has the keyboard", on.Focused())
		}
		widgettest.Press(on.Focused(), fyne.KeyEnter)
		to.Expect(t, "submit")
		if open := on.Overlays().Top() != nil; open == there {
			t.Errorf("with a default button %t: the menu is open: %t", there, open)
		}
	}
}
