package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"sextant/app/testkit"
)

// TestMakeFolder makes new and existing folders, and one in a file, which must fail.
func TestMakeFolder(t *testing.T) {
	dir := folder(t, "file")
	for range 2 {
		testkit.Check(t, MakeFolder(filepath.Join(dir, "a", "b"), 0o700))
	}
	if info, err := os.Stat(filepath.Join(dir, "a", "b")); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
	if err := MakeFolder(filepath.Join(dir, "file", "b"), 0o700); err == nil {
		t.Error("a folder is in a file")
	}
	expectNames(t, dir, "a", "file")
}

func TestRemove(t *testing.T) {
	dir := folder(t, "a", "b")
	testkit.Check(t, Remove(filepath.Join(dir, "a")))
	if err := Remove(filepath.Join(dir, "a")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is not there was removed: %v", err)
	}
	expectNames(t, dir, "b")
}
