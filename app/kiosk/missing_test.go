package kiosk

import (
	"net/http"
	"testing"
	"time"

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
				shown := make(chan bool)
				r.Post(func() { shown <- len(r.turns.index.Subpages(testkit.MissingPage)) > 0 })
				return <-shown
			},
			Pass:  time.Sleep,
			Close: r.close,
		}
	})
}
