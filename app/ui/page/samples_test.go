package page

import (
	"testing"

	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
)

// TestSubpagesOfRealService steps through the subpages of samples from a real service.
func TestSubpagesOfRealService(t *testing.T) {
	handler, pictures := servicetest.Samples(t)
	inReader(t, handler, at(100), still, func(t *testing.T, r *reader) {
		shows := func(i int) {
			t.Helper()
			if got := r.p.Nav.Shown().Subpage; got != i+1 ||
				!r.shows(hosttest.Enlarged(servicetest.DecodePicture(t, pictures[i]))) {
				t.Errorf("subpage %d is shown, or not as it was sent", got)
			}
		}
		for i := range pictures {
			shows(i)
			r.do("page.nextSubpage")
		}
		shows(0)
		r.do("page.previousSubpage")
		shows(3)
	})
}
