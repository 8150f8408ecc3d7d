package loop

import (
	"math"
	"reflect"
	"unsafe"

	"fyne.io/fyne/v2"
)

// outside is a coordinate that is in no window.
const outside = -1

// A restingPointer withholds from the toolkit that a pointer which has not moved is over the window: the window was
// opened, raised or moved below it, and nothing may be highlighted or pop up for that. Presses and
// scrolling happen where the pointer is all the same. Positions are in the window's units.
type restingPointer struct {
	to      restingEvents
	at      [2]float64
	resting bool
}

// restingEvents are functions of the toolkit and the window library. They must not be nil.
type restingEvents struct {
	move    func(x, y float64)
	handle  func() // handles the last movement, for which the toolkit waits for its next tick
	where   func() (x, y float64)
	isHeld  func() bool // a button is down
	scrolls func(x, y float64)
}

// begin is called once the events are heard: the toolkit may know of a pointer over the window already.
func (p *restingPointer) begin() {
	p.resting = true
	p.at[0], p.at[1] = p.to.where()
	p.to.move(outside, outside)
}

// crossed is called when the pointer enters or leaves the window. What is dragged out of it stays where it was left.
func (p *restingPointer) crossed(in bool) {
	if p.to.isHeld() {
		return
	}
	p.resting = true
	p.at[0], p.at[1] = p.to.where()
	if !in {
		p.to.move(outside, outside)
	}
}

// moved is called with the pointer's position, also when it enters the window.
func (p *restingPointer) moved(x, y float64) {
	if p.resting && math.Abs(x-p.at[0]) < 1 && math.Abs(y-p.at[1]) < 1 {
		return
	}
	p.resting = false
	p.to.move(x, y)
}

// press is called before a button is pressed.
func (p *restingPointer) press() {
	if p.resting {
		p.resting = false
		p.to.move(p.to.where())
	}
}

// scroll scrolls where the pointer is. The toolkit would scroll where it was at its last tick.
func (p *restingPointer) scroll(x, y float64) {
	if !p.resting {
		p.to.handle()
		p.to.scrolls(x, y)
		return
	}
	p.to.move(p.to.where())
	p.to.handle()
	p.to.scrolls(x, y)
	p.to.move(outside, outside)
	p.to.handle()
}

// toolkitWindow is the type of the toolkit's window, which is private.
const toolkitWindow = "*glfw.window"

// handleMovement makes the toolkit handle the pointer's last position, as it does in each tick. It is private in the
// toolkit, whose version is pinned in go.mod.
//
//go:linkname handleMovement fyne.io/fyne/v2/internal/driver/glfw.(*window).ensurePositionProcessed
func handleMovement(window unsafe.Pointer)

// handleMovementOf is handleMovement for a window.
func handleMovementOf(w fyne.Window) {
	if v := reflect.ValueOf(w); v.Type().String() == toolkitWindow {
		handleMovement(v.UnsafePointer())
	}
}
