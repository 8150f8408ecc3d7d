package pageview

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

var (
	_ desktop.Hoverable      = (*View)(nil)
	_ desktop.Cursorable     = (*View)(nil)
	_ desktop.Mouseable      = (*View)(nil)
	_ fyne.Tappable          = (*View)(nil)
	_ fyne.SecondaryTappable = (*View)(nil)
	_ fyne.Draggable         = (*View)(nil)
	_ fyne.Scrollable        = (*View)(nil)
)

// MouseIn is called when the pointer moves over the view.
func (v *View) MouseIn(e *desktop.MouseEvent) { v.MouseMoved(e) }

// MouseMoved is called when the pointer moves over the view.
func (v *View) MouseMoved(e *desktop.MouseEvent) {
	v.actions.Pointer()
	v.pointTo(e.Position)
}

func (v *View) pointTo(at fyne.Position) {
	v.hover(at)
	if v.peek.isOnCard(at) {
		v.setHovered(core.None) // the card covers the page's links
	}
	v.peek.pointTo(at)
}

// MouseOut is called when the pointer leaves the view.
func (v *View) MouseOut() {
	v.pointed = false
	v.setHovered(core.None)
	if !v.peek.keyed {
		v.peek.end()
	}
}

// Cursor returns the pointer's shape: a hand over a link, or over the card.
func (v *View) Cursor() desktop.Cursor {
	if v.peek.isOnCard(v.pointer) && !v.hidePoint {
		return core.LinkPointer(v.large)
	}
	return v.links.Cursor()
}

// Tapped follows the link under the pointer, or the card's link. Elsewhere it clears the selection.
func (v *View) Tapped(e *fyne.PointEvent) {
	if v.peek.isOnCard(e.Position) {
		link := v.peek.link
		v.peek.end()
		v.actions.Follow(link)
		return
	}
	if link := v.linkAt(e.Position); link != core.None {
		v.follow(link)
		return
	}
	v.ClearSelection()
}

// TappedSecondary opens the menu.
func (v *View) TappedSecondary(e *fyne.PointEvent) {
	if v.empty() {
		return
	}
	v.tips.Hide()
	v.peek.end()
	if link := v.linkAt(e.Position); link != core.None {
		v.actions.LinkMenu(v.sheet.Links[link], e.AbsolutePosition)
		return
	}
	v.actions.Menu(v.rowAt(e.Position), e.AbsolutePosition)
}

// MouseDown starts a selection.
func (v *View) MouseDown(e *desktop.MouseEvent) {
	core.UnfocusOthers(v)
	if v.peek.isOnCard(e.Position) {
		return
	}
	v.peek.end()
	v.intendNow(v.linkAt(e.Position))
	v.grab(e)
	v.finger = finger{from: e.Position, at: e.Position, since: v.actions.Now()}
	core.KeepFinger()
	if core.FingerDown() && e.Button == desktop.MouseButtonPrimary {
		v.beginLongPress(e.PointEvent)
	}
}

// MouseUp is called when the button is released.
func (v *View) MouseUp(*desktop.MouseEvent) { v.longPress.Stop() }

// Dragged extends the selection.
func (v *View) Dragged(e *fyne.DragEvent) {
	v.finger.at = e.Position
	if v.finger.hasMoved() {
		v.longPress.Stop()
	}
	if v.sheet.Grid != nil {
		v.setHovered(core.None)
		v.stretch(e.Position)
	}
}

// DragEnd is called at the end of a selection, or of a swipe, which selects nothing.
func (v *View) DragEnd() {
	v.longPress.Stop()
	if !core.FingerDown() {
		return
	}
	if forward, is := v.finger.swiped(v.Size(), v.actions.Now()); is {
		v.ClearSelection()
		v.actions.Swipe(forward)
	}
}

// Scrolled turns to the next subpage with each notch of the wheel.
func (v *View) Scrolled(e *fyne.ScrollEvent) {
	turns := v.wheel.Add(e)
	if turns == 0 {
		return
	}
	v.peek.end()
	v.peek.restOn(v.pointer)
	for range max(turns, -turns) {
		v.actions.Turn(turns < 0)
	}
}

// A finger is a finger's movement over the page.
type finger struct {
	from, at fyne.Position
	since    time.Time
}

// swiped reports whether the finger moved to a side, quickly, far and straight, and whether that means forward. Other
// movements select text.
func (f finger) swiped(size fyne.Size, now time.Time) (forward, is bool) {
	const quickly, far, straight = 400 * time.Millisecond, 0.2, 3
	way := f.at.Subtract(f.from)
	along, aside := float32(math.Abs(float64(way.X))), float32(math.Abs(float64(way.Y)))
	return way.X < 0, now.Sub(f.since) <= quickly && along >= far*size.Width && along >= straight*aside
}
