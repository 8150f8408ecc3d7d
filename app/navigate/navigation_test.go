package navigate

import (
	"context"
	"errors"
	"fmt"
	"image"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/words"
)

// fakeScreen records the calls.
type fakeScreen struct {
	shown    []string
	notice   words.Message
	mention  string
	settled  int
	changes  int
	watching *Navigation
	slow     bool

	attention Attention
	arrived   []string
	onArrived func(Scene)
}

func (s *fakeScreen) Show(a Scene) {
	s.shown = append(s.shown, teletext.Address(a.Page, a.Subpage))
}
func (s *fakeScreen) Changed()               { s.changes++; s.slow = s.watching.slow }
func (s *fakeScreen) Reject(r browse.Reason) { s.mention = words.Rejection(r) }
func (s *fakeScreen) Attention() Attention   { return s.attention }
func (s *fakeScreen) Arrived(a Scene, from int) {
	s.arrived = append(s.arrived, fmt.Sprintf("%d to %d", from, a.Page))
	if s.onArrived != nil {
		s.onArrived(a)
	}
}

func (s *fakeScreen) Settle() { s.notice = words.Message{}; s.settled++ }
func (s *fakeScreen) Fail(f browse.Failure) {
	m := words.FailureMessage(f, words.Calendar{Zone: time.Local, Now: time.Now()})
	if f.Kind == browse.NoPage {
		s.mention = m.Sentence
		return
	}
	s.notice = m
}

// fakePages answers with a delay for each page, and with the errors in fail.
type fakePages struct {
	delay   map[int]time.Duration
	slow    time.Duration // the additional delay of pictures
	fail    map[int]error
	memory  map[int]acquire.Answer
	stored  map[int]acquire.Answer
	fresh   bool
	doubted bool          // a failed page was found before
	half    error         // the error of documents whose pictures come
	retry   time.Duration // the Retry of failed pages
	drawn   map[int]bool  // pages without pictures
	// changed are the pages whose content differs from memory and store.
	changed  map[int]bool
	asked    []string
	classes  []budget.Class // of asked
	hasEnded []string
	mu       sync.Mutex
}

var aPicture = &api.Picture{Image: image.NewPaletted(image.Rect(0, 0, 1, 1), nil)}

func answerOf(page, subpage, subpages int) acquire.Answer {
	if subpage == 0 {
		subpage = 1
	}
	doc := &teletext.Page{Number: page, Prev: page - 1, Next: page + 1, Modified: time.Unix(1, 0)}
	for i := range subpages {
		doc.Subpages = append(doc.Subpages, teletext.Subpage{
			Number: i + 1, Dwell: 8 * time.Second, Text: &teletext.Lines{},
		})
	}
	return acquire.Answer{State: acquire.State{Page: page, Document: doc}, Subpage: subpage, Picture: aPicture}
}

func (p *fakePages) Recall(w acquire.Want) (acquire.Answer, bool, bool) {
	a, ok := p.memory[w.Page]
	return a, p.fresh, ok
}

func (p *fakePages) Stored(w acquire.Want) (acquire.Answer, bool, bool) {
	if a, ok := p.stored[w.Page]; ok {
		return a, p.fresh, ok
	}
	return p.Recall(w)
}

func (p *fakePages) Fetch(ctx context.Context, w acquire.Want) acquire.Answer {
	p.mu.Lock()
	p.classes = append(p.classes, w.Class)
	p.mu.Unlock()
	p.note(&p.asked, w)
	delay := p.delay[w.Page]
	if w.Picture {
		delay += p.slow
	}
	select {
	case <-time.After(delay):
	case <-ctx.Done():
		p.note(&p.hasEnded, w)
		err := &api.Error{Kind: api.Cancelled, Err: context.Canceled}
		return acquire.Answer{State: acquire.State{Page: w.Page}, DocumentErr: err, PictureErr: err}
	}
	if err := p.fail[w.Page]; err != nil {
		missing := api.KindOf(err) == api.NotFound && !p.doubted
		return acquire.Answer{
			State:   acquire.State{Page: w.Page, Missing: missing},
			Subpage: 1, DocumentErr: err, PictureErr: err, Retry: p.retry,
		}
	}
	if p.half != nil {
		return acquire.Answer{
			State:   acquire.State{Page: w.Page, Missing: true},
			Subpage: 1, Picture: aPicture, DocumentErr: p.half, Retry: p.retry,
		}
	}
	a := answerOf(w.Page, w.Subpage, 3)
	a.Fetched, a.Asked = time.Now(), time.Now()
	if p.changed[w.Page] {
		a.Digest[0]++
	}
	if !w.Picture || p.drawn[w.Page] {
		a.Picture = nil
	}
	return a
}

