package endtoend

import (
	"net/http"
	"testing"
	"time"

	"sextant/app/testkit/servicetest"
)

// An announcer is an editor that sends change notices.
type announcer struct {
	*editor
	announcer *servicetest.Announcer
}

func newAnnouncer(t *testing.T) *announcer {
	a := servicetest.NewAnnouncer(t)
	return &announcer{&editor{a.Editor, t}, a}
}

func (a *announcer) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.announcer.ServeHTTP(w, r) }

// untilQuiet waits until the program sends no more requests, although it refreshes the page on screen each second.
func untilQuiet(s *session, of *service) {
	s.t.Helper()
	s.until("that nothing is asked for", func() bool {
		before := len(of.Asked())
		return !poll(pollEvery, 3*time.Second, func() bool { return len(of.Asked()) != before })
	})
}
