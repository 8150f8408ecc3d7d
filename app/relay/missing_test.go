package relay

import (
	"testing"
	"time"

	"sextant/app/acquire/acquiretest"
	"sextant/app/api"
)

// TestPageMissing has a screen show two pages from a relay, and one of them be said not to be there.
func TestPageMissing(t *testing.T) {
	acquiretest.TryMissing(t, func(t *testing.T, next func() api.Kind) acquiretest.Subject {
		r, upstream := beforeStrict(t)
		upstream.fails(func(page int) error {
			if page == acquiretest.Page {
				if kind := next(); kind != 0 {
					return &api.Error{Kind: kind, Op: "test"}
				}
			}
			return nil
		})
		r.Begin()
		shown := false
		return acquiretest.Subject{
			Shown: func() bool { return shown },
			Pass: func(d time.Duration) {
				for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Second) {
					_, shown = show(r, 1, acquiretest.Page)
					show(r, 1, 101)
				}
				_, shown = show(r, 1, acquiretest.Page)
			},
			Close: func() { endStrict(t, r) },
		}
	})
}
