package page

import (
	"strings"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// quiet lets time pass for several readers until there are no more requests, although they check the page on the screen
// every second.
func quiet(readers ...*reader) {
	asked := readers[0].service.Asked
	for before := -1; before != len(asked()); {
		before = len(asked())
		for range 150 {
			for _, r := range readers {
				r.Pass(10 * time.Millisecond)
			}
		}
	}
}

// TestAnnouncedChange changes the page on the screen of two programs with one profile, and announces the changes. Both
// programs must replace the page in its place, with no other requests. When changes are no longer announced, the page
// is checked as without announcements.
func TestAnnouncedChange(t *testing.T) {
	e := servicetest.NewAnnouncer(t)
	inReader(t, e, at(100), nil, func(t *testing.T, r *reader) {
		r.expect(100, 1)
		r.typed(103)
		r.do("page.nextSubpage")
		r.expect(103, 2)
		beside := &reader{t: t, service: r.service, dir: r.dir}
		beside.open(teletext.Place{Page: 103, Subpage: 2})
		if quiet(r, beside); e.Listeners() != 2 {
			t.Fatalf("%d listen", e.Listeners())
		}
		for i, line := range []string{"{Cyan}The choice fell on nobody at all", "{Cyan}The choice fell on somebody"} {
			before := len(r.service.Asked())
			e.Change(103, func(doc *teletext.Page) { servicetest.Write(doc, 2, 13, line) })
			quiet(r, beside)
			for _, both := range []*reader{r, beside} {
				both.untilSeen(103, 2)
			}
			documents, pictures := 0, 0
			for _, q := range r.service.Asked()[before:] {
				switch q.URL.Path + " " + q.Header.Get("Priority") {
				case servicetest.DocumentPath(103) + " u=4":
					documents++
				case servicetest.PicturePath(103, 2) + " u=5":
					pictures++
				default:
					t.Errorf("change %d: %s was asked for", i, q.URL.Path)
				}
			}
			if documents != 2 || pictures < 1 || pictures > 2 { // one program may find it in the store
				t.Errorf("change %d: two programs asked for %d documents and %d pictures", i, documents, pictures)
			}
			if !strings.HasPrefix(r.p.Title(), "103/2") {
				t.Errorf("the title is %q", r.p.Title())
			}
		}
		r.do("page.back")
		r.expect(100, 1)
		e.Silence()
		e.Rewrite(100, func(doc *teletext.Page) {
			servicetest.Write(doc, 1, 19, "{Blue}{NB}{White}The ferries stay in harbour")
		})
		r.untilSeen(100, 1)
		beside.close()
	})
}
