package webhook

import (
	"context"
	"fmt"
	"slices"
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
	away  bool                       // the receiver does not answer
	fails map[string]error           // by screen
	hangs map[string]bool            // calls for these screens do not end before the notifier does
	disk  chan struct{}              // nil for a disk that writes at once; else each write waits for an element
	saves int                        // that have begun
	calls map[string][]time.Duration // by screen, since the start
	said  []string
	tries int
}

// inBubble runs a test with a rig.
func inBubble(t *testing.T, test func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := &rig{t: t, began: time.Now(), fails: map[string]error{}, calls: map[string][]time.Duration{}}
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
		Save: r.save,
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

// save writes the state to the disk.
func (r *rig) save(state string) {
	r.mu.Lock()
	r.saves++
	disk := r.disk
	r.mu.Unlock()
	if disk != nil {
		<-disk
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = state
}

func (r *rig) post(ctx context.Context, _ Target, m Message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tries++
	r.calls[m.Screen] = append(r.calls[m.Screen], time.Since(r.began))
	if r.hangs[m.Screen] {
		r.mu.Unlock()
		<-ctx.Done()
		r.mu.Lock()
		return ctx.Err()
	}
	if err := r.fails[m.Screen]; err != nil {
		return err
	}
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

// TestNothingWaitsForDisk has a disk that does not end a write: the methods that the window's goroutine calls return at
// once, and calls are made. What was last is written in the end.
func TestNothingWaitsForDisk(t *testing.T) {
	inBubble(t, func(r *rig) {
		r.disk = make(chan struct{})
		r.lasts(20, "lobby", "old") // virtual time, in which a blocked call would never end
		r.lasts(20, "shop", "silent")
		r.Set(Setup{Target: Target{URL: "http://calls.example/right"}, After: DownFor})
		r.lasts(10, "lobby", "")
		r.expect("5 lobby down old: it is old 0 -1", "25 shop down silent: it is silent 20 -1",
			"41 lobby well old: it is old 0 40")
		if r.kept != "" || r.saves != 1 {
			t.Errorf("%d writes have begun, kept %s", r.saves, r.kept)
		}
		close(r.disk)
		r.Close()
		if !strings.Contains(r.kept, "silent") || strings.Contains(r.kept, "it is old") || r.saves > 3 {
			t.Errorf("%d writes, kept %s", r.saves, r.kept)
		}
	})
}

// TestNothingWaitsForLog has a log that blocks, as a file on a slow disk does.
func TestNothingWaitsForLog(t *testing.T) {
	inBubble(t, func(r *rig) {
		written := make(chan struct{})
		r.config.Log = func(error) { <-written }
		r.fails["lobby"] = &StatusError{500}
		r.lasts(20, "lobby", "old")
		r.lasts(20, "shop", "silent")
		r.expect("25 shop down silent: it is silent 20 -1")
		close(written)
	})
}

// TestRefusedMessageIsNotRepeated has a target that refuses the messages about one screen for good: each is sent once,
// until there is another target.
func TestRefusedMessageIsNotRepeated(t *testing.T) {
	for status, repeats := range map[int]bool{
		400: false, 401: false, 403: false, 404: false, 410: false, 413: false, 415: false, 422: false, 499: false,
		408: true, 425: true, 429: true, 302: true, 500: true, 503: true,
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			inBubble(t, func(r *rig) {
				r.fails["lobby"] = &StatusError{status}
				r.lasts(3*60, "lobby", "old")
				synctest.Wait()
				if n := len(r.calls["lobby"]); repeats != (n > 1) || n == 0 {
					t.Errorf("sent %d times", n)
				}
				before := len(r.calls["lobby"])
				r.lasts(2, "lobby", "")
				synctest.Wait()
				if n := len(r.calls["lobby"]) - before; !repeats && n != 1 {
					t.Errorf("that it is well was sent %d times", n)
				}
				r.said = nil
				delete(r.fails, "lobby")
				r.Set(Setup{Target: Target{URL: "http://calls.example/right"}, After: DownFor})
				r.expect("181 lobby well old: it is old 0 180")
			})
		})
	}
}

// TestFailingScreenSlowsNoOther has a target that fails for the messages about some screens, or answers them never:
// those about others are sent at once.
func TestFailingScreenSlowsNoOther(t *testing.T) {
	for name, fails := range map[string]error{
		"refused": &StatusError{400}, "trouble": &StatusError{500}, "hangs": nil, "no answer": ErrUnreachable,
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(r *rig) {
				r.hangs = map[string]bool{"lobby": fails == nil, "hall": fails == nil}
				r.fails["lobby"], r.fails["hall"] = fails, fails
				r.lasts(60, "lobby", "old")
				r.lasts(60, "hall", "old")
				synctest.Wait()
				r.said = nil
				for n := range 20 {
					from := time.Since(r.began)
					r.lasts(6, fmt.Sprint("shop ", n), "silent")
					r.mu.Lock()
					called := r.calls[fmt.Sprint("shop ", n)]
					r.mu.Unlock()
					if len(called) != 1 || called[0]-from > DownFor+5*time.Second {
						t.Errorf("called at %v, %v after its beginning", called, from)
					}
				}
				synctest.Wait()
				if slices.ContainsFunc(r.said, func(line string) bool { return strings.HasPrefix(line, "log") }) {
					t.Errorf("said %q", r.said)
				}
			})
		})
	}
}

// TestFailuresAreLoggedOnce has a target that refuses the messages about one screen, and fails for all later: the log
// says so once each, and that calls succeed again when all do.
func TestFailuresAreLoggedOnce(t *testing.T) {
	inBubble(t, func(r *rig) {
		r.fails["lobby"] = &StatusError{400}
		r.lasts(10, "lobby", "old")
		r.lasts(10, "shop", "old") // which is sent
		r.expect("log: "+r.fails["lobby"].Error(), "15 shop down old: it is old 10 -1")
		r.away = true
		r.lasts(10, "shop", "")
		r.lasts(10, "hall", "old")
		r.expect()
		r.away = false
		r.lasts(20, "hall", "old")
		synctest.Wait()
		slices.Sort(r.said)
		r.expect("21 shop well old: it is old 10 20", "35 hall down old: it is old 30 -1")
		delete(r.fails, "lobby")
		r.lasts(2, "lobby", "")
		r.expect("61 lobby well old: it is old 0 60", "log: <nil>")
	})
}

// TestRefusedAtOldTarget changes the target while a call is under way: that its old target fails then does not count.
func TestRefusedAtOldTarget(t *testing.T) {
	inBubble(t, func(r *rig) {
		answer := make(chan error)
		post := r.config.Post
		r.config.Post = func(ctx context.Context, t Target, m Message) error {
			if t.URL != "http://calls.example/right" {
				return <-answer
			}
			return post(ctx, t, m)
		}
		r.lasts(10, "lobby", "old")
		r.Set(Setup{Target: Target{URL: "http://calls.example/right"}, After: DownFor})
		r.expect()
		answer <- &StatusError{404}
		r.expect("5 lobby down old: it is old 0 -1")
	})
}
