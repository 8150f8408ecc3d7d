package page

import (
	"testing"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
	"sextant/widgets/pageview"
)

// TestPageOnScreenFollowsService changes pages while they are on the screen. They are replaced in their place and view.
func TestPageOnScreenFollowsService(t *testing.T) {
	e := servicetest.NewEditor(t)
	inReader(t, e, at(100), nil, func(t *testing.T, r *reader) {
		r.expect(100, 1)
		e.Rewrite(100, func(doc *teletext.Page) {
			servicetest.Write(doc, 1, 19, "{Blue}{NB}{White}The ferries stay in harbour")
		})
		r.untilSeen(100, 1)
		r.typed(103)
		r.do("page.nextSubpage")
		r.expect(103, 2)
		r.do("view.sharp")
		r.do("view.zoom")
		half := func(z pageview.Zoom) {
			t.Helper()
			rows := r.grid(103, 2)[:teletext.Rows/2]
			if z == pageview.LowerHalf {
				rows = r.grid(103, 2)[teletext.Rows/2:]
			}
			r.until("the half", func() bool { return r.shows(hosttest.Sharp(rows, render.Look{})) })
		}
		half(pageview.UpperHalf)
		r.do("view.zoom")
		half(pageview.LowerHalf)
		e.Rewrite(103, func(doc *teletext.Page) {
			servicetest.Write(doc, 2, 13, "{Cyan}The choice fell on nobody at all")
		})
		half(pageview.LowerHalf)
		if got := r.p.Title(); got[:5] != "103/2" {
			t.Errorf("the title is %q", got)
		}
		r.do("view.zoom")
		r.do("view.sharp")
		r.expect(103, 2)
		r.do("page.back")
		r.expect(100, 1)
	})
}
