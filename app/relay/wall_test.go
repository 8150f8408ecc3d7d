package relay

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/settings"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestWallOfNotFoundTakesNothingAway answers every request of the relay with 404 for a time, as a gateway does while it
// is deployed: the relay serves what it has, and is fresh within a minute after the end.
func TestWallOfNotFoundTakesNothingAway(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for _, lasts := range []time.Duration{90 * time.Second, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			r, upstream := beforeStrict(t)
			r.Begin()
			const pages = 6
			turn(r, pages, 5*time.Minute)
			upstream.fails(func(int) error { return &api.Error{Kind: api.NotFound, Op: "test", Status: 404} })
			asked := len(upstream.requests())
			for end := time.Now().Add(lasts); time.Now().Before(end); time.Sleep(5 * time.Second) {
				for page := firstPage; page < firstPage+pages; page++ {
					if age, ok := show(r, 1, page); !ok {
						t.Fatalf("a wall of %v: page %d is not served after %v", lasts, page, age)
					}
				}
			}
			if n := len(upstream.requests()) - asked; n > 20+int(lasts/time.Minute)*2 {
				t.Errorf("a wall of %v: the service was asked %d times", lasts, n)
			}
			upstream.fails(nil)
			ages := turn(r, pages, 90*time.Second)
			for page, age := range ages {
				if age > 2*time.Minute {
					t.Errorf("a wall of %v: page %d is %v old", lasts, page, age)
				}
			}
			if len(ages) != pages {
				t.Errorf("a wall of %v: %d pages are served after it", lasts, len(ages))
			}
			endStrict(t, r)
		})
	}
}

// TestReadersInAWall has programs that ask without caches, and people on the web pages, in walls of 404 and of 410,
// with a restart: they get what was loaded, and what is new within a minute after the end.
func TestReadersInAWall(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusGone} {
		open := func(p *Parts, _ *settings.Service) { p.Door = openDoor{} }
		r := newRig(t, open)
		paths := []string{page100, "/v1/teletext/pages/101.json", "/v1/teletext/pages/102.json"}
		for _, path := range paths {
			r.get(t, path, asking...)
		}
		testkit.NoError(t, r.station.Store.Flush(t.Context()))
		r.upstream.always(status)
		for look := range 8 {
			r.pass(30 * time.Second)
			if look == 5 {
				r.stop()
				r.start(t, open)
			}
			for _, path := range paths {
				if a := r.get(t, path, asking...); a.status != http.StatusOK || !strings.Contains(a.body, "teletext") {
					t.Errorf("a wall of %d, look %d: %s is answered with %d", status, look, path, a.status)
				}
			}
			for path, want := range map[string]string{"/100": "News", "/": "/100", "/search?q=clock": "<mark>"} {
				if a := r.get(t, path); a.status != http.StatusOK || !strings.Contains(a.body, want) {
					t.Errorf("a wall of %d, look %d: %s: %d without %q", status, look, path, a.status, want)
				}
			}
		}
		r.upstream.always(0)
		r.upstream.replace("Town clock", "Tower clock")
		for range 3 {
			r.pass(20 * time.Second)
			r.get(t, page100, asking...)
		}
		if a := r.get(t, page100); !strings.Contains(a.body, "Tower clock") {
			t.Errorf("a minute after a wall of %d the page is old", status)
		}
	}
}

// TestLoginPageIsNoRecording makes a login page answer for recordings, at once and after a redirect to another host:
// the relay passes none of it on as sound.
func TestLoginPageIsNoRecording(t *testing.T) {
	login := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "audio/mpeg")
		_, _ = io.WriteString(w, "<!doctype html><title>Log in</title>")
	})
	portal := httptest.NewServer(login)
	defer portal.Close()
	for _, isRedirect := range []bool{false, true} {
		r := newRig(t, nil)
		demo := r.upstream.demo
		r.upstream.demo = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			switch {
			case !strings.HasSuffix(q.URL.Path, ".mp3"):
				demo.ServeHTTP(w, q)
			case isRedirect:
				http.Redirect(w, q, portal.URL+"/login", http.StatusFound)
			default:
				login.ServeHTTP(w, q)
			}
		})
		for range 2 {
			a := r.get(t, "/v1/download/1003.mp3")
			if a.status == http.StatusOK || strings.Contains(a.body, "Log in") {
				t.Errorf("redirect %v: %d, %s, %.20q", isRedirect, a.status, a.header.Get("Content-Type"), a.body)
			}
		}
	}
}

// TestPictureRightAfterChange changes a page whose pictures follow half a minute later: the relay vouches for no
// picture that came right after the change, and serves the new one soon.
func TestPictureRightAfterChange(t *testing.T) {
	r := newRig(t, nil)
	const picture = "/v1/teletext/images/100/1.png"
	r.get(t, page100)
	r.pass(3 * time.Hour)
	r.upstream.replace("Town clock", "Tower clock")
	r.get(t, page100, asking...)
	first := r.get(t, picture)
	if first.status != http.StatusOK || first.header.Get("Sextant-Subpage") != "" {
		t.Errorf("right after the change: %d, %v", first.status, first.header)
	}
	r.pass(30 * time.Second)
	if again := r.get(t, picture); again.body != first.body || r.upstream.requests(picture) != 1 {
		t.Errorf("half a minute later it is asked for %d times", r.upstream.requests(picture))
	}
	r.upstream.mu.Lock()
	change := r.upstream.change
	r.upstream.change = func(path string, body []byte) []byte { return append(change(path, body), ' ') }
	r.upstream.mu.Unlock()
	r.pass(time.Minute)
	second := r.get(t, picture)
	if second.body == first.body || second.header.Get("Sextant-Subpage") == "" {
		t.Errorf("after a minute: the same %v, %v", second.body == first.body, second.header)
	}
}
