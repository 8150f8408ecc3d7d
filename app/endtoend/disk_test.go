package endtoend

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sextant/app/store"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// A disk is a file system that only has a profile.
type disk struct {
	t   *testing.T
	dir string
}

// newDisk mounts a disk of a size for the profile, until the test ends.
func newDisk(t *testing.T, d *display, size string) *disk {
	t.Helper()
	need(t, "mount", "umount")
	k := &disk{t, profile(d.dir)}
	if err := os.MkdirAll(k.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o",
		"mode=0700,size="+size, "sextant", k.dir).CombinedOutput(); err != nil {
		t.Skipf("nothing can be mounted here: %v, %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "--lazy", k.dir).CombinedOutput(); err != nil {
			t.Errorf("%v, %s", err, out)
		}
	})
	return k
}

// change remounts the disk with options.
func (d *disk) change(options string) {
	d.t.Helper()
	if out, err := exec.Command("mount", "-o", "remount,"+options, d.dir).CombinedOutput(); err != nil {
		d.t.Fatalf("%v, %s", err, out)
	}
}

// fill fills the disk.
func (d *disk) fill() {
	d.t.Helper()
	f, err := os.Create(filepath.Join(d.dir, "ballast"))
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
}

// unplugged is a window of a program that cannot store pages.
type unplugged struct {
	*session
	editor  *editor
	service *service
}

// readOn reads two pages and goes back to the first when the service no longer answers: it is in memory.
func (u *unplugged) readOn(first, second int, l layout) {
	u.t.Helper()
	u.typed(fmt.Sprint(first))
	u.untilPicture(u.editor.picture(first, 1), l)
	u.typed(fmt.Sprint(second))
	u.untilPicture(u.editor.picture(second, 1), l)
	u.service.Hold()
	defer u.service.Release()
	u.typed(fmt.Sprint(first))
	u.untilPicture(u.editor.picture(first, 1), l)
}

// onSmallDisk starts the program with a profile on a small disk, and returns the path of its store.
func onSmallDisk(t *testing.T) (u *unplugged, k *disk, path string) {
	t.Helper()
	d := newDisplay(t)
	k = newDisk(t, d, "20m")
	e := newEditor(t)
	service := serve(t, e)
	path = storePath(d.dir, service)
	u = &unplugged{d.start(t, nil, service.options()...), e, service}
	u.untilPicture(e.picture(100, 1), plain)
	u.untilStored(path, 100)
	return u, k, path
}

// TestDisk runs the program on a disk that becomes full, or that is read-only.
func TestDisk(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it is about the disk")
	t.Parallel()
	t.Run("fills, and has room again", diskFills)
	t.Run("is full when the user quits", quitOnFullDisk)
	t.Run("is full when a signal ends it", signalOnFullDisk)
	t.Run("is full below a public screen", kioskOnFullDisk)
	t.Run("cannot be written", diskReadOnly)
}

// diskFills fills the disk while the program runs, and then frees space.
func diskFills(t *testing.T) {
	t.Parallel()
	u, k, path := onSmallDisk(t)
	e := u.editor
	u.step("full", func() {
		k.fill()
		u.typed("300")
		u.untilPicture(e.picture(300, 1), withNotice)
		u.readOn(301, 302, withNotice)
	})
	u.step("room again", func() {
		k.change("size=40m")
		u.untilStored(path, 302) // the program retries after half a minute
		u.typed("400")
		u.untilPicture(e.picture(400, 1), plain) // the notice about the disk is closed
	})
	u.step("full, and room right before the end", func() {
		k.fill()
		u.typed("500")
		u.untilPicture(e.picture(500, 1), withNotice)
		k.change("size=60m")
		u.quit()
	})
	withStore(t, path, func(kept *store.Store) {
		for _, page := range []int{100, 300, 301, 302, 400, 500} {
			if p, err := kept.Page(page); p == nil || err != nil {
				t.Errorf("page %d is not stored (%v)", page, err)
			}
		}
	})
}

// unsaved starts the program on a disk, fills the disk, and changes a setting, which cannot be saved.
func unsaved(t *testing.T) (*unplugged, *disk) {
	t.Helper()
	u, k, _ := onSmallDisk(t)
	k.fill()
	u.press("Ctrl+K")
	u.untilPicture(u.editor.picture(100, 1), layout{foot: withKeypad.foot, over: withNotice.over})
	return u, k
}

