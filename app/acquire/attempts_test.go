package acquire

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/race"
)

// An attemptsRig is attempts with a clock.
type attemptsRig struct {
	attempts
	now time.Time
}

func newAttempts() *attemptsRig {
	a := attempts{failed: map[teletext.Place]*failure{}, loaded: map[int]bool{}}
	return &attemptsRig{a, time.Unix(1_000_000, 0)}
}

// end records the result of a request for a page; kind 0 is success. It returns the backoff.
func (r *attemptsRig) end(page int, kind api.Kind) time.Duration {
	var err error
	if kind != 0 {
		err = &api.Error{Kind: kind, Op: "test"}
	}
	r.note(teletext.Place{Page: page}, err, noEvidence, r.now)
	return r.wait(page)
}

func (r *attemptsRig) wait(page int) time.Duration {
	if f := r.failed[teletext.Place{Page: page}]; f != nil {
		return f.waits(r.now)
	}
	return 0
}

// retry waits for the backoff of a page, and records another failure.
func (r *attemptsRig) retry(page int, kind api.Kind) time.Duration {
	r.now = r.now.Add(r.wait(page))
	return r.end(page, kind)
}

// TestBackoff checks that the backoff of a failing page grows up to a limit while other pages succeed, and is at most a
// minute without a network. A failure during the backoff does not make it longer.
func TestBackoff(t *testing.T) {
	for kind, most := range map[api.Kind]time.Duration{api.Trouble: 5 * time.Minute, api.BadContent: time.Hour} {
		r := newAttempts()
		last := r.end(100, kind)
		for range 12 {
			r.end(101, 0)
			if again := r.end(100, kind); again > last {
				t.Errorf("%v: a failure during a backoff made it longer: %v after %v", kind, again, last)
			}
			next := r.retry(100, kind)
			if next < last*3/4 || next > most {
				t.Errorf("%v: %v after %v", kind, next, last)
			}
			last = next
		}
		if last < most*7/8 {
			t.Errorf("%v: after many failures it is %v", kind, last)
		}
		if r.end(100, 0) != 0 || r.retry(100, kind) > firstBackoff {
			t.Errorf("%v: it came, failed, and has a backoff of %v", kind, r.wait(100))
		}
	}
	r := newAttempts()
	for range 20 {
		if wait := r.retry(100, api.NoNetwork); wait > time.Minute {
			t.Errorf("nothing comes, and the backoff is %v", wait)
		}
	}
	r.now = r.now.Add(-time.Hour)
	if wait := r.wait(100); wait != 0 {
		t.Errorf("the clock was set back, and the backoff is %v", wait)
	}
}

// TestOutageEnds makes pages fail together: as soon as one of them succeeds, the others are retried. The backoff of a
// page that always fails still grows.
func TestOutageEnds(t *testing.T) {
	r := newAttempts()
	for range 12 {
		for _, page := range []int{100, 101, 102} {
			r.end(page, api.Trouble)
		}
		if r.end(101, 0); r.wait(100) != 0 {
			t.Fatal("it is left alone although the service is well again")
		}
		r.retry(109, api.BadContent)
		r.end(104, 0)
	}
	if wait := r.wait(109); wait < 30*time.Minute {
		t.Errorf("a page that always fails has a backoff of %v", wait)
	}
}

