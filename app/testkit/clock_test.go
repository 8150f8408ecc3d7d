package testkit

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestClock waits for a timer, advances the clock past others, and stops one.
func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, began := NewClock(), time.Now()
		var mu sync.Mutex
		var called []int
		after := func(seconds int) (stop func() bool) {
			return c.After(time.Duration(seconds)*time.Second, func() {
				mu.Lock()
				defer mu.Unlock()
				called = append(called, seconds)
			})
		}
		expect := func(when string, elapsed time.Duration, want ...int) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if !slices.Equal(called, want) || c.Elapsed() != elapsed || c.Now().Sub(began) != elapsed {
				t.Errorf("%s: %v was called, not %v, at %v", when, called, want, c.Elapsed())
			}
			called = nil
		}
		stopped, second := after(40), after(2)
		after(60)
		after(30)
		after(20)
		after(0)
		time.Sleep(2 * time.Second)
		expect("by time", 2*time.Second, 0, 2)
		c.Advance(30 * time.Second)
		expect("moved", 32*time.Second, 20, 30)
		if !stopped() || stopped() || second() {
			t.Error("a timer is stopped once, and before it is due")
		}
		time.Sleep(28 * time.Second)
		expect("time is shorter by that", time.Minute, 60)
		c.Advance(time.Hour)
		expect("nothing is left", time.Hour+time.Minute)
	})
}
