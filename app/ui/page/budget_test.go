package page

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
)

// quota is how many requests an hour the service of the test answers.
const quota = 24

// A ledger is a service that counts the statuses it answers with.
type ledger struct {
	http.Handler
	mu       sync.Mutex
	statuses map[int]int
}

func (l *ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := &noted{w, http.StatusOK}
	l.Handler.ServeHTTP(n, r)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.statuses[n.status]++
}

func (l *ledger) count(status int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.statuses[status]
}

// noted notes the status of an answer.
type noted struct {
	http.ResponseWriter
	status int
}

func (n *noted) WriteHeader(status int) {
	n.status = status
	n.ResponseWriter.WriteHeader(status)
}

// thrift is a reader that has few requests.
type thrift struct {
	*reader
	plenty http.Handler // says what the service says, and has no quota
	read   []int        // the pages that came whole, and so are stored
	next   int          // where to look for a page that is not known
}

// TestBudget goes to more pages than the service gives in an hour. No more is ever asked for than may be, also not
// after another start, and what is stored is shown.
func TestBudget(t *testing.T) {
	plenty := servicetest.Demo(t)
	few := func(s *settings.Settings) {
		*s = settings.DefaultSettings()
		s.PerHour = quota
	}
	handler, err := demo.New(demo.Options{Now: time.Now, Quota: quota})
	if err != nil {
		t.Fatal(err)
	}
	l := &ledger{Handler: handler, statuses: map[int]int{}}
	inReader(t, l, at(100), few, func(t *testing.T, r *reader) {
		b := &thrift{reader: r, plenty: plenty, next: teletext.FirstPage}
		b.spend()
		b.nothingLeft()
		r.again()
		b.nothingLeft()
		if n := len(r.service.Asked()); n > quota {
			t.Errorf("the service was asked %d times", n)
		}
		if n := l.count(http.StatusUnauthorized); n > 0 {
			t.Errorf("the service said %d times that its quota is used up", n)
		}
		b.checkSpends(len(r.service.Asked()))
	})
}

// spend reads new pages until one does not come, which a notice says.
func (b *thrift) spend() {
	b.t.Helper()
	if !b.shows(hosttest.Enlarged(servicetest.Picture(b.t, b.plenty, 100, 1))) {
		b.t.Fatal("page 100 is not seen")
	}
	b.until("pages fetched ahead, which are not free of charge", func() bool { return b.count(103) > 0 })
	b.read = []int{100}
	for _, page := range []int{300, 400, 500, 600, 700, 800, 150, 160, 199, 435, 511, 602} {
		b.typed(page)
		b.until("the page or a notice", func() bool { return b.says() || b.p.Nav.Shown().Page == page })
		b.Rest()
		if b.says() {
			return
		}
		b.read = append(b.read, page)
	}
	b.t.Fatalf("%d pages came for %d requests", len(b.read), quota)
}

// nothingLeft goes to pages that were never asked for, and then to those that came.
func (b *thrift) nothingLeft() {
	b.t.Helper()
	for range 4 {
		shown := b.p.Nav.Shown()
		b.p.Nav.GiveUp()
		b.Settle(b.About)
		b.typed(b.unknown())
		b.until("a word on why there is no page", b.says)
		if b.p.Nav.Shown() != shown {
			b.t.Errorf("%v is shown, not %v", b.p.Nav.Shown(), shown)
		}
	}
	for _, page := range b.read {
		b.typed(page)
		cells := servicetest.Page(b.t, b.plenty, page).Subpages[0].Grid()
		// the last request may have been for its document
		if !b.shows(hosttest.Enlarged(servicetest.Picture(b.t, b.plenty, page, 1))) &&
			!b.shows(hosttest.Sharp(cells[:], render.Look{})) {
			b.t.Errorf("page %d is not seen", page)
		}
	}
}

// unknown is a page that was never asked for, another one each time.
func (b *thrift) unknown() int {
	b.t.Helper()
	for b.next < teletext.LastPage {
		b.next++
		if servicetest.Body(b.plenty, servicetest.DocumentPath(b.next)) != nil && b.count(b.next) == 0 {
			return b.next
		}
	}
	b.t.Fatal("all pages are known")
	return 0
}

// checkSpends compares what is noted with what the service was asked. A request that was given up is noted, but may not
// have come there.
func (b *thrift) checkSpends(asked int) {
	b.t.Helper()
	spent, err := b.tuner.Current().Store.Spent(time.Now().Add(-time.Hour))
	n := 0
	for _, s := range spent {
		n += s.Count
	}
	if err != nil || n < asked || n > quota {
		b.t.Errorf("%d requests are noted (%v), and %d came to the service", n, err, asked)
	}
}
