package window

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/files"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
)

// A rig is a set of windows. The test runs on the UI goroutine.
type rig struct {
	*Set
	profile settings.Profile
	left    int // the number of calls of Leave
	mu      sync.Mutex
	posted  []func()
}

func (r *rig) do(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.posted = append(r.posted, f)
}

// until runs posted functions until holds returns true.
func (r *rig) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(time.Millisecond) {
		r.mu.Lock()
		posted := r.posted
		r.posted = nil
		r.mu.Unlock()
		for _, f := range posted {
			f()
		}
		if time.Now().After(end) {
			t.Fatalf("%s did not come", what)
		}
	}
}

// newRig makes the windows of a session, with the demo and without sound.
func newRig(t *testing.T, before ...settings.OpenWindow) *rig {
	t.Helper()
	r := &rig{profile: settings.Profile{Dir: t.TempDir()}}
	tuner, box := hosttest.DemoIn(t, r.profile.Dir, r.do)
	r.Set = newSetOf(t, tuner, box, r.profile, r.do, func() { r.left++ }, before...)
	return r
}

// TestQuitFromWall closes the last wall while the settings cannot be saved. The question whether to quit anyway must be
// asked in a visible window.
func TestQuitFromWall(t *testing.T) {
	r := newRig(t)
	if err := os.MkdirAll(r.profile.Path(settings.File), 0o700); err != nil {
		t.Fatal(err)
	}
	r.parts.Box.Change(func(s *settings.Settings) { s.Volume = 0.1 })
	r.OpenWall(settings.OpenWindow{Wall: []int{100, 101}}, nil)
	r.Close(r.Front())
	if !r.alone {
		t.Fatal("the last window is not hidden")
	}
	r.closeWall(r.walls[0])
	front := r.Front()
	r.until(t, "the question", func() bool { return front.Canvas().Overlays().Top() != nil })
	if r.alone || r.left > 0 {
		t.Errorf("the window is hidden: %v; ended %d times", r.alone, r.left)
	}
}