// TestNotFoundTwice checks that a page is missing after the second 404 in a row, between which another page came, if it
// was known, and after the first one if it was not.
func TestNotFoundTwice(t *testing.T) {
	missing := func(r *attemptsRig, page int) bool {
		f := r.failed[teletext.Place{Page: page}]
		return f != nil && f.missing
	}
	r := newAttempts()
	r.end(100, 0)
	if wait := r.end(100, api.NotFound); missing(r, 100) || wait != SecondLook {
		t.Errorf("the first: missing %v, asked for again in %v", missing(r, 100), wait)
	}
	r.end(200, 0)
	if r.end(100, api.NotFound); missing(r, 100) {
		t.Error("two within 20 s are believed")
	}
	if wait := r.retry(100, api.NotFound); !missing(r, 100) || wait != MissingFor {
		t.Errorf("the second: missing %v, asked for again in %v", missing(r, 100), wait)
	}
	if r.retry(100, api.Trouble); !missing(r, 100) {
		t.Error("another failure says that it is there")
	}
	if r.end(100, 0); missing(r, 100) {
		t.Error("it came, and is missing")
	}
	r.end(100, api.NotFound)
	if r.retry(100, api.Trouble); r.retry(100, api.NotFound) != SecondLook || missing(r, 100) {
		t.Error("two with another failure between them are in a row")
	}
	if r.retry(100, api.NotFound); missing(r, 100) {
		t.Error("two without another page between them are believed")
	}
	r.end(200, 0)
	if r.retry(100, api.NotFound); !missing(r, 100) {
		t.Error("it is there although other pages come")
	}
	if wait := r.end(555, api.NotFound); !missing(r, 555) || wait != SecondLook {
		t.Errorf("one that never came: missing %v, asked for again in %v", missing(r, 555), wait)
	}
}

// TestMissingPageIsAskedForLessAndLess checks that the backoff of a missing page doubles up to 40 minutes, and starts
// again after a success.
func TestMissingPageIsAskedForLessAndLess(t *testing.T) {
	r := newAttempts()
	r.end(555, api.NotFound)
	for _, want := range []time.Duration{10, 20, 40, 40} {
		if wait := r.retry(555, api.NotFound); wait != want*time.Minute {
			t.Errorf("asked for again in %v, not %d minutes", wait, want)
		}
	}
	r.end(555, 0)
	r.end(555, api.NotFound)
	r.end(200, 0)
	if wait := r.retry(555, api.NotFound); wait != MissingFor {
		t.Errorf("asked for again in %v after it had come", wait)
	}
}

// TestFailedPageIsLeftAlone checks that a failing page is requested less and less often, but for the user at once, and
// as usual after a success.
func TestFailedPageIsLeftAlone(t *testing.T) {
	for _, kind := range []api.Kind{api.NotFound, api.BadContent, api.TooLarge} {
		line := "x"
		s := newSource(t, &line, 1)
		page := s.page
		s.page = func(context.Context, int, api.Validators) (*api.Document, error) {
			return nil, &api.Error{Kind: kind, Op: "test"}
		}
		r := newRig(t, s)
		asked := 0 // for the document and its picture
		for range 3600 {
			if a := r.Fetch(t.Context(),
				Want{Page: 200, Picture: true, Class: budget.Kiosk}); api.KindOf(a.DocumentErr) != kind ||
				a.Retry <= 0 {
				t.Fatalf("%v, again in %v", a.DocumentErr, a.Retry)
			}
			asked += len(s.forget())
			r.now = r.now.Add(time.Second)
		}
		if asked < 8 || asked > 24 {
			t.Errorf("%v: asked %d times in an hour", kind, asked)
		}
		r.Fetch(t.Context(), Want{Page: 200, Class: budget.User})
		r.expect(t, "200")
		s.page = page
		r.Fetch(t.Context(), Want{Page: 200, Class: budget.User})
		r.now = r.now.Add(DefaultFreshness)
		r.Fetch(t.Context(), Want{Page: 200, Class: budget.Kiosk})
		r.expect(t, "200", "200")
	}
}

// TestPictureComesBackWithItsPage checks that a picture that failed together with its page is requested as soon as the
// page has come.
func TestPictureComesBackWithItsPage(t *testing.T) {
	line := "x"
	s := newSource(t, &line, 1)
	page, picture := s.page, s.picture
	s.page = func(context.Context, int, api.Validators) (*api.Document, error) {
		return nil, &api.Error{Kind: api.BadContent}
	}
	s.picture = func(context.Context, int, int, api.Validators) (*api.Picture, error) {
		return nil, &api.Error{Kind: api.BadContent}
	}
	r := newRig(t, s)
	r.Fetch(t.Context(), Want{Page: 200, Picture: true, Class: budget.User})
	s.page, s.picture = page, picture
	if a := r.Fetch(t.Context(), Want{Page: 200, Class: budget.User}); a.Document == nil {
		t.Fatal(a.DocumentErr)
	}
	if a := r.Fetch(t.Context(), Want{Page: 200, Subpage: 1, Picture: true, Class: budget.Kiosk}); a.Picture == nil {
		t.Error(a.PictureErr)
	}
}

