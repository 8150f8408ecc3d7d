package endtoend

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sextant/app/store"
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

// TestDisk runs the program on a disk that is or becomes full, or that is read-only.
func TestDisk(t *testing.T) {
	t.Parallel()
	t.Run("fills", diskFills)
	t.Run("room at the end", diskRoomAtTheEnd)
	t.Run("is full", diskFull)
	t.Run("cannot be written", diskReadOnly)
}

// diskFills fills the disk while the program runs, and then frees space.
func diskFills(t *testing.T) {
	race.Skip(t, "it waits for the disk to have room again")
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
	u.step("quit", u.quit)
	expectStored(t, path, 100, 300, 301, 302, 400)
}

// expectStored expects pages in the store on the disk.
func expectStored(t *testing.T, path string, pages ...int) {
	t.Helper()
	withStore(t, path, func(kept *store.Store) {
		for _, page := range pages {
			if p, err := kept.Page(page); p == nil || err != nil {
				t.Errorf("page %d is not stored (%v)", page, err)
			}
		}
	})
}

// diskRoomAtTheEnd frees space on a full disk right before the program ends: pending pages are stored then.
func diskRoomAtTheEnd(t *testing.T) {
	race.Skip(t, "it is about the disk")
	t.Parallel()
	u, k, path := onSmallDisk(t)
	e := u.editor
	k.fill()
	u.typed("300")
	u.untilPicture(e.picture(300, 1), withNotice)
	k.change("size=40m")
	u.quit()
	expectStored(t, path, 100, 300)
}

// diskFull starts and ends the program on a full disk.
func diskFull(t *testing.T) {
	race.Skip(t, "it is about the disk")
	t.Parallel()
	d := newDisplay(t)
	k := newDisk(t, d, "1m")
	k.fill()
	e := newEditor(t)
	service := serve(t, e)
	u := &unplugged{d.start(t, nil, service.options()...), e, service}
	u.untilPicture(e.picture(100, 1), withNotice)
	u.readOn(300, 301, withNotice)
	u.press("Escape")
	u.untilPicture(e.picture(300, 1), plain)
	u.quit()
}

// diskReadOnly reads pages that an earlier run stored on a disk that is now read-only.
func diskReadOnly(t *testing.T) {
	race.Skip(t, "it is about the disk")
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
