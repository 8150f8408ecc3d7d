package endtoend

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// quota is how many requests an hour the service of the test answers.
const quota = 24

// A ledger is a service that keeps account of the statuses it answers with.
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

// thrift is a window that has few requests.
type thrift struct {
	*session
	service *service
	ledger  *ledger
	editor  *editor // says what the service says, and has no quota
	picture func(page, subpage int) *picture
	read    []int // the pages that came whole, and so are stored
	shown   int   // the page on the screen when there was nothing left
	next    int   // where to look for a page that is not known
}

// showsPage reports whether a page is on the screen: as the service draws it or, where the last request was
// for the page's document, as the program does.
func (b *thrift) showsPage(page int, l layout) bool {
	return b.shows(b.picture(page, 1), l) || b.shows(b.editor.sharp(page, 1, allRows), l)
}

func (b *thrift) untilPage(page int, l layout) {
	b.t.Helper()
	b.until(fmt.Sprintf("page %d with %v", page, l), func() bool { return b.showsPage(page, l) })
}

// TestBudget types more pages than the service gives in an hour. The program never asks for more than it
// may, also not after a restart, and goes on with what is stored.
func TestBudget(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	handler, err := demo.New(demo.Options{Now: time.Now, Quota: quota})
	if err != nil {
		t.Fatal(err)
	}
	_, picture := serveDemo(t) // without a quota
	l := &ledger{Handler: handler, statuses: map[int]int{}}
	service := serve(t, l)
	withSettings(t, d, map[string]any{"requestsPerHour": quota})
	b := &thrift{
		session: d.start(t, nil, service.options()...), service: service, ledger: l,
		editor: newEditor(t), picture: picture, next: teletext.FirstPage,
	}
	b.step("spending", b.spending)
	b.step("nothing left", b.nothingLeft)
	b.step("quit", b.quit)
	b.session = d.start(t, nil, append(service.options(), "100")...)
	b.step("after a restart", b.afterRestart)
	b.step("quit again", b.quit)
	if n := l.count(http.StatusUnauthorized); n > 0 {
		t.Errorf("the service said %d times that its quota is used up", n)
	}
	t.Logf("%d requests were answered, and pages %v came", l.count(http.StatusOK), b.read)
	withStore(t, storePath(d.dir, service), b.checkSpends)
}

// spending reads new pages until one does not come, which a notice says.
func (b *thrift) spending() {
	b.untilPage(100, plain)
	b.until("pages fetched ahead, which are not free of charge", func() bool {
		return b.service.Count(servicetest.DocumentPath(103)) > 0
	})
	b.read = []int{100}
	for _, page := range []int{300, 400, 500, 600, 700, 800, 150, 160, 199, 435, 511, 602} {
		before := b.read[len(b.read)-1]
		b.typed(fmt.Sprint(page))
		b.shown = 0
		b.until("the page or a notice", func() bool {
			switch {
			case b.showsPage(before, withNotice):
				b.shown = before
			case b.showsPage(page, withNotice): // its picture alone came for the last request
				b.shown = page
			}
			return b.shown != 0 || b.showsPage(page, plain)
		})
		if b.shown != 0 {
			return
		}
		b.read = append(b.read, page)
	}
	b.t.Fatalf("%d pages came for %d requests", len(b.read), quota)
}

// nothingLeft types more new pages, and then those that came.
func (b *thrift) nothingLeft() {
	b.press("Escape") // the notice that ended the spending
	b.untilPage(b.shown, plain)
	for range 4 {
		b.typed(b.unknown())
		b.untilPage(b.shown, withNotice)
		b.press("Escape")
		b.untilPage(b.shown, plain)
	}
	b.readAgain()
}

// unknown is the number of a page that was never asked for, another one each time.
func (b *thrift) unknown() string {
	b.t.Helper()
	for b.next < teletext.LastPage {
		b.next++
		if b.editor.Page(b.next) != nil && b.service.Count(servicetest.DocumentPath(b.next)) == 0 {
			return fmt.Sprint(b.next)
		}
	}
	b.t.Fatal("all pages are known")
	return ""
}

func (b *thrift) readAgain() {
	for _, page := range b.read {
		b.typed(fmt.Sprint(page))
		b.untilTitle(fmt.Sprint(page))
		b.untilPage(page, plain)
	}
}

// afterRestart knows what the last run spent: not a single request goes out.
func (b *thrift) afterRestart() {
	b.untilPage(100, plain)
	b.typed(b.unknown())
	b.untilPage(100, withNotice)
	b.press("Escape")
	b.readAgain()
	if n := len(b.service.Asked()); n > quota {
		b.t.Errorf("the service was asked %d times", n)
	}
}

// checkSpends compares what the program noted with what the service was asked. A request that was given up
// is noted, but may not have come there.
func (b *thrift) checkSpends(kept *store.Store) {
	spent, err := kept.Spent(time.Now().Add(-time.Hour))
	n := 0
	for _, s := range spent {
		n += s.Count
	}
	if asked := len(b.service.Asked()); err != nil || n < asked || n > quota {
		b.t.Errorf("%d requests are noted (%v), and %d came to the service", n, err, asked)
	}
}
