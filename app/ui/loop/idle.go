package loop

import "github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

// Idle handles all events that the window system sent before the call, and reports whether windows are idle then:
// nothing is posted, no key is held back, all changes are drawn and shown, and only a text cursor is animated. It must
// be called by a posted function. It also returns the number of ticks so far: the toolkit (v2.8.1) handles the pointer
// with the next tick only.
func (l *Loop) Idle() (ticks int, idle bool) {
	s := &l.sleeper
	for _, w := range s.app.Driver().AllWindows() {
		// The answer comes after the events that were sent before it, and after what was drawn.
		inWindow(w, func(own *glfw.Window) { own.GetCursorPos() })
	}
	inLibrary(glfw.PollEvents)
	l.sendKeys()
	return s.ticks, len(s.keys.waiting) == 0 && !s.draws() && (s.animations() == 0 || s.typing()) && l.nothingPosted()
}

// nothingPosted reports whether no posted function is waiting.
func (l *Loop) nothingPosted() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.posted) == 0
}
