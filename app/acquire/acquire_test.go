package acquire

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/testkit"
)

var errMissing = &api.Error{Kind: api.NotFound, Op: "test"}

func TestRecallAfterFetch(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 1, 2))
	if _, _, ok := r.Recall(want(100, 0)); ok {
		t.Error("an empty memory recalls something")
	}
	r.Fetch(t.Context(), want(100, 0))
	a, fresh, ok := r.Recall(want(100, 0))
	if !ok || !fresh || a.Subpage != 1 || a.Document == nil || a.Picture == nil {
		t.Errorf("%+v, fresh %v, ok %v", a, fresh, ok)
	}
	r.now = r.now.Add(DefaultFreshness)
	if _, fresh, ok := r.Recall(want(100, 1)); !ok || fresh {
		t.Errorf("after its time: fresh %v, ok %v", fresh, ok)
	}
	if a, _, ok := r.Recall(want(100, 2)); !ok || a.Picture != nil {
		t.Errorf("a picture that never came: %+v, %v", a, ok)
	}
}

// TestOnlyWhatIsMissingIsAskedFor checks which requests are sent for each state of a document and its picture.
func TestOnlyWhatIsMissingIsAskedFor(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 1, 2))
	fetch := func(w Want, asked ...string) {
		t.Helper()
		if a := r.Fetch(t.Context(), w); a.Document == nil || w.Picture && a.Picture == nil {
			t.Errorf("%+v", a)
		}
		r.expect(t, asked...)
	}
	fetch(want(100, 0), "100", "100/1") // nothing is known
	fetch(want(100, 1))                 // all is fresh
	fetch(want(100, 2), "100/2")        // the document is fresh
	r.now = r.now.Add(DefaultFreshness)
	fetch(want(100, 1), "100") // unchanged, and so is the picture
	line = "two"
	r.now = r.now.Add(DefaultFreshness)
	fetch(want(100, 1), "100", "100/1") // changed, and so is the picture
	fetch(want(100, 2), "100/2")
	fetch(Want{Page: 100, Subpage: 1, Picture: true, Reload: true}, "100", "100/1")
	fetch(Want{Page: 200}, "200") // no picture is wanted
	fetch(want(200, 0), "200/1")
}

func TestStoreIsRemembered(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 3, 7))
	r.Fetch(t.Context(), want(100, 7))
	r.source.forget()
	r.open(t)
	if _, _, ok := r.Recall(want(100, 7)); ok {
		t.Error("a new run has a memory")
	}
	a, fresh, ok := r.Stored(want(100, 7))
	if !ok || !fresh || a.Picture == nil || a.Document == nil || !a.Fetched.Equal(r.now) {
		t.Errorf("%+v, fresh %v, ok %v", a, fresh, ok)
	}
	r.now = r.now.Add(time.Hour)
	if _, fresh, ok := r.Stored(want(100, 0)); !ok || fresh {
		t.Errorf("after an hour: fresh %v, ok %v", fresh, ok)
	}
	r.expect(t)
	if a, _, ok := r.Recall(want(100, 7)); !ok || a.Picture == nil {
		t.Error("what came from the store is not in memory")
	}
	if _, _, ok := r.Stored(want(101, 0)); ok {
		t.Error("a page that never came is in the store")
	}
}

func TestUnchangedAnswers(t *testing.T) {
	line := "one"
	s := newSource(t, &line, 1)
	page := s.page
	s.page = func(ctx context.Context, n int, known api.Validators) (*api.Document, error) {
		if known.ETag == "e1" {
			return &api.Document{Unchanged: true, Validators: known}, nil
		}
		doc, err := page(ctx, n, known)
		doc.Validators.ETag = "e1"
		return doc, err
	}
	picture := s.picture
	s.picture = func(ctx context.Context, n, sub int, known api.Validators) (*api.Picture, error) {
		if known.ETag == "p1" {
			return &api.Picture{Unchanged: true}, nil
		}
		p, err := picture(ctx, n, sub, known)
		p.Validators.ETag = "p1"
		return p, err
	}
	r := newRig(t, s)
	first := r.Fetch(t.Context(), want(100, 1))
	r.now = r.now.Add(time.Hour)
	r.open(t) // the validators come from the store
	again := r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true, Reload: true})
	if again.Digest != first.Digest || again.Picture == nil || !again.Fetched.Equal(r.now) || len(r.changes) != 1 {
		t.Errorf("%+v, %d changes", again, len(r.changes))
	}
	if _, fresh, _ := r.Recall(want(100, 1)); !fresh {
		t.Error("an unchanged page is not fresh")
	}
}

func TestChangesAreReported(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 1))
	for _, l := range []string{"one", "one", "two"} {
		line = l
		r.Fetch(t.Context(), Want{Page: 100, Reload: true})
	}
	if len(r.changes) != 2 || r.changes[0].Old != nil || r.changes[1].Old.Subpages[0].Text[0] != "one" ||
		r.changes[1].Document.Subpages[0].Text[0] != "two" {
		t.Errorf("%+v", r.changes)
	}
	if versions, err := r.keptVersions(t); err != nil || len(versions) != 2 {
		t.Errorf("%d versions, %v", len(versions), err)
	}
}

