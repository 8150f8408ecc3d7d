package pageview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

var (
	_ fyne.Focusable = (*View)(nil)
	_ fyne.Tabbable  = (*View)(nil)
)

// FocusGained is called when the view is focused by Tab.
func (v *View) FocusGained() {
	v.focused = true
	if v.walked == core.None {
		v.Walk(!core.ShiftHeld())
	}
	v.mark()
}

// FocusLost is called when the view loses the focus.
func (v *View) FocusLost() {
	v.focused = false
	v.peek.end()
	v.mark()
}

// AcceptsTab makes Tab move through the links before it leaves the view.
func (v *View) AcceptsTab() bool { return true }

// TypedRune passes on characters, except for the space bar at a link, which TypedKey handles.
func (v *View) TypedRune(r rune) {
	if r == ' ' && v.walked != core.None && v.peek.canPeek() {
		return
	}
	v.peek.end()
	v.actions.Keys.Rune(r)
}

// TypedKey moves through the links with Tab, previews the target of one with the space bar, follows it with Enter and
// opens its menu with the Menu key or Shift+F10; Escape leaves it. Other keys are passed on.
func (v *View) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace && v.walked != core.None && v.peek.canPeek() {
		v.peek.toggle(v.sheet.Links[v.walked])
		return
	}
	if v.peek.end() && e.Name == fyne.KeyEscape || v.actions.Keys.Dialled(e.Name) {
		return
	}
	switch e.Name {
	case fyne.KeyTab:
		v.Walk(!core.ShiftHeld())
		return
	case fyne.KeyReturn, fyne.KeyEnter:
		if v.walked != core.None {
			v.follow(v.walked)
			return
		}
	case desktop.KeyMenu, fyne.KeyF10:
		if v.walked != core.None && (e.Name == desktop.KeyMenu || core.ShiftHeld()) {
			v.walkedMenu()
			return
		}
	case fyne.KeyEscape:
		if v.walked != core.None {
			v.walked = core.None
			v.mark()
			return
		}
	}
	v.actions.Keys.Key(e.Name)
}

// walkedMenu opens the menu of the focused link, below it.
func (v *View) walkedMenu() {
	v.tips.Hide()
	link := v.sheet.Links[v.walked]
	at, size := v.place(link.Row, link.Height, link.From, link.Before)
	v.actions.LinkMenu(link, fyne.CurrentApp().Driver().AbsolutePositionForObject(v).Add(at).AddXY(0, size.Height))
}

// Walk moves the focus to the next link or the one before, and after the last to the next focusable object. Links
// outside of the zoom are skipped.
func (v *View) Walk(forward bool) {
	there := v.step(forward)
	v.mark()
	c := core.CanvasOf(v)
	switch {
	case there || c == nil:
	case forward:
		c.FocusNext()
	default:
		c.FocusPrevious()
	}
}
