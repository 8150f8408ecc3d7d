package endtoend

import (
	"crypto/md5"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"sextant/app/testkit/servicetest"
)

// A recorder runs a program with its own profile, and records its file system calls.
type recorder struct {
	t          *testing.T
	base       string // for files of the program and the test that are not recorded
	dir, calls string // in it: the folder that is recorded, with the profile, and the record
	cmd        *exec.Cmd
	out        output
}

// newRecorder starts the program under strace.
func newRecorder(t *testing.T, env []string, args ...string) *recorder {
	t.Helper()
	base := t.TempDir()
	r := &recorder{t: t, base: base, dir: filepath.Join(base, "disk"), calls: filepath.Join(base, "calls")}
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	// With -D the program is a direct child of this process, and receives its signals.
	strace := []string{
		"-D", "-f", "-y", "-xx", "-qq", "-s", strconv.Itoa(64 << 20), "-o", r.calls,
		"-e", "signal=none", "-e", "trace=" + recordCalls, os.Args[0],
	}
	r.cmd = exec.Command("strace", append(strace, args...)...)
	r.cmd.Env = environment(base, env...)
	if len(args) == 0 {
		r.cmd.Env = append(r.cmd.Env, cutVariable+"="+r.dir)
	} else {
		r.cmd.Args = append(r.cmd.Args, "--profile", r.profile())
	}
	r.cmd.Stdout, r.cmd.Stderr = &r.out, &r.out
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.cmd.Process.Kill() })
	return r
}

// profile returns the folder of the profile, which the program creates.
func (r *recorder) profile() string { return filepath.Join(r.dir, "sextant") }

// wait waits until the program has ended with status 0 and the record is complete.
func (r *recorder) wait() {
	r.t.Helper()
	if err := r.cmd.Wait(); err != nil {
		r.t.Fatalf("%v\n%s", err, &r.out)
	}
}

// end ends the program by SIGTERM.
func (r *recorder) end() {
	r.t.Helper()
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	r.wait()
}

func (r *recorder) read() *recordedDisk {
	r.t.Helper()
	record, err := readRecord(r.calls, r.dir, filepath.Join(r.base, saidFile))
	if err != nil {
		r.t.Fatal(err)
	}
	if record.calls == 0 {
		r.t.Fatal("nothing was recorded")
	}
	return record
}

// sounds returns the MD5 sums of the recordings that the program left, by file.
func (r *recorder) sounds() map[string][md5.Size]byte {
	r.t.Helper()
	sums := map[string][md5.Size]byte{}
	found, _ := filepath.Glob(filepath.Join(r.profile(), "recordings", "*", "*.mp3"))
	for _, path := range found {
		data, err := os.ReadFile(path)
		if err != nil {
			r.t.Fatal(err)
		}
		sums[filepath.Base(path)] = md5.Sum(data)
	}
	return sums
}

// untilStored waits until a table has a number of rows. It only reads the database.
func (r *recorder) untilStored(table string, rows int) {
	r.t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(r.profile(), "pages", "demo.sqlite")+"?mode=ro")
	if err != nil {
		r.t.Fatal(err)
	}
	defer db.Close()
	eventually(r.t, fmt.Sprintf("%d of %s to be stored", rows, table), func() bool {
		n := 0
		_ = db.QueryRowContext(r.t.Context(), "SELECT count(*) FROM "+table).Scan(&n) // the file may not exist yet
		return n >= rows
	})
}

// playSession repeatedly saves everything that can be saved.
func playSession(t *testing.T) *recorder {
	r := newRecorder(t, nil)
	r.wait()
	return r
}

// playRepair repairs the damaged store of a profile.
func playRepair(t *testing.T) *recorder {
	r := newRecorder(t, []string{repairVariable + "=1"})
	r.wait()
	return r
}

// playScreen runs a public screen until it has shown and fetched some pages.
func playScreen(t *testing.T) *recorder {
	d := newDisplay(t)
	r := newRecorder(t, []string{"DISPLAY=" + d.name}, "--kiosk")
	r.untilStored("version", 10)
	r.end()
	return r
}

// playWindow reads pages in a window, and makes one a favourite.
func playWindow(t *testing.T) *recorder {
	d := newDisplay(t)
	r := newRecorder(t, []string{"DISPLAY=" + d.name}, "100")
	s := &session{display: d, t: t, cmd: r.cmd}
	s.until("the window", s.hasKeyboard)
	r.untilStored("version", 1)
	s.typed("102")
	s.untilTitle("102")
	s.press("Ctrl+D")
	r.untilStored("favourite", 1)
	s.press("Ctrl+Q")
	r.wait()
	return r
}

// playRelay runs a relay with many clients.
func playRelay(t *testing.T) *recorder {
	r := newRecorder(t, nil, "relay", "--listen", "127.0.0.1:0")
	relay := &relayed{t: t}
	eventually(t, "the relay to listen", func() bool {
		m := listensAt.FindStringSubmatch(r.out.String())
		if m != nil {
			relay.url = m[1]
		}
		return m != nil
	})
	var clients sync.WaitGroup
	for client := range 4 {
		clients.Go(func() {
			for page := 100 + client; page < 200; page++ {
				relay.status(servicetest.DocumentPath(page))
			}
		})
	}
	clients.Wait()
	r.untilStored("version", 10)
	r.end()
	return r
}
