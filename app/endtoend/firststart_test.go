package endtoend

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestFirstStart starts without a profile: a window that suits the screen shows the demo at once, with the recordings
// and the keypad beside it, below a hint that is closed for good. A downloaded recording is still there after a
// restart, and not downloaded again.
func TestFirstStart(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	d := newDisplay(t)
	d.stranger = true
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	front := pictures(t, handler)(100, 1)
	const strip = 36
	s := d.start(t, nil)
	below := withDownloads
	below.top = strip
	s.untilPicture(front, below)
	in := s.bounds()
	if part := float64(in.Dx()*in.Dy()) / (screenWidth * screenHeight); part < 0.6 || part > 0.8 {
		t.Errorf("the window has %.2f of the screen: %v", part, in)
	}
	if off := in.Min.Add(in.Max).Div(2).Sub(d.screen.Max.Div(2)); off.X < -20 ||
		off.X > 20 || off.Y < -20 || off.Y > 20 {
		t.Errorf("it is not in the middle: %v", in)
	}
	s.clickAt(panelWidth+22, strip/2)
	s.pointAway()
	s.untilPicture(front, withDownloads)
	s.downloadOne()
	s.quit()
	s = d.start(t, nil)
	s.untilPicture(front, withDownloads)
	if again := s.bounds(); again != in {
		t.Errorf("the second time it is at %v, not %v", again, in)
	}
	s.downloadOne()
	s.settled()
	if all := recordings(t, d.dir, ""); len(all) != 1 {
		t.Errorf("kept: %v", all)
	}
	s.quit()
	if made, err := os.ReadDir(filepath.Join(d.dir, "config")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("outside of the profile there are %v, %v", made, err)
	}
}

// downloadOne downloads the first recording by its key.
func (s *session) downloadOne() {
	s.t.Helper()
	s.untilNew(secondRow)
	s.clickAt(panelWidth/2, filterEntry)
	s.settled()
	s.press("Down", "D") // from the search field into the list
	s.until("one recording on the disk", func() bool { return len(recordings(s.t, s.dir, ".mp3")) == 1 })
}

// TestWindowsSize changes the size and the place of the window, and of what is in it.
func TestWindowsSize(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	t.Run("place", windowsPlace)
	t.Run("interface", interfaceSize)
}

// windowsPlace moves, resizes and maximises the window: each is restored. If an opened panel would make the page
// smaller than its picture, the window becomes wider, and narrower again when it is closed, unless it was resized
// meanwhile.
func windowsPlace(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	service, picture := serveDemo(t)
	s := d.start(t, nil, service.options()...)
	s.untilPicture(picture(100, 1), plain)
	want := image.Rect(0, 0, 900, 600).Add(image.Pt(300, 120))
	s.moveTo(want)
	s.untilPicture(picture(100, 1), plain)
	s.press("Ctrl+M")
	s.until("a wider window", func() bool {
		in := s.bounds()
		return in.Dx() == 900+panelWidth && in.Max.X <= screenWidth
	})
	// The panel gets what the page leaves at its full height, 1200 - (600-70)*720/456, more than its least width, which
	// would only match until the wider window is drawn.
	beside := withDownloads
	beside.right = 363
	s.untilPicture(picture(100, 1), beside)
	s.press("Ctrl+M")
	s.until("the width from before", func() bool { return s.bounds().Dx() == 900 })
	s.press("Ctrl+M")
	s.until("a wider window again", func() bool { return s.bounds().Dx() == 900+panelWidth })
	s.moveTo(image.Rect(0, 0, 1100, 640).Add(image.Pt(100, 100)))
	s.untilPicture(picture(100, 1), withDownloads)
	s.press("Ctrl+M")
	s.untilPicture(picture(100, 1), plain)
	if in := s.bounds(); in.Dx() != 1100 {
		t.Errorf("the window that was given a size has %v", in)
	}
	s.moveTo(want)
	s.quit()
	s = d.start(t, nil, service.options()...)
	s.until("the window where it was", func() bool { return s.bounds() == want })
	s.maximise()
	s.until("a window as large as the screen", func() bool { return s.bounds().Dx() == screenWidth })
	s.quit()
	s = d.start(t, nil, service.options()...)
	s.until("a window as large as the screen again", func() bool { return s.bounds().Dx() == screenWidth })
	s.untilPicture(picture(100, 1), plain)
	s.quit()
}

// moveTo makes the window manager move the window's inside to a place.
func (s *session) moveTo(to image.Rectangle) {
	s.t.Helper()
	const static, asUser = 10, 1 << 12 // StaticGravity: the inside, not the frame
	s.until("the window elsewhere", func() bool {
		err := s.message(s.window, "_NET_MOVERESIZE_WINDOW", static|0xF<<8|asUser,
			uint32(to.Min.X), uint32(to.Min.Y), uint32(to.Dx()), uint32(to.Dy()))
		return err == nil && s.bounds() == to
	})
}

// maximise makes the window manager maximise the window.
func (s *session) maximise() {
	s.t.Helper()
	const add = 1
	if err := s.message(s.window, "_NET_WM_STATE", add, uint32(s.atom("_NET_WM_STATE_MAXIMIZED_VERT")),
		uint32(s.atom("_NET_WM_STATE_MAXIMIZED_HORZ")), 1); err != nil {
		s.t.Fatal(err)
	}
}

// interfaceSize doubles the size of the interface, at once and after a restart, in a window of the same size. The
// toolkit's variable FYNE_SCALE has precedence.
func interfaceSize(t *testing.T) {
	t.Parallel()
	d := newDisplayOf(t, 1400, 1000)
	withWindow(t, d, 1280, 900)
	service, picture := serveDemo(t)
	front, double := picture(100, 1), layout{foot: 2 * barHeight}
	k := d.start(t, []string{"FYNE_SCALE="}, service.options()...)
	k.untilPicture(front, plain)
	before := k.bounds()
	k.slowly("Ctrl+,", "Down", "d", "Tab", "Tab", "Tab")
	for range 7 { // up to 200 %
		k.slowly("Right")
	}
	k.untilSetting(`"interfaceSize": 200`)
	k.slowly("Escape")
	k.until("the window's size", func() bool { return k.bounds().Size() == before.Size() })
	k.untilPicture(front, double)
	k.quit()
	k = d.start(t, []string{"FYNE_SCALE="}, service.options()...)
	k.untilPicture(front, double)
	k.quit()
	k = d.start(t, nil, service.options()...)
	k.untilPicture(front, plain)
	k.quit()
}
