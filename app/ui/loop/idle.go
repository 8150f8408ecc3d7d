package loop

import "github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

// Idle handles all events that the window system sent before the call, and reports whether windows are at rest then:
// nothing is posted, no key is held back, everything that changed is drawn and shown, and nothing moves but a text
// cursor. It is called by a function that is posted. With it comes how many ticks there were: what the pointer did, the
// toolkit (v2.8.1) handles with the next one only.
func (l *Loop) Idle() (ticks int, idle bool) {
	s := &l.sleeper
	for _, w := range s.app.Driver().AllWindows() {
		// The answer comes behind the events that were sent before it, and behind what was drawn.
		inWindow(w, func(own *glfw.Window) { own.GetCursorPos() })
	}
	inLibrary(glfw.PollEvents)
	l.sendKeys()
	return s.ticks, len(s.keys.waiting) == 0 && !s.draws() && (!s.pace.drew || s.typing()) && l.nothingPosted()
}

// nothingPosted reports whether no function waits for its turn.
func (l *Loop) nothingPosted() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.posted) == 0
}
