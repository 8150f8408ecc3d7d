package endtoend

import (
	"image"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"
)

// untilBack waits until only the window is there, where it was, with a page and the keyboard.
func (k *kiosk) untilBack(at image.Rectangle, page int) {
	k.t.Helper()
	k.until("only the window", func() bool { return len(k.own()) == 1 && k.hasKeyboard() })
	if got := k.bounds(); got != at {
		k.t.Errorf("the window is at %v, and was at %v", got, at)
	}
	k.untilPicture(k.picture(page, 1), plain)
}

// TestScreenFromTheWindow shows the playlist on a public screen from the window, whose clock is moved by its dwell
// time, and leaves it by holding Escape, and by holding the upper right corner. The window is where it was then, and
// has the keyboard. Then it shows another page, which is on the screen when the program ends.
func TestScreenFromTheWindow(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	service, picture := serveDemo(t)
	list := "show = [\"102/1\", \"103/1\"]\n" + dwells + "[screen]\nmargins = 0\n"
	if err := os.MkdirAll(profile(d.dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(profile(d.dir), "playlist.toml"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	withSettings(t, d, map[string]any{"knowsDemo": true})
	k := &kiosk{d.start(t, nil, service.options()...), picture}
	k.untilPicture(picture(100, 1), plain)
	at := k.bounds()

	k.step("held Escape", func() {
		k.named("show the playlist on")
		k.until("102 or 103 on the screen", func() bool { return k.shows(102) || k.shows(103) })
		k.begin(service, 102, 103)
		k.until("the screen to have the keyboard", k.hasKeyboard)
		k.turns(2, 102, 103)
		k.press("F12")
		k.until("how to leave", k.hasLabel)
		k.hold("Escape", 2*time.Second)
		k.untilBack(at, 100)
	})
	k.step("held corner", func() {
		k.named("show the playlist on")
		k.until("102 or 103 on the screen", func() bool { return k.shows(102) || k.shows(103) })
		k.until("the screen to have the keyboard", k.hasKeyboard)
		k.pointTo(image.Pt(k.screen.Max.X/2, k.screen.Max.Y/2))
		k.fake(xproto.ButtonPress, 1, 0, 0)
		k.settled()
		k.advance(3 * time.Second)
		k.fake(xproto.ButtonRelease, 1, 0, 0)
		k.settled()
		if len(k.own()) != 2 {
			t.Error("the middle of the screen leaves")
		}
		k.pointTo(image.Pt(k.screen.Max.X-10, 10))
		k.fake(xproto.ButtonPress, 1, 0, 0)
		k.settled()
		k.advance(2 * time.Second)
		k.until("the screen to be left", func() bool { return len(k.own()) == 1 })
		k.fake(xproto.ButtonRelease, 1, 0, 0)
		k.untilBack(at, 100)
	})
	k.step("the page", func() {
		k.typed("103")
		k.untilPicture(picture(103, 1), plain)
		k.named("show this page on")
		k.until("a second window", func() bool { return len(k.own()) == 2 && k.hasKeyboard() })
		k.until("the page without anything else", func() bool { return k.bounds() == k.screen })
		_ = k.cmd.Process.Signal(syscall.SIGTERM)
		k.expectEnd()
	})
}