// quitOnFullDisk quits by the window's button and by the key while settings cannot be saved: the program asks before
// they are lost, goes on if it is to, and saves them once there is room.
func quitOnFullDisk(t *testing.T) {
	t.Parallel()
	u, k := unsaved(t)
	u.press("Alt+F4")
	u.stays()
	u.press("Escape") // back to the page
	u.typed("300")
	u.untilTitle("300")
	u.press("Ctrl+Q")
	u.stays()
	u.press("Ctrl+Q") // the disk is still full
	u.stays()
	k.change("size=40m")
	u.press("Return")
	u.expectEnd()
	if !keypadOf(t, u.dir) {
		t.Error("that the keypad was shown is lost")
	}
	k.fill()
	u.session = u.start(t, nil, u.service.options()...)
	u.untilTitle("300")
	u.press("Ctrl+K")
	u.settled()
	u.press("Alt+F4")
	u.stays()
	u.press("Shift+Tab") // to quit anyway
	u.press("Space")
	u.expectEnd()
}

// signalOnFullDisk ends the program by a signal while settings cannot be saved, which it writes to standard error.
func signalOnFullDisk(t *testing.T) {
	t.Parallel()
	u, _ := unsaved(t)
	_ = u.cmd.Process.Signal(syscall.SIGTERM)
	u.expectEnd()
	if out := u.out.String(); !strings.Contains(out, "sextant: could not save the settings: The disk is full") {
		t.Errorf("it says:\n%s", out)
	}
}

// kioskOnFullDisk fills the disk below a public screen and frees space, which its health and its log say.
func kioskOnFullDisk(t *testing.T) {
	t.Parallel()
	d := newBareDisplay(t, screenWidth, screenHeight)
	disk := newDisk(t, d, "8m")
	withSettings(t, d, map[string]any{"knowsDemo": true, "freshSeconds": 2}) // so that pages are written
	k := startChecked(t, d, "")
	k.untilHealthy()
	disk.fill()
	k.until("a word on the disk", func() bool {
		k.advance(time.Minute) // so that pages are written
		return !k.isHealthy() && strings.Contains(k.out.String(), "sextant: The disk is full")
	})
	if err := os.Remove(filepath.Join(disk.dir, "ballast")); err != nil {
		t.Fatal(err)
	}
	k.untilHealthy()
	k.end()
}

// keypadOf reports whether the settings of a profile show the keypad.
func keypadOf(t *testing.T, dir string) bool {
	t.Helper()
	var kept struct {
		Keypad bool `json:"keypad"`
	}
	data, err := os.ReadFile(filepath.Join(profile(dir), "settings.json"))
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		t.Fatal(err)
	}
	return kept.Keypad
}

// stays checks that the program has not ended after earlier input.
func (s *session) stays() {
	s.t.Helper()
	if s.settled(); isClosed(s.ended) {
		s.t.Fatalf("the program ended, and the settings are lost:\n%s", &s.out)
	}
}

// diskReadOnly reads pages that an earlier run stored on a disk that is now read-only.
func diskReadOnly(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	k := newDisk(t, d, "20m")
	e := newEditor(t)
	service := serve(t, e)
	u := &unplugged{d.start(t, nil, service.options()...), e, service}
	u.untilPicture(e.picture(100, 1), plain)
	u.typed("120")
	u.untilPicture(e.picture(120, 1), plain)
	u.quit()
	k.change("ro")
	if err := os.WriteFile(filepath.Join(k.dir, "test"), nil, 0o600); err == nil {
		t.Skip("what is mounted for reading only can be written here")
	}
	u.session = d.start(t, nil, append(service.options(), "100")...)
	u.step("with the service", func() {
		u.untilPicture(e.picture(100, 1), withNotice)
		u.readOn(300, 301, withNotice)
	})
	u.step("quit", u.quit)
	service.Cut()
	u.session = d.start(t, nil, append(service.options(), "100")...)
	u.step("without the service", func() {
		u.untilPicture(e.picture(100, 1), withNotice)
		u.typed("120")
		u.untilPicture(e.picture(120, 1), withNotice)
	})
	u.step("quit again", u.quit)
}
