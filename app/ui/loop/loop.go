// Package loop runs the toolkit's loop, on the UI goroutine, and lets it sleep without activity.
//
// The toolkit (fyne.io/fyne/v2, v2.8.1) polls for events and draws changes at 60 ticks a second. Here the UI goroutine
// waits between ticks for events in the toolkit's window library, which handles them when they come; without activity
// it waits longer, so that most ticks are skipped.
package loop

import (
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
)

// A Loop posts functions to the UI goroutine until the program is about to end. Before the toolkit has started they are
// queued. The zero value is ready to use.
type Loop struct {
	stopped atomic.Bool
	posting sync.RWMutex

	mu      sync.Mutex
	started bool     // the toolkit's loop has started
	asleep  bool     // the UI goroutine waits for events and must be woken
	woken   bool     // it was woken by Post
	posted  []func() // while there are any, the toolkit has been asked to call run, or the UI goroutine was woken

	sleeper sleeper // belongs to the UI goroutine
	guard   guard   // belongs to the UI goroutine
}

// Post runs a function on the UI goroutine after those that were posted before. Once the program is about to end it
// drops functions: the toolkit would run them on the caller's goroutine. It may be called on any goroutine, and returns
// at once.
func (l *Loop) Post(f func()) {
	if !l.queue(f) {
		l.call(l.runPosted)
	}
}

// queue adds a posted function, and reports whether the UI goroutine will run it without being called.
func (l *Loop) queue(f func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.posted = append(l.posted, f)
	if !l.started || len(l.posted) > 1 {
		return true
	}
	if l.asleep {
		l.woken = true
		wake() // with the lock held, so that the UI goroutine cannot end the window library meanwhile
	}
	return l.asleep
}

// call makes the toolkit call a function on the UI goroutine.
func (l *Loop) call(f func()) {
	l.posting.RLock() // the toolkit's queue must not close between the check and the call
	defer l.posting.RUnlock()
	if !l.stopped.Load() {
		fyne.Do(f)
	}
}

// later is call for callers on the UI goroutine. It reports false if the function will not be called: when it is about
// to end, the toolkit would call it within this call.
func (l *Loop) later(f func()) bool {
	within, late := true, true
	l.call(func() {
		if within {
			late = false
			return
		}
		f()
	})
	within = false
	return late
}

// turn limits how long posted functions run before drawing has its turn.
const turn = 8 * time.Millisecond

// runPosted runs the posted functions, on the UI goroutine.
func (l *Loop) runPosted() {
	end := time.Now().Add(turn)
	for f := l.nextPosted(); f != nil; f = l.nextPosted() {
		l.sleeper.pace.caused = true
		l.guard.call(f)
		if time.Now().After(end) && l.later(l.runPosted) {
			return
		}
	}
}

// nextPosted takes the first posted function, nil if there is none that may run.
func (l *Loop) nextPosted() func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.posted) == 0 || l.stopped.Load() {
		return nil
	}
	f := l.posted[0]
	l.posted[0] = nil
	l.posted = l.posted[1:]
	return f
}

// begin calls first, and lets posted functions run once the toolkit's loop has started, before which there is no
// window. It does so on another goroutine: on this one the toolkit would call at once.
func (l *Loop) begin(first func()) {
	go l.call(func() {
		first()
		l.mu.Lock()
		l.started = true
		l.mu.Unlock()
		l.runPosted()
	})
}

// End stops the running of posted functions, and reports whether this was the first call.
func (l *Loop) End() (now bool) {
	l.posting.Lock()
	defer l.posting.Unlock()
	return !l.stopped.Swap(true)
}
