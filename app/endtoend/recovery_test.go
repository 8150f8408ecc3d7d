package endtoend

import (
	"encoding/json"
	"image"
	"net/http"
	"os"
	"path/filepath"
	"sextant/app/testkit/servicetest"
	"strings"
	"testing"
	"time"
)

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

// TestFailedPageIsAskedForAgain sees that F5 asks for the page that failed, not for the one on screen, that
// closing the notice gives it up, and that no notice outlasts what it says.
func TestFailedPageIsAskedForAgain(t *testing.T) {
	t.Parallel()
	m, picture := serveFailing(t)
	d := newDisplay(t)
	s := d.start(t, nil, m.options()...)
	s.untilPicture(picture(100, 1), plain)
	m.Fail(servicetest.Lobby)
	s.typed("712") // which is not fetched ahead
	s.untilPicture(picture(100, 1), withNotice)
	keepPicture(t, s, "failed-page")
	count := func(page int) int { return m.Count(servicetest.DocumentPath(page)) }
	failed, shown := count(712), count(100)
	s.press("F5")
	s.until("another request for the page that failed", func() bool { return count(712) == failed+1 })
	s.settled() // the notice comes again when the request has failed
	s.press("Escape")
	s.untilPicture(picture(100, 1), plain)
	s.press("F5")
	s.until("a request for the page on screen", func() bool { return count(100) == shown+1 })
	s.untilPicture(picture(100, 1), withNotice)
	m.Fail(nil)
	s.press("F5")
	s.untilPicture(picture(100, 1), plain)
	s.quit()
}

// keepPicture keeps a picture of the screen to see what a test saw.
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
// that nothing more is asked for in the background, and that a page that the user gets ends that.
func TestPauseIsSaid(t *testing.T) {
	t.Parallel()
	m, picture := serveFailing(t)
	d := newDisplay(t)
	writeSettings(t, d, map[string]any{"freshSeconds": 1, "refreshSeconds": 2})
	s := d.start(t, nil, m.options()...)
	s.untilPicture(picture(100, 1), plain)
	m.Fail(servicetest.Refuse(http.StatusUnauthorized))
	warns := func() bool {
		in := s.bounds()
		return s.hasColour(image.Rect(in.Min.X+numberRight, in.Max.Y-44, in.Min.X+640, in.Max.Y), "\xFF\x92\x70")
	}
	s.until("the age of the page, in the colour of warnings", warns)
	keepPicture(t, s, "pause")
	s.settled()
	before := len(m.Asked())
	time.Sleep(8 * time.Second) // four times as long as the page is left alone in better days
	if asked := len(m.Asked()) - before; asked > 0 {
		t.Errorf("during the pause the service was asked %d times", asked)
	}
	m.Fail(nil)
	s.typed("101")
	s.untilPicture(picture(101, 1), plain)
	s.until("no warning any more", func() bool { return !warns() })
	before = m.Count(servicetest.DocumentPath(101))
	s.until("requests without a user", func() bool { return m.Count(servicetest.DocumentPath(101)) > before+1 })
	s.quit()
}
