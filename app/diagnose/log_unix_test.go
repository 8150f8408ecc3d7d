//go:build unix

package diagnose

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sextant/app/testkit"
)

// TestNoFile checks that pipes and folders are refused, and that a device is never renamed, however much is written.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe, device := filepath.Join(dir, "pipe"), filepath.Join(dir, "device")
	testkit.NoError(t, syscall.Mkfifo(pipe, 0o600))
	testkit.NoError(t, os.Symlink(os.DevNull, device))
	plain := func(s string) string { return s }
	for _, path := range []string{pipe, dir} {
		if _, err := OpenLog(path, "info", plain); err == nil {
			t.Errorf("%s is opened", path)
		}
	}
	log := testkit.Must(OpenLog(device, "info", plain))(t)
	for range 12 {
		log.Info(strings.Repeat("x", 1<<20))
	}
	if _, err := os.Lstat(device + ".1"); err == nil {
		t.Error("it is put aside")
	}
}

// TestPutAsideByAnother checks that the log continues in a new file if another program has renamed the full one.
func TestPutAsideByAnother(t *testing.T) {
	path, log := open(t, "info")
	log("%s", strings.Repeat("x", mostBytes-1000))
	testkit.NoError(t, os.Rename(path, path+".1"))
	testkit.NoError(t, os.WriteFile(path, []byte("of another\n"), 0o600))
	log("%s", strings.Repeat("y", 2000))
	if data, err := os.ReadFile(path); err != nil ||
		!strings.HasPrefix(string(data), "of another") || !strings.Contains(string(data), "yyy") {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if info, err := os.Stat(path + ".1"); err != nil || info.Size() < mostBytes-1000 {
		t.Errorf("%v, %v", info, err)
	}
}
