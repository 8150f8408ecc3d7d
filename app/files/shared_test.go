package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"sextant/app/testkit"
)

// TestOpenIsRenamedAndRemoved renames and removes a file while it is open.
func TestOpenIsRenamedAndRemoved(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	open := func(n string, flag int) *os.File {
		f := testkit.Must(OpenFile(name(n), flag, 0o600))(t)
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	if _, err := OpenFile(name("a"), os.O_RDWR, 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	f := open("a", os.O_RDWR|os.O_CREATE)
	if _, err := OpenFile(name("a"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	if _, err := f.Write([]byte("data")); err != nil {
		t.Fatal(err)
	}
	testkit.NoError(t, Rename(name("a"), name("b")))
	if data, err := os.ReadFile(name("b")); err != nil || string(data) != "data" {
		t.Errorf("%q, %v", data, err)
	}
	open("b", os.O_RDONLY)
	testkit.NoError(t, Remove(name("b")))
	if err := os.WriteFile(name("b"), []byte("new"), 0o600); err != nil { // its name is free
		t.Fatal(err)
	}
	if data, err := os.ReadFile(name("b")); err != nil || string(data) != "new" {
		t.Errorf("%q, %v", data, err)
	}
	at := make([]byte, 4)
	if _, err := f.ReadAt(at, 0); err != nil || string(at) != "data" {
		t.Errorf("the open file has %q, %v", at, err)
	}
}
