package endtoend

import (
	"crypto/md5"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
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
func newRecorder(t *testing.T, env ...string) *recorder {
	t.Helper()
	base := t.TempDir()
	r := &recorder{t: t, base: base, dir: filepath.Join(base, "disk"), calls: filepath.Join(base, "calls")}
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	// With -D the program is a direct child of this process, and receives its signals.
	r.cmd = exec.Command("strace", "-D", "-f", "-y", "-xx", "-qq", "-s", strconv.Itoa(64<<20), "-o", r.calls,
		"-e", "signal=none", "-e", "trace="+recordCalls, os.Args[0])
	r.cmd.Env = environment(base, append(env, cutVariable+"="+r.dir)...)
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

// playSession repeatedly saves everything that can be saved.
func playSession(t *testing.T) *recorder {
	r := newRecorder(t)
	r.wait()
	return r
}

// playRepair repairs the damaged store of a profile.
func playRepair(t *testing.T) *recorder {
	r := newRecorder(t, repairVariable+"=1")
	r.wait()
	return r
}
