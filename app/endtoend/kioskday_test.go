package endtoend

import (
	"bytes"
	"image"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/guard"
	"sextant/app/settings"
	"sextant/app/testkit/servicetest"
)

// dayList are the pages of TestKioskDay.
var dayList = []int{104, 123, 120}

// A day is a public screen with the events of a day.
type day struct {
	*kiosk
	service *failing
	voice   *reader
}

// TestKioskDay starts a public screen while every answer is a web page. Then pages turn, viewers hold them and look
// around, the playlist changes, pages are read aloud and become stale while the service fails, and it ends by its PIN.
func TestKioskDay(t *testing.T) {
	t.Parallel()
	m, picture := serveFailing(t)
	m.Fail(servicetest.Lobby)
	d := newDisplay(t)
	p, err := settings.OpenProfile(profile(d.dir))
	if err == nil {
		err = guard.SetPIN(p, "4711")
	}
	if err != nil {
		t.Fatal(err)
	}
	voice, env := newReader(t, d.dir, "the lighthouse at Cape Vernier")
	k := startKiosk(t, d, m.service, picture, `show = ["104", "123", "120"]
`+dwells+`[screen]
quiet = "1h"`, env...)
	s := &day{k, m, voice}
	k.step("the time while there is nothing else", s.standby)
	k.step("pages in their order", s.order)
	k.step("Space holds, and goes on", s.held)
	k.step("no menus", s.noMenus)
	k.step("digits, and on after some quiet", s.digits)
	k.step("arrows", s.arrows)
	k.step("a page that is not there", s.missing)
	k.step("a PIN", s.pin)
	k.step("a broken playlist, and another one", s.playlist)
	k.step("aloud", s.aloud)
	k.step("how old a page is", s.age)
	k.step("the end by the PIN", func() {
		s.ask()
		k.typed("4711")
		k.press("Return")
		k.expectEnd()
	})
}

func (s *day) standby() {
	clock := image.Rect(screenWidth/4, screenHeight*10/24, screenWidth*3/4, screenHeight*14/24)
	s.until("the time in yellow", func() bool { return s.hasColour(clock, "\xFF\xFF\x00") })
	keepPicture(s.t, s.session, "kiosk-standby")
	s.until("a request", func() bool { return s.service.Count(servicetest.DocumentPath(104)) > 0 })
	s.settled()
	if asked := len(s.service.Asked()); asked > 12 {
		s.t.Errorf("%d requests", asked)
	}
	before := len(s.service.Answered())
	s.service.Fail(nil)
	s.advance(stays) // past the backoff
	s.until("answers for all pages", func() bool {
		answered := s.service.Answered()[before:]
		return !slices.ContainsFunc(dayList, func(page int) bool {
			return !slices.Contains(answered, servicetest.DocumentPath(page))
		})
	})
	s.settled()
}

func (s *day) order() {
	s.turns(7, dayList...)
	keepPicture(s.t, s.session, "kiosk-turns")
	s.until("its window", s.hasKeyboard)
	if b := s.bounds(); b != s.screen {
		s.t.Errorf("the window is at %v of %v", b, s.screen)
	}
	s.pointTo(image.Pt(300, 300))
	s.pointTo(image.Pt(310, 300))
	if s.settled(); !s.pointerIsHidden(s.t) {
		s.t.Error("the pointer is seen")
	}
}

func (s *day) held() {
	s.slowly("Space")
	if !s.hasLabel() {
		s.t.Error("it does not say that it is held")
	}
	before := s.inside()
	s.advance(2*stays + stays/2)
	if s.settled(); !bytes.Equal(before, s.inside()) {
		s.t.Errorf("what is held does not stay%s", s.keepShot())
	}
	s.slowly("Space")
	s.turns(3, dayList...)
}

