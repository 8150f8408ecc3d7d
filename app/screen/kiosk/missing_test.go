package kiosk

import (
	"net/http"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/testkit"
)

// TestPageMissing shows a list of two pages while the service says that one of them does not exist.
func TestPageMissing(t *testing.T) {
	testkit.TryMissing(t, func(t *testing.T, next func() api.Kind) testkit.MissingSubject {
		r := newRig(t, `show = ["100", "300"]`+sharp)
		r.service.fourPages()
		status := map[api.Kind]int{api.NotFound: http.StatusNotFound, api.Trouble: http.StatusInternalServerError}
		r.service.fails(func(page int) *failure {
			if page == testkit.MissingPage {
				if kind := next(); kind != 0 {
					return &failure{status: status[kind]}
				}
			}
			return nil
		})
		return testkit.MissingSubject{
			Shown: func() bool {
				return ask(r, func() bool { return len(r.turns.index.Subpages(testkit.MissingPage)) > 0 })
			},
			Pass:  time.Sleep,
			Close: r.close,
		}
	})
}

// TestReturnSeenByOthers makes the only page of a list missing, and lets another one break in. When somebody else asks
// for the page meanwhile and it is there again, as it was, the screen goes back to it.
func TestReturnSeenByOthers(t *testing.T) {
	list := `show = ["300/1"]` + sharp + "[[break_in]]\npages = [\"100\"]\nstays = \"1m\"\npause = \"1h\"\n"
	inBubble(t, list, 5*time.Minute, func(t *testing.T, r *rig) {
		r.expect("300/1")
		r.service.fails(func(page int) *failure {
			if page == 300 {
				return &failure{status: http.StatusNotFound}
			}
			return nil
		})
		time.Sleep(5 * time.Minute)
		if !r.pages.Standing(300, 0).Missing {
			t.Fatal("the page is not missing")
		}
		r.service.set(100, 1, "another text")
		r.pages.Fetch(t.Context(), acquire.Want{Page: 100, Reload: true})
		r.awaits(t, "100/1", 5*time.Second)
		time.Sleep(40 * time.Second)
		r.service.fails(nil)
		r.pages.Fetch(t.Context(), acquire.Want{Page: 300, Reload: true})
		time.Sleep(18 * time.Second)
		r.expect("100/1")
		time.Sleep(5 * time.Second)
		r.expect("300/1")
	})
}
