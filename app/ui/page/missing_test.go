package page

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// A gapped service lacks pages.
type gapped struct {
	http.Handler
	mu    sync.Mutex
	gaps  map[string]bool // paths of documents
	asked map[string]int  // requests by path, nil where they are not counted
}

func (g *gapped) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	gap := g.gaps[r.URL.Path]
	if g.asked != nil {
		g.asked[r.URL.Path]++
	}
	g.mu.Unlock()
	if gap {
		http.NotFound(w, r)
		return
	}
	g.Handler.ServeHTTP(w, r)
}

// set sets whether the service lacks a page.
func (g *gapped) set(page int, lacks bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.gaps[servicetest.DocumentPath(page)] = lacks
}

// requests returns the number of requests for a page.
func (g *gapped) requests(page int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.asked[servicetest.DocumentPath(page)]
}

// ask asks the service for a page that is not on the screen.
func (r *reader) ask(page int) {
	r.t.Helper()
	r.tuner.Current().Pages.Fetch(r.t.Context(), acquire.Want{Page: page, Class: budget.User, Reload: true})
	r.Rest()
}

func (r *reader) linksTo(page int) bool {
	return slices.ContainsFunc(r.p.sheet.links, func(l teletext.Link) bool { return l.Page == page })
}

func (r *reader) keyTo(page int) bool {
	return slices.ContainsFunc(r.p.colours.targets[:], func(t colourTarget) bool { return t.place.Page == page })
}

// TestLinksFollowWhatBecomesKnownOfTheirPages has a page on the screen whose links, colour keys and neighbours go while
// it is shown, and come back.
func TestLinksFollowWhatBecomesKnownOfTheirPages(t *testing.T) {
	e := servicetest.NewEditor(t)
	e.Rewrite(100, func(doc *teletext.Page) {
		for i := range doc.Subpages {
			servicetest.Write(doc, doc.Subpages[i].Number, 12, "{White}Tides 110 and 300")
		}
	})
	g := &gapped{Handler: e, gaps: map[string]bool{}}
	inReader(t, g, at(100), nil, func(t *testing.T, r *reader) {
		_, next := r.p.Nav.Neighbours()
		for _, page := range []int{110, next} {
			r.ask(page)
			if page == 110 && !r.linksTo(page) {
				t.Fatalf("the page has no link to %d", page)
			}
		}
		keys := r.p.colours.targets
		for _, page := range []int{110, next, keys[0].place.Page, keys[3].place.Page} {
			if page == 0 || page == 100 {
				continue
			}
			r.ask(page)
			linked, keyed := r.linksTo(page), r.keyTo(page)
			g.set(page, true)
			r.ask(page)
			time.Sleep(acquire.SecondLook + time.Second)
			r.ask(page)
			if r.linksTo(page) || r.keyTo(page) {
				t.Errorf("%d: a link or a colour key leads to a missing page", page)
			}
			if _, now := r.p.Nav.Neighbours(); now == page {
				t.Errorf("%d: the next page is missing", page)
			}
			for _, fact := range r.p.info.facts() {
				if strings.Contains(fact[0], "Next page") && fact[1] == teletext.Address(page, 0) {
					t.Errorf("%d: the page information has it as the next page", page)
				}
			}
			r.typed(300) // a new visit does not bring it back
			r.typed(100)
			if page != 300 && (r.linksTo(page) || r.keyTo(page)) {
				t.Errorf("%d: after another visit there is a link or a colour key", page)
			}
			time.Sleep(2 * time.Minute) // of refreshing
			if r.Rest(); r.linksTo(page) || r.keyTo(page) {
				t.Errorf("%d: after two minutes there is a link or a colour key", page)
			}
			g.set(page, false)
			r.ask(page)
			if r.linksTo(page) != linked || keyed && !r.keyTo(page) {
				t.Errorf("%d: it came back, link %v, key %v", page, r.linksTo(page), r.keyTo(page))
			}
			if _, now := r.p.Nav.Neighbours(); page == next && now != next {
				t.Errorf("%d: it came back, and %d is the next page", page, now)
			}
		}
	})
}

// TestPagesThatNeverWereThere has a page on the screen whose neighbours and two of whose links lead to pages that the
// service does not have: these go within minutes, each after two requests, and nothing else suffers.
func TestPagesThatNeverWereThere(t *testing.T) {
	e := servicetest.NewEditor(t)
	e.Rewrite(100, func(doc *teletext.Page) {
		doc.Prev, doc.Next = 899, 198
		for i := range doc.Subpages {
			servicetest.Write(doc, doc.Subpages[i].Number, 12, "{White}Tides 203 and 204")
		}
	})
	g := &gapped{Handler: e, gaps: map[string]bool{}, asked: map[string]int{}}
	none := []int{899, 198, 203, 204}
	for _, page := range none {
		g.set(page, true)
	}
	inReader(t, g, at(100), nil, func(t *testing.T, r *reader) {
		time.Sleep(3 * time.Minute)
		r.Rest()
		for _, page := range none {
			if r.linksTo(page) || r.keyTo(page) {
				t.Errorf("there is a link or a colour key to page %d", page)
			}
			if n := g.requests(page); n > 2 {
				t.Errorf("page %d was asked for %d times", page, n)
			}
		}
		if prev, next := r.p.Nav.Neighbours(); slices.Contains(none, prev) || slices.Contains(none, next) {
			t.Errorf("the neighbours are %d and %d", prev, next)
		}
		if why := r.tuner.Current().Budget.Usage().Why; why != 0 {
			t.Errorf("the budget backs off: %v", why)
		}
	})
}

// TestLinkOfTheTextGoes has the page shown as text.
func TestLinkOfTheTextGoes(t *testing.T) {
	g := &gapped{Handler: servicetest.NewEditor(t), gaps: map[string]bool{}}
	inReader(t, g, at(100), nil, func(t *testing.T, r *reader) {
		r.box.Change(func(s *settings.Settings) { s.View = settings.TextView })
		r.Rest()
		leads := func() (pages []int) {
			for _, l := range r.p.sheet.leads {
				pages = append(pages, l.Page)
			}
			return pages
		}
		if len(leads()) == 0 {
			t.Fatal("the text has no links")
		}
		page := leads()[0]
		r.ask(page) // known, whatever names it as a neighbour meanwhile
		g.set(page, true)
		r.ask(page)
		time.Sleep(acquire.SecondLook + time.Second)
		r.ask(page)
		if slices.Contains(leads(), page) {
			t.Errorf("the text leads to the missing page %d", page)
		}
		g.set(page, false)
		r.ask(page)
		if !slices.Contains(leads(), page) {
			t.Errorf("the text no longer leads to page %d", page)
		}
	})
}
