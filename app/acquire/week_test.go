package acquire

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/race"
)

// A visit is a page that a reader goes to, and whether the number is typed.
type visit struct {
	at    time.Duration // since the start of the week
	typed bool
	page  int
}

// readVisits reads a week of testdata/visits.
func readVisits(t *testing.T, name string) (all []visit) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "visits", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var day, h, m, s, page int
		var how string
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if _, err := fmt.Sscanf(lines.Text(), "%d %d:%d:%d %s %d", &day, &h, &m, &s, &how, &page); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		at := time.Duration(day-1)*24*time.Hour + time.Duration(h*3600+m*60+s)*time.Second
		all = append(all, visit{at, how == "typed", page})
	}
	return all
}

const (
	latency     = 60 * time.Millisecond
	firstDigit  = 250 * time.Millisecond // until the second one
	secondDigit = 300 * time.Millisecond // until the third one
)

// A week is the state of a reader's simulated week.
type week struct {
	t      *testing.T
	pages  *Pages
	kept   *store.Store
	budget *budget.Budget
	ahead  *Scheduler
	end    func()
	here   Answer
	typed  int // pages that were typed
	ready  int // those in memory or store at the third digit
	fresh  int // those confirmed within DefaultFreshness
	visits int
	most   int // most requests for guesses in an hour
	asked  int // requests in all
}

// TestReadersWeek simulates a reader who types page numbers for a week, with a latency of 60 ms: with habits, at least
// 60 % of the pages are known at the third digit, and guesses never use more than a twentieth of an hour's requests.
func TestReadersWeek(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for name, least := range map[string]float64{"habits": 0.6, "wanderer": 0} {
		t.Run(name, func(t *testing.T) {
			visits := readVisits(t, name)
			synctest.Test(t, func(t *testing.T) {
				w, begin := openWeek(t), time.Now()
				for _, v := range visits {
					time.Sleep(v.at - time.Since(begin))
					w.goTo(v)
				}
				w.close()
				t.Logf("%d visits, %d typed, at the third digit %d were there, %d of them fresh; "+
					"%d requests in all, for guesses %d in an hour at most; opened of the guesses: %+v",
					w.visits, w.typed, w.ready, w.fresh, w.asked, w.most, w.pages.Guesses.Tallies()[budget.Intent])
				if share := float64(w.ready) / float64(w.typed); share < least {
					t.Errorf("%.0f %% of the pages were there", 100*share)
				}
				if limit := budget.DefaultLimits.PerHour / 20; w.most > limit {
					t.Errorf("guesses took %d requests in an hour, of %d", w.most, limit)
				}
			})
		})
	}
}

func openWeek(t *testing.T) *week {
	w := &week{t: t, budget: budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, nil)}
	var mu sync.Mutex
	answer := func(ctx context.Context) error {
		answered, err := w.budget.Enter(ctx)
		if err != nil {
			return err
		}
		mu.Lock()
		w.asked++
		mu.Unlock()
		time.Sleep(latency)
		answered(nil)
		return nil
	}
	source := &fakeSource{
		page: func(ctx context.Context, page int, _ api.Validators) (*api.Document, error) {
			if err := answer(ctx); err != nil {
				return nil, err
			}
			return documentOf(page, "text", 1), nil
		},
		picture: func(ctx context.Context, _, _ int, _ api.Validators) (*api.Picture, error) {
			if err := answer(ctx); err != nil {
				return nil, err
			}
			return pictureOf(t, time.Now().String()), nil
		},
	}
	w.kept, _ = store.Open(filepath.Join(t.TempDir(), "pages.sqlite"), store.Options{Now: time.Now})
	w.pages = NewPages(source, w.kept, w.budget, Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now})
	w.ahead = NewReaderScheduler(w.pages, w.budget, NewWatcher(nil, 300, time.Now, func(Sighting) {}), nil)
	w.end = runs(w.ahead)
	return w
}

func (w *week) close() {
	w.end()
	_ = w.kept.Close()
}

// goTo goes to a page as the reader does, and updates the counts.
func (w *week) goTo(v visit) {
	if w.visits++; v.typed {
		w.typed++
		time.Sleep(firstDigit)
		first := v.page / 10 * 10
		visits, err := w.kept.VisitsTo(first, first+9, w.here.Page)
		if err != nil {
			w.t.Fatal(err)
		}
		around := w.around()
		w.ahead.Expect(around.Completions(fmt.Sprint(v.page/10), visits))
		time.Sleep(secondDigit)
		if a, ready := w.pages.Peek(Want{Page: v.page}); ready {
			if w.ready++; time.Since(a.Asked) < DefaultFreshness {
				w.fresh++
			}
		}
	}
	w.here = w.pages.Fetch(context.Background(), Want{Page: v.page, Picture: true})
	if w.here.DocumentErr != nil {
		w.t.Fatal(w.here.DocumentErr)
	}
	w.pages.Guesses.Opened(v.page)
	w.kept.Visit(v.page, 1, 0, time.Now())
	around := w.around()
	w.ahead.FetchAhead(around.Ahead())
	w.most = max(w.most, w.budget.Usage().ByClass[budget.Intent])
}

// around returns the surroundings of the page: an index has links to the next twenty pages.
func (w *week) around() Around {
	a := Around{Answer: w.here, Pictures: true, Favourites: []int{100, 235}}
	if w.here.Page%100 == 0 {
		for i := range 20 {
			a.Links = append(a.Links, teletext.Link{Page: w.here.Page + i + 1, Height: 1})
		}
	}
	return a
}
