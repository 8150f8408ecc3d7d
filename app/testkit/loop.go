package testkit

import (
	"sync"
	"testing/synctest"
	"time"
)

// A Loop stands for the UI goroutine: posted functions wait until the test runs them.
type Loop struct {
	mu    sync.Mutex
	queue []func()
}

// Do posts a function. It may be called on any goroutine.
func (l *Loop) Do(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
}

// Run runs the functions posted so far, and reports whether there were any.
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

// Settle runs posted functions until no more are posted without time passing, in a bubble of [testing/synctest].
func (l *Loop) Settle() {
	for {
		synctest.Wait()
		if !l.Run() {
			return
		}
	}
}

// Pass lets virtual time pass, and runs the functions posted meanwhile.
func (l *Loop) Pass(d time.Duration) {
	l.Settle()
	time.Sleep(d)
	l.Settle()
}
