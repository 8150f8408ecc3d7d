package testkit

import (
	"sync"
	"testing/synctest"
	"time"
)

// A Loop stands for the UI goroutine: what is posted to it waits until the test lets it run.
type Loop struct {
	mu    sync.Mutex
	queue []func()
}

// Do posts a function. It may be called from any goroutine.
func (l *Loop) Do(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
}

// Run runs what was posted so far, and reports whether that was anything.
func (l *Loop) Run() bool {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, f := range queue {
		f()
	}
	return len(queue) > 0
}

// Settle runs what was posted until nothing more comes without time passing, in a bubble of [testing/synctest].
func (l *Loop) Settle() {
	for {
		synctest.Wait()
		if !l.Run() {
			return
		}
	}
}

// Pass lets time go by.
func (l *Loop) Pass(d time.Duration) {
	l.Settle()
	time.Sleep(d)
	l.Settle()
}