func TestSubpagesThatDoNotBeginAtOne(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 3, 7))
	if a := r.Fetch(t.Context(), want(100, 0)); a.Subpage != 3 || a.Picture == nil {
		t.Errorf("%+v", a)
	}
	if a := r.Fetch(t.Context(), want(100, 5)); a.Subpage != 3 || a.Picture == nil {
		t.Errorf("a subpage that is gone gives %+v", a)
	}
	if a := r.Fetch(t.Context(), want(100, 7)); a.Subpage != 7 || a.Picture == nil {
		t.Errorf("%+v", a)
	}
}

func TestBothAreAskedTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := "one"
		s := newSource(t, &line, 1)
		page, picture := s.page, s.picture
		s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
			time.Sleep(time.Second)
			return page(ctx, n, k)
		}
		s.picture = func(ctx context.Context, n, sub int, k api.Validators) (*api.Picture, error) {
			time.Sleep(time.Second)
			return picture(ctx, n, sub, k)
		}
		r := newRig(t, s)
		start := time.Now()
		r.Fetch(t.Context(), want(100, 0))
		if d := time.Since(start); d != time.Second {
			t.Errorf("two answers of a second each took %v", d)
		}
		_ = r.kept.Close()
	})
}

// TestNoPictureOfAnEmptyPage checks that no picture of a page without subpages is requested.
func TestNoPictureOfAnEmptyPage(t *testing.T) {
	line := "text"
	r := newRig(t, newSource(t, &line))
	for _, want := range []struct {
		w     Want
		asked []string
	}{
		{Want{Page: 100, Picture: true, Class: budget.User}, []string{"100", "100/1"}}, // before the document is known
		{Want{Page: 100, Picture: true, Class: budget.User, Reload: true}, []string{"100"}},
		{Want{Page: 200, Picture: true, Class: budget.Kiosk}, []string{"200"}},
	} {
		a := r.Fetch(t.Context(), want.w)
		if a.Document == nil || a.DocumentErr != nil || a.PictureErr != nil {
			t.Errorf("%+v: %+v", want.w, a)
		}
		r.expect(t, want.asked...)
	}
}

// TestSameRequestIsShared makes several callers fetch the same page at once, for different purposes.
func TestSameRequestIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := "one"
		s := newSource(t, &line, 1)
		page := s.page
		s.page = func(ctx context.Context, n int, k api.Validators) (*api.Document, error) {
			select {
			case <-time.After(time.Second):
				return page(ctx, n, k)
			case <-ctx.Done():
				return nil, &api.Error{Kind: api.Cancelled}
			}
		}
		picture := s.picture
		s.picture = func(ctx context.Context, n, sub int, k api.Validators) (*api.Picture, error) {
			time.Sleep(time.Second)
			return picture(ctx, n, sub, k)
		}
		r := newRig(t, s)
		first, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if a := r.Fetch(first,
				Want{Page: 100, Class: budget.Prefetch}); api.KindOf(a.DocumentErr) != api.Cancelled {
				t.Errorf("given up, but %+v", a)
			}
		})
		for range 2 {
			all.Go(func() {
				if a := r.Fetch(t.Context(), want(100, 0)); a.Document == nil || a.Picture == nil {
					t.Errorf("%+v", a)
				}
			})
		}
		synctest.Wait()
		cancel() // the others still wait
		all.Wait()
		r.expect(t, "100", "100/1")
		// A request without a waiting caller is cancelled, and sent again for the next caller.
		alone, cancel := context.WithCancel(t.Context())
		all.Go(func() { r.Fetch(alone, Want{Page: 300}) })
		synctest.Wait()
		cancel()
		all.Wait()
		if a := r.Fetch(t.Context(), Want{Page: 300}); a.Document == nil {
			t.Errorf("%+v", a)
		}
		r.expect(t, "300", "300")
		_ = r.kept.Close()
	})
}

func TestFailuresAreKeptApart(t *testing.T) {
	line := "one"
	s := newSource(t, &line, 1)
	s.page = func(context.Context, int, api.Validators) (*api.Document, error) { return nil, errMissing }
	r := newRig(t, s)
	a := r.Fetch(t.Context(), want(100, 0))
	if a.Document != nil || !errors.Is(a.DocumentErr, errMissing) || a.Picture == nil || a.PictureErr != nil {
		t.Errorf("%+v", a)
	}
	testkit.NoError(t, r.kept.Flush(t.Context()))
	if list, err := r.kept.Directory(); err != nil || len(list) != 1 || list[0].MissingSince.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 1, 2))
	for n := range 2 * maxPages {
		r.Fetch(t.Context(), want(100+n, 1))
		r.Fetch(t.Context(), want(100+n, 2))
	}
	if r.pages.Len() != maxPages || r.pictures.Len() != maxPictures {
		t.Errorf("%d pages, %d pictures", r.pages.Len(), r.pictures.Len())
	}
	if a, _, ok := r.Recall(want(99+2*maxPages, 2)); !ok || a.Picture == nil {
		t.Error("the latest picture was forgotten")
	}
	for n := range maxPages {
		r.Fetch(t.Context(), Want{Page: 100 + n})
	}
	if r.pictures.Len() != 0 {
		t.Errorf("%d pictures of pages that were forgotten", r.pictures.Len())
	}
	r.Fetch(t.Context(), Want{Page: 800, Class: budget.Collect})
	if _, _, ok := r.Recall(want(800, 0)); ok {
		t.Error("what was only collected takes room in memory")
	}
}

