package sound

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/media"
)

// fakePlayouts answers for the versions of one ID, each after a second, and records the requests.
type fakePlayouts struct {
	*playoutVersions
	mu    sync.Mutex // in the place of the UI goroutine
	says  map[int]string
	asked []string
}

// newFakePlayouts answers for each version with its document, or with the error that its word names. Other versions are
// missing.
func newFakePlayouts(says map[int]string) *fakePlayouts {
	f := &fakePlayouts{says: says}
	do := func(g func()) {
		f.mu.Lock()
		defer f.mu.Unlock()
		g()
	}
	f.playoutVersions = newPlayoutVersions(f.answer, do, func() {})
	return f
}

func (f *fakePlayouts) answer(ctx context.Context, version int) ([]byte, media.Value, error) {
	f.mu.Lock()
	f.asked = append(f.asked, fmt.Sprint(version))
	says := f.says[version]
	f.mu.Unlock()
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return nil, media.Value{}, &api.Error{Kind: api.Cancelled, Err: ctx.Err()}
	}
	doc, err := answerFor(says)
	return []byte(says), doc, err
}

// answerFor returns the service's answer: not found, an error or a document.
func answerFor(says string) (media.Value, error) {
	switch says {
	case "":
		return media.Value{}, &api.Error{Kind: api.NotFound, Op: "playouts"}
	case "no network":
		return media.Value{}, &api.Error{Kind: api.NoNetwork, Op: "playouts", Err: errors.New("no route")}
	case "nonsense":
		return media.Value{}, &api.Error{Kind: api.BadContent, Op: "playouts"}
	}
	return media.Parse([]byte(says))
}

// after waits and returns the versions that were requested meanwhile, the state of each version, newest first, and the
// chosen version.
func (f *fakePlayouts) after(d time.Duration) string {
	time.Sleep(d)
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	var states []string
	for i := range f.answers {
		a := &f.answers[i]
		state := map[versionState]string{notAsked: "-", asking: "…", nothingThere: "none", failed: "failed"}[a.state]
		if a.state == answered {
			state = fmt.Sprint(len(a.found))
		} else if a.slow {
			state = "slow"
		}
		states = append(states, state)
	}
	asked := strings.Join(f.asked, "")
	f.asked = nil
	return fmt.Sprintf("%s: %s: %d", asked, strings.Join(states, " "), versionOf(f.chosen))
}

func expectStates(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

const (
	oneOffer  = `{"url":"http://h/a.mp3"}`
	twoOffers = `[{"url":"http://h/a.mp3"},{"url":"http://h/b.m3u8"}]`
)

// TestSeek requests one version after another until one has something to play. Choosing another version requests only
// that one, and only if it has not been answered yet or failed.
func TestSeek(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{5: "nonsense", 4: `{"a":1}`, 3: twoOffers, 2: oneOffer})
		defer f.cancel()
		f.do(f.seek)
		expectStates(t, f.after(400*time.Millisecond), "6: … - - - - -: 6")
		expectStates(t, f.after(200*time.Millisecond), ": slow - - - - -: 6")
		expectStates(t, f.after(time.Second), "5: none slow - - - -: 5")
		expectStates(t, f.after(3*time.Second), "43: none failed 0 2 - -: 3")
		f.do(func() { f.chooseVersion(4) })
		expectStates(t, f.after(2*time.Second), "2: none failed 0 2 1 -: 2")
		f.do(func() { f.chooseVersion(0) }) // not found before
		f.do(func() { f.chooseVersion(3) }) // answered before
		f.do(func() { f.chooseVersion(1) }) // failed before
		expectStates(t, f.after(2*time.Second), "5: none failed 0 2 1 -: 5")
	})
}

func TestSeekingEnds(t *testing.T) {
	for name, c := range map[string]struct {
		says        map[int]string
		want, words string
	}{
		"with nothing anywhere": {
			nil, "654321: none none none none none none: 6", "No version lists this media ID.",
		},
		"with a failure that others would share": {
			map[int]string{5: "no network", 4: oneOffer},
			"65: none failed - - - -: 5", "Sextant cannot reach the service.",
		},
		"with the oldest": {
			map[int]string{1: oneOffer}, "654321: none none none none none 1: 1", "",
		},
		"with the newest that answered": {
			map[int]string{4: "{}", 3: "7"}, "654321: none none 0 0 none none: 4", "Version 4 has nothing to play.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFakePlayouts(c.says)
				defer f.cancel()
				f.do(f.seek)
				expectStates(t, f.after(10*time.Second), c.want)
				f.mu.Lock()
				defer f.mu.Unlock()
				if words := f.emptyWords(); f.seeking ||
					!strings.HasPrefix(words, c.words) || (c.words == "") != (words == "") {
					t.Errorf("it goes on seeking: %v; it says %q", f.seeking, words)
				}
			})
		})
	}
}

// TestChooseWhileSeeking chooses a version during the search for the newest. The chosen version stays.
func TestChooseWhileSeeking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{5: oneOffer, 3: "{}"})
		defer f.cancel()
		f.do(f.seek)
		f.after(500 * time.Millisecond)
		f.do(func() { f.chooseVersion(3) })
		expectStates(t, f.after(3*time.Second), "3: none - - 0 - -: 3")
	})
}

func TestCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{6: "{}"})
		f.do(f.seek)
		f.after(100 * time.Millisecond)
		f.cancel()
		expectStates(t, f.after(5*time.Second), ": … - - - - -: 6")
	})
}

func TestChoices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakePlayouts(map[int]string{5: "nonsense", 4: twoOffers})
		defer f.cancel()
		f.do(f.seek)
		f.after(10 * time.Second)
		got := strings.Join(f.choices(), "\n")
		if want := "Version 6: nothing\nVersion 5: failed\nVersion 4: 2 addresses\nVersion 3\nVersion " +
			"2\nVersion 1"; got != want {
			t.Errorf("%s", got)
		}
	})
}

func TestOfferWords(t *testing.T) {
	for want, p := range map[string]media.Playable{
		"MP3":                                  {Format: media.MP3},
		"MP3  ·  fi":                           {Format: media.MP3, Language: "fi"},
		"HLS stream":                           {Format: media.HLS},
		"DASH stream, DRM-protected":           {Format: media.DASH, Protected: true},
		"Unknown format, DRM-protected  ·  sv": {Format: media.Other, Protected: true, Language: "sv"},
	} {
		if got := offerWords(&p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
