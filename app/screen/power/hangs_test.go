package power

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A hangingWay does not answer until it is released, as an X server that is stopped.
type hangingWay struct {
	release atomic.Value // a channel, which is closed then
	calls   atomic.Int64 // under way
	on      atomic.Bool
}

func newHangingWay() *hangingWay {
	w := &hangingWay{}
	w.hang()
	w.on.Store(true)
	return w
}

func (w *hangingWay) hang() { w.release.Store(make(chan struct{})) }

func (w *hangingWay) answer() { close(w.release.Load().(chan struct{})) }

func (w *hangingWay) name() string { return "hangs" }

func (w *hangingWay) wait() {
	w.calls.Add(1)
	<-w.release.Load().(chan struct{})
	w.calls.Add(-1)
}

func (w *hangingWay) turn(on bool) error {
	w.wait()
	w.on.Store(on)
	return nil
}

func (w *hangingWay) isOn() (bool, error) {
	w.wait()
	return w.on.Load(), nil
}

// TestCloseWhileWayHangs closes a switch whose way does not answer, before and after it has turned the screen off.
func TestCloseWhileWayHangs(t *testing.T) {
	for _, wasOff := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := newHangingWay()
			s := newSwitch([]way{w})
			if wasOff {
				w.answer()
				s.Set(false)
				time.Sleep(time.Second)
				if w.on.Load() {
					t.Error("it is not off")
				}
				w.hang()
				time.Sleep(lookEvery)
			} else {
				s.Set(false)
				time.Sleep(time.Second)
			}
			start := time.Now()
			s.Close()
			if d := time.Since(start); d > closeWithin {
				t.Errorf("closing takes %v", d)
			}
			w.answer()
		})
	}
}

// TestHangingWayHoldsUpNoOther has a way that does not answer: the next one turns the screen off and on, no call is
// added to the one that hangs, and once it answers it is used again.
func TestHangingWayHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, other := newHangingWay(), newHangingWay()
		other.answer()
		s := newSwitch([]way{w, other})
		for range 3 {
			s.Set(false)
			time.Sleep(2 * time.Minute)
			if other.on.Load() || s.State().Pending {
				t.Errorf("the screen stays on: %+v", s.State())
			}
			s.Set(true)
			time.Sleep(2 * time.Minute)
			if !other.on.Load() {
				t.Errorf("the screen stays off: %+v", s.State())
			}
			if n := w.calls.Load(); n != 1 {
				t.Errorf("%d calls hang", n)
			}
		}
		w.answer()
		s.Set(false)
		time.Sleep(2 * time.Minute)
		if w.on.Load() || s.State().Way != "hangs" {
			t.Errorf("%+v", s.State())
		}
		s.Close()
		if !w.on.Load() {
			t.Error("it is off at the end")
		}
	})
}
