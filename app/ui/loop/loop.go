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
	ended   atomic.Bool
	posting sync.RWMutex

	mu     sync.Mutex
	begun  bool
	asleep bool     // the UI goroutine waits for events and must be woken
	woken  bool     // it was, by Post
	posted []func() // while there are any, the toolkit has been told to call run, or the UI goroutine was woken

	sleeper sleeper // of the UI goroutine
}

// Post runs a function on the UI goroutine behind those that were posted before, but none any more once the
// program is about to end: the toolkit would then run it on the caller's. It may be called from any goroutine, and
// returns at once.
func (l *Loop) Post(f func()) {
	if !l.queue(f) {
		l.call(l.run)
	}
}

// queue adds a function to those that are posted, and tells whether something is on its way to run it.
func (l *Loop) queue(f func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.posted = append(l.posted, f)
	if !l.begun || len(l.posted) > 1 {
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
	if !l.ended.Load() {
		fyne.Do(f)
	}
}

// turn is the time after which drawing has its turn, however much is posted.
const turn = 8 * time.Millisecond

// run runs what is posted, on the UI goroutine.
func (l *Loop) run() {
	for end := time.Now().Add(turn); time.Now().Before(end); {
		f := l.next()
		if f == nil {
			return
		}
		l.sleeper.pace.caused = true
		f()
	}
	l.call(l.run)
}

// next takes the function that was posted first, nil if there is none that may run.
func (l *Loop) next() func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.posted) == 0 || l.ended.Load() {
		return nil
	}
	f := l.posted[0]
	l.posted[0] = nil
	l.posted = l.posted[1:]
	return f
}

// begin hands on what was posted before there was a toolkit. That is done elsewhere: on this goroutine the toolkit
// would run it at once, before there is a window.
func (l *Loop) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun = true
	if len(l.posted) > 0 {
		go l.call(l.run)
	}
}

// End lets nothing through any more, and tells whether that is so only now.
func (l *Loop) End() (now bool) {
	l.posting.Lock()
	defer l.posting.Unlock()
	return !l.ended.Swap(true)
}