func (p *fakePages) note(list *[]string, w acquire.Want) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*list = append(*list, teletext.Address(w.Page, w.Subpage))
}

// navigate runs a test of navigation in virtual time.
func navigate(t *testing.T, pages *fakePages, turning bool, test func(*testkit.Loop, *Navigation, *fakeScreen)) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		u, s := &testkit.Loop{}, &fakeScreen{}
		n := New(pages, browse.NewDirectory(), s, Config{Turning: turning, Pictures: true, Do: u.Do, Now: time.Now})
		s.watching = n
		defer n.Stop()
		test(u, n, s)
	})
}

func TestNewRequestEndsTheOneBefore(t *testing.T) {
	pages := &fakePages{delay: map[int]time.Duration{200: time.Second, 300: 2 * time.Second}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Pass(100 * time.Millisecond)
		n.Run(n.GoTo(teletext.Place{Page: 300}))
		u.Pass(5 * time.Second)
		if !reflect.DeepEqual(pages.hasEnded, []string{"200"}) || !reflect.DeepEqual(s.shown, []string{"300/1"}) {
			t.Errorf("ended %v, shown %v", pages.hasEnded, s.shown)
		}
		if s.notice != (words.Message{}) {
			t.Errorf("being overtaken is shown: %v", s.notice)
		}
	})
}

func TestNothingIsAskedForAfterStop(t *testing.T) {
	pages := &fakePages{delay: map[int]time.Duration{300: time.Hour}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Pass(time.Second)
		n.Stop()
		n.Run(n.GoTo(teletext.Place{Page: 300}))
		u.Pass(time.Second)
		if slices.Contains(pages.asked, "300") || slices.Contains(s.shown, "300/1") {
			t.Errorf("asked for %v, shown %v", pages.asked, s.shown)
		}
	})
}

func TestLoadingIsSaidOnlyAfterAMoment(t *testing.T) {
	pages := &fakePages{delay: map[int]time.Duration{200: 800 * time.Millisecond}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Pass(loadingDelay - time.Millisecond)
		if s.slow {
			t.Error("loading is said at once")
		}
		u.Pass(2 * time.Millisecond)
		if !s.slow {
			t.Error("loading is not said")
		}
		u.Pass(time.Second)
		if s.slow || len(s.shown) != 1 {
			t.Errorf("still loading: %v, shown %v", s.slow, s.shown)
		}
	})
}

func TestQuickServiceIsShownInTheSameFrame(t *testing.T) {
	pages := &fakePages{
		delay: map[int]time.Duration{200: 5 * time.Millisecond, 300: 5 * time.Millisecond, 400: time.Second},
	}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		for range 30 { // until the service counts as quick
			n.Run(n.GoTo(teletext.Place{Page: 200}))
			u.Pass(time.Second)
		}
		s.shown = nil
		n.Run(n.GoTo(teletext.Place{Page: 300}))
		if !reflect.DeepEqual(s.shown, []string{"300/1"}) {
			t.Errorf("before the key's handler returned, %v was shown", s.shown)
		}
		start := time.Now()
		n.Run(n.GoTo(teletext.Place{Page: 400}))
		if d := time.Since(start); d > holdFor {
			t.Errorf("a slow page held the window for %v", d)
		}
		u.Pass(2 * time.Second)
		if len(s.shown) != 2 {
			t.Errorf("shown %v", s.shown)
		}
	})
}

// TestDrawnPageStandsIn loads a page whose picture takes ten seconds. The page must be drawn from its cells after 300
// ms, and its picture shown when it comes. What is asked for the cells must not be asked again if it has failed.
func TestDrawnPageStandsIn(t *testing.T) {
	pages := &fakePages{slow: 10 * time.Second}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Pass(standInAfter - time.Millisecond)
		if len(s.shown) > 0 {
			t.Errorf("shown %v before its time", s.shown)
		}
		u.Pass(2 * time.Millisecond)
		if len(s.shown) != 1 || n.scene.Grid == nil || n.scene.Picture != nil || n.Shown().Page != 100 {
			t.Errorf("shown %v, drawn: %v", s.shown, n.scene.Grid != nil)
		}
		u.Pass(11 * time.Second)
		if len(s.shown) != 2 || n.scene.Picture == nil || len(s.arrived) != 1 {
			t.Errorf("shown %v, arrived %v, with the picture: %v", s.shown, s.arrived, n.scene.Picture != nil)
		}
		if want := []budget.Class{budget.User, budget.Refresh}; !slices.Equal(pages.classes[:2], want) {
			t.Errorf("asked as %v", pages.classes)
		}
	})
}

