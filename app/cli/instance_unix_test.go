//go:build !windows

package cli

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/testkit"
)

// leave leaves the files of a killed program in a profile.
func leave(t *testing.T, dir string) {
	t.Helper()
	l := testkit.Must(net.ListenUnix("unix", &net.UnixAddr{Name: at(t, dir), Net: "unix"}))(t)
	l.SetUnlinkOnClose(false)
	l.Close()
}

// TestFileInPlace checks that a file that is not a socket is never removed.
func TestFileInPlace(t *testing.T) {
	dir := shortDir(t)
	testkit.NoError(t, os.WriteFile(at(t, dir), []byte("mine"), 0o600))
	if _, err := ListenForStarts(dir, "", nil); err == nil {
		t.Error("it listens in the place of a file")
	}
	if data, _ := os.ReadFile(at(t, dir)); string(data) != "mine" {
		t.Errorf("the file has %q", data)
	}
}

// TestOthersFolder restores the permissions of the temporary folder, and rejects one that is a symbolic link, which
// another user may have made.
func TestOthersFolder(t *testing.T) {
	temp, dir := shortDir(t), filepath.Join(shortDir(t), strings.Repeat("long", 30))
	t.Setenv("TMPDIR", temp)
	folder := filepath.Dir(at(t, dir))
	testkit.NoError(t, os.Chmod(folder, 0o777))
	if info, err := os.Stat(filepath.Dir(at(t, dir))); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	testkit.NoError(t, errors.Join(os.Remove(folder), os.Symlink(shortDir(t), folder)))
	if _, err := ListenForStarts(dir, "", nil); err == nil || HandOver(dir, "", Target{}, false) {
		t.Error("it is used")
	}
}
