package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sextant/app/testkit"
)

// folder returns a folder with files, each of which contains its own name.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		testkit.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600))
	}
	return dir
}

// expect compares the content of a file.
func expect(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s has %.40q, not %.40q (%v)", filepath.Base(path), got, want, err)
	}
}

// expectNames compares the names in a folder.
func expectNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries := testkit.Must(os.ReadDir(dir))(t)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the folder has %q, not %q", got, want)
	}
}

func TestWriteReplacesFile(t *testing.T) {
	dir := folder(t, "old")
	for _, name := range []string{"new", "old"} {
		testkit.Check(t, Write(filepath.Join(dir, name), []byte("data"), 0))
		expect(t, filepath.Join(dir, name), "data")
	}
	expectNames(t, dir, "new", "old")
}

// TestMode writes new and existing files, with and without a mode.
func TestMode(t *testing.T) {
	system := testkit.Must(os.Create(filepath.Join(t.TempDir(), "system")))(t)
	defer system.Close()
	usual, _ := system.Stat()
	for _, tt := range []struct {
		name               string
		before, mode, want fs.FileMode
	}{
		{"new", 0, 0, usual.Mode()},
		{"new and private", 0, 0o600, 0o600},
		{"new and for all", 0, 0o666, 0o666},
		{"kept", 0o640, 0, 0o640},
		{"made private", 0o644, 0o600, 0o600},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if os.PathSeparator == '\\' {
				t.Skip("Windows has other permissions")
			}
			path := filepath.Join(t.TempDir(), "file")
			if tt.before != 0 {
				testkit.NoError(t, errors.Join(os.WriteFile(path, nil, tt.before), os.Chmod(path, tt.before)))
			}
			testkit.Check(t, Write(path, []byte("data"), tt.mode))
			if info, err := os.Stat(path); err != nil || info.Mode() != tt.want {
				t.Errorf("%v, %v", info, err)
			}
		})
	}
}

// TestWriteFollowsLinks writes to the targets of links, which must stay.
func TestWriteFollowsLinks(t *testing.T) {
	dir, elsewhere := folder(t), folder(t, "old")
	for link, target := range map[string]string{"a": filepath.Join(elsewhere, "old"), "b": "a", "c": os.DevNull} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip("this system has no links: ", err)
		}
		if _, err := os.Lstat(filepath.Join(dir, link)); err != nil {
			t.Skip("Wine makes no links, and says that it did: ", err)
		}
	}
	for _, link := range []string{"a", "b", "c"} {
		testkit.Check(t, Write(filepath.Join(dir, link), []byte("by "+link), 0))
		if info, err := os.Lstat(filepath.Join(dir, link)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s was replaced: %v", link, err)
		}
	}
	expect(t, filepath.Join(elsewhere, "old"), "by b")
	expectNames(t, dir, "a", "b", "c")
	expectNames(t, elsewhere, "old")
}

// TestReplaceFails replaces files of which one cannot be written. The others must stay unchanged.
func TestReplaceFails(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		want       error
	}{
		{"a folder", "folder", ErrFolder},
		{"no such folder", "none/file", fs.ErrNotExist},
		{"a file in a file", "old/file", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := folder(t, "old")
			testkit.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
			bad := filepath.Join(dir, tt.file)
			err := Replace(t.Context(), []File{
				{Name: filepath.Join(dir, "old"), Data: []byte("new")}, {Name: bad}, {Name: filepath.Join(dir, "new")},
			})
			if tt.want != nil && !errors.Is(err, tt.want) {
				t.Error(err)
			}
			if at := (*fs.PathError)(nil); !errors.As(err, &at) || at.Path != bad {
				t.Errorf("%v does not name the file", err)
			}
			expect(t, filepath.Join(dir, "old"), "old")
			expectNames(t, dir, "folder", "old")
		})
	}
}

// TestWritingFails fails in the middle of the data. The old file must stay unchanged.
func TestWritingFails(t *testing.T) {
	dir := folder(t, "old")
	full := errors.New("the disk is full")
	_, err := prepare(t.Context(), filepath.Join(dir, "old"), 0, func(w io.Writer) error {
		_, err := w.Write([]byte("ne"))
		return errors.Join(err, full)
	})
	if !errors.Is(err, full) {
		t.Error(err)
	}
	expect(t, filepath.Join(dir, "old"), "old")
	expectNames(t, dir, "old")
}

// TestReplaceIsStopped checks that a cancelled Replace changes nothing.
func TestReplaceIsStopped(t *testing.T) {
	dir := folder(t, "old")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := Replace(ctx, []File{{Name: filepath.Join(dir, "old"), Data: []byte("new")}}); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
	expect(t, filepath.Join(dir, "old"), "old")
	expectNames(t, dir, "old")
}

// TestIsAt checks a file, and one that replaced it.
func TestIsAt(t *testing.T) {
	dir := folder(t, "file")
	path := filepath.Join(dir, "file")
	info := testkit.Must(os.Stat(path))(t)
	if !IsAt(path, info) {
		t.Error("the file is not where it is")
	}
	testkit.NoError(t, Write(path, []byte("another"), 0))
	if IsAt(path, info) {
		t.Error("another file is taken for it")
	}
	if IsAt(filepath.Join(dir, "none"), info) {
		t.Error("no file is taken for it")
	}
}

func TestCopyFile(t *testing.T) {
	dir := folder(t, "old")
	long := bytes.Repeat([]byte("0123456789"), 100<<10)
	from := filepath.Join(t.TempDir(), "from")
	testkit.NoError(t, os.WriteFile(from, long, 0o600))
	for _, name := range []string{"new", "old"} {
		testkit.Check(t, Copy(t.Context(), from, filepath.Join(dir, name), 0o644))
		expect(t, filepath.Join(dir, name), string(long))
	}
	expect(t, from, string(long))
	expectNames(t, dir, "new", "old")
}

// TestCopyFails copies missing and unreadable files, and cancels a copy.
func TestCopyFails(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, tt := range []struct {
		name, from string
		ctx        context.Context
		want       error
	}{
		{"nothing there", "none", t.Context(), fs.ErrNotExist},
		{"a folder", ".", t.Context(), nil},
		{"stopped", "from", stopped, context.Canceled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := folder(t, "from", "old")
			err := Copy(tt.ctx, filepath.Join(dir, tt.from), filepath.Join(dir, "old"), 0)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Error(err)
			}
			expect(t, filepath.Join(dir, "old"), "old")
			expectNames(t, dir, "from", "old")
		})
	}
}
