package acquire

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/service"
	"sextant/app/store"
)

// memoryLedger is a ledger that can fail.
type memoryLedger struct {
	mu    sync.Mutex
	spent []store.Spend
	err   error // before anything is decided
	late  error // after that
}

func (l *memoryLedger) Claim(since time.Time, decide func([]store.Spend) (store.Spend, bool)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return l.err
	}
	var lately []store.Spend
	for _, s := range l.spent {
		if !s.At.Before(since) {
			lately = append(lately, s)
		}
	}
	if s, ok := decide(lately); ok && l.late == nil {
		l.spent = append(l.spent, s)
	}
	return l.late
}

func (l *memoryLedger) Spend(at time.Time, class string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spent = append(l.spent, store.Spend{At: at, Class: class, Count: 1})
}

// TestProgramsShareALimit lets three programs with one profile ask as fast as they may.
func TestProgramsShareALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &memoryLedger{}
		var all sync.WaitGroup
		for range 3 {
			b := NewBudget(DefaultLimits, nil, time.Now, l)
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

// checkSpent sees that so many requests went out, and never more than ten in a second.
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

// TestProgramsShareAFile does the same with the real store, and real time.
func TestProgramsShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pages.sqlite")
	var all sync.WaitGroup
	for range 2 {
		kept, outcome := store.Open(path, store.Options{Now: time.Now})
		defer kept.Close()
		if outcome != (store.Outcome{}) {
			t.Fatalf("%+v", outcome)
		}
		b := NewBudget(DefaultLimits, nil, time.Now, kept)
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
	spent, err := kept.Spent(time.Now().Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	checkSpent(t, spent, 30)
}

// TestLedgerFails goes on by this program's own word where the ledger cannot be asked.
func TestLedgerFails(t *testing.T) {
	bad := errors.New("no ledger")
	for name, l := range map[string]*memoryLedger{"before": {err: bad}, "after": {late: bad}} {
		synctest.Test(t, func(t *testing.T) {
			b := NewBudget(Limits{PerSecond: 2, PerHour: 30, PerDay: 60}, nil, time.Now, l)
			if d := enter(t, b, User, 3); d != secondWindow {
				t.Errorf("%s: three requests took %v", name, d)
			}
			if len(l.spent) != 3 || b.Usage().Hour != 3 {
				t.Errorf("%s: %d were written down, %d are known", name, len(l.spent), b.Usage().Hour)
			}
		})
	}
}

// TestFailedPageIsLeftAlone sees that a page that cannot be had is asked for less and less by itself, that
// the user's request goes out all the same, and that it is forgotten when the page comes.
func TestFailedPageIsLeftAlone(t *testing.T) {
	for _, kind := range []service.Kind{service.NotFound, service.BadContent, service.TooLarge} {
		line := "x"
		s := newSource(t, &line, 1)
		page := s.page
		s.page = func(context.Context, int, service.Served) (*service.Document, error) {
			return nil, &service.Error{Kind: kind, Op: "test"}
		}
		r := newRig(t, s)
		asked := 0 // for the document and its picture
		for range 3600 {
			if a := r.Fetch(t.Context(), Want{Page: 200, Picture: true, Class: Kiosk}); service.KindOf(a.DocumentErr) != kind || a.Retry <= 0 {
				t.Fatalf("%v, again in %v", a.DocumentErr, a.Retry)
			}
			asked += len(s.forget())
			r.now = r.now.Add(time.Second)
		}
		if asked < 12 || asked > 24 {
			t.Errorf("%v: asked %d times in an hour", kind, asked)
		}
		r.Fetch(t.Context(), Want{Page: 200, Class: User})
		r.expect(t, "200")
		s.page = page
		r.Fetch(t.Context(), Want{Page: 200, Class: User})
		r.now = r.now.Add(DefaultFreshness)
		r.Fetch(t.Context(), Want{Page: 200, Class: Kiosk})
		r.expect(t, "200", "200")
	}
}

// TestPictureComesBackWithItsPage asks for a picture that failed together with its page as soon as that is back.
func TestPictureComesBackWithItsPage(t *testing.T) {
	line := "x"
	s := newSource(t, &line, 1)
	page, picture := s.page, s.picture
	s.page = func(context.Context, int, service.Served) (*service.Document, error) {
		return nil, &service.Error{Kind: service.BadContent}
	}
	s.picture = func(context.Context, int, int, service.Served) (*service.Picture, error) {
		return nil, &service.Error{Kind: service.BadContent}
	}
	r := newRig(t, s)
	r.Fetch(t.Context(), Want{Page: 200, Picture: true, Class: User})
	s.page, s.picture = page, picture
	if a := r.Fetch(t.Context(), Want{Page: 200, Class: User}); a.Document == nil {
		t.Fatal(a.DocumentErr)
	}
	if a := r.Fetch(t.Context(), Want{Page: 200, Subpage: 1, Picture: true, Class: Kiosk}); a.Picture == nil {
		t.Error(a.PictureErr)
	}
}

// TestTurningPageLivesOnAnHour turns eight subpages, whose page changes every half minute, for three hours:
// their documents never grow old, and the hour is not spent on pictures.
func TestTurningPageLivesOnAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		line := ""
		s := newSource(t, &line, 1, 2, 3, 4, 5, 6, 7, 8)
		b := NewBudget(DefaultLimits, nil, time.Now, nil)
		ask := func(ctx context.Context) error {
			answered, err := b.Enter(ctx)
			if err == nil {
				answered(nil)
			}
			return err
		}
		page, picture := s.page, s.picture
		s.page = func(ctx context.Context, n int, k service.Served) (*service.Document, error) {
			if err := ask(ctx); err != nil {
				return nil, err
			}
			return page(ctx, n, k)
		}
		s.picture = func(ctx context.Context, n, sub int, k service.Served) (*service.Picture, error) {
			if err := ask(ctx); err != nil {
				return nil, err
			}
			return picture(ctx, n, sub, k)
		}
		p := NewPages(s, kept, b, Config{Format: service.JSON, Freshness: DefaultFreshness, Now: time.Now})
		oldest, pictures := time.Duration(0), 0
		for i := range 3 * 3600 / 5 {
			line = fmt.Sprint(i / 6)
			a := p.Fetch(t.Context(), Want{Page: 150, Subpage: i%8 + 1, Picture: true, Class: Kiosk})
			oldest = max(oldest, time.Since(a.Fetched))
			if a.Picture != nil {
				pictures++
			}
			time.Sleep(5 * time.Second)
		}
		u := b.Usage()
		if oldest > 75*time.Second || u.Hour > 200 || u.ByClass[Kiosk] < 50 || pictures < 200 {
			t.Errorf("the oldest document shown was of %v ago; %d turns had a picture; %+v", oldest, pictures, u)
		}
		_ = kept.Close()
	})
}
