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

// A disk is the file system on which a profile is, for itself alone.
type disk struct {
	t   *testing.T
	dir string
}

// newDisk gives the profile a disk of a size, which goes with the test.
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

// change remounts the disk in another way.
func (k *disk) change(options string) {
	k.t.Helper()
	if out, err := exec.Command("mount", "-o", "remount,"+options, k.dir).CombinedOutput(); err != nil {
		k.t.Fatalf("%v, %s", err, out)
	}
}

// fill leaves no room.
func (k *disk) fill() {
	k.t.Helper()
	f, err := os.Create(filepath.Join(k.dir, "ballast"))
	if err != nil {
		k.t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
}

// unplugged is a window whose pages cannot be stored.
type unplugged struct {
	*session
	editor  *editor
	service *service
}

// readOn reads two pages and comes back to the first when the service gives nothing any more: it is in
// memory.
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

// onSmallDisk starts the program with a profile on a small disk, and gives the file of its store.
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

// TestDisk has the program on a disk that is or gets full, or cannot be written.
func TestDisk(t *testing.T) {
	t.Parallel()
	t.Run("fills", diskFills)
	t.Run("room at the end", diskRoomAtTheEnd)
	t.Run("is full", diskFull)
	t.Run("cannot be written", diskReadOnly)
}

// diskFills fills the disk while the program runs, and makes room again.
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
		u.untilStored(path, 302) // the program tries again after half a minute
		u.typed("400")
		u.untilPicture(e.picture(400, 1), plain) // what was said of the disk is over
	})
	u.step("quit", u.quit)
	expectStored(t, path, 100, 300, 301, 302, 400)
}

// expectStored expects pages to be on the disk.
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

// diskRoomAtTheEnd makes room on a full disk right before the program ends: what waits to be stored
// is stored then.
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

// diskFull starts on a disk that has been full from the beginning, and ends there.
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

// diskReadOnly reads what the last run stored on a disk that cannot be written any more.
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
