//go:build unix

package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sextant/app/testkit"
)

// pipe makes a named pipe in a folder.
func pipe(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "pipe")
	testkit.NoError(t, syscall.Mkfifo(path, 0o600))
	return path
}

// TestPipe writes to a named pipe. Its reader must get the data, and the pipe must stay.
func TestPipe(t *testing.T) {
	dir := folder(t, "from")
	path := pipe(t, dir)
	for _, tt := range []struct {
		want  string
		write func() error
	}{
		{"data", func() error { return Write(path, []byte("data"), 0o600) }},
		{"from", func() error { return Copy(t.Context(), filepath.Join(dir, "from"), path, 0o600) }},
	} {
		done := make(chan error, 1)
		go func() { done <- tt.write() }()
		r := testkit.Must(os.Open(path))(t)
		got, err := io.ReadAll(r)
		if err != nil || string(got) != tt.want {
			t.Errorf("%q came, %v", got, err)
		}
		testkit.Check(t, errors.Join(<-done, r.Close()))
	}
	if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("%v, %v", info, err)
	}
	expectNames(t, dir, "from", "pipe")
}

// TestPipeThatNobodyReads writes to a pipe without a reader, which must block until it is cancelled.
func TestPipeThatNobodyReads(t *testing.T) {
	dir := folder(t, "from")
	path := pipe(t, dir)
	for _, write := range []func(ctx context.Context) error{
		func(ctx context.Context) error { return Replace(ctx, []File{{Name: path, Data: []byte("data")}}) },
		func(ctx context.Context) error { return Copy(ctx, filepath.Join(dir, "from"), path, 0) },
	} {
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- write(ctx) }()
		time.Sleep(20 * time.Millisecond) // for it to block
		stop()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	expectNames(t, dir, "from", "pipe")
	r, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // unblocks the goroutines that still wait
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
}

// TestDeviceIsFull writes to a full device.
func TestDeviceIsFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("this system has no such device: ", err)
	}
	if err := Write("/dev/full", []byte("data"), 0); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
}

// TestOpenPlain reads plain files, and checks that all others are refused without waiting.
func TestOpenPlain(t *testing.T) {
	dir := folder(t, "from")
	if data, err := Read(filepath.Join(dir, "from"), 2); err != nil || len(data) != 3 {
		t.Errorf("%q, %v", data, err)
	}
	link := filepath.Join(dir, "link")
	testkit.NoError(t, os.Symlink(pipe(t, dir), link))
	for path, want := range map[string]error{
		filepath.Join(dir, "pipe"): ErrNotPlain, link: ErrNotPlain, "/dev/null": ErrNotPlain,
		dir: ErrFolder, filepath.Join(dir, "none"): fs.ErrNotExist,
	} {
		failed := (*fs.PathError)(nil)
		if _, err := Read(path, 10); !errors.Is(err, want) || !errors.As(err, &failed) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
