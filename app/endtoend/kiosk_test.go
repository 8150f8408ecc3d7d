package endtoend

import (
	"bytes"
	"image"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"

	"sextant/app/guard"
	"sextant/app/settings"
	"sextant/app/testkit/race"
)

// A kiosk is a public screen while it runs, with the pictures of what it may show.
type kiosk struct {
	*session
	picture func(page, subpage int) *picture
}

// writePlaylist puts a playlist beside the profile, without margins, so that pages are as large as they fit.
func writePlaylist(t *testing.T, d *display, list string) (path string) {
	t.Helper()
	path = filepath.Join(d.dir, "list.toml")
	whole, screen := list, "[screen]\nmargins = 0\n"
	if strings.Contains(list, "[screen]\n") {
		whole = strings.Replace(list, "[screen]\n", screen, 1)
	} else {
		whole += "\n" + screen
	}
	if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// startKiosk runs a public screen with a playlist.
func startKiosk(t *testing.T, d *display, s *service,
	picture func(page, subpage int) *picture, list string, env ...string,
) *kiosk {
	t.Helper()
	args := append(s.options(), "--kiosk", writePlaylist(t, d, list))
	return &kiosk{d.run(t, env, args...), picture}
}

// shows reports whether a page is on the screen, as large as it fits, and nothing else.
func (k *kiosk) shows(page int) bool {
	return fits(k.shot(k.screen), k.picture(page, 1), onScreen, k.screen.Dx(), k.screen.Dy())
}

// untilPage waits until a page is on the screen.
func (k *kiosk) untilPage(page int) {
	k.t.Helper()
	k.until(k.picture(page, 1).name+" on the screen", func() bool { return k.shows(page) })
}

// goneThrough waits for so many pages to have been on the screen, and gives them in their order.
func (k *kiosk) goneThrough(n int, among ...int) (seen []int) {
	k.t.Helper()
	k.until("pages that turn", func() bool {
		at := slices.IndexFunc(among, k.shows)
		if at >= 0 && (len(seen) == 0 || seen[len(seen)-1] != among[at]) {
			seen = append(seen, among[at])
		}
		return len(seen) == n
	})
	return seen
}

// end ends the program as a system does, and expects a good end.
func (k *kiosk) end() {
	k.t.Helper()
	_ = k.cmd.Process.Signal(os.Interrupt)
	k.expectEnd()
}

// hold presses a key for a while.
func (d *display) hold(key string, d2 time.Duration) {
	d.fake(xproto.KeyPress, d.code(key), 0, 0)
	time.Sleep(d2) // in which it is held
	d.fake(xproto.KeyRelease, d.code(key), 0, 0)
}

// hasLabel reports whether words stand in the upper right corner, in white. Pages of the demo have nothing white there.
func (k *kiosk) hasLabel() bool {
	return k.hasColour(image.Rect(k.screen.Max.X*4/5, 0, k.screen.Max.X, 40), "\xFF\xFF\xFF")
}

// pointerIsHidden reports whether nothing can be seen of the pointer.
func (d *display) pointerIsHidden(t *testing.T) bool {
	t.Helper()
	if err := xfixes.Init(d.conn); err != nil {
		t.Fatal(err)
	}
	if _, err := xfixes.QueryVersion(d.conn, 5, 0).Reply(); err != nil {
		t.Fatal(err)
	}
	c, err := xfixes.GetCursorImage(d.conn).Reply()
	if err != nil {
		t.Fatal(err)
	}
	return !slices.ContainsFunc(c.CursorImage, func(pixel uint32) bool { return pixel>>24 != 0 })
}

// TestKioskTurns sees the pages of a list in their order over the whole screen, without a pointer.
func TestKioskTurns(t *testing.T) {
	t.Parallel()
	s, picture := serveDemo(t)
	d := newDisplay(t)
	k := startKiosk(t, d, s, picture, `show = ["104", "123-124", "120"]
dwell = { fixed = "2s" }`)
	k.untilPage(120) // by then all have come
	seen := k.goneThrough(9, 104, 123, 124, 120)
	for i := range seen[1:] {
		order := []int{104, 123, 124, 120}
		if at := slices.Index(order, seen[i]); seen[i+1] != order[(at+1)%len(order)] {
			t.Fatalf("in this order: %v", seen)
		}
	}
	keepPicture(t, k.session, "kiosk-turns")
	k.until("its window", k.hasKeyboard)
	if b := k.bounds(); b != k.screen {
		t.Errorf("the window is at %v of %v", b, k.screen)
	}
	k.pointTo(image.Pt(300, 300))
	k.pointTo(image.Pt(310, 300))
	k.until("the pointer to be hidden", func() bool { return k.pointerIsHidden(t) })
	k.end()
}

// TestKioskKeys lets viewers hold the list and look around. What opens menus elsewhere does nothing.
func TestKioskKeys(t *testing.T) {
	t.Parallel()
	s, picture := serveDemo(t)
	d := newDisplay(t)
	k := startKiosk(t, d, s, picture, `show = ["104", "123"]
dwell = { fixed = "1s" }
[screen]
quiet = "5s"`)
	k.goneThrough(2, 104, 123)
	k.until("the keyboard", k.hasKeyboard)
	k.step("Space holds, and goes on", func() {
		k.press("Space")
		k.until("that it is held", k.hasLabel)
		before := k.rest()
		time.Sleep(2500 * time.Millisecond) // more than two turns of the list
		if !bytes.Equal(before, k.inside()) {
			k.t.Error("what is held does not stay")
		}
		k.press("Space")
		k.goneThrough(3, 104, 123)
	})
	k.step("no menus", func() {
		k.slowly("F10", "Menu", "Shift+F10", "Shift+/", "Ctrl+Q", "F11", "Tab")
		k.fake(xproto.ButtonPress, 3, 0, 0)
		k.fake(xproto.ButtonRelease, 3, 0, 0)
		k.goneThrough(3, 104, 123)
	})
	k.step("digits, and on after some quiet", func() {
		k.slowly("1", "2")
		k.until("the digits", k.hasLabel)
		keepPicture(k.t, k.session, "kiosk-digits")
		k.until("no digits any more", func() bool { return !k.hasLabel() })
		k.typed("124")
		k.untilPage(124)
		start := time.Now()
		k.untilPage(104)
		if quiet := time.Since(start); quiet < 4*time.Second {
			k.t.Errorf("the list went on after %v", quiet)
		}
	})
	k.step("arrows", func() {
		k.untilPage(123)
		k.press("Right")
		k.untilPage(124)
		k.press("Left")
		k.untilPage(123)
		k.press("Escape")
		k.goneThrough(3, 104, 123)
	})
	k.step("a page that is not there", func() {
		k.typed("555")
		k.until("that there is no such page", k.hasLabel)
		keepPicture(k.t, k.session, "kiosk-missing")
		k.press("Escape")
		k.goneThrough(3, 104, 123)
		if n := s.count(documentPath(555)); n != 1 {
			k.t.Errorf("the missing page was asked for %d times", n)
		}
	})
	k.step("Escape for a moment", func() {
		k.hold("Escape", time.Second)
		k.goneThrough(4, 104, 123)
	})
	k.step("Escape for two seconds", func() {
		k.hold("Escape", 2500*time.Millisecond)
		k.expectEnd()
	})
}

// TestKioskPIN ends the program by a PIN and by no other digits.
func TestKioskPIN(t *testing.T) {
	t.Parallel()
	s, picture := serveDemo(t)
	d := newDisplay(t)
	p, err := settings.OpenProfile(profile(d.dir))
	if err == nil {
		err = guard.SetPIN(p, "4711")
	}
	if err != nil {
		t.Fatal(err)
	}
	k := startKiosk(t, d, s, picture, `show = ["104", "123"]
dwell = { fixed = "1s" }`)
	k.goneThrough(2, 104, 123)
	k.until("the keyboard", k.hasKeyboard)
	middle := image.Rect(screenWidth/4, screenHeight/2-60, screenWidth*3/4, screenHeight/2+60)
	asks := func() bool { return k.hasColour(middle, "\xFF\xFF\x00") && !k.shows(104) && !k.shows(123) }
	k.hold("Escape", 2500*time.Millisecond)
	k.until("the question", asks)
	if k.settled(); !asks() {
		t.Fatal("the question does not stay")
	}
	keepPicture(t, k.session, "kiosk-pin")
	k.typed("4712")
	k.slowly("Return")
	if !asks() {
		t.Error("there is no answer to a wrong PIN")
	}
	keepPicture(t, k.session, "kiosk-pin-wrong")
	k.typed("471")
	k.press("Escape")
	k.goneThrough(2, 104, 123)
	k.hold("Escape", 2500*time.Millisecond)
	k.until("the question", asks)
	k.typed("4711")
	k.press("Return")
	k.expectEnd()
}

// TestKioskPlaylist breaks the playlist while it is shown, which is reported while the one before goes on, and mends
// it.
func TestKioskPlaylist(t *testing.T) {
	t.Parallel()
	s, picture := serveDemo(t)
	d := newDisplay(t)
	k := startKiosk(t, d, s, picture, `show = ["104", "123"]
dwell = { fixed = "1s" }`)
	k.goneThrough(2, 104, 123)
	writePlaylist(t, d, `show = ["104", "123"]

dwell = { fixed = "soon" }`)
	k.until("what is wrong with it", func() bool { return strings.Contains(k.out.String(), "line 3") })
	t.Logf("%s", &k.out)
	k.goneThrough(3, 104, 123)
	writePlaylist(t, d, `show = ["120", "124"]
dwell = { fixed = "1s" }`)
	k.goneThrough(3, 120, 124)
	if told := strings.Count(k.out.String(), "line 3"); told != 1 {
		t.Errorf("told %d times:\n%s", told, &k.out)
	}
	k.end()
}

// TestRecordedKiosk lets the recorded subpages turn by themselves over the whole screen.
func TestRecordedKiosk(t *testing.T) {
	t.Parallel()
	service, pictures := serveSamples(t)
	d := newDisplay(t)
	k := startKiosk(t, d, service, nil, `show = ["100"]
dwell = { least = "1s" }`)
	left := pictures[:]
	fit := func(p *picture) bool { return fits(k.shot(k.screen), p, onScreen, screenWidth, screenHeight) }
	k.until("all four pictures", func() bool {
		left = slices.DeleteFunc(slices.Clone(left), fit)
		return len(left) == 0
	})
	k.until("the first picture again", func() bool { return fit(pictures[0]) })
	k.end()
	for i := range pictures {
		if n := service.count(picturePath(100, i+1)); n != 1 {
			t.Errorf("picture %d was asked for %d times", i+1, n)
		}
	}
}

// TestKioskBeginsDuringFailure begins while a web page comes in the place of every answer, with nothing stored. The
// time is shown meanwhile, and the page when that is mended.
func TestKioskBeginsDuringFailure(t *testing.T) {
	race.Skip(t, "it waits for real faults to pass")
	t.Parallel()
	m, picture := serveMoody(t)
	m.fail(lobby)
	d := newDisplay(t)
	k := &kiosk{d.run(t, nil, append(m.options(), "--kiosk", "104")...), picture}
	clock := image.Rect(screenWidth/4, screenHeight*10/24, screenWidth*3/4, screenHeight*14/24)
	k.until("the time in yellow", func() bool { return k.hasColour(clock, "\xFF\xFF\x00") })
	keepPicture(t, k.session, "kiosk-standby")
	k.until("a request", func() bool { return m.count(documentPath(104)) > 0 })
	m.fail(nil)
	inside := image.Rect(32, 20, 1248, 780) // without the usual margins
	k.until("the page", func() bool {
		return fits(k.shot(inside), picture(104, 1), onScreen, inside.Dx(), inside.Dy())
	})
	keepPicture(t, k.session, "kiosk-page")
	if asked := len(m.asked()); asked > 12 {
		t.Errorf("%d requests", asked)
	}
	k.end()
}

// TestKioskTellsItsAge lets the service fail while a public screen turns a page, counts what it is asked, and sees that
// the age of the page stands in the corner until it is up to date again.
func TestKioskTellsItsAge(t *testing.T) {
	t.Parallel()
	m, picture := serveMoody(t)
	d := newDisplay(t)
	k := startKiosk(t, d, m.service, picture, `show = ["104"]
[screen]
age = "5s"`)
	k.untilPage(104)
	m.fail(refuse(http.StatusServiceUnavailable))
	k.until("its age", k.hasLabel)
	keepPicture(t, k.session, "kiosk-age")
	before := len(m.asked())
	time.Sleep(5 * time.Second) // in which it would be asked as often as the budget lets
	if asked := len(m.asked()) - before; asked > 4 {
		t.Errorf("a service that fails was asked %d times in 5 s", asked)
	}
	m.fail(nil)
	k.untilPage(104) // without its age
	k.end()
}
