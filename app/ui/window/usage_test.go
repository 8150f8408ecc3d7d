package window

import (
	"bytes"
	"image"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
)

// TestScanFollowsLink reads with a single key: the focus moves automatically, and Enter follows the focused link.
func TestScanFollowsLink(t *testing.T) {
	inWindow(t, servicetest.Demo(t), func(s *settings.Settings) { s.Scan, s.LargePointer = 1, true },
		func(t *testing.T, u *user) {
			u.typed("150")
			u.Canvas().Capture()
			for range 60 {
				if u.press("Enter"); !strings.HasPrefix(u.page.Title(), "150") {
					return
				}
				u.pass(500 * time.Millisecond)
			}
			t.Errorf("after half a minute the page is %q", u.page.Title())
		})
}

// TestPageBarBesidePanel opens the recordings and the player in a window of 480x360. They must not cover the page bar
// or the colour keys, which must look as without the panel.
func TestPageBarBesidePanel(t *testing.T) {
	inWindow(t, servicetest.Demo(t), func(s *settings.Settings) { s.Keypad = true }, func(t *testing.T, u *user) {
		u.win.Resize(fyne.NewSize(480, 360))
		keys := func() *image.RGBA { return hosttest.Shot(u.Canvas(), u.page.Colours) }
		u.press("Ctrl+M")
		u.press("Enter")
		if !u.media.Bar().Visible() {
			t.Fatal("there is no player")
		}
		u.press("Down", "Up", "Down", "Up")
		for _, bar := range []fyne.CanvasObject{u.page.Bar, u.page.Colours} {
			top := fyne.CurrentApp().Driver().AbsolutePositionForObject(bar).Y
			for _, o := range []fyne.CanvasObject{u.media.Panel(), u.media.Bar()} {
				if end := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y + o.Size().Height; end > top {
					t.Errorf("%T ends at %v, and %T begins at %v", o, end, bar, top)
				}
			}
		}
		with := keys()
		if u.press("Ctrl+M"); u.media.Panel().Visible() || !bytes.Equal(with.Pix, keys().Pix) {
			t.Error("beside the panel the colour keys look different")
		}
	})
}

// TestSettingsByKeys uses the settings by the keyboard: each page, a choice that takes effect at once and its reset,
// the search, and a number that is refused.
func TestSettingsByKeys(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		u.pressAndSee("Ctrl+,")
		for range 7 { // the first one leaves the search
			u.pressAndSee("Down")
		}
		u.pressAndSee("Home")
		u.pressAndSee("d")                      // Display
		u.press("Tab", "Tab", "Right", "Right") // past the language, and past dark
		u.keeps(settings.File, `"theme": "light"`)
		u.press("Tab", "Enter") // resets it
		u.keeps(settings.File, `"theme": "system"`)
		u.press("Ctrl+F")
		u.typed("cache")
		u.press("Enter") // to the first row found
		retype := func(text string, want int, marked bool) {
			t.Helper()
			u.press("Ctrl+A")
			u.typed(text)
			u.press("Enter")
			if got := u.parts.Box.Get().StoreMB; got != want || strings.Contains(u.says(), "must be from") != marked {
				t.Errorf("%s makes %d, and it says %q", text, got, u.says())
			}
		}
		retype("75", 75, false)
		retype("0", 75, true)
		retype("80", 80, false)
		u.keeps(settings.File, `"storeLimitMB": 80`)
		u.press("Esc")
		u.typed("101")
		u.expectPlace("101")
	})
}

// TestLanguageAtOnce changes the language. The page and the history must stay.
func TestLanguageAtOnce(t *testing.T) {
	t.Cleanup(func() { _ = say.Use("en") })
	r := newRig(t)
	w := r.Front()
	for _, page := range []int{100, 101} {
		w.GoTo(teletext.Place{Page: page})
		r.until(t, "the page", func() bool { return w.page.Nav.Shown().Page == page })
	}
	w.table.Do("prefs.show")
	for language, title := range map[string]string{
		"fi": "Asetukset", "sv": "Inställningar", "de": "Einstellungen", "en": "Settings",
	} {
		r.parts.Box.Change(func(s *settings.Settings) { s.Language = language })
		r.until(t, title, func() bool { return r.Front().Command("prefs.show").Title == title+"…" })
		if !r.Front().prefs.IsOpen() {
			t.Errorf("%s: the settings are closed", language)
		}
		r.until(t, "the page in "+language, func() bool { return r.Front().page.Nav.Shown().Page != 0 })
		if len(r.list) != 1 || r.Front().page.Nav.Shown().Page != 101 {
			t.Errorf("%s: %d windows, the first of which is at %v", language, len(r.list), r.Front().page.Nav.Shown())
		}
		if back, is := r.Front().page.Nav.BackTo(); !is || back.Page != 100 {
			t.Errorf("%s: Back leads to %v", language, back)
		}
	}
}

// TestLanguageWhileLoading changes the language while a page is loading, and while there is none to show. The requested
// page must be shown in the end.
func TestLanguageWhileLoading(t *testing.T) {
	f := &servicetest.Failing{Handler: servicetest.Demo(t)}
	inWindow(t, f, nil, func(t *testing.T, u *user) {
		renew := func() {
			t.Helper()
			again := testkit.Must(u.Renewed())(t)
			u.Window = again
			u.rest()
		}
		u.service.Hold()
		u.typed("712")
		renew()
		u.expectPlace("100")
		renew()
		u.service.Release()
		u.rest()
		u.expectPlace("712")

		f.Fail(servicetest.Lobby)
		u.end()
		u.dir = t.TempDir()
		u.open() // with nothing stored
		u.typed("712")
		if got := u.State().Page; got != "712" {
			t.Errorf("saved is %q", got)
		}
		renew()
		f.Fail(nil)
		u.press("F5")
		u.expectPlace("712")
	})
}
