package kiosk

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// A fakePower records the calls that turn the screen on or off.
type fakePower struct {
	mu  sync.Mutex
	did []bool
}

func (p *fakePower) Set(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.did = append(p.did, on)
}

// since returns the calls since it was last called.
func (p *fakePower) since() []bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	did := p.did
	p.did = nil
	return did
}

// inNight runs a test with a rig at midnight, whose screen is off from 00:10 to 06:00.
func inNight(t *testing.T, rest string, test func(t *testing.T, r *rig)) {
	synctest.Test(t, func(t *testing.T) {
		if at := time.Now().UTC(); at.Hour() != 0 || at.Minute() != 0 {
			t.Fatalf("virtual time begins at %v", at)
		}
		r := newRig(t, `show = ["100", "200"]`+"\noff = [\"00:10-06:00\"]\n"+rest+sharp)
		defer r.close()
		r.service.fourPages()
		time.Sleep(9 * time.Minute)
		if r.screen.isBlack() || r.state().Asleep || !slices.Equal(r.power.since(), []bool{true}) {
			t.Error("the screen is off")
		}
		time.Sleep(2 * time.Minute)
		r.isOff(t)
		test(t, r)
		if r.screen.empty > 0 {
			t.Errorf("%d frames were empty", r.screen.empty)
		}
	})
}

// isOff checks that the screen was just turned off, and is healthy.
func (r *rig) isOff(t *testing.T) {
	t.Helper()
	synctest.Wait()
	if did := r.power.since(); !r.screen.isBlack() || !slices.Equal(did, []bool{false}) {
		t.Errorf("black %v, power %v", r.screen.isBlack(), did)
	}
	if s := r.state(); !s.Asleep || s.Until.UTC().Hour() != 6 || len(s.Places) > 0 {
		t.Errorf("asleep %v until %v with %v", s.Asleep, s.Until, s.Places)
	}
	testkit.Check(t, r.Healthy())
}

// isOn checks that the screen has just come on with a page.
func (r *rig) isOn(t *testing.T, want string) {
	t.Helper()
	if r.expect(want); r.screen.isBlack() {
		t.Error("the screen is black")
	}
	if did := r.power.since(); !slices.Equal(did, []bool{true}) {
		t.Errorf("power %v", did)
	}
	if s := r.state(); s.Asleep || r.Healthy() != nil {
		t.Errorf("asleep %v, %v", s.Asleep, r.Healthy())
	}
}

// requests returns the number of requests within the last hour.
func (r *rig) requests() int {
	r.service.mu.Lock()
	defer r.service.mu.Unlock()
	return len(r.service.requests)
}

// TestNight checks that nothing is requested in the night until shortly before the morning, and that the first page is
// then fresh.
func TestNight(t *testing.T) {
	inNight(t, "", func(t *testing.T, r *rig) {
		before := r.requests()
		r.screen.stuck(true) // a screen that is off may draw nothing
		for range 5*60 + 38 {
			time.Sleep(time.Minute)
			testkit.NoError(t, r.Healthy())
		}
		if now := r.requests(); now != before {
			t.Errorf("%d requests in the night", now-before)
		}
		r.service.set(100, 1, "GOOD MORNING")
		time.Sleep(11 * time.Minute) // until it is on
		r.screen.stuck(false)
		time.Sleep(2 * time.Second)
		r.isOn(t, "100/1")
		if s := r.state(); s.Age > 5*time.Minute || r.requests() == before {
			t.Errorf("the first page is %v old", s.Age)
		}
	})
}

// TestNightKey checks that a key or a touch wakes the screen and does nothing else. It goes off after a quiet minute.
func TestNightKey(t *testing.T) {
	inNight(t, "", func(t *testing.T, r *rig) {
		for _, wake := range []func(){
			func() { r.Press(NextPage) }, func() { r.Digit(3) }, r.Touch, func() { r.Pick(0) },
		} {
			time.Sleep(time.Hour)
			wake()
			time.Sleep(time.Second)
			if s := r.state(); s.Visited || s.Typed != "" || s.Cause != Listed {
				t.Errorf("%v, typed %q", s.Cause, s.Typed)
			}
			r.isOn(t, r.on())
			r.Press(NextPage)
			time.Sleep(30 * time.Second)
			if s := r.state(); !s.Visited {
				t.Error("a further key does nothing")
			}
			time.Sleep(time.Minute)
			r.isOff(t)
		}
	})
}

// TestNightBreakIn changes pages in the night: one that wakes the screen is shown for its time, one that does not is
// not even requested.
func TestNightBreakIn(t *testing.T) {
	breakIns := `
[[break_in]]
pages = ["300"]
stays = "2m"
wakes = true
[[break_in]]
pages = ["202"]
`
	inNight(t, breakIns, func(t *testing.T, r *rig) {
		time.Sleep(time.Hour)
		before := r.service.askedFor(202)
		r.service.set(202, 1, "quiet news")
		time.Sleep(time.Hour)
		if now := r.service.askedFor(202); now != before {
			t.Errorf("asked for %d times", now-before)
		}
		r.service.set(300, 1, "loud news")
		r.awaits(t, "300/1", 10*time.Minute)
		r.isOn(t, "300/1")
		time.Sleep(time.Minute)
		r.expect("300/1")
		time.Sleep(time.Minute + 2*time.Second)
		r.isOff(t)
	})
}

// TestNightDaypart starts the morning with its own list, which was prefetched, and ends the night when the playlist no
// longer has one.
func TestNightDaypart(t *testing.T) {
	const morning = `
[[daypart]]
name = "morning"
from = "06:00"
to = "09:00"
show = ["300/1"]
`
	inNight(t, morning, func(t *testing.T, r *rig) {
		time.Sleep(5*time.Hour + 49*time.Minute + 3*time.Second)
		r.isOn(t, "300/1")
		if s := r.state(); s.Age > 5*time.Minute {
			t.Errorf("the first page is %v old", s.Age)
		}
		time.Sleep(18*time.Hour + 11*time.Minute)
		r.isOff(t)
		r.SetPlaylist(pinned(t, `show = ["100"]`+sharp))
		time.Sleep(time.Second)
		r.isOn(t, "100/1")
	})
}

// TestStartsAtNight starts a screen in its off time: it is black and healthy at once, and wakes in the morning.
func TestStartsAtNight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, `show = ["100"]`+"\noff = [\"23:00-06:00\"]\n"+sharp)
		defer r.close()
		r.service.fourPages()
		time.Sleep(time.Second)
		r.isOff(t)
		time.Sleep(6 * time.Hour)
		r.isOn(t, "100/1")
		if r.screen.empty > 0 {
			t.Errorf("%d frames were empty", r.screen.empty)
		}
	})
}
