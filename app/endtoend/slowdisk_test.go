package endtoend

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/media"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// slowness is the delay of each file system call, and answerWithin the time within which a key must have an effect. The
// difference is for busy machines.
const (
	slowness     = 3 * time.Second
	answerWithin = 2 * time.Second
)

// diskCalls are the system calls that read and write files and folders.
const diskCalls = "openat,pread64,pwrite64,read,write,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlinkat," +
	"fstat,newfstatat,statx,getdents64,mkdirat,utimensat,flock"

// slowDisk delays every call on a file or folder of the profile, including the later ones, until stop is called.
func (s *session) slowDisk(later ...string) (stop func()) {
	s.t.Helper()
	args := []string{
		"-f", "-qq", "-o", filepath.Join(s.dir, "calls"), "-p",
		fmt.Sprint(s.cmd.Process.Pid), "-e", "trace=" + diskCalls,
	}
	args = append(args, "-e", fmt.Sprintf("inject=%s:delay_enter=%d", diskCalls, slowness.Microseconds()))
	_ = filepath.WalkDir(profile(s.dir), func(path string, e fs.DirEntry, err error) error {
		if err == nil {
			args = append(args, "-P", path)
		}
		return nil
	})
	for _, path := range later {
		args = append(args, "-P", path)
	}
	strace := exec.Command("strace", args...)
	var out output
	strace.Stdout, strace.Stderr = &out, &out
	if err := strace.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.until("strace to have taken hold of all threads", func() bool {
		return strings.Contains(out.String(), "ptrace") || s.isTraced()
	})
	return func() {
		_ = strace.Process.Signal(os.Interrupt)
		_ = strace.Wait()
		if strings.Contains(out.String(), "ptrace") {
			s.t.Skipf("the system does not let calls be made slow: %s", &out)
		}
	}
}

// recordingFiles returns the paths of all recordings of a service, complete and partial, whether they exist or not.
func (s *session) recordingFiles(of *service) (paths []string) {
	s.t.Helper()
	r, err := http.Get(of.URL + "/v1/downloads.json")
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close()
	var list struct{ Downloads []struct{ ID, URL string } }
	if err := json.NewDecoder(r.Body).Decode(&list); err != nil || len(list.Downloads) == 0 {
		s.t.Fatalf("%d recordings, %v", len(list.Downloads), err)
	}
	name := strings.TrimSuffix(filepath.Base(storePath(s.dir, of)), ".sqlite")
	dir := filepath.Join(profile(s.dir), "recordings", name)
	for _, d := range list.Downloads {
		sum := sha256.Sum256([]byte(media.Item{ID: d.ID, URL: d.URL}.Key()))
		path := filepath.Join(dir, hex.EncodeToString(sum[:12])+".mp3")
		paths = append(paths, path, path+".part", path+".note")
	}
	return append(paths, dir, filepath.Dir(dir))
}

// deafBus starts a session bus that accepts connections and never answers.
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

// answered presses keys, and fails if an area of the window does not change within answerWithin.
func (s *session) answered(what string, area image.Rectangle, keys ...string) {
	s.t.Helper()
	s.drawn()
	before := s.shot(area).Pix
	s.press(keys...)
	if !poll(pollEvery, answerWithin, func() bool { return !bytes.Equal(s.shot(area).Pix, before) }) {
		s.t.Errorf("%s is not answered within %v%s", what, answerWithin, s.keepShot())
	}
}

// isTraced reports whether all threads of the program are being traced.
func (s *session) isTraced() bool {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", s.cmd.Process.Pid))
	return len(tasks) > 0 && !slices.ContainsFunc(tasks, func(path string) bool {
		data, err := os.ReadFile(path)
		return err == nil && bytes.Contains(data, []byte("\nTracerPid:\t0\n"))
	})
}

// TestSlowDesktop makes the disk with the store, the settings and the recordings slow, and the desktop's bus with the
// keyring and the notifications unresponsive: whatever the program reads and writes, keys have an effect at once.
func TestSlowDesktop(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "its disk takes seconds for a call")
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
	s.until("the list", func() bool { return service.Count("/v1/downloads.json") > 0 })
	s.press("Escape") // which focuses the page again
	later := s.recordingFiles(service)
	stop := s.slowDisk(later...)
	defer stop()
	bounds := s.bounds()
	number := image.Rect(bounds.Min.X+numberLeft, bounds.Max.Y-40, bounds.Min.X+numberRight, bounds.Max.Y)
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
		if step.what == "the search" {
			s.answered("a letter of the search", bounds, "x")
			s.press("Escape", "Escape")
			continue
		}
		typing(step.what)
	}
	s.press("Ctrl+m")
	s.drawn()
	s.press("Return") // plays the first recording
	s.drawn()
	s.press("Escape")
	typing("a recording")
	typing("a while of that")
	started := func() bool { return len(recordingsOf(s.dir, service, ".part")) > 0 }
	poll(pollEvery, patience, started) // some ten slow calls create the folders and the file, one after another
	s.until("the recording's file", started)
	s.press("Ctrl+m")
	s.answered("the next row of a list that is arriving", bounds, "Down")
	s.press("d") // downloads the second one
	s.press("Escape")
	for range 12 { // in which files are opened, locked and written
		typing("a download")
	}
}
