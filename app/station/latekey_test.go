package station

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/settings"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
)

// A lockedRing is a keyring that waits for its user.
type lockedRing struct {
	asked   int
	answers chan error // nil unlocks it
}

func (r *lockedRing) read() (string, error) {
	r.asked++
	if err := <-r.answers; err != nil {
		return "", err
	}
	return "s3cret key", nil
}

// TestNothingIsSentWithoutTheKey opens a service whose keyring is locked. Nothing is sent, and the error says why,
// until it is unlocked: then requests have the key. After a dismissed question a user's request asks again, others do
// not; on a public screen any does, once a minute.
func TestNothingIsSentWithoutTheKey(t *testing.T) {
	for _, publicScreen := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var keys []string
			s := servicetest.ServeVirtual(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				keys = append(keys, r.URL.Query().Get("app_key"))
				http.Error(w, "no", http.StatusNotFound)
			}))
			ring := &lockedRing{answers: make(chan error)}
			set := settings.DefaultSettings().Service
			access := Access{BaseURL: s.URL, AppID: "me", Late: NewLateKey(ring.read, publicScreen)}
			profile := settings.Profile{Dir: t.TempDir()}
			st := testkit.Must(Open(set, access, profile, time.Now, NoEvents(), &Libraries{}))(t)
			defer st.Release()
			fetch := func(c budget.Class) error {
				return st.Pages.Fetch(t.Context(), acquire.Want{Page: 100, Class: c}).DocumentErr
			}
			known := ""
			st.AwaitKey(access, func(key string) { known = key })
			expectLocked := func(when string, c budget.Class, asked int) {
				t.Helper()
				err := fetch(c)
				synctest.Wait()
				if !errors.Is(err, api.ErrKeyLocked) || len(keys) > 0 || ring.asked != asked {
					t.Errorf("%s: %v; sent %q; the keyring was asked %d times", when, err, keys, ring.asked)
				}
			}
			expectLocked("while it is asked", budget.User, 1)
			ring.answers <- errors.New("dismissed")
			time.Sleep(61 * time.Second)
			if publicScreen {
				expectLocked("on a public screen", budget.Kiosk, 2)
			} else {
				expectLocked("by the program", budget.Prefetch, 1)
				time.Sleep(time.Minute)
				expectLocked("by the user", budget.User, 2)
			}
			ring.answers <- nil
			synctest.Wait()
			time.Sleep(2 * time.Minute)
			_ = fetch(budget.User)
			wrong := func(k string) bool { return k != known }
			if known != "s3cret key" || len(keys) == 0 || slices.ContainsFunc(keys, wrong) {
				t.Errorf("known is %q, sent %q", known, keys)
			}
			if ring.asked != 2 {
				t.Errorf("the keyring was asked %d times", ring.asked)
			}
		})
	}
}

// TestOtherSettingsWhileTheKeyIsLate changes the timeout of a service whose keyring is locked: still nothing is sent
// without the key, and the station of then gets it.
func TestOtherSettingsWhileTheKeyIsLate(t *testing.T) {
	var mu sync.Mutex
	var keys []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		keys = append(keys, r.URL.Query().Get("app_key"))
		http.Error(w, "no", http.StatusNotFound)
	}))
	defer s.Close()
	ring := &lockedRing{answers: make(chan error)}
	d, p, set := &desk{}, settings.Profile{Dir: t.TempDir()}, settings.DefaultSettings()
	set.BaseURL, set.AppID = s.URL, "me"
	tuner, err := NewTunerWithout(NewLateKey(ring.read, false), p, settings.NewBox(p, set, d.post), Overrides{},
		time.Now, d.post, &Libraries{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(tuner) })
	first, wanted := tuner.Current(), set.Service
	wanted.Timeout = 7
	if err := d.tune(t, tuner, wanted, ""); err != nil || tuner.Current() == first {
		t.Fatal("the same station, ", err)
	}
	fetch := func() error {
		return tuner.Current().Pages.Fetch(t.Context(), acquire.Want{Page: 100, Class: budget.User}).DocumentErr
	}
	if err := fetch(); !errors.Is(err, api.ErrKeyLocked) {
		t.Error(err)
	}
	ring.answers <- nil
	d.run(t, func() bool { return tuner.Key() != "" })
	_ = fetch()
	mu.Lock()
	defer mu.Unlock()
	if len(keys) == 0 || slices.ContainsFunc(keys, func(k string) bool { return k != "s3cret key" }) {
		t.Errorf("sent %q", keys)
	}
}
