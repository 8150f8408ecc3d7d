package acquire

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// A cachedSource is a service in front of which a cache holds pictures for an hour, unless it is asked not to, and
// whose own pictures follow its documents after a lag.
type cachedSource struct {
	*fakeSource
	t       *testing.T
	now     func() time.Time
	line    string
	changed time.Time
	before  string // the line before
	lag     time.Duration
	deaf    bool // the cache does not heed no-cache
	held    map[int]*api.Picture
	at      map[int]time.Time
}

func newCached(t *testing.T) (*cachedSource, *rig) {
	s := &cachedSource{t: t, line: "one", held: map[int]*api.Picture{}, at: map[int]time.Time{}}
	s.fakeSource = newSource(t, &s.line, 1, 2)
	s.picture = s.fromCache
	r := newRig(t, s.fakeSource)
	s.now = r.clock
	return s, r
}

func (s *cachedSource) change(line string) { s.before, s.line, s.changed = s.line, line, s.now() }

func (s *cachedSource) fromCache(ctx context.Context, _, subpage int, known api.Validators) (*api.Picture, error) {
	now := s.now()
	if len(known.Conditions()) > 0 {
		return &api.Picture{Unchanged: true}, nil // whatever has changed
	}
	if p := s.held[subpage]; p != nil && now.Sub(s.at[subpage]) < time.Hour && (s.deaf || !service.IsNoCache(ctx)) {
		same := *p
		same.Validators.Age = strconv.Itoa(int(now.Sub(s.at[subpage]) / time.Second))
		return &same, nil
	}
	shown := s.line
	if now.Sub(s.changed) < s.lag {
		shown = s.before
	}
	p := pictureOf(s.t, shown)
	p.Validators.ETag = `"any"`
	s.held[subpage], s.at[subpage] = p, now
	return p, nil
}

// shows reports what the picture of an answer is of.
func (s *cachedSource) shows(a Answer) string {
	if a.Picture == nil {
		return "none"
	}
	for _, line := range []string{"one", "two", "three"} {
		if string(pictureOf(s.t, line).PNG) == string(a.Picture.PNG) {
			return line
		}
	}
	return "another"
}

// TestPictureOlderThanItsPage changes a page while a cache holds its picture: a new one is asked for past the cache,
// and one that comes from a cache that does not heed that is not taken for the page's.
func TestPictureOlderThanItsPage(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		s, r := newCached(t)
		ask := func(c budget.Class) Answer {
			return r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true, Class: c})
		}
		if got := s.shows(ask(budget.User)); got != "one" {
			t.Fatalf("at first: %s", got)
		}
		r.now = r.now.Add(2 * time.Minute)
		s.change("two")
		s.deaf = deaf
		want := "two"
		if deaf {
			want = "none"
		}
		if got := s.shows(ask(budget.Refresh)); got != want {
			t.Errorf("deaf %v: after the change: %s, want %s", deaf, got, want)
		}
		r.now = r.now.Add(10 * time.Second)
		if got := s.shows(ask(budget.Refresh)); got != want {
			t.Errorf("deaf %v: a little later: %s", deaf, got)
		}
		r.now = r.now.Add(time.Hour)
		if got := s.shows(ask(budget.Refresh)); got != "two" {
			t.Errorf("deaf %v: after the cache has dropped it: %s", deaf, got)
		}
		testkit.NoError(t, r.kept.Flush(t.Context()))
		r.open(t)
		if a, _, _ := r.Stored(Want{Page: 100, Subpage: 1, Picture: true}); s.shows(a) != "two" {
			t.Errorf("deaf %v: stored: %s", deaf, s.shows(a))
		}
	}
}

