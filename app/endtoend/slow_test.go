package endtoend

import (
	"fmt"
	"image"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// slowness is how long each call to the disk takes, and answerWithin is how soon a key is answered all the same. Between
// them there is room for a machine that is busy.
const (
	slowness     = 3 * time.Second
	answerWithin = 2 * time.Second
)

// diskCalls are the system's calls by which a disk is read and written.
const diskCalls = "openat,pread64,pwrite64,read,write,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlinkat"

// slowDisk lets every call to a file of the profile take its time from now on, until the function that it returns is
// called.
func (s *session) slowDisk() (stop func()) {
	s.t.Helper()
	args := []string{"-f", "-qq", "-o", filepath.Join(s.dir, "calls"), "-p", fmt.Sprint(s.cmd.Process.Pid), "-e", "trace=" + diskCalls}
	args = append(args, "-e", fmt.Sprintf("inject=%s:delay_enter=%d", diskCalls, slowness.Microseconds()))
	_ = filepath.WalkDir(profile(s.dir), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			args = append(args, "-P", path)
		}
		return nil
	})
	strace := exec.Command("strace", args...)
	var out output
	strace.Stdout, strace.Stderr = &out, &out
	if err := strace.Start(); err != nil {
		s.t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond) // for it to take hold of all threads
	return func() {
		_ = strace.Process.Signal(os.Interrupt)
		_ = strace.Wait()
		if strings.Contains(out.String(), "ptrace") {
			s.t.Skipf("the system does not let calls be made slow: %s", &out)
		}
	}
}

// deafBus is a session bus that takes connections and never answers.
func deafBus(t *testing.T, dir string) (env string) {
	t.Helper()
	path := filepath.Join(dir, "deaf")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return "DBUS_SESSION_BUS_ADDRESS=unix:path=" + path
}

// answered presses a key, and fails where nothing of the window changes within the time.
func (s *session) answered(what string, area image.Rectangle, keys ...string) {
	s.t.Helper()
	before := ""
	for now := string(s.shot(area).Pix); now != before; now = string(s.shot(area).Pix) { // until it stands still
		before = now
		time.Sleep(150 * time.Millisecond)
	}
	start := time.Now()
	s.press(keys...)
	for string(s.shot(area).Pix) == before {
		if took := time.Since(start); took > answerWithin {
			s.t.Errorf("%s is not answered within %v%s", what, took.Round(time.Millisecond), s.keepShot())
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestSlowDesktop makes the disk slow, with the store, the settings and the recordings on it, and the desktop's bus
// deaf, with the keyring and the notifications behind it: whatever the program is made to read and write, keys are
// answered at once.
func TestSlowDesktop(t *testing.T) {
	d := newDisplay(t)
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("SEXTANT_NEED_STRACE") != "" {
			t.Fatal("strace is not installed")
		}
		t.Skip("strace is not installed")
	}
	service, picture := serveDemo(t)
	env := append(alsaDevice(t, d.dir, "{ type null }"), deafBus(t, d.dir))
	s := d.start(t, env, service.options()...)
	s.untilPicture(picture(100, 1), plain)
	path := storePath(d.dir, service)
	s.typed("102")
	s.untilTitle("102")
	s.untilStored(path, 102)
	s.press("Ctrl+M") // the list of downloads
	s.until("the list", func() bool { return service.count("/v1/downloads.json") > 0 })
	s.press("Escape") // which gives the keyboard back to the page
	stop := s.slowDisk()
	defer stop()
	bounds := s.bounds()
	number := image.Rect(bounds.Min.X, bounds.Max.Y-44, bounds.Min.X+66, bounds.Max.Y) // at the left of the page bar
	typing := func(after string) {
		t.Helper()
		s.answered("a digit after "+after, number, "4")
		s.answered("taking it back after "+after, number, "Escape")
	}
	for _, step := range []struct {
		what string
		keys []string
	}{
		{"a page", []string{"1", "0", "1"}},
		{"settings that are kept", []string{"F6", "Ctrl+K", "Ctrl+K"}},
		{"earlier versions", []string{"t"}},
		{"a favourite", []string{"Ctrl+d"}},
		{"the search", []string{"Ctrl+f"}},
	} {
		s.press(step.keys...)
		time.Sleep(100 * time.Millisecond)
		if step.what == "the search" {
			s.answered("a letter of the search", bounds, "x")
			s.press("Escape", "Escape")
			continue
		}
		typing(step.what)
	}
	s.press("Ctrl+m")
	time.Sleep(200 * time.Millisecond)
	s.press("Return") // plays the first recording
	time.Sleep(200 * time.Millisecond)
	s.press("Escape")
	typing("a recording")
	typing("a while of that")
}
