package endtoend

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit/servicetest"

	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
)

// A kiosk is a running public screen, with the pictures of the pages that it may show.
type kiosk struct {
	*session
	picture func(page, subpage int) *picture
}

// writePlaylist writes a playlist beside the profile. It has no margins, so that pages are as large as they fit, and
// unless the list sets it no age at which pages are stale, because the clock may be moved past it.
func writePlaylist(t *testing.T, d *display, list string) (path string) {
	t.Helper()
	path = filepath.Join(d.dir, "list.toml")
	whole, screen := list, "[screen]\nmargins = 0\n"
	if !strings.Contains(list, "\nage = ") {
		screen += "age = \"0s\"\n"
	}
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

// stays is the dwell time of pages. It is longer than any test: the clock is moved by it.
const stays = 10 * time.Minute

// dwells is the line of a playlist that sets the dwell time.
const dwells = "dwell = { fixed = \"10m\" }\n"

// knows makes a profile remember that the hint how to leave a public screen was shown. Unless it has settings, the
// service allows many requests: pages age by the clock that is moved, while the requests of an hour are counted by that
// of the computer, so that a test of hours would use them up in minutes.
func knows(t *testing.T, d *display) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(profile(d.dir), "settings.json")); err != nil {
		withSettings(t, d, map[string]any{
			"knowsDemo": true, "requestsPerHour": 1_000_000, "requestsPerDay": 10_000_000,
		})
	}
	f, err := os.OpenFile(filepath.Join(profile(d.dir), "kiosk-place"), os.O_CREATE, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// startKiosk runs a public screen with a playlist.
func startKiosk(t *testing.T, d *display, s *service,
	picture func(page, subpage int) *picture, list string, env ...string,
) *kiosk {
	t.Helper()
	knows(t, d)
	args := append(s.options(), "--kiosk", writePlaylist(t, d, list))
	return &kiosk{d.run(t, env, args...), picture}
}

// shows reports whether only a page is on the screen, as large as it fits.
func (k *kiosk) shows(page int) bool {
	return fits(k.shot(k.screen), k.picture(page, 1), onScreen, k.screen.Dx(), k.screen.Dy())
}

// untilPage waits until a page is on the screen.
func (k *kiosk) untilPage(page int) {
	k.t.Helper()
	k.until(k.picture(page, 1).name+" on the screen", func() bool { return k.shows(page) })
}

// among returns the index of the page on the screen in a list, which must have it.
func (k *kiosk) among(list ...int) (at int) {
	k.t.Helper()
	if at = slices.IndexFunc(list, k.shows); at < 0 {
		k.t.Fatalf("none of %v is on the screen%s\n%s", list, k.keepShot(), &k.out)
	}
	return at
}

// turns moves the clock by the dwell time n times, and expects the next page of the list each time. Its document is old
// then, and its picture is only asked for after that. Requests end before the clock moves: an answer during which ten
// minutes pass is too old for a picture.
func (k *kiosk) turns(n int, list ...int) {
	k.t.Helper()
	for at := k.among(list...); n > 0; n-- {
		at = (at + 1) % len(list)
		k.settled()
		k.advance(stays)
		k.untilPage(list[at])
	}
}

// begin waits until the pages of a list were requested and answered, and one of them is on the screen.
func (k *kiosk) begin(of *service, list ...int) {
	k.t.Helper()
	k.untilAnswered(of, list...)
	k.among(list...)
}

// untilAnswered waits until the pages of a list were requested and answered.
func (k *kiosk) untilAnswered(of *service, list ...int) {
	k.t.Helper()
	k.until(fmt.Sprint("answers for ", list), func() bool {
		answered := of.Answered()
		return !slices.ContainsFunc(list, func(page int) bool {
			return !slices.Contains(answered, servicetest.DocumentPath(page))
		})
	})
	k.settled()
}

// end ends the program by SIGINT, and expects status 0.
func (k *kiosk) end() {
	k.t.Helper()
	_ = k.cmd.Process.Signal(os.Interrupt)
	k.expectEnd()
}

// hold holds a key down for a time by the clock of the public screen.
func (k *kiosk) hold(key string, d time.Duration) {
	k.t.Helper()
	k.fake(xproto.KeyPress, k.code(key), 0, 0)
	k.settled()
	k.advance(d)
	k.settled()
	k.fake(xproto.KeyRelease, k.code(key), 0, 0)
	if !isClosed(k.ended) {
		k.settled()
	}
}

// hasLabel reports whether there is a label in the upper right corner, in white. Pages of the demo have nothing white
// there.
func (k *kiosk) hasLabel() bool {
	return k.hasColour(image.Rect(k.screen.Max.X*4/5, 0, k.screen.Max.X, 40), "\xFF\xFF\xFF")
}

// pointerIsHidden reports whether the pointer is invisible.
func (d *display) pointerIsHidden(t *testing.T) bool {
	t.Helper()
	if err := addExtension(d.conn, "XFIXES"); err != nil {
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