// TestPictureThatLags checks that a picture which follows its page half a minute later is never shown nor stored as
// that of the new content, whether the one before is known or not, and that the right one comes.
func TestPictureThatLags(t *testing.T) {
	for _, isKnown := range []bool{true, false} {
		s, r := newCached(t)
		s.lag = 30 * time.Second
		r.Fetch(t.Context(), Want{Page: 100, Picture: isKnown})
		r.now = r.now.Add(3 * time.Hour)
		s.change("two")
		a := r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true, Class: budget.Refresh, Reload: true})
		if got := s.shows(a); isKnown && got != "none" {
			t.Errorf("known %v: right after the change: %s", isKnown, got)
		}
		testkit.NoError(t, r.kept.Flush(t.Context()))
		digest, _ := digestOf(&a)
		png, _, _, err := r.kept.Picture(store.PictureKey{Place: teletext.Place{Page: 100, Subpage: 1}, Digest: digest})
		if png != nil || err != nil {
			t.Errorf("known %v: stored at once, %v", isKnown, err)
		}
		for range 4 {
			r.now = r.now.Add(pictureLag)
			a = r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true, Class: budget.Refresh, Reload: true})
		}
		if got := s.shows(a); got != "two" || a.Picture.Doubted {
			t.Errorf("known %v: minutes after the change: %s", isKnown, got)
		}
		s.forget()
		r.now = r.now.Add(pictureLag)
		r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true, Class: budget.Refresh, Reload: true})
		r.expect(t, "100")
	}
}

// TestPictureBesideItsDocument checks that a picture is stored which another caller fetches as soon as its page is in
// memory.
func TestPictureBesideItsDocument(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 1))
	w := Want{Page: 100, Subpage: 1, Picture: true}
	r.config.OnAnswer = func(int, *api.Document, error, Standing) {
		if _, _, ok := r.Recall(w); ok {
			r.Fetch(t.Context(), w)
		}
	}
	r.Fetch(t.Context(), Want{Page: 100, Subpage: 1})
	a := r.Fetch(t.Context(), w)
	if a.Picture == nil {
		t.Fatal(a.PictureErr)
	}
	r.expectStored(t, &a)
}

// TestPictureOfStoredPage checks that the picture of a page which is only in the store, and was stored a moment ago, is
// believed and stored: its page is not known to have changed.
func TestPictureOfStoredPage(t *testing.T) {
	line := "one"
	r := newRig(t, newSource(t, &line, 1))
	r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Class: budget.Collect})
	a := r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true})
	if a.Picture == nil || a.Picture.Doubted {
		t.Fatalf("%+v, %v", a.Picture, a.PictureErr)
	}
	r.expectStored(t, &a)
}

// expectStored checks that the picture of an answer is in the store.
func (r *rig) expectStored(t *testing.T, a *Answer) {
	t.Helper()
	testkit.NoError(t, r.kept.Flush(t.Context()))
	digest, _ := digestOf(a)
	png, _, _, err := r.kept.Picture(store.PictureKey{Place: a.Place(), Digest: digest})
	if png == nil || err != nil {
		t.Errorf("the picture is not in the store, %v", err)
	}
}

// TestReloadAsksWithoutConditions checks that a reader's reload believes no 304, and that a page which was unchanged
// for hours while others changed is asked for without conditions now and then.
func TestReloadAsksWithoutConditions(t *testing.T) {
	lines, conditions := map[int]string{}, map[int]int{}
	s := newSource(t, new(string), 1)
	s.page = func(_ context.Context, page int, known api.Validators) (*api.Document, error) {
		if known.LastModified != "" {
			if conditions[page]++; page == 100 {
				return &api.Document{Unchanged: true}, nil // whatever has changed
			}
		}
		doc := documentOf(page, lines[page], 1)
		doc.Validators.LastModified = "of " + lines[page]
		return doc, nil
	}
	r := newRig(t, s)
	ask := func(page int, c budget.Class) string {
		a := r.Fetch(t.Context(), Want{Page: page, Reload: true, Class: c})
		return (*a.Document.Subpages[0].Text)[0]
	}
	ask(100, budget.User)
	lines[100] = "new"
	if got := ask(100, budget.Refresh); got == "new" || conditions[100] != 1 {
		t.Errorf("a refresh has no conditions: %q", got)
	}
	if got := ask(100, budget.User); got != "new" {
		t.Errorf("a reload: %q", got)
	}
	lines[100] = "newer"
	for hour := range 5 {
		r.now = r.now.Add(time.Hour)
		for page := 101; page < 105; page++ {
			lines[page] = r.now.String()
			ask(page, budget.Kiosk)
		}
		if got := ask(100, budget.Kiosk); hour < 2 && got != "new" || hour >= 3 && got != "newer" {
			t.Errorf("after %d hours: %q", hour+1, got)
		}
	}
	r.now = r.now.Add(stuckAfter)
	ask(100, budget.Kiosk)
	asked := conditions[100]
	for range 3 {
		r.now = r.now.Add(2 * time.Hour)
		ask(100, budget.Kiosk)
	}
	if conditions[100] != asked+3 {
		t.Error("a page is asked for without conditions although no other one changes")
	}
}

