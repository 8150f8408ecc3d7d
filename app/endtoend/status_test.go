package endtoend

import (
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"sextant/app/browse"
	"sextant/app/testkit"
)

const screenToken = "Nine+lives/of;a=cat"

const screenList = `show = ["100"]
[screen]
view = "sharp"
[[daypart]]
name = "tides"
days = ["holidays"]
show = ["150"]
`

// needChromium skips a test if Chromium is not installed, unless SEXTANT_NEED_CHROMIUM is set.
func needChromium(t *testing.T) {
	t.Helper()
	if os.Getenv("SEXTANT_NEED_CHROMIUM") == "" {
		need(t, "chromium", "chromedriver")
	}
}

// startLookedAfter starts a public screen that serves its status, and returns the address.
func startLookedAfter(t *testing.T, d *display) (s *session, address string) {
	t.Helper()
	list := filepath.Join(d.dir, "list.toml")
	if err := os.WriteFile(list, []byte(screenList), 0o600); err != nil {
		t.Fatal(err)
	}
	s = d.run(t, []string{"SEXTANT_STATUS_TOKEN=" + screenToken}, "--kiosk", list, "--status", "127.0.0.1:0")
	served := regexp.MustCompile(`served at (http://127\.0\.0\.1:\d+/)\n`)
	s.until("the address of the status", func() bool {
		if m := served.FindStringSubmatch(s.out.String()); m != nil {
			address = m[1]
		}
		return address != ""
	})
	return s, address
}

// TestRemoteControl controls a public screen with a phone's browser, under another host name: it logs in, types a page,
// goes to the next one, chooses a playlist and holds the screen, with and without JavaScript. The picture there is that
// of the screen.
func TestRemoteControl(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	needChromium(t)
	s, address := startLookedAfter(t, newDisplay(t))
	untilSamePicture(s, address)
	for _, tt := range []struct {
		name          string
		width, height int
		scripts       bool
	}{{"with its script", 390, 844, true}, {"without scripts", 320, 568, false}} {
		s.step(tt.name, func() {
			b := newBrowser(s.t, tt.width, tt.height, tt.scripts)
			b.open(strings.Replace(address, "127.0.0.1", elsewhere, 1) + "now.png")
			b.keepShot("login-" + tt.name)
			b.write("#token", "guessed wrong")
			b.click("form button")
			s.until("that the token is wrong", func() bool {
				return strings.Contains(b.text("[role=alert]"), "Wrong token")
			})
			b.write("#token", screenToken)
			b.click("form button")
			useRemote(s, b, tt.name)
		})
	}
	end(s)
}

// useRemote clicks the buttons of the remote control's page.
func useRemote(s *session, b *browser, name string) {
	says := func(selector, want string) {
		s.t.Helper()
		s.until(want, func() bool { return strings.Contains(b.text(selector), want) })
	}
	says("#title", "Page 100")
	for _, selector := range []string{"[value='5']", "[value='next-subpage']", "[value='red']", "#hold", "#automatic"} {
		if w, h := b.size(selector); w < 44 || h < 44 {
			s.t.Errorf("%s is %v by %v", selector, w, h)
		}
	}
	soon := func(selector, want string) bool {
		return poll(pollEvery, browse.EntryTimeout+time.Second, func() bool {
			return strings.Contains(b.text(selector), want)
		})
	}
	// On a busy machine a page takes longer than the screen waits for the next digit.
	s.until("the page that is typed", func() bool {
		b.click("[value='1']")
		b.click("[value='5']")
		if !soon("#typed", "15-") {
			return false
		}
		b.keepShot("typing-" + name)
		b.click("[value='0']")
		return soon("#title", "Page 150")
	})
	says("#hold", "Resume")
	b.keepShot("visited-" + name)
	b.click("#hold")
	says("#title", "Page 100")
	says("#hold", "Hold")
	b.click("[value='tides']")
	says("#title", "Page 150")
	says("#why", "chosen")
	b.click("#automatic")
	says("#title", "Page 100")
	b.click("#hold")
	says("#why", "On hold")
	b.keepShot("held-" + name)
	b.click("#hold")
	says("#hold", "Hold")
}

// untilSamePicture waits until the served picture is that of the screen.
func untilSamePicture(s *session, address string) {
	s.t.Helper()
	s.until("the same picture", func() bool {
		r, err := http.NewRequest("GET", address+"now.png", nil)
		if err != nil {
			s.t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+screenToken)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			s.t.Fatal(err)
		}
		defer resp.Body.Close()
		p, err := png.Decode(resp.Body)
		if err != nil { // there is no picture yet
			return false
		}
		screen := s.shot(s.screen)
		if p.Bounds() != screen.Rect {
			return false
		}
		for y := range screen.Rect.Dy() {
			for x := range screen.Rect.Dx() {
				if r, g, b, _ := p.At(x, y).RGBA(); screen.RGBAAt(x, y).R != uint8(r>>8) ||
					screen.RGBAAt(x, y).G != uint8(g>>8) || screen.RGBAAt(x, y).B != uint8(b>>8) {
					return false
				}
			}
		}
		return true
	})
}

// end ends a public screen, and searches its output for the token.
func end(s *session) {
	s.t.Helper()
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	s.expectEnd()
	if strings.Contains(s.out.String(), screenToken) {
		s.t.Errorf("the token was written:\n%s", &s.out)
	}
}