func (s *day) noMenus() {
	at := s.among(dayList...)
	s.slowly("F10", "Menu", "Shift+F10", "Shift+/", "Ctrl+Q", "F11", "Tab")
	s.fake(xproto.ButtonPress, 3, 0, 0)
	s.fake(xproto.ButtonRelease, 3, 0, 0)
	if s.settled(); !s.hasLabel() {
		s.t.Error("it does not say how to leave")
	}
	s.advance(4 * time.Second)
	if s.settled(); s.hasLabel() || s.among(dayList...) != at {
		s.t.Error("it turned, or still says how to leave")
	}
	s.slowly("Shift+/") // revealed text is concealed again
	s.turns(3, dayList...)
}

func (s *day) digits() {
	s.slowly("1", "2")
	if !s.hasLabel() {
		s.t.Error("the digits are not seen")
	}
	keepPicture(s.t, s.session, "kiosk-digits")
	s.until("no digits any more", func() bool { return !s.hasLabel() })
	s.typed("124")
	s.untilPage(124)
	s.advance(time.Hour - 5*time.Minute)
	if s.settled(); !s.shows(124) {
		s.t.Errorf("it went on too early%s", s.keepShot())
	}
	s.advance(5 * time.Minute)
	s.settled()
	s.turns(2, dayList...)
}

func (s *day) arrows() {
	for s.among(dayList...) != 1 {
		s.turns(1, dayList...)
	}
	for _, tt := range []struct {
		key  string
		page int
	}{{"Right", 124}, {"Left", 123}} {
		if s.slowly(tt.key); !s.shows(tt.page) {
			s.t.Errorf("%s does not lead to %d%s", tt.key, tt.page, s.keepShot())
		}
	}
	s.slowly("Escape")
	s.turns(3, dayList...)
}

func (s *day) missing() {
	s.typed("555")
	s.until("that there is no such page", func() bool { s.settled(); return s.hasLabel() })
	keepPicture(s.t, s.session, "kiosk-missing")
	s.slowly("Escape")
	s.turns(3, dayList...)
	if n := s.service.Count(servicetest.DocumentPath(555)); n != 1 {
		s.t.Errorf("the missing page was asked for %d times", n)
	}
}

// asks reports whether the prompt for the PIN is shown.
func (s *day) asks() bool {
	middle := image.Rect(screenWidth/4, screenHeight/2-60, screenWidth*3/4, screenHeight/2+60)
	return s.hasColour(middle, "\xFF\xFF\x00") && !slices.ContainsFunc(dayList, s.shows)
}

// ask holds Escape until the prompt for the PIN is shown.
func (s *day) ask() {
	s.t.Helper()
	s.hold("Escape", 2*time.Second)
	if !s.asks() {
		s.t.Fatalf("there is no question%s", s.keepShot())
	}
}

// pinQuiet is how long the question for the PIN stays without a key. A slow machine needs a part of it to check one.
const pinQuiet = 20 * time.Second

func (s *day) pin() {
	s.hold("Escape", time.Second/2)
	for tries := 0; tries < 5 && s.asks(); tries++ { // a slow machine has held it for longer
		s.slowly("Escape")
		s.hold("Escape", time.Second/2)
	}
	if !s.hasLabel() {
		s.t.Error("it does not say how long to hold Escape")
	}
	s.advance(3 * time.Second)
	s.settled()
	s.turns(1, dayList...)
	s.ask()
	s.advance(pinQuiet / 2)
	if s.settled(); !s.asks() {
		s.t.Fatal("the question does not stay")
	}
	keepPicture(s.t, s.session, "kiosk-pin")
	before := s.rest()
	s.typed("4712")
	s.slowly("Return")
	s.until("the answer to a wrong PIN", func() bool { return !bytes.Equal(before, s.inside()) })
	if s.settled(); !s.asks() {
		s.t.Errorf("after a wrong PIN nothing is asked%s", s.keepShot())
	}
	keepPicture(s.t, s.session, "kiosk-pin-wrong")
	s.typed("471")
	s.slowly("Escape")
	s.turns(2, dayList...)
}

