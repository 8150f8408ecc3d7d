package relay

import (
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
)

// TestPageMissing makes a screen show two pages from a relay while the service says that one of them does not exist.
func TestPageMissing(t *testing.T) {
	testkit.TryMissing(t, func(t *testing.T, next func() api.Kind) testkit.MissingSubject {
		r, upstream := beforeStrict(t)
		upstream.fails(func(page int) error {
			if page == testkit.MissingPage {
				if kind := next(); kind != 0 {
					return &api.Error{Kind: kind, Op: "test"}
				}
			}
			return nil
		})
		r.Begin()
		shown := false
		return testkit.MissingSubject{
			Shown: func() bool { return shown },
			Pass: func(d time.Duration) {
				for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Second) {
					_, shown = show(r, 1, testkit.MissingPage)
					show(r, 1, 101)
				}
				_, shown = show(r, 1, testkit.MissingPage)
			},
			Close: func() { endStrict(t, r) },
		}
	})
}