// TestWindowsAreRecordedWhileDiskIsSlow records the state of the windows while that is being written, and waits for
// another program that has the file's lock: the window's goroutine does not.
func TestWindowsAreRecordedWhileDiskIsSlow(t *testing.T) {
	r := newRig(t)
	r.note()
	free, err := files.Own(r.profile.Path(settings.WindowsFile + ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	var written atomic.Bool
	var work sync.WaitGroup
	work.Go(func() {
		r.writeFrames()
		written.Store(true)
	})
	for r.disk.TryLock() { // until it writes
		r.disk.Unlock()
		runtime.Gosched()
	}
	r.note()
	if written.Load() {
		t.Error("it has waited for the disk")
	}
	free()
	work.Wait()
}

// TestNoWindow checks the notice when another window cannot be made.
func TestNoWindow(t *testing.T) {
	r := newRig(t)
	r.newWindow = func(Parts) (*Window, error) { return nil, errors.New("there is no room") }
	r.Open(teletext.Place{Page: 123})
	if got := r.Front().Notice(); got != "Sextant could not open another window." || len(r.list) != 1 {
		t.Errorf("it says %q", got)
	}
}

// TestDialogsBelongToTheirService chooses another service, as another window does, while dialogs and a menu are open.
// Those about the service that is left close; the settings stay.
func TestDialogsBelongToTheirService(t *testing.T) {
	r := newRig(t)
	w := r.Front()
	other := settings.NewPreset("Silent", settings.DefaultSettings().Service)
	other.BaseURL = "http://127.0.0.1:1"
	w.Begin(false, nil)
	r.until(t, "a page", func() bool { return w.page.Nav.Scene().Grid != nil })
	overlays := func() int { return len(w.Canvas().Overlays().List()) }
	w.Command("prefs.show").Do()
	for _, id := range []string{"save.export", "media.id", "find.watches"} {
		before := overlays()
		if w.Command(id).Do(); overlays() != before+1 {
			t.Errorf("%s opens %d dialogs", id, overlays()-before)
		}
	}
	control.Open(w.Canvas(), fyne.NewMenu("", fyne.NewMenuItem("Play", nil)), control.At(fyne.Position{}))
	tuned := false
	r.parts.Tuner.TuneTo(t.Context(), other, "", func(error) { tuned = true })
	r.until(t, other.Name, func() bool { return tuned })
	if overlays() != 1 || !w.prefs.IsOpen() || w.open == nil || w.open.Closed() {
		t.Errorf("%d dialogs and menus are open", overlays())
	}
	w.uncover()
	if overlays() != 0 {
		t.Error("the settings do not close")
	}
}

// TestWallsBelongToTheirService switches to another service and back. The walls of a service are closed and restored
// with it, also after a restart.
func TestWallsBelongToTheirService(t *testing.T) {
	r := newRig(t)
	r.OpenWall(settings.OpenWindow{Wall: []int{100, 300}}, nil)
	demo := r.parts.Tuner.Preset()
	other := settings.NewPreset("Silent", settings.DefaultSettings().Service)
	other.BaseURL = "http://127.0.0.1:1"
	tune := func(to settings.Preset) {
		tuned := false
		r.parts.Tuner.TuneTo(t.Context(), to, "", func(err error) {
			if tuned = true; err != nil {
				t.Error(err)
			}
		})
		r.until(t, to.Name, func() bool { return tuned })
	}
	r.Close(r.Front())
	tune(other)
	if len(r.walls) != 0 || r.alone {
		t.Errorf("%d walls are open; the window is hidden: %v", len(r.walls), r.alone)
	}
	r.OpenWall(settings.OpenWindow{Wall: []int{200}}, nil)
	r.note()
	if len(r.state) != 3 || !slices.Equal(r.state[0].Wall, []int{100, 300}) ||
		r.state[0].Service == r.state[1].Service {
		t.Errorf("kept are %+v", r.state)
	}
	tune(demo)
	if len(r.walls) != 1 || !slices.Equal(r.walls[0].State().Wall, []int{100, 300}) {
		t.Errorf("%d walls came back", len(r.walls))
	}
	again := newRig(t, r.state...)
	if len(again.walls) != 1 || !slices.Equal(again.walls[0].State().Wall, []int{100, 300}) || len(again.away) != 1 {
		t.Errorf("after a restart there are %d walls, and %d of other services", len(again.walls), len(again.away))
	}
}

// TestWallsWithNames closes walls: those with a name can be opened again, also after a restart, and closing has undo.
func TestWallsWithNames(t *testing.T) {
	r := newRig(t)
	names := func() (all []string) {
		for _, w := range r.Named() {
			all = append(all, w.Name)
		}
		return all
	}
	r.OpenWall(settings.OpenWindow{Wall: []int{100}, Name: "Morning"}, nil)
	r.OpenWall(settings.OpenWindow{Wall: []int{200}}, nil)
	r.OpenWall(settings.OpenWindow{Wall: []int{300}, Name: "Match day"}, nil)
	r.OpenWall(settings.OpenWindow{Wall: []int{300, 301}, Name: "Match day"}, nil) // in place of the other
	if len(r.walls) != 3 || !slices.Equal(names(), []string{"Morning", "Match day"}) {
		t.Errorf("%d walls, with the names %q", len(r.walls), names())
	}
	for len(r.walls) > 0 {
		r.closeWall(r.walls[0])
	}
	if !slices.Equal(names(), []string{"Morning", "Match day"}) || r.Front().notices.notice.said() == "" {
		t.Errorf("after all were closed there are %q", names())
	}
	r.Front().notices.undo()
	if len(r.walls) != 1 || !slices.Equal(r.walls[0].State().Wall, []int{300, 301}) || len(r.closed) != 1 {
		t.Errorf("%d walls are open again, and %d closed", len(r.walls), len(r.closed))
	}
	undo := r.Forget("Morning")
	if len(names()) != 1 {
		t.Errorf("%q stay", names())
	}
	undo()
	undo = r.Forget("Match day") // which is open
	if len(r.walls) != 1 || len(names()) != 1 {
		t.Errorf("%d walls are open without it, and %q have names", len(r.walls), names())
	}
	if undo(); len(r.walls) != 1 || len(names()) != 2 {
		t.Errorf("%d walls are open again, and %q have names", len(r.walls), names())
	}
	r.note()
	again := newRig(t, r.state...)
	if len(again.walls) != 1 || len(again.closed) != 1 || again.closed[0].Name != "Morning" {
		t.Errorf("after a restart %d walls are open, and %+v closed", len(again.walls), again.closed)
	}
	first, second := r.walls[0], settings.OpenWindow{Wall: []int{400}}
	r.OpenWall(second, first)
	if len(r.walls) != 1 || r.walls[0] == first || !slices.Equal(r.walls[0].State().Wall, second.Wall) {
		t.Errorf("changed, there are %d walls", len(r.walls))
	}
}

// shownScreen is a public screen that is shown.
type shownScreen struct{ noScreen }

func (shownScreen) IsShown() bool { return true }

// TestScreenStays closes the window and a wall beside a public screen, which stays until it is left: then the window is
// shown again.
func TestScreenStays(t *testing.T) {
	r := newRig(t)
	r.parts.Screen = shownScreen{}
	r.OpenWall(settings.OpenWindow{Wall: []int{100}}, nil)
	if r.Close(r.Front()); !r.alone || r.left > 0 {
		t.Fatalf("the window is hidden: %v; ended %d times", r.alone, r.left)
	}
	if r.closeWall(r.walls[0]); len(r.walls) != 0 || r.left > 0 {
		t.Errorf("%d walls; ended %d times", len(r.walls), r.left)
	}
	if r.Raise(); r.alone {
		t.Error("the window is not shown again")
	}
}