// TestServiceThatCallsEverythingUnchanged has a service that answers every condition with 304: within a day a page that
// has changed is seen, and from then on the others at once.
func TestServiceThatCallsEverythingUnchanged(t *testing.T) {
	line := "old"
	s := newSource(t, new(string), 1)
	s.page = func(_ context.Context, page int, known api.Validators) (*api.Document, error) {
		if known.LastModified != "" {
			return &api.Document{Unchanged: true}, nil
		}
		doc := documentOf(page, line, 1)
		doc.Validators.LastModified = "Tue, 01 Jan 1980 00:00:00 GMT"
		return doc, nil
	}
	r := newRig(t, s)
	ask := func(page int) string {
		a := r.Fetch(t.Context(), Want{Page: page, Reload: true, Class: budget.Kiosk})
		return (*a.Document.Subpages[0].Text)[0]
	}
	ask(100)
	r.now = r.now.Add(11 * time.Hour)
	ask(101)
	line = "new"
	for hour := range 6 {
		if hour > 2 && (ask(100) != line || ask(101) != line) {
			t.Errorf("after %d hours: %q and %q", hour, ask(100), ask(101))
		}
		r.now = r.now.Add(time.Hour)
	}
}

// TestOldPicturesAreAskedForRarely counts the requests for a picture that stays old: of a cache that does not heed
// no-cache, and of a change that no picture shows. The picture comes in the end.
func TestOldPicturesAreAskedForRarely(t *testing.T) {
	for _, name := range []string{"a deaf cache", "a change that no picture shows"} {
		s, r := newCached(t)
		r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true})
		r.now = r.now.Add(2 * time.Minute)
		shown := s.line
		s.change("two")
		if s.deaf = name == "a deaf cache"; !s.deaf {
			s.picture = func(context.Context, int, int, api.Validators) (*api.Picture, error) {
				return pictureOf(t, shown), nil
			}
		}
		asked, last := 0, Answer{}
		for range 4 * 60 {
			s.forget()
			last = r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true, Class: budget.Refresh, Reload: true})
			for _, request := range s.forget() {
				if strings.Contains(request, "/") {
					asked++
				}
			}
			r.now = r.now.Add(time.Minute)
		}
		if asked > 12 || last.Picture == nil {
			t.Errorf("%s: asked %d times in four hours; %v", name, asked, last.PictureErr)
		}
	}
}

// TestInvisibleChangeKeepsItsPicture adds only a space at the end of a line: the picture that was made for what was
// before is also that of the page now.
func TestInvisibleChangeKeepsItsPicture(t *testing.T) {
	s, r := newCached(t)
	r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true})
	r.now = r.now.Add(2 * time.Minute)
	shown := s.line
	s.change(shown + " ")
	s.picture = func(context.Context, int, int, api.Validators) (*api.Picture, error) {
		return pictureOf(t, shown), nil
	}
	a := r.Fetch(t.Context(), Want{Page: 100, Subpage: 1, Picture: true, Class: budget.Refresh, Reload: true})
	if got := s.shows(a); got != shown {
		t.Errorf("it shows %s: %v", got, a.PictureErr)
	}
}

// TestFailedDocumentBesideASlowPicture asks for the document of a page alone, as the user's screen does that waits for
// its picture, when the service had no document: it is not asked for again.
func TestFailedDocumentBesideASlowPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := "a"
		s := newSource(t, &line, 1)
		s.page = func(context.Context, int, api.Validators) (*api.Document, error) { return nil, errMissing }
		s.picture = func(context.Context, int, int, api.Validators) (*api.Picture, error) {
			time.Sleep(2 * time.Second)
			return pictureOf(t, line), nil
		}
		r := newRig(t, s)
		whole := make(chan Answer, 1)
		go func() { whole <- r.Fetch(t.Context(), Want{Page: 877, Picture: true, Class: budget.User}) }()
		time.Sleep(300 * time.Millisecond)
		a := r.Fetch(t.Context(), Want{Page: 877, Kept: true, Class: budget.Refresh})
		if api.KindOf(a.DocumentErr) != api.NotFound {
			t.Errorf("got %+v", a)
		}
		if a := <-whole; a.Picture == nil {
			t.Errorf("the picture: %+v", a)
		}
		r.expect(t, "877", "877/1")
	})
}