// TestWhatComesElsewhereIsShown lets another window or a watch fetch a changed document of the page on the screen. It
// is shown without a request, and its picture is asked for if that has not come with it.
func TestWhatComesElsewhereIsShown(t *testing.T) {
	pages := &fakePages{memory: map[int]acquire.Answer{}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		came := func(page int, digest byte, picture *api.Picture) {
			a := answerOf(page, 1, 2)
			a.Digest[0], a.Picture, a.Fetched, a.Asked = digest, picture, time.Now(), time.Now()
			pages.mu.Lock()
			pages.memory[page], pages.asked, s.shown = a, nil, nil
			pages.mu.Unlock()
			n.Refresh.OnPageChanged(acquire.Change{State: a.State})
			u.Settle()
		}
		for _, tt := range []struct {
			name         string
			page         int
			digest       byte
			picture      *api.Picture
			shown, asked int
		}{
			{"with its picture", 100, 1, aPicture, 1, 0},
			{"the same", 100, 1, aPicture, 0, 0},
			{"of another page", 200, 2, aPicture, 0, 0},
			{"without its picture", 100, 3, nil, 2, 1},
		} {
			came(tt.page, tt.digest, tt.picture)
			if len(s.shown) != tt.shown || len(pages.asked) != tt.asked {
				t.Errorf("%s: shown %v, asked for %v", tt.name, s.shown, pages.asked)
			}
			if n.scene.Page != 100 || n.scene.Picture == nil {
				t.Errorf("%s: on the screen is %d, with a picture: %v", tt.name, n.scene.Page, n.scene.Picture != nil)
			}
		}
		pages.delay = map[int]time.Duration{100: time.Second}
		n.Run(n.Reload())
		if came(100, 4, aPicture); len(s.shown) != 0 {
			t.Errorf("while it is loaded: shown %v", s.shown)
		}
		if u.Pass(2 * time.Second); len(s.shown) != 1 {
			t.Errorf("after it was loaded: shown %v", s.shown)
		}
	})
}

func TestFailureKeepsThePage(t *testing.T) {
	pages := &fakePages{fail: map[int]error{555: &api.Error{Kind: api.NotFound}}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		n.Run(n.GoTo(teletext.Place{Page: 555}))
		u.Settle()
		if !reflect.DeepEqual(s.shown, []string{"100/1"}) || n.Shown().Page != 100 {
			t.Errorf("shown %v", s.shown)
		}
		if s.notice != (words.Message{}) || s.mention != "There is no page 555." {
			t.Errorf("notice %+v, mentioned %q", s.notice, s.mention)
		}
		u.Pass(time.Hour)
		if len(pages.asked) != 2 {
			t.Errorf("asked for %v", pages.asked)
		}
		pages.asked = nil
		n.Run(n.Reload())
		u.Settle()
		if len(pages.asked) != 1 || !strings.HasPrefix(pages.asked[0], "100") {
			t.Errorf("reloaded are %v", pages.asked)
		}
		n.Run(n.NextPage())
		u.Settle()
		if s.notice != (words.Message{}) || n.Shown().Page != 101 {
			t.Errorf("at %v with %v", n.Shown(), s.notice)
		}
	})
}

func TestLostNetworkComesBackByItself(t *testing.T) {
	pages := &fakePages{fail: map[int]error{200: &api.Error{Kind: api.NoNetwork}}, retry: 2 * time.Second}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Settle()
		if !strings.Contains(s.notice.Hint, "again in a moment") {
			t.Errorf("notice %+v", s.notice)
		}
		u.Pass(3 * time.Second)
		delete(pages.fail, 200)
		u.Pass(5 * time.Second)
		if !reflect.DeepEqual(s.shown, []string{"200/1"}) || s.notice != (words.Message{}) {
			t.Errorf("shown %v, notice %v after asking for %v", s.shown, s.notice, pages.asked)
		}
	})
}

