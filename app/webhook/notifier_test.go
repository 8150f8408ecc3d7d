package webhook

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A rig is a notifier in virtual time, with its saved state, and the receiver of its calls.
type rig struct {
	*Notifier
	t     *testing.T
	began time.Time

	mu    sync.Mutex
	kept  string
	away  bool // the receiver does not answer
	said  []string
	tries int
}

// inBubble runs a test with a rig.
func inBubble(t *testing.T, test func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := &rig{t: t, began: time.Now()}
		r.start()
		test(r)
		r.Close()
	})
}

// start starts a notifier with the saved state.
func (r *rig) start() {
	r.Notifier = NewNotifier(Config{
		Words: func(screen string, t Trouble, since, until time.Time) (title, text string) {
			return screen, fmt.Sprint(t.Reason, " ", r.minutes(since), " ", r.minutes(until))
		},
		Post: r.post,
		Log:  func(err error) { r.note(fmt.Sprint("log: ", err)) },
		Load: func() string { return r.kept },
		Save: func(state string) { r.kept = state },
		Now:  time.Now, Elapsed: func() time.Duration { return time.Since(r.began) },
		After: func(wait time.Duration, f func()) func() bool { return time.AfterFunc(wait, f).Stop },
	})
	r.Set(Setup{Target: Target{URL: "http://calls.example/secret"}, After: DownFor})
}

// minutes returns a time in minutes since the start.
func (r *rig) minutes(at time.Time) int {
	if at.IsZero() {
		return -1
	}
	return int(at.Sub(r.began).Round(time.Minute).Minutes())
}

func (r *rig) note(said string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = append(r.said, said)
}

func (r *rig) post(_ context.Context, _ Target, m Message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tries++
	if r.away {
		return ErrUnreachable
	}
	r.said = append(r.said, fmt.Sprintf("%d %s %s %s: %s", r.minutes(m.At), m.Title, m.State, m.Kind, m.Text))
	return nil
}

// lasts reports a fault of a screen, "" for none, for a number of minutes.
func (r *rig) lasts(minutes int, screen, kind string) {
	for range minutes * 12 {
		t := Trouble{}
		if kind != "" {
			t = Trouble{kind, "it is " + kind}
		}
		r.Observe(screen, t)
		time.Sleep(5 * time.Second)
	}
}

// expect compares the calls since the last comparison.
func (r *rig) expect(want ...string) {
	r.t.Helper()
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	if got := strings.Join(r.said, "\n"); got != strings.Join(want, "\n") {
		r.t.Errorf("said\n%s\nnot\n%s", got, strings.Join(want, "\n"))
	}
	r.said = nil
}

// TestDownAndWell expects a call when a screen is down, and one when it is healthy again, but none for a short fault.
func TestDownAndWell(t *testing.T) {
	inBubble(t, func(r *rig) {
		r.lasts(10, "lobby", "")
		r.lasts(4, "lobby", "old")
		r.lasts(6, "lobby", "")
		r.expect()
		r.lasts(30, "lobby", "old") // from minute 20 on
		r.lasts(10, "lobby", "")
		r.expect("25 lobby down old: it is old 20 -1", "51 lobby well old: it is old 20 50")
	})
}

// TestOnceAnHour repeats a fault: it is called for once an hour, and for a different fault at once.
func TestOnceAnHour(t *testing.T) {
	inBubble(t, func(r *rig) {
		for range 12 {
			r.lasts(7, "lobby", "hidden")
			r.lasts(3, "lobby", "")
		}
		r.expect("5 lobby down hidden: it is hidden 0 -1", "8 lobby well hidden: it is hidden 0 7",
			"65 lobby down hidden: it is hidden 60 -1", "68 lobby well hidden: it is hidden 60 67")
		r.lasts(60, "lobby", "")
		r.lasts(6, "lobby", "hidden") // from minute 180 on
		r.lasts(20, "lobby", "old")
		r.lasts(6, "lobby", "hidden") // which was called for already
		r.lasts(2, "lobby", "")
		r.expect("185 lobby down hidden: it is hidden 180 -1", "191 lobby down old: it is old 180 -1",
			"213 lobby well old: it is old 180 212")
	})
}

// TestTargetAway tests a receiver that does not answer for an hour: afterwards it gets the current state once, and the
// failure of calls is reported only once.
func TestTargetAway(t *testing.T) {
	inBubble(t, func(r *rig) {
		r.away = true
		r.lasts(60, "lobby", "old")
		r.lasts(10, "lobby", "")
		r.expect("log: " + ErrUnreachable.Error())
		if r.tries < 5 || r.tries > 20 {
			t.Errorf("%d tries", r.tries)
		}
		r.mu.Lock()
		r.away = false
		r.mu.Unlock()
		r.lasts(11, "lobby", "")
		r.expect("61 lobby well old: it is old 0 60", "log: <nil>")
	})
}

// TestRestart checks that the state of calls, and calls that failed, survive a restart.
func TestRestart(t *testing.T) {
	inBubble(t, func(r *rig) {
		r.lasts(6, "lobby", "old")
		r.Close()
		r.expect("5 lobby down old: it is old 0 -1")
		r.start()
		r.lasts(6, "lobby", "old") // the same fault
		r.expect()
		r.lasts(2, "lobby", "")
		r.expect("13 lobby well old: it is old 0 12")
		r.mu.Lock()
		r.away = true
		r.mu.Unlock()
		r.lasts(6, "shop", "silent")
		r.Close()
		if !strings.Contains(r.kept, "it is silent") || strings.Contains(r.kept, "secret") {
			t.Errorf("kept %s", r.kept)
		}
		r.mu.Lock()
		r.away = false
		r.mu.Unlock()
		r.start()
		r.expect("log: "+ErrUnreachable.Error(), "19 shop down silent: it is silent 14 -1")
		r.Keep(map[string]bool{"lobby": true})
		if strings.Contains(r.kept, "shop") {
			t.Errorf("kept %s", r.kept)
		}
	})
}

// TestAnotherTarget changes a wrong address: pending calls are sent to the new one at once.
func TestAnotherTarget(t *testing.T) {
	inBubble(t, func(r *rig) {
		r.away = true
		r.lasts(30, "lobby", "old")
		r.expect("log: " + ErrUnreachable.Error())
		r.mu.Lock()
		r.away = false
		r.mu.Unlock()
		r.Set(Setup{Target: Target{URL: "http://calls.example/right"}, After: DownFor})
		r.expect("5 lobby down old: it is old 0 -1")
		r.Set(Setup{})
		r.lasts(30, "lobby", "")
		r.expect()
	})
}
