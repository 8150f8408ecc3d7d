package budget

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/store"
	"sextant/app/testkit"
)

// memoryLedger is a ledger that can fail.
type memoryLedger struct {
	mu    sync.Mutex
	spent []store.Spend
	err   error // before decide is called
	late  error // after decide was called
}

func (l *memoryLedger) Claim(since store.Moment, decide func([]store.Spend) (store.Spend, bool)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return l.err
	}
	var recent []store.Spend
	for _, s := range l.spent {
		if s.Since >= since.Since && (s.Boot != "" || !s.At.Before(since.At)) {
			recent = append(recent, s)
		}
	}
	if s, ok := decide(recent); ok && l.late == nil {
		l.spent = append(l.spent, s)
	}
	return l.late
}

func (l *memoryLedger) Spend(s store.Spend) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spent = append(l.spent, s)
}

// TestProgramsShareALimit makes three programs with one profile send requests as fast as they may.
func TestProgramsShareALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &memoryLedger{}
		var all sync.WaitGroup
		for range 3 {
			b := New(DefaultLimits, nil, Clock{Now: time.Now}, l)
			for range 4 {
				all.Go(func() {
					for range 9 {
						if answered, err := b.Enter(t.Context()); err == nil {
							answered(nil)
						}
						time.Sleep(17 * time.Millisecond)
					}
				})
			}
		}
		all.Wait()
		checkSpent(t, l.spent, 108)
	})
}

// checkSpent checks the number of requests, and that any second has at most ten.
func checkSpent(t *testing.T, spent []store.Spend, count int) {
	t.Helper()
	times := []time.Time{}
	for _, s := range spent {
		for range s.Count {
			times = append(times, s.At)
		}
	}
	if len(times) != count {
		t.Errorf("%d requests went out, not %d", len(times), count)
	}
	slices.SortFunc(times, time.Time.Compare)
	for i := 10; i < len(times); i++ {
		if d := times[i].Sub(times[i-10]); d < time.Second {
			t.Errorf("eleven requests within %v", d)
		}
	}
}

// TestProgramsShareAFile does the same with the real store, and in real time.
func TestProgramsShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pages.sqlite")
	var all sync.WaitGroup
	for range 2 {
		kept, outcome := store.Open(path, store.Options{Now: time.Now})
		defer kept.Close()
		if outcome != (store.Outcome{}) {
			t.Fatalf("%+v", outcome)
		}
		b := New(DefaultLimits, nil, Clock{Now: time.Now}, kept)
		for range 15 {
			all.Go(func() {
				answered, err := b.Enter(As(context.Background(), User))
				if err != nil {
					t.Error(err)
					return
				}
				answered(nil)
			})
		}
	}
	all.Wait()
	kept, _ := store.Open(path, store.Options{Now: time.Now})
	defer kept.Close()
	spent := testkit.Must(kept.Spent(store.Moment{At: time.Now().Add(-time.Hour)}))(t)
	checkSpent(t, spent, 30)
}

// TestLedgerFails checks that a program counts only its own requests while the ledger fails.
func TestLedgerFails(t *testing.T) {
	bad := errors.New("no ledger")
	for name, l := range map[string]*memoryLedger{"before": {err: bad}, "after": {late: bad}} {
		synctest.Test(t, func(t *testing.T) {
			b := New(Limits{PerSecond: 2, PerHour: 30, PerDay: 60}, nil, Clock{Now: time.Now}, l)
			if d := enter(t, b, User, 3); d != secondWindow {
				t.Errorf("%s: three requests took %v", name, d)
			}
			if len(l.spent) != 3 || b.Usage().Hour != 3 {
				t.Errorf("%s: %d were written down, %d are known", name, len(l.spent), b.Usage().Hour)
			}
		})
	}
}