// TestTurningPageLivesOnAnHour shows eight subpages in turn, of a page that changes every half minute, for three hours:
// the documents stay fresh, and the pictures do not use up the quota.
func TestTurningPageLivesOnAnHour(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	synctest.Test(t, func(t *testing.T) {
		kept, _ := store.Open(t.TempDir()+"/pages.sqlite", store.Options{Now: time.Now})
		line := ""
		s := newSource(t, &line, 1, 2, 3, 4, 5, 6, 7, 8)
		b := budget.New(budget.DefaultLimits, nil, budget.Clock{Now: time.Now}, nil)
		ask := func(ctx context.Context) error {
			answered, err := b.Enter(ctx)
			if err == nil {
				answered(nil)
			}
			return err
		}
		page, picture := s.page, s.picture
		s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
			if err := ask(ctx); err != nil {
				return nil, err
			}
			return page(ctx, n, k)
		}
		s.picture = func(ctx context.Context, n, sub int, k api.Validators) (*api.Picture, error) {
			if err := ask(ctx); err != nil {
				return nil, err
			}
			return picture(ctx, n, sub, k)
		}
		p := NewPages(s, kept, b, Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: time.Now})
		oldest, pictures := time.Duration(0), 0
		for i := range 3 * 3600 / 5 {
			line = fmt.Sprint(i / 6)
			a := p.Fetch(t.Context(), Want{Page: 150, Subpage: i%8 + 1, Picture: true, Class: budget.Kiosk})
			oldest = max(oldest, time.Since(a.Fetched))
			if a.Picture != nil {
				pictures++
			}
			time.Sleep(5 * time.Second)
		}
		u := b.Usage()
		if oldest > 75*time.Second || u.Hour > 200 || u.ByClass[budget.Kiosk] < 50 || pictures < 200 {
			t.Errorf("the oldest document shown was of %v ago; %d turns had a picture; %+v", oldest, pictures, u)
		}
		_ = kept.Close()
	})
}

// TestWallOfNotFoundIsTrouble checks that pages stay what they were while a service answers with 404 whatever is asked
// for, and that all may be asked for again as soon as one comes.
func TestWallOfNotFoundIsTrouble(t *testing.T) {
	r := newAttempts()
	note := func(place teletext.Place, kind api.Kind) error {
		return r.note(place, &api.Error{Kind: kind, Op: "test", Status: 404}, noEvidence, r.now)
	}
	missing := func(places ...teletext.Place) {
		t.Helper()
		for _, place := range places {
			if f := r.failed[place]; f != nil && f.missing {
				t.Errorf("%v is missing", place)
			}
		}
	}
	for page := 100; page < 110; page++ {
		r.end(page, 0)
	}
	if err := note(teletext.Place{Page: 100}, api.NotFound); api.KindOf(err) != api.NotFound || !r.wantsProbe() {
		t.Errorf("one page: %v, wants a probe: %v", err, r.wantsProbe())
	}
	note(teletext.Place{Page: 555}, api.NotFound)             // unknown, while a page is in doubt
	note(teletext.Place{Page: 100, Subpage: 1}, api.NotFound) // its picture
	missing(teletext.Place{Page: 100}, teletext.Place{Page: 555}, teletext.Place{Page: 100, Subpage: 1})
	for range 100 {
		for page := 101; page < 110; page++ {
			err := note(teletext.Place{Page: page}, api.NotFound)
			if api.KindOf(err) != api.Trouble || !errors.Is(err, api.ErrWall) {
				t.Fatalf("page %d in a wall: %v", page, err)
			}
			missing(teletext.Place{Page: page})
			if wait := r.wait(page); wait > time.Minute {
				t.Fatalf("page %d has a backoff of %v in a wall", page, wait)
			}
		}
		r.now = r.now.Add(time.Minute)
	}
	r.end(104, 0)
	for page := 100; page < 110; page++ {
		if r.wait(page) > 0 {
			t.Errorf("page %d has a backoff after the wall", page)
		}
	}
	if r.failed[teletext.Place{Page: 100, Subpage: 1}] != nil || r.isWall() || r.wantsProbe() {
		t.Error("the wall has not ended")
	}
}

