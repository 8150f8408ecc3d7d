package page

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
)

// quota is the test service's limit of requests an hour.
const quota = 24

// A ledger is a service that counts the statuses of its answers.
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

// noted records the status of an answer.
type noted struct {
	http.ResponseWriter
	status int
}

func (n *noted) WriteHeader(status int) {
	n.status = status
	n.ResponseWriter.WriteHeader(status)
}

// thrift is a reader of a service with a low quota.
type thrift struct {
	*reader
	plenty http.Handler // the same service without a quota
	read   []int        // the pages that were completely loaded, and therefore stored
	next   int          // the page after which unknown searches
}

// TestBudget visits more pages than the service's quota allows in an hour. The program must never exceed the quota, not
// even after a restart, and must show stored pages.
func TestBudget(t *testing.T) {
	plenty := servicetest.Demo(t)
	few := func(s *settings.Settings) {
		*s = settings.DefaultSettings()
		s.PerHour = quota
	}
	handler := testkit.Must(demo.New(demo.Options{Now: time.Now, Quota: quota}))(t)
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

// spend visits new pages until one cannot be loaded, which a notice must say.
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

// nothingLeft visits pages that were never requested, and then those that were loaded.
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
		// if the last request was for the document, the picture is missing
		if !b.shows(hosttest.Enlarged(servicetest.Picture(b.t, b.plenty, page, 1))) &&
			!b.shows(hosttest.Sharp(cells[:], render.Look{})) {
			b.t.Errorf("page %d is not seen", page)
		}
	}
}

// unknown returns a page that was never requested, a different one each time.
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

// checkSpends compares the recorded requests with those that the service received. A cancelled request is recorded, but
// may not have reached the service.
func (b *thrift) checkSpends(asked int) {
	b.t.Helper()
	spent, err := b.tuner.Current().Store.Spent(store.Moment{At: time.Now().Add(-time.Hour)})
	n := 0
	for _, s := range spent {
		n += s.Count
	}
	if err != nil || n < asked || n > quota {
		b.t.Errorf("%d requests are noted (%v), and %d came to the service", n, err, asked)
	}
}
