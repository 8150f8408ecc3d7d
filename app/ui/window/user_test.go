package window

import (
	"bytes"
	"image"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sextant/app/settings"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// A user uses a window of a service by keys and by mouse, in virtual time. The test runs on the UI goroutine.
type user struct {
	*Window
	loop    testkit.Loop
	t       *testing.T
	service *servicetest.Service
	dir     string // the profile's folder
	change  func(*settings.Settings)
	session bool // the window is one of a set
	set     *Set // nil without a session
}

// inWindow runs a test with a window of 800x640, of a service with a handler.
func inWindow(t *testing.T, handler http.Handler, change func(*settings.Settings), f func(t *testing.T, u *user)) {
	t.Helper()
	(&user{change: change}).begin(t, handler, f)
}

// inSession is inWindow with a set of windows, at first of one.
func inSession(t *testing.T, handler http.Handler, change func(*settings.Settings), f func(t *testing.T, u *user)) {
	t.Helper()
	(&user{change: change, session: true}).begin(t, handler, f)
}

func (u *user) begin(t *testing.T, handler http.Handler, f func(t *testing.T, u *user)) {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
	t.Setenv("DISPLAY", "")
	t.Setenv("PATH", "") // no speech programs
	u.dir = t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		u.t, u.service = t, servicetest.ServeVirtual(t, handler)
		u.open()
		f(t, u)
		u.end()
	})
}

// again restarts the program.
func (u *user) again() {
	u.t.Helper()
	u.pass(time.Second) // until all is saved
	u.end()
	u.open()
}

// end ends the program.
func (u *user) end() {
	_ = u.parts.Box.SaveLast()
	if u.session {
		u.set.Stop()
	} else {
		u.Stop()
	}
	u.parts.Listen.Close()
	u.parts.Tuner.End()
	u.rest()
}

// open starts the program with a window.
func (u *user) open() {
	u.t.Helper()
	tuner, box := hosttest.Tune(u.t, u.dir, u.service, func(s *settings.Settings) {
		s.KnowsDemo, s.Refresh, s.Freshness = true, 3600, 3600
		if u.change != nil {
			u.change(s)
		}
	}, u.loop.Do)
	profile := settings.Profile{Dir: u.dir}
	if u.session {
		u.set = newSetOf(u.t, tuner, box, profile, u.loop.Do, func() {})
		u.Window = u.set.Front()
	} else {
		u.Window = newWindowOf(u.t, tuner, box, profile, u.loop.Do)
		fyne.CurrentApp().Settings().SetTheme(core.Theme())
	}
	u.win.Resize(fyne.NewSize(800, 640))
	u.Begin(false, nil)
	if u.session {
		u.Show()
	}
	u.rest()
	u.Canvas().Capture() // the positions of cells are known once they are drawn
	u.rest()
}

// rest runs posted functions until there are no more, without letting time pass.
func (u *user) rest() { u.loop.Settle() }

// pass lets time pass.
func (u *user) pass(d time.Duration) {
	const frame = 10 * time.Millisecond
	for ; d > 0; d -= frame {
		u.rest()
		time.Sleep(min(d, frame))
	}
	u.rest()
}

// press presses keys, each after what the one before started has finished.
func (u *user) press(keys ...string) {
	u.t.Helper()
	for _, key := range keys {
		hosttest.Press(u.t, u.Canvas(), key)
		u.rest()
	}
}

// typed types a text.
func (u *user) typed(text string) {
	hosttest.Type(u.Canvas(), text)
	u.rest()
}

// inside returns what is drawn in the window.
func (u *user) inside() *image.RGBA { return hosttest.Shot(u.Canvas(), u.win.Content()) }

// pressAndSee presses a key, after which the window must look different. With the race detector it only presses it,
// because pictures take twenty times as long.
func (u *user) pressAndSee(key string) {
	u.t.Helper()
	if race.Enabled {
		u.press(key)
		return
	}
	before := u.inside()
	if u.press(key); bytes.Equal(before.Pix, u.inside().Pix) {
		u.t.Errorf("nothing is to be seen of %s", key)
	}
}

// texts returns the visible texts of the window, or of its top overlay.
func (u *user) texts() (list []*canvas.Text) {
	var o fyne.CanvasObject = u.win.Content()
	if top := u.Canvas().Overlays().Top(); top != nil {
		o = top
	}
	for _, t := range widgettest.Seen(o) {
		if text, is := t.(*canvas.Text); is && text.Text != "" {
			list = append(list, text)
		}
	}
	return list
}

// says returns the visible text of the window, or of its top overlay.
func (u *user) says() string {
	var words []string
	for _, t := range u.texts() {
		words = append(words, t.Text)
	}
	return strings.Join(words, "|")
}

// at returns the middle of a visible text, which may continue with a colon.
func (u *user) at(text string) fyne.Position {
	u.t.Helper()
	for _, t := range u.texts() {
		if t.Text == text || strings.HasPrefix(t.Text, text+":") {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(t)
			return at.AddXY(min(t.MinSize().Width, t.Size().Width)/2, t.Size().Height/2)
		}
	}
	u.t.Fatalf("%q is not there, but %q", text, u.says())
	return fyne.Position{}
}

// tap clicks a visible text.
func (u *user) tap(text string) {
	u.t.Helper()
	test.TapCanvas(u.Canvas(), u.at(text))
	u.rest()
}

// plain checks that nothing covers the window.
func (u *user) plain(after string) {
	u.t.Helper()
	if u.covered() {
		u.t.Errorf("after %s there is %q over the window", after, u.says())
		u.uncover()
	}
}

// expectPlace checks that the title starts with a place.
func (u *user) expectPlace(place string) {
	u.t.Helper()
	if title := u.page.Title(); !strings.HasPrefix(title, place) {
		u.t.Errorf("the page is %q, not %s", title, place)
	}
}

// keeps waits for saving, and checks that a file of the profile contains a text.
func (u *user) keeps(file, text string) {
	u.t.Helper()
	u.pass(time.Second)
	data, err := os.ReadFile((settings.Profile{Dir: u.dir}).Path(file))
	if err != nil || !strings.Contains(string(data), text) {
		u.t.Errorf("%s has %s, not %s (%v)", file, data, text, err)
	}
}