// TestChangeIsReportedWhenPageIsKnown checks that the new version is already stored when its change is reported.
func TestChangeIsReportedWhenPageIsKnown(t *testing.T) {
	line := "first"
	r := newRig(t, newSource(t, &line, 1))
	notified := 0
	r.config.OnChanged = func(c Change) {
		notified++
		if a, _, ok := r.Stored(Want{Page: 200, Class: budget.Kiosk}); !ok || a.Document != c.Document {
			t.Errorf("%q: the page is another one, or not known", line)
		}
	}
	for _, line = range []string{"first", "second"} {
		r.Fetch(t.Context(), Want{Page: 200, Class: budget.Kiosk, Reload: true})
	}
	if notified != 2 {
		t.Errorf("notified %d times", notified)
	}
}

// TestReturnIsReported checks that a page that was missing and comes back as it was counts as changed: others may have
// taken it for missing.
func TestReturnIsReported(t *testing.T) {
	line := "the same"
	r := newRig(t, newSource(t, &line, 1))
	isThere := r.source.page
	ask := func() Answer { return r.Fetch(t.Context(), Want{Page: 100, Reload: true}) }
	ask()
	ask()
	if len(r.changes) != 1 {
		t.Fatalf("%d changes of a page that came and stayed", len(r.changes))
	}
	r.source.page = func(ctx context.Context, page int, before api.Validators) (*api.Document, error) {
		if page == 100 {
			return nil, errMissing
		}
		return isThere(ctx, page, before)
	}
	ask()
	r.Fetch(t.Context(), Want{Page: 200})
	r.now = r.now.Add(SecondLook)
	if a := ask(); !a.Missing {
		t.Fatal("it is not missing after two 404s")
	}
	r.source.page = func(ctx context.Context, page int, before api.Validators) (*api.Document, error) {
		return &api.Document{Unchanged: true}, nil
	}
	ask()
	if len(r.changes) != 3 || r.changes[2].Old != r.changes[2].Document {
		t.Errorf("%d changes, want 3, the last one to the same page", len(r.changes))
	}
	r.source.page = isThere
	if ask(); len(r.changes) != 3 {
		t.Errorf("%d changes after it stayed", len(r.changes))
	}
}

// TestOtherVersionIsConfirmed runs two programs with one profile. The second one gets an older version from a stale
// cache, which is the newest in the store then. When the service confirms the version of the first one, that does not
// make the stored one current: after a restart the second program shows what the service has.
func TestOtherVersionIsConfirmed(t *testing.T) {
	line, isStale := "new", false
	r := newRig(t, &fakeSource{page: func(_ context.Context, page int, known api.Validators) (*api.Document, error) {
		now := line
		if isStale {
			now = "old"
		}
		if known.ETag == now {
			return &api.Document{Unchanged: true, Validators: api.Validators{ETag: now}}, nil
		}
		doc := documentOf(page, now, 1)
		doc.Validators.ETag = now
		return doc, nil
	}})
	reload := func(p *Pages) string {
		a := p.Fetch(t.Context(), Want{Page: 100, Reload: true})
		if a.DocumentErr != nil {
			t.Fatal(a.DocumentErr)
		}
		testkit.NoError(t, r.kept.Flush(t.Context()))
		return (*a.Document.Subpages[0].Text)[0]
	}
	other := func() *Pages { return NewPages(r.source, r.kept, r.budget, r.config) }
	reload(r.Pages)
	isStale = true
	if got := reload(other()); got != "old" {
		t.Fatalf("the cache gives %q", got)
	}
	isStale = false
	reload(r.Pages)
	if got := reload(other()); got != "new" {
		t.Errorf("after a restart: %q", got)
	}
}

// TestClockSetBack sets the clock back by hours: a page that arrives after that replaces the one before.
func TestClockSetBack(t *testing.T) {
	line := "before"
	r := newRig(t, newSource(t, &line, 1))
	r.Fetch(t.Context(), want(100, 1))
	r.now, line = r.now.Add(-14*time.Hour), "after"
	fetched := r.Fetch(t.Context(), Want{Page: 100, Reload: true, Class: budget.Kiosk})
	if a, _, ok := r.Recall(want(100, 1)); !ok || a.Digest != fetched.Digest {
		t.Errorf("what is remembered is not what came: %v", a.Document)
	}
}
