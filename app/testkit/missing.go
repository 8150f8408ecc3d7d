package testkit

import (
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
)

// MissingPage is the page that the cases are about.
const MissingPage = 100

// A MissingSubject is a program under test that shows a page, in virtual time.
type MissingSubject struct {
	// Shown reports whether the page is shown, or served to clients.
	Shown func() bool
	// Pass lets virtual time pass.
	Pass  func(time.Duration)
	Close func()
}

// An answer is the result of a request for the page, whether the page is shown after it, and the limits of the time to
// the next request, 0 for none.
type answer struct {
	kind        api.Kind // 0 for a document
	shown       bool
	least, most time.Duration
}

const (
	ok = api.Kind(0)

	second, minute = time.Second, time.Minute
)

// missing are the cases. The last answer repeats.
var missing = map[string][]answer{
	"one 404": {{ok, true, 0, 0}, {api.NotFound, true, 20 * second, 35 * second}, {ok, true, 0, 0}},
	"two in a row": {
		{ok, true, 0, 0},
		{api.NotFound, true, 20 * second, 35 * second},
		{api.NotFound, false, 10 * minute, 0},
		{api.NotFound, false, 10 * minute, 0},
		{ok, true, 0, 0},
	},
	"trouble between two": {
		{ok, true, 0, 0},
		{api.NotFound, true, 20 * second, 35 * second},
		{api.Trouble, true, 0, 0},
		{api.NotFound, true, 20 * second, 35 * second},
		{api.NotFound, false, 0, 0},
	},
	"trouble alone": {{ok, true, 0, 0}, {api.Trouble, true, 0, 0}, {api.Trouble, true, 0, 0}, {ok, true, 0, 0}},
	"the page between two": {
		{ok, true, 0, 0},
		{api.NotFound, true, 0, 0},
		{ok, true, 0, 0},
		{api.NotFound, true, 20 * second, 35 * second},
		{ok, true, 0, 0},
	},
}

// TryMissing runs all cases of answers that say, once or for good, that the page does not exist. open makes a subject
// whose requests for the page end with the result of next, 0 for success.
func TryMissing(t *testing.T, open func(t *testing.T, next func() api.Kind) MissingSubject) {
	for name, answers := range missing {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { try(t, answers, open) })
		})
	}
}

func try(t *testing.T, answers []answer, open func(t *testing.T, next func() api.Kind) MissingSubject) {
	asked := make(chan time.Time, 1000)
	at := 0
	s := open(t, func() api.Kind {
		a := answers[min(at, len(answers)-1)]
		at++
		asked <- time.Now()
		return a.kind
	})
	defer s.Close()
	var last time.Time
	for i, a := range answers {
		for waited := time.Duration(0); len(asked) == 0; waited += time.Second {
			if waited > 2*time.Hour {
				t.Fatalf("request %d never came", i+1)
			}
			s.Pass(time.Second)
		}
		now := <-asked
		if i > 0 {
			before, gap := answers[i-1], now.Sub(last)
			if gap < before.least || before.most > 0 && gap > before.most {
				t.Errorf("request %d came %v after the one before", i+1, gap)
			}
		}
		last = now
		if s.Pass(2 * time.Second); s.Shown() != a.shown {
			t.Errorf("after answer %d, %v, the page is shown: %v", i+1, a.kind, !a.shown)
		}
	}
}
