package loop

import (
	"runtime/debug"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// mostFailures is how many panics within a minute the program survives.
const mostFailures = 3

// A guard recovers from panics of functions on the UI goroutine, to which it belongs: the windows live on.
type guard struct {
	caught   func(failure any, stack []byte) // nil for none: then a panic ends the program
	failures []time.Time                     // within a minute
}

// Catch sets a function that is called with each panic of a posted function or an event's handler, on the UI goroutine.
// It is set before the loop runs. More than three within a minute end the program all the same, and so does one while
// drawing, which would come again with the next frame.
func (l *Loop) Catch(caught func(failure any, stack []byte)) { l.guard.caught = caught }

// call calls a function.
func (g *guard) call(do func()) {
	defer func() {
		if failure := recover(); failure != nil {
			g.note(failure, debug.Stack())
		}
	}()
	do()
}

func (g *guard) note(failure any, stack []byte) {
	now := time.Now()
	isOld := func(at time.Time) bool { return now.Sub(at) > time.Minute }
	g.failures = append(slices.DeleteFunc(g.failures, isOld), now)
	if g.caught == nil || len(g.failures) > mostFailures {
		panic(failure)
	}
	g.caught(failure, stack)
}

// GuardEvents makes the loop survive panics of the handlers of a window's events. They are recovered before they reach
// the window library. The window must be shown, and all handlers set; it must be called on the UI goroutine.
func (l *Loop) GuardEvents(w fyne.Window) {
	g := &l.guard
	inWindow(w, func(own *glfw.Window) {
		if f := own.SetKeyCallback(nil); f != nil {
			own.SetKeyCallback(func(w *glfw.Window, k glfw.Key, n int, a glfw.Action, m glfw.ModifierKey) {
				g.call(func() { f(w, k, n, a, m) })
			})
		}
		if f := own.SetCharCallback(nil); f != nil {
			own.SetCharCallback(func(w *glfw.Window, r rune) { g.call(func() { f(w, r) }) })
		}
		if f := own.SetMouseButtonCallback(nil); f != nil {
			own.SetMouseButtonCallback(func(w *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
				g.call(func() { f(w, b, a, m) })
			})
		}
		if f := own.SetCursorPosCallback(nil); f != nil {
			own.SetCursorPosCallback(func(w *glfw.Window, x, y float64) { g.call(func() { f(w, x, y) }) })
		}
		if f := own.SetCursorEnterCallback(nil); f != nil {
			own.SetCursorEnterCallback(func(w *glfw.Window, entered bool) { g.call(func() { f(w, entered) }) })
		}
		if f := own.SetScrollCallback(nil); f != nil {
			own.SetScrollCallback(func(w *glfw.Window, x, y float64) { g.call(func() { f(w, x, y) }) })
		}
		if f := own.SetFocusCallback(nil); f != nil {
			own.SetFocusCallback(func(w *glfw.Window, focused bool) { g.call(func() { f(w, focused) }) })
		}
		if f := own.SetCloseCallback(nil); f != nil {
			own.SetCloseCallback(func(w *glfw.Window) { g.call(func() { f(w) }) })
		}
	})
}