// TestEveryFailureComesBack checks that a page that was never loaded is retried after any kind of failure, at the time
// that the answer gives.
func TestEveryFailureComesBack(t *testing.T) {
	for _, kind := range []api.Kind{api.NotFound, api.Refused, api.QuotaUsed, api.BadContent, api.TooLarge} {
		pages := &fakePages{fail: map[int]error{200: &api.Error{Kind: kind}}, retry: 5 * time.Minute}
		navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
			n.Run(n.GoTo(teletext.Place{Page: 200}))
			u.Settle()
			if at := time.Now().Add(5 * time.Minute).Format("15:04"); !strings.Contains(s.notice.Hint, "again at "+at) {
				t.Errorf("%v: notice %+v", kind, s.notice)
			}
			u.Pass(5*time.Minute - time.Second)
			if len(pages.asked) != 1 {
				t.Errorf("%v: asked for %v", kind, pages.asked)
			}
			u.Pass(2 * time.Second)
			if len(pages.asked) != 2 {
				t.Errorf("%v: asked for %v", kind, pages.asked)
			}
			delete(pages.fail, 200)
			u.Pass(6 * time.Minute)
			if !reflect.DeepEqual(s.shown, []string{"200/1"}) || s.notice != (words.Message{}) {
				t.Errorf("%v: shown %v, notice %+v", kind, s.shown, s.notice)
			}
		})
	}
}

// TestReloadOfTheMissed checks that a reload requests the failed page rather than the one on the screen, until that is
// given up.
func TestReloadOfTheMissed(t *testing.T) {
	pages := &fakePages{fail: map[int]error{555: &api.Error{Kind: api.BadContent}}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		n.Run(n.GoTo(teletext.Place{Page: 555}))
		u.Settle()
		n.Run(n.Reload())
		u.Settle()
		n.GiveUp()
		n.Run(n.Reload())
		u.Settle()
		if want := []string{"100", "555", "555", "100/1"}; !reflect.DeepEqual(pages.asked, want) {
			t.Errorf("asked for %v", pages.asked)
		}
	})
}

// TestNoticeGoesWhenItIsUntrue checks that a notice about the page on the screen disappears when a refresh succeeds.
func TestNoticeGoesWhenItIsUntrue(t *testing.T) {
	pages := &fakePages{retry: time.Minute}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.cfg.Every = time.Minute
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		pages.fail = map[int]error{100: &api.Error{Kind: api.NotFound}}
		n.Run(n.Reload())
		u.Settle()
		if s.notice.Sentence != "The service no longer has page 100." {
			t.Errorf("notice %+v", s.notice)
		}
		pages.fail = nil
		u.Pass(2 * time.Minute)
		if s.notice != (words.Message{}) {
			t.Errorf("the notice is still %+v", s.notice)
		}
		if _, missed := n.Missed(); missed {
			t.Error("it is still wanted")
		}
	})
}

// TestFirstNotFoundIsNotMentioned checks that the first 404 of the page on the screen is not reported, because it may
// be a mistake of the service.
func TestFirstNotFoundIsNotMentioned(t *testing.T) {
	pages := &fakePages{retry: acquire.SecondLook, doubted: true}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		pages.fail = map[int]error{100: &api.Error{Kind: api.NotFound}}
		n.Run(n.Reload())
		u.Settle()
		if s.notice != (words.Message{}) || n.Directory().Existence(100) != teletext.Exists || n.scene.Page != 100 {
			t.Errorf("notice %+v; the page on the screen is %d", s.notice, n.scene.Page)
		}
		pages.doubted = false
		u.Pass(acquire.SecondLook + time.Second)
		if s.notice.Sentence != "The service no longer has page 100." {
			t.Errorf("after the second: notice %+v", s.notice)
		}
	})
}

// TestReloadKeepsTheDocument reloads a page whose document fails. It must be kept; of another page only the picture is
// shown.
func TestReloadKeepsTheDocument(t *testing.T) {
	pages := &fakePages{retry: time.Minute}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		pages.half = &api.Error{Kind: api.NotFound}
		n.Run(n.Reload())
		u.Settle()
		if n.Document() == nil || n.scene.Document == nil || s.notice == (words.Message{}) {
			t.Errorf("the document is %v; notice %+v", n.Document(), s.notice)
		}
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Settle()
		if want := (words.Message{
			Sentence: "Page 200 is shown as a picture only.",
			Hint:     "The service has no text for it. Sextant will try again at 00:01:00.",
		}); s.notice != want {
			t.Errorf("notice %+v", s.notice)
		}
	})
}

