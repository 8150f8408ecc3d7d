package kiosk

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
)

// TestPick picks a list against the time of day, also while the screen is held, and then returns to the list of the
// time of day.
func TestPick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t,
			"show = [\"100\"]\n[[daypart]]\nname = \"night\"\nfrom = \"23:00\"\nto = \"23:01\"\nshow = [\"200\"]\n"+
				sharp)
		defer r.close()
		r.service.set(100, 1, "day")
		r.service.set(200, 3, "night")
		expect := func(page string, list int, picked bool) {
			t.Helper()
			time.Sleep(30 * time.Second) // until the page is on the screen
			if s := r.state(); !strings.HasPrefix(r.on(), page+"/") || s.List != list || s.Picked != picked || s.Held {
				t.Errorf("%s of %+v", r.on(), s)
			}
		}
		expect("100", 0, false)
		r.Pick(2)
		r.Pick(-2)
		expect("100", 0, false)
		r.Press(Hold)
		r.Pick(1)
		expect("200", 1, true)
		r.Pick(Automatic)
		expect("100", 0, false)
	})
}

func (r *rig) state() State {
	synctest.Wait()
	s, err := r.State(context.Background())
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

// TestStateReportsWhatIsSeen checks what the state reports: the digits typed, the age, the number of shows, and the
// time since which the service fails.
func TestStateReportsWhatIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, `show = ["100", "777"]`+sharp+"age = \"10m\"\n")
		defer r.close()
		r.service.set(100, 2, "first")
		time.Sleep(time.Minute)
		s := r.state()
		if len(s.Of) != 1 || s.Of[0] != 2 || s.Causes[Listed] < 3 || s.Causes[Waiting] != 1 ||
			s.Shown != s.Causes[Listed] || s.Outdated || s.Given < s.Drawn {
			t.Errorf("%+v", s)
		}
		r.Digit(1)
		r.Digit(0)
		if s = r.state(); s.Typed != "10-" || !s.Visited {
			t.Errorf("typed %q, visited %v", s.Typed, s.Visited)
		}
		r.service.mu.Lock()
		r.service.fail = func(int) *failure { return &failure{cut: true} }
		r.service.mu.Unlock()
		began := r.now()
		time.Sleep(30 * time.Minute)
		s = r.state()
		if since := s.TroubleSince.Sub(began); api.KindOf(s.Trouble) != api.NoNetwork ||
			since < 0 || since > 10*time.Minute {
			t.Errorf("%v since %v", s.Trouble, since)
		}
		if !s.Outdated || s.Age < 20*time.Minute || s.Uptime < 30*time.Minute {
			t.Errorf("outdated %v, %v old, up for %v", s.Outdated, s.Age, s.Uptime)
		}
		if o := r.budget.Outcomes(); o[budget.Outcome{Class: budget.Kiosk, Kind: api.NoNetwork}] == 0 ||
			o[budget.Outcome{Class: budget.Kiosk}] == 0 {
			t.Errorf("%v", o)
		}
	})
}
