package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

var (
	_ fyne.Focusable = (*PageView)(nil)
	_ fyne.Tabbable  = (*PageView)(nil)
)

// FocusGained is called when the view gets the keyboard, by Tab.
func (v *PageView) FocusGained() {
	v.focused = true
	if v.walked == none {
		v.Walk(!shiftHeld())
	}
	v.mark()
}

// FocusLost is called when the view loses the keyboard.
func (v *PageView) FocusLost() {
	v.focused = false
	v.mark()
}

// AcceptsTab makes Tab walk through the links before it leaves the view.
func (v *PageView) AcceptsTab() bool { return true }

// TypedRune hands characters on.
func (v *PageView) TypedRune(r rune) { v.actions.Keys.Rune(r) }

// TypedKey walks through the links with Tab and follows one with Enter; Escape leaves it. Other keys are
// handed on.
func (v *PageView) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyTab:
		v.Walk(!shiftHeld())
		return
	case fyne.KeyReturn, fyne.KeyEnter:
		if v.walked != none {
			v.follow(v.walked)
			return
		}
	case fyne.KeyEscape:
		if v.walked != none {
			v.walked = none
			v.mark()
			return
		}
	}
	v.actions.Keys.Key(e.Name)
}

// Walk goes to the next link or the one before, and behind the last to whatever else takes the keyboard.
// Links that the zoom leaves out are passed over.
func (v *PageView) Walk(forward bool) {
	step := 1
	if !forward {
		step = -1
	}
	next := v.walked + step
	if v.walked == none && !forward {
		next = len(v.sheet.Links) - 1
	}
	for next >= 0 && next < len(v.sheet.Links) {
		l := v.sheet.Links[next]
		if _, size := v.place(l.Row, l.Height, l.From, l.Before); size.Height > 0 {
			v.walked = next
			v.mark()
			return
		}
		next += step
	}
	v.walked = none
	v.mark()
	if c := canvasOf(v); c != nil {
		if forward {
			c.FocusNext()
		} else {
			c.FocusPrevious()
		}
	}
}

func shiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

func canvasOf(o fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(o)
}

// takeKeys takes the keyboard from whatever else has it, so that keys go to the window; a view that has
// it already keeps it. The toolkit leaves this to what can have the keyboard itself.
func takeKeys(view fyne.Focusable, o fyne.CanvasObject) {
	if c := canvasOf(o); c != nil && c.Focused() != nil && c.Focused() != view {
		c.Unfocus()
	}
}