// TestRemovedPagesAreNoWall checks that two pages that are removed at the same time are missing once others have come.
func TestRemovedPagesAreNoWall(t *testing.T) {
	r := newAttempts()
	for _, page := range []int{100, 101, 102} {
		r.end(page, 0)
	}
	for range 3 {
		r.retry(100, api.NotFound)
		r.retry(101, api.NotFound)
		r.end(102, 0)
	}
	for _, page := range []int{100, 101} {
		if !r.failed[teletext.Place{Page: page}].missing {
			t.Errorf("page %d is not missing", page)
		}
	}
}

// TestProbeAfterManyUnknownPages checks that a known page is to be asked for after several 404s of unknown ones.
func TestProbeAfterManyUnknownPages(t *testing.T) {
	r := newAttempts()
	r.end(100, 0)
	for page := 500; page < 500+probeAfter; page++ {
		if r.wantsProbe() {
			t.Errorf("at page %d", page)
		}
		r.end(page, api.NotFound)
	}
	if !r.wantsProbe() {
		t.Error("never")
	}
	if r.end(100, 0); r.wantsProbe() {
		t.Error("after another page came")
	}
}

// TestBlockIsNamed checks that a reader's request in a block, which may renew it, is for the document alone, and that
// its error says so.
func TestBlockIsNamed(t *testing.T) {
	line := "x"
	s := newSource(t, &line, 1)
	r := newRig(t, s)
	r.Fetch(t.Context(), want(100, 1))
	r.Fetch(t.Context(), Want{Page: 200})
	s.forget()
	refused := &api.Error{Kind: api.QuotaUsed, Op: "test"}
	s.page = func(context.Context, int, api.Validators) (*api.Document, error) { return nil, refused }
	ask := func(w Want) Answer {
		r.budget.Failed(refused) // as the client's gate does
		return r.Fetch(t.Context(), w)
	}
	if a := ask(want(300, 1)); errors.Is(a.DocumentErr, api.ErrBlocked) || api.KindOf(a.DocumentErr) != api.QuotaUsed {
		t.Errorf("the first refusal: %v", a.DocumentErr)
	}
	r.now = r.now.Add(6 * time.Minute)
	s.forget()
	if a := ask(want(301, 1)); !errors.Is(a.DocumentErr, api.ErrBlocked) {
		t.Errorf("the second refusal: %v", a.DocumentErr)
	}
	r.expect(t, "301")
	if a := r.Fetch(t.Context(), Want{Page: 200, Picture: true, Kept: true}); !errors.Is(a.PictureErr, api.ErrBlocked) {
		t.Errorf("the picture of a stored page: %v", a.PictureErr)
	}
	r.expect(t)
}

// TestNotFoundBeforePageWasKnown checks that a 404 from before a page was known, as in a first wall, is none of the two
// after which a known page is missing.
func TestNotFoundBeforePageWasKnown(t *testing.T) {
	r := newAttempts()
	r.end(176, api.NotFound)
	r.end(100, 0)
	r.end(174, 0) // which names 176
	r.now = r.now.Add(10 * time.Minute)
	r.note(teletext.Place{Page: 176}, &api.Error{Kind: api.NotFound, Op: "test"}, wasNamed, r.now)
	if f := r.failed[teletext.Place{Page: 176}]; f.missing || f.evidence != wasNamed {
		t.Errorf("%+v", f)
	}
}
