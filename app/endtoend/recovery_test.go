package endtoend

import (
	"encoding/json"
	"fmt"
	"image"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/demo"
)

// A moody service is the demo as long as nothing else is to be answered.
type moody struct {
	*service
	fails atomic.Pointer[http.HandlerFunc]
}

func serveMoody(t *testing.T) (m *moody, picture func(page, subpage int) *picture) {
	t.Helper()
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	m = &moody{}
	m.service = serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f := m.fails.Load(); f != nil {
			(*f)(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	return m, pictures(t, handler)
}

// fail answers everything in a way from now on; nil is well again.
func (m *moody) fail(f http.HandlerFunc) {
	if f == nil {
		m.fails.Store(nil)
		return
	}
	m.fails.Store(&f)
}

// lobby is a web page, as it comes from what stands between a program and the network.
func lobby(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<!DOCTYPE html><title>Welcome</title>Please accept our terms.")
}

func refuse(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", status) }
}

// writeSettings puts settings into the profile.
func writeSettings(t *testing.T, d *display, settings map[string]any) {
	t.Helper()
	data, err := json.Marshal(settings)
	if err == nil {
		err = os.MkdirAll(profile(d.dir), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(profile(d.dir), "settings.json"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestKioskBeginsDuringFailure begins a public screen while a web page comes in the place of every answer. It
// shows the time meanwhile, and the page when that is mended.
func TestKioskBeginsDuringFailure(t *testing.T) {
	t.Parallel()
	m, picture := serveMoody(t)
	m.fail(lobby)
	d := newDisplay(t)
	s := d.start(t, nil, append(m.options(), "--kiosk", "104")...)
	clock := image.Rect(screenWidth/4, screenHeight*10/24, screenWidth*3/4, screenHeight*14/24)
	s.until("the time in yellow", func() bool { return s.hasColour(clock, "\xFF\xFF\x00") })
	s.until("what is wrong, in the corner", func() bool {
		return s.hasColour(image.Rect(0, screenHeight-40, 300, screenHeight), "\xDD\xE1\xE5")
	})
	keepPicture(t, s, "kiosk-standby")
	m.fail(nil)
	s.untilPicture(picture(104, 1), fullScreen)
	if asked := len(m.asked()); asked > 8 {
		t.Errorf("%d requests", asked)
	}
	s.typed("555") // by somebody who passes by
	s.until("a request for the missing page", func() bool { return m.count(documentPath(555)) > 0 })
	s.until("that there is no such page", func() bool { return !s.shows(picture(104, 1), fullScreen) })
	s.untilPicture(picture(104, 1), fullScreen)
	before := m.count(documentPath(104))
	s.press("F5")
	s.until("a request for the page on screen", func() bool { return m.count(documentPath(104)) > before })
	if n := m.count(documentPath(555)); n != 1 {
		t.Errorf("the missing page was asked for %d times", n)
	}
	s.quit()
}

// TestKioskTellsItsAge lets the service fail while a public screen turns a page, counts what it is asked, and
// sees that the age of the page stands in the corner until it is up to date again.
func TestKioskTellsItsAge(t *testing.T) {
	t.Parallel()
	m, picture := serveMoody(t)
	d := newDisplay(t)
	writeSettings(t, d, map[string]any{"freshSeconds": 1, "refreshSeconds": 2})
	s := d.start(t, nil, append(m.options(), "--kiosk", "150")...)
	s.untilPicture(picture(150, 1), fullScreen)
	m.fail(refuse(http.StatusServiceUnavailable))
	corner := image.Rect(0, screenHeight-40, 300, screenHeight)
	s.until("its age", func() bool { return s.hasColour(corner, "\xDD\xE1\xE5") })
	keepPicture(t, s, "kiosk-age")
	before := len(m.asked())
	time.Sleep(20 * time.Second)
	if asked := len(m.asked()) - before; asked > 8 {
		t.Errorf("a service that fails was asked %d times in 20 s", asked)
	}
	m.fail(nil)
	s.until("no age any more", func() bool { return !s.hasColour(corner, "\xDD\xE1\xE5") })
	s.quit()
}

// TestFailedPageIsAskedForAgain sees that F5 asks for the page that failed, not for the one on screen, that
// closing the notice gives it up, and that no notice outlasts what it says.
func TestFailedPageIsAskedForAgain(t *testing.T) {
	t.Parallel()
	m, picture := serveMoody(t)
	d := newDisplay(t)
	s := d.start(t, nil, m.options()...)
	s.untilPicture(picture(100, 1), plain)
	m.fail(lobby)
	s.typed("712") // which is not fetched ahead
	s.untilPicture(picture(100, 1), withNotice)
	keepPicture(t, s, "failed-page")
	count := func(page int) int { return m.count(documentPath(page)) }
	failed, shown := count(712), count(100)
	s.press("F5")
	s.until("another request for the page that failed", func() bool { return count(712) == failed+1 })
	s.press("Escape")
	s.untilPicture(picture(100, 1), plain)
	s.press("F5")
	s.until("a request for the page on screen", func() bool { return count(100) == shown+1 })
	s.untilPicture(picture(100, 1), withNotice)
	m.fail(nil)
	s.press("F5")
	s.untilPicture(picture(100, 1), plain)
	s.quit()
}

// keepPicture keeps a picture of the screen for whoever wants to see what a test saw.
func keepPicture(t *testing.T, s *session, name string) {
	t.Helper()
	if os.Getenv("SEXTANT_SHOTS") != "" {
		whole := s.t
		s.t = t
		t.Log(name + strings.TrimPrefix(s.keepShot(), ";"))
		s.t = whole
	}
}

// TestPauseIsSaid sees that after a 401 the page bar says that the page is not kept up to date and until when,
// that nothing more is asked for by itself, and that a page that the user gets ends that.
func TestPauseIsSaid(t *testing.T) {
	t.Parallel()
	m, picture := serveMoody(t)
	d := newDisplay(t)
	writeSettings(t, d, map[string]any{"freshSeconds": 1, "refreshSeconds": 2})
	s := d.start(t, nil, m.options()...)
	s.untilPicture(picture(100, 1), plain)
	m.fail(refuse(http.StatusUnauthorized))
	warns := func() bool {
		in := s.bounds()
		return s.hasColour(image.Rect(in.Min.X, in.Max.Y-44, in.Min.X+300, in.Max.Y), "\xF0\x8A\x4B")
	}
	s.until("the age of the page, in the colour of warnings", warns)
	keepPicture(t, s, "pause")
	time.Sleep(time.Second) // what was on its way when the first refusal came
	before := len(m.asked())
	time.Sleep(8 * time.Second)
	if asked := len(m.asked()) - before; asked > 0 {
		t.Errorf("during the pause the service was asked %d times", asked)
	}
	m.fail(nil)
	s.typed("101")
	s.untilPicture(picture(101, 1), plain)
	s.until("no warning any more", func() bool { return !warns() })
	before = m.count(documentPath(101))
	s.until("requests by itself", func() bool { return m.count(documentPath(101)) > before+1 })
	s.quit()
}