func (s *day) playlist() {
	writePlaylist(s.t, s.display, "show = [\"104\", \"123\"]\n\ndwell = { fixed = \"soon\" }\n")
	s.until("what is wrong with it", func() bool { return strings.Contains(s.out.String(), "line 3") })
	s.turns(3, dayList...)
	writePlaylist(s.t, s.display, "show = [\"111\", \"124\"]\n"+dwells)
	s.untilList(111, 124)
	s.turns(3, 111, 124)
	if n := strings.Count(s.out.String(), "line 3"); n != 1 {
		s.t.Errorf("what is wrong is said %d times:\n%s", n, &s.out)
	}
}

// untilList waits until the pages of another playlist are requested, and turn.
func (s *day) untilList(list ...int) {
	s.t.Helper()
	s.untilAnswered(s.service.service, list...)
	s.until("another list", func() bool {
		s.advance(stays)
		s.settled()
		return slices.ContainsFunc(list, s.shows)
	})
	s.among(list...)
}

// byMinutes waits until something holds, and advances the clock by a minute at a time: a page that is read comes as
// soon as the one before it was read. It looks for a while after each, in which the program may be busy, so that the
// time of what it waits for does not pass unseen.
func (s *day) byMinutes(what string, holds func() bool) {
	s.t.Helper()
	s.until(what, func() bool {
		if holds() {
			return true
		}
		s.settled()
		s.advance(time.Minute)
		return poll(pollEvery, 3*time.Second, holds)
	})
}

func (s *day) aloud() {
	writePlaylist(s.t, s.display, "show = [\"104\", \"103/1\"]\n"+
		"dwell = { fixed = \"1m\" }\n[screen]\naloud = true\n")
	s.untilAnswered(s.service.service, 103, 104)
	s.byMinutes("what is said of the page of the list before", func() bool {
		said, _ := s.voice.all()
		return len(said) > 0
	})
	s.advance(stays) // its dwell
	// either page may be read first
	s.byMinutes("what is said of both pages, one after the other", func() bool {
		said, _ := s.voice.all()
		first := slices.IndexFunc(said, func(s string) bool { return strings.HasPrefix(s, "Bell buoy to be tuned") })
		return first >= 0 && strings.Contains(said[len(said)-1], "the lighthouse at Cape Vernier")
	})
	s.until("the page that is read", func() bool { return s.shows(103) })
	said, before := s.voice.all()
	s.advance(2 * time.Minute)
	if s.settled(); !s.shows(103) {
		s.t.Errorf("what is being said does not stay%s", s.keepShot())
	}
	s.press("Space")
	s.until("silence", func() bool { _, cut := s.voice.all(); return cut != before })
	s.settled()
	if now, _ := s.voice.all(); len(now) != len(said) {
		s.t.Errorf("more is said: %q", now[len(said):])
	}
	s.slowly("Space")
	if !s.shows(104) {
		s.t.Errorf("the list does not go on%s", s.keepShot())
	}
}

func (s *day) age() {
	writePlaylist(s.t, s.display, "show = [\"111\"]\n[screen]\nage = \"30m\"\n")
	s.untilList(111)
	s.service.Fail(servicetest.Refuse(http.StatusServiceUnavailable))
	s.advance(31 * time.Minute)
	if s.settled(); !s.hasLabel() {
		s.t.Errorf("it does not say how old it is%s", s.keepShot())
	}
	keepPicture(s.t, s.session, "kiosk-age")
	s.service.Fail(nil)
	s.advance(stays) // past the backoff
	s.untilPage(111) // without the label of its age
}

// keepPicture saves a screenshot if SEXTANT_SHOTS names a folder.
func keepPicture(t *testing.T, s *session, name string) {
	t.Helper()
	if os.Getenv("SEXTANT_SHOTS") != "" {
		whole := s.t
		s.t = t
		t.Log(name + strings.TrimPrefix(s.keepShot(), ";"))
		s.t = whole
	}
}