// TestRetryLeavesWhatIsTyped types a digit while a page is retried and subpages turn.
func TestRetryLeavesWhatIsTyped(t *testing.T) {
	pages := &fakePages{fail: map[int]error{200: &api.Error{Kind: api.NoNetwork}}, retry: time.Second}
	navigate(t, pages, true, func(u *testkit.Loop, n *Navigation, _ *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Settle()
		n.Run(n.Digit(4))
		u.Pass(2 * time.Second)
		if n.Entry() != "4--" || len(pages.asked) < 3 {
			t.Errorf("entry %q after %v", n.Entry(), pages.asked)
		}
	})
}

// TestRefreshOutlivesAStep presses Right while the first page is loading. The next page does not exist, so the first
// one stays and must be refreshed.
func TestRefreshOutlivesAStep(t *testing.T) {
	pages := &fakePages{
		delay: map[int]time.Duration{100: time.Second}, fail: map[int]error{101: &api.Error{Kind: api.NotFound}},
	}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, _ *fakeScreen) {
		n.cfg.Every = time.Minute
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		n.Run(n.NextPage())
		u.Pass(2 * time.Second)
		pages.asked = nil
		for range 10 {
			u.Pass(time.Minute)
		}
		if n.Shown().Page != 100 || len(pages.asked) < 4 {
			t.Errorf("at %v, asked for %v", n.Shown(), pages.asked)
		}
	})
}

// TestMissedSubpageStaysWanted refreshes the subpage on the screen while another one of its page is being retried.
func TestMissedSubpageStaysWanted(t *testing.T) {
	pages := &fakePages{retry: 5 * time.Minute}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.cfg.Every = time.Minute
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		pages.fail = map[int]error{100: &api.Error{Kind: api.Trouble}}
		n.Run(n.NextSubpage())
		u.Settle()
		pages.fail = nil
		u.Pass(90 * time.Second)
		if missed, ok := n.Missed(); !ok || missed.Subpage != 2 || s.notice == (words.Message{}) {
			t.Errorf("missed %v, notice %+v", missed, s.notice)
		}
		for range 5 {
			u.Pass(time.Minute)
		}
		if n.Shown() != (teletext.Place{Page: 100, Subpage: 2}) || s.notice != (words.Message{}) {
			t.Errorf("at %v, notice %+v", n.Shown(), s.notice)
		}
	})
}

// TestSlowServiceIsHeard turns faster than the service answers. The requests must not be cancelled by turning.
func TestSlowServiceIsHeard(t *testing.T) {
	old := answerOf(150, 1, 3)
	for i := range old.Document.Subpages {
		old.Document.Subpages[i].Dwell = time.Second
	}
	memory := map[int]acquire.Answer{150: old}
	pages := &fakePages{
		memory: memory, delay: map[int]time.Duration{150: 5 * time.Second}, changed: map[int]bool{150: true},
	}
	navigate(t, pages, true, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.cfg.Every = time.Minute
		n.Run(n.GoTo(teletext.Place{Page: 150}))
		for range 20 {
			u.Pass(time.Second)
		}
		if len(pages.hasEnded) > 0 || len(s.shown) < 15 || n.Refresh.busy && len(pages.asked) < 3 {
			t.Errorf("given up: %v of %v; shown %v", pages.hasEnded, pages.asked, s.shown)
		}
	})
}

func TestMemoryIsShownAtOnceAndRevalidated(t *testing.T) {
	old := answerOf(200, 1, 3)
	pages := &fakePages{memory: map[int]acquire.Answer{200: old}, delay: map[int]time.Duration{200: time.Second}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		if !reflect.DeepEqual(s.shown, []string{"200/1"}) {
			t.Errorf("shown %v", s.shown)
		}
		u.Pass(2 * time.Second)
		if len(pages.asked) != 1 || len(s.shown) != 1 {
			t.Errorf("unchanged, but asked %v and shown %v", pages.asked, s.shown)
		}
		pages.changed = map[int]bool{200: true}
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Pass(2 * time.Second)
		if len(s.shown) != 3 {
			t.Errorf("changed, but shown %v", s.shown)
		}
	})
}

