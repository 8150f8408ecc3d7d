package navigate

import (
	"context"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// A source answers requests for the document of MissingPage with the error that next returns, if it is not 0.
type source struct{ next func() api.Kind }

func (s source) Page(_ context.Context, page int, _ api.Format, _ api.Validators) (*api.Document, error) {
	if page == testkit.MissingPage {
		if kind := s.next(); kind != 0 {
			return nil, &api.Error{Kind: kind, Op: "test"}
		}
	}
	return &api.Document{Page: answerOf(page, 1, 1).Document}, nil
}

func (s source) Picture(context.Context, int, int, api.Validators) (*api.Picture, error) {
	return nil, &api.Error{Kind: api.NotFound, Op: "test"}
}

// TestPageMissing checks when a page in a window is reported as missing.
func TestPageMissing(t *testing.T) {
	testkit.TryMissing(t, func(t *testing.T, next func() api.Kind) testkit.MissingSubject {
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		pages := acquire.NewPages(source{next}, kept,
			budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, nil), acquire.Config{
				Format: api.JSON, MaxAge: acquire.DefaultFreshness, Now: time.Now,
			})
		u, s := &testkit.Loop{}, &fakeScreen{}
		n := New(pages, browse.NewDirectory(), s, Config{Every: time.Minute, Do: u.Do, Now: time.Now})
		s.watching = n
		n.Run(n.GoTo(teletext.Place{Page: testkit.MissingPage}))
		return testkit.MissingSubject{
			Shown: func() bool {
				return n.Directory().Existence(testkit.MissingPage) == teletext.Exists && len(s.shown) > 0
			},
			Pass: func(d time.Duration) { // another page comes, too
				pages.Fetch(t.Context(), acquire.Want{Page: 101, Reload: true, Class: budget.Prefetch})
				u.Pass(d)
			},
			Close: func() {
				n.Stop()
				u.Pass(time.Minute)
				_ = kept.Close()
			},
		}
	})
}
