// Package loop has the toolkit's loop, on whose goroutine, the UI goroutine, all that is seen is changed, and lets it
// sleep while nothing happens.
//
// The toolkit (fyne.io/fyne/v2, v2.8.1) looks for events and for something to draw at each of 60 ticks a second. Here
// the UI goroutine waits between ticks for events in the toolkit's own window library, which handles them when they
// come; while nothing happens it waits longer, so that most ticks are left out.
package loop

import (
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
)

// A Loop brings functions to the UI goroutine until the program is about to end. Its zero value keeps them until there
// is a toolkit.
type Loop struct {
	stopped atomic.Bool
	posting sync.RWMutex

	mu      sync.Mutex
	started bool     // the toolkit's loop has
	asleep  bool     // the UI goroutine waits for events and must be woken
	woken   bool     // it was, by Post
	posted  []func() // while there are any, the toolkit has been asked to call run, or the UI goroutine was woken

	sleeper sleeper // of the UI goroutine
}

// Post runs a function on the UI goroutine behind those that were posted before, but none any more once the
// program is about to end: the toolkit would then run it on the caller's. It may be called from any goroutine, and
// returns at once.
func (l *Loop) Post(f func()) {
	if !l.queue(f) {
		l.call(l.runPosted)
	}
}

// queue adds a function to those that are posted, and reports whether something is on its way to run it.
func (l *Loop) queue(f func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.posted = append(l.posted, f)
	if !l.started || len(l.posted) > 1 {
		return true
	}
	if l.asleep {
		l.woken = true
		wake() // with the lock held, without which the UI goroutine does not go on and end the window library
	}
	return l.asleep
}

// call has the toolkit call a function on the UI goroutine.
func (l *Loop) call(f func()) {
	l.posting.RLock() // the toolkit's queue must not close between the look and the call
	defer l.posting.RUnlock()
	if !l.stopped.Load() {
		fyne.Do(f)
	}
}

// later is call for the UI goroutine itself. It reports whether the function will be called: not if the toolkit would
// call it within this call, as it does when it is about to end.
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

// turn is the time after which drawing has its turn, however much is posted.
const turn = 8 * time.Millisecond

// runPosted runs what is posted, on the UI goroutine.
func (l *Loop) runPosted() {
	end := time.Now().Add(turn)
	for f := l.nextPosted(); f != nil; f = l.nextPosted() {
		l.sleeper.pace.caused = true
		f()
		if time.Now().After(end) && l.later(l.runPosted) {
			return
		}
	}
}

// nextPosted takes the function that was posted first, nil if there is none that may run.
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

// begin calls first and lets what is posted run from the toolkit's loop on, before which there is no window. That is
// asked for elsewhere: on this goroutine the toolkit would call at once.
func (l *Loop) begin(first func()) {
	go l.call(func() {
		first()
		l.mu.Lock()
		l.started = true
		l.mu.Unlock()
		l.runPosted()
	})
}

// End lets nothing through any more, and reports whether that is so only now.
func (l *Loop) End() (now bool) {
	l.posting.Lock()
	defer l.posting.Unlock()
	return !l.stopped.Swap(true)
}