// TestStoreIsShownInTheSameFrame checks that a stored page is shown without waiting for a slow service.
func TestStoreIsShownInTheSameFrame(t *testing.T) {
	pages := &fakePages{
		stored: map[int]acquire.Answer{200: answerOf(200, 1, 3)},
		delay:  map[int]time.Duration{200: 300 * time.Millisecond},
	}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		if !reflect.DeepEqual(s.shown, []string{"200/1"}) {
			t.Errorf("before the key's handler returned, %v was shown", s.shown)
		}
		u.Pass(time.Second)
		if !reflect.DeepEqual(pages.asked, []string{"200/1"}) || len(s.shown) != 1 ||
			!reflect.DeepEqual(s.arrived, []string{"0 to 200"}) {
			t.Errorf("asked for %v, shown %v, %v", pages.asked, s.shown, s.arrived)
		}
	})
}

// TestDrawnUntilThePictureComes checks that a stored page without its picture is drawn from its cells until the picture
// comes, but that subpages that turn automatically wait for their pictures.
func TestDrawnUntilThePictureComes(t *testing.T) {
	drawn := answerOf(200, 1, 3)
	drawn.Picture = nil
	pages := &fakePages{
		stored: map[int]acquire.Answer{200: drawn}, fresh: true,
		delay: map[int]time.Duration{200: 300 * time.Millisecond},
	}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		if len(s.shown) != 1 || n.scene.Picture != nil {
			t.Errorf("shown %v with %v", s.shown, n.scene.Picture)
		}
		u.Pass(time.Second)
		if len(s.shown) != 2 || n.scene.Picture == nil {
			t.Errorf("shown %v with %v", s.shown, n.scene.Picture)
		}
	})
	pages.asked = nil
	navigate(t, pages, true, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Pass(time.Second)
		s.shown = nil
		for range 9 {
			u.Pass(time.Second)
		}
		if !reflect.DeepEqual(s.shown, []string{"200/2"}) || n.scene.Picture == nil {
			t.Errorf("where nobody waits: shown %v with %v", s.shown, n.scene.Picture)
		}
	})
}

// TestRefresh checks how often the page on the screen is requested, depending on how visible the window is.
func TestRefresh(t *testing.T) {
	for _, tt := range []struct {
		attention Attention
		asked     int
	}{{InFront, 10}, {Behind, 2}, {Minimised, 0}} {
		pages := &fakePages{}
		navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
			s.attention = tt.attention
			n.cfg.Every = time.Minute
			n.Run(n.GoTo(teletext.Place{Page: 100}))
			u.Settle()
			pages.asked = nil
			for range 10 {
				u.Pass(time.Minute)
			}
			if len(pages.asked) != tt.asked || len(s.shown) != 1 {
				t.Errorf("%v: asked %d times, shown %v", tt.attention, len(pages.asked), s.shown)
			}
			s.attention = InFront
			n.Refresh.Seen()
			u.Settle()
			if tt.attention == Minimised && len(pages.asked) != 1 {
				t.Errorf("seen again, it was asked for %d times", len(pages.asked))
			}
		})
	}
}

// TestReplacedWhileRead checks that changed content replaces the page on the screen.
func TestReplacedWhileRead(t *testing.T) {
	pages := &fakePages{}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.cfg.Every = time.Minute
		n.Run(n.GoTo(teletext.Place{Page: 100, Subpage: 2}))
		u.Settle()
		pages.changed = map[int]bool{100: true}
		u.Pass(time.Minute)
		if !reflect.DeepEqual(s.shown, []string{"100/2", "100/2"}) ||
			n.Shown() != (teletext.Place{Page: 100, Subpage: 2}) {
			t.Errorf("shown %v, at %v", s.shown, n.Shown())
		}
		if len(s.arrived) != 1 {
			t.Errorf("arrived %v", s.arrived)
		}
	})
}

func TestFreshMemoryAsksNothing(t *testing.T) {
	pages := &fakePages{memory: map[int]acquire.Answer{200: answerOf(200, 1, 3)}, fresh: true}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, _ *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Pass(time.Second)
		if len(pages.asked) != 0 {
			t.Errorf("asked for %v", pages.asked)
		}
		n.Run(n.Reload())
		u.Pass(time.Second)
		if len(pages.asked) != 1 {
			t.Errorf("a reload asked for %v", pages.asked)
		}
	})
}

