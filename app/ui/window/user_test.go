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

// A user has a window of a service, in virtual time, and uses it by keys and by the mouse. The UI goroutine is the
// test's.
type user struct {
	*Window
	loop    testkit.Loop
	t       *testing.T
	service *servicetest.Service
	dir     string // of the profile
	change  func(*settings.Settings)
}

// inWindow runs a test with a window of 800x640 of a service that has a handler.
func inWindow(t *testing.T, handler http.Handler, change func(*settings.Settings), f func(t *testing.T, u *user)) {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+t.TempDir()+"/none")
	t.Setenv("DISPLAY", "")
	t.Setenv("PATH", "") // nothing that would speak
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		u := &user{t: t, service: servicetest.ServeVirtual(t, handler), dir: dir, change: change}
		u.open()
		f(t, u)
		u.end()
	})
}

// again ends the program and starts it again.
func (u *user) again() {
	u.t.Helper()
	u.pass(time.Second) // by which all is saved
	u.end()
	u.open()
}

// end ends the program.
func (u *user) end() {
	u.Stop()
	u.parts.Listen.Close()
	u.parts.Tuner.End()
	u.rest()
}

// open opens the window.
func (u *user) open() {
	u.t.Helper()
	tuner, box := hosttest.Tune(u.t, u.dir, u.service, func(s *settings.Settings) {
		s.KnowsDemo, s.Refresh, s.Freshness = true, 3600, 3600
		if u.change != nil {
			u.change(s)
		}
	}, u.loop.Do)
	u.Window = newWindowOf(u.t, tuner, box, settings.Profile{Dir: u.dir}, u.loop.Do)
	fyne.CurrentApp().Settings().SetTheme(core.Theme())
	u.win.Resize(fyne.NewSize(800, 640))
	u.Begin(false, nil)
	u.rest()
	u.Canvas().Capture() // where what is on the page stands is known once it is drawn
	u.rest()
}

// rest runs what is posted until nothing more comes without time passing.
func (u *user) rest() { u.loop.Settle() }

// pass lets time go by.
func (u *user) pass(d time.Duration) {
	const frame = 10 * time.Millisecond
	for ; d > 0; d -= frame {
		u.rest()
		time.Sleep(min(d, frame))
	}
	u.rest()
}

// press presses keys, each as soon as what the one before was for is done.
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

// inside is what is seen in the window.
func (u *user) inside() *image.RGBA { return hosttest.Shot(u.Canvas(), u.win.Content()) }

// pressAndSee presses a key, after which the window must look different. Under the race detector, where a picture takes
// twenty times as long, it only presses.
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

// texts are those that are seen in the window, or in what lies over it.
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

// says are all words that are seen there.
func (u *user) says() string {
	var words []string
	for _, t := range u.texts() {
		words = append(words, t.Text)
	}
	return strings.Join(words, "|")
}

// at is the middle of a text that is seen in the window, or in what lies over it, also of one that goes on with a
// colon.
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

// tap clicks a text that is seen.
func (u *user) tap(text string) {
	u.t.Helper()
	test.TapCanvas(u.Canvas(), u.at(text))
	u.rest()
}

// plain fails where something lies over the window.
func (u *user) plain(after string) {
	u.t.Helper()
	if u.covered() {
		u.t.Errorf("after %s there is %q over the window", after, u.says())
		u.uncover()
	}
}

// expectPlace fails where the title names another page.
func (u *user) expectPlace(place string) {
	u.t.Helper()
	if title := u.page.Title(); !strings.HasPrefix(title, place) {
		u.t.Errorf("the page is %q, not %s", title, place)
	}
}

// keeps fails where a file of the profile does not have a text in a moment.
func (u *user) keeps(file, text string) {
	u.t.Helper()
	u.pass(time.Second)
	data, err := os.ReadFile((settings.Profile{Dir: u.dir}).Path(file))
	if err != nil || !strings.Contains(string(data), text) {
		u.t.Errorf("%s has %s, not %s (%v)", file, data, text, err)
	}
}