// TestOffline shows a stored page while the service cannot be reached, and recovers automatically.
func TestOffline(t *testing.T) {
	old := answerOf(200, 1, 3)
	old.Fetched = time.Date(2026, 1, 1, 14, 5, 0, 0, time.UTC)
	pages := &fakePages{
		stored: map[int]acquire.Answer{200: old},
		fail:   map[int]error{200: &api.Error{Kind: api.NoNetwork}}, retry: time.Minute,
	}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Settle()
		if since, _, why := n.Refresh.Outdated(); !since.Equal(old.Fetched) ||
			api.KindOf(why) != api.NoNetwork || s.notice != (words.Message{}) {
			t.Errorf("since %v, %v, notice %+v", since, why, s.notice)
		}
		for range 600 {
			u.Pass(time.Second)
		}
		if tries := len(pages.asked); tries != 11 {
			t.Errorf("%d tries in ten minutes", tries)
		}
		delete(pages.fail, 200)
		u.Pass(time.Minute)
		u.Settle()
		if since, _, _ := n.Refresh.Outdated(); !since.IsZero() || len(s.shown) != 1 {
			t.Errorf("still of %v, shown %v", since, s.shown)
		}
	})
}

func TestPictureWithoutDocument(t *testing.T) {
	half := answerOf(200, 1, 0)
	half.Document, half.DocumentErr = nil, &api.Error{Kind: api.BadContent}
	pages := &fakePages{memory: map[int]acquire.Answer{200: half}, fresh: true}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Settle()
		if len(s.shown) != 1 || !strings.Contains(s.notice.Sentence, "as a picture only") {
			t.Errorf("shown %v, notice %+v", s.shown, s.notice)
		}
	})
}

// TestDocumentWithoutPicture shows a page without a picture, and one whose picture is not wanted until WantPictures
// requests it.
func TestDocumentWithoutPicture(t *testing.T) {
	pages := &fakePages{drawn: map[int]bool{200: true}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		u.Settle()
		if len(s.shown) != 1 || s.notice.Sentence != "" {
			t.Errorf("shown %v, notice %+v", s.shown, s.notice)
		}
		n.Refresh.WantPictures(false)
		n.Run(n.GoTo(teletext.Place{Page: 300}))
		u.Settle()
		if n.scene.Page != 300 || n.scene.Picture != nil {
			t.Errorf("with a picture that is not wanted: %+v", n.scene)
		}
		n.Refresh.WantPictures(true)
		u.Settle()
		if n.scene.Picture == nil || len(s.shown) != 3 {
			t.Errorf("the picture wanted did not come: %v", s.shown)
		}
		n.Refresh.WantPictures(true)
		u.Settle()
		if len(s.shown) != 3 {
			t.Errorf("asked again for what is there: %v", s.shown)
		}
	})
}

// TestDirectoryLearns checks that navigation records which pages exist.
func TestDirectoryLearns(t *testing.T) {
	pages := &fakePages{fail: map[int]error{555: &api.Error{Kind: api.NotFound}}}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, _ *fakeScreen) {
		for _, page := range []int{200, 555} {
			n.Run(n.GoTo(teletext.Place{Page: page}))
			u.Settle()
		}
		d := n.Directory()
		if d.Existence(200) != teletext.Exists || d.Existence(201) != teletext.Exists ||
			d.Existence(555) != teletext.Absent || d.Existence(600) != teletext.Unknown {
			t.Errorf("200 %v, 201 %v, 555 %v, 600 %v", d.Existence(200),
				d.Existence(201), d.Existence(555), d.Existence(600))
		}
	})
}

func TestSubpagesTurnAndStartOver(t *testing.T) {
	pages := &fakePages{}
	navigate(t, pages, true, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		for range 5 {
			u.Pass(8 * time.Second)
		}
		if want := []string{"100/1", "100/2", "100/3", "100/1", "100/2", "100/3"}; !reflect.DeepEqual(s.shown, want) {
			t.Errorf("shown %v", s.shown)
		}
	})
}

func TestEntryIsDroppedAfterItsTime(t *testing.T) {
	navigate(t, &fakePages{}, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.Digit(1))
		before := s.changes
		u.Pass(browse.EntryTimeout + time.Millisecond)
		if n.Entry() != "" || s.changes == before {
			t.Errorf("entry %q, the screen was notified %d times", n.Entry(), s.changes-before)
		}
		n.Run(n.Digit(9))
		if s.mention == "" {
			t.Error("a digit that does nothing is not explained")
		}
	})
}

// TestPatientEntryStays checks that digits wait for ever with SetPatient, also after a change of service.
func TestPatientEntryStays(t *testing.T) {
	navigate(t, &fakePages{}, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.Digit(1))
		n.SetPatient(true)
		n.Retune(n.pages, n.directory)
		n.Run(n.Digit(1))
		u.Pass(time.Hour)
		if n.Entry() != "1--" {
			t.Errorf("entry %q", n.Entry())
		}
	})
}

func TestFailureOfPrefersTheDocument(t *testing.T) {
	doc, pic := errors.New("doc"), errors.New("pic")
	for want, a := range map[error]acquire.Answer{doc: {DocumentErr: doc, PictureErr: pic}, pic: {PictureErr: pic}} {
		if got := failureOf(a); !errors.Is(got, want) {
			t.Error(fmt.Sprint(got))
		}
	}
}

func TestRejectionsHaveWords(t *testing.T) {
	seen := map[string]bool{}
	for r := browse.NoSuchMagazine; r <= browse.NothingForward; r++ {
		if words := words.Rejection(r); words == "" || seen[words] {
			t.Errorf("reason %d has the words %q", r, words)
		} else {
			seen[words] = true
		}
	}
	if words.Rejection(browse.LastPage) != "This is the last page." {
		t.Errorf("%q", words.Rejection(browse.LastPage))
	}
}

// TestLeftServiceIsNotShown changes the service while an answer of the one before is posted. That answer must not be
// shown, and the history is cleared.
func TestLeftServiceIsNotShown(t *testing.T) {
	pages := &fakePages{
		delay: map[int]time.Duration{200: time.Second, 300: time.Second}, memory: map[int]acquire.Answer{},
	}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.Run(n.GoTo(teletext.Place{Page: 100}))
		u.Settle()
		n.Run(n.GoTo(teletext.Place{Page: 200}))
		time.Sleep(2 * time.Second)
		synctest.Wait() // the answer is posted
		other := &fakePages{delay: map[int]time.Duration{400: time.Minute}}
		n.Retune(other, browse.NewDirectory())
		u.Pass(10 * time.Second)
		n.Run(n.GoTo(teletext.Place{Page: 400}))
		n.Run(n.GoTo(teletext.Place{Page: 300}))
		u.Pass(time.Second)
		if want := []string{"100/1", "300/1"}; !reflect.DeepEqual(s.shown, want) {
			t.Errorf("shown %v, want %v", s.shown, want)
		}
		if _, ok := n.BackTo(); ok {
			t.Error("the way back leads to the service that was left")
		}
	})
}

// TestDecodingIsNotWaitedFor makes decoding take a second. Each key must still be handled within a frame, however the
// page comes to the screen.
func TestDecodingIsNotWaitedFor(t *testing.T) {
	pages := &fakePages{
		memory:  map[int]acquire.Answer{100: answerOf(100, 1, 3), 300: answerOf(300, 1, 3)},
		changed: map[int]bool{100: true}, drawn: map[int]bool{400: true},
	}
	navigate(t, pages, false, func(u *testkit.Loop, n *Navigation, s *fakeScreen) {
		n.cfg.Every = time.Minute
		n.decode = func(a acquire.Answer) Scene {
			time.Sleep(time.Second)
			return Decode(a)
		}
		started := time.Now()
		step := func(what string, do func()) {
			t.Helper()
			before := time.Now()
			do()
			if took := time.Since(before); took > frame {
				t.Errorf("%s takes %v", what, took)
			}
			u.Pass(5 * time.Second)
		}
		step("a page from memory", func() { n.Run(n.GoTo(teletext.Place{Page: 100})) })
		step("a page from the service", func() { n.Run(n.GoTo(teletext.Place{Page: 200})) })
		step("a turned subpage", func() { n.Run(n.NextSubpage()) })
		step("a page without its picture", func() { n.Run(n.GoTo(teletext.Place{Page: 400})) })
		step("pictures", func() { n.Refresh.WantPictures(true) })
		step("a reload", func() { n.Run(n.Reload()) })
		step("the way back", func() { n.Run(n.Back()) })
		if len(s.shown) < 6 || time.Since(started) > time.Minute {
			t.Errorf("shown %v after %v", s.shown, time.Since(started))
		}
	})
}
