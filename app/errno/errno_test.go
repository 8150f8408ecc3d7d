package errno

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestIs causes errors of the system, and checks that they match the POSIX errors, and their texts.
func TestIs(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, taken := net.Listen("tcp", l.Addr().String())
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free.Close()
	_, refused := net.Dial("tcp", free.Addr().String())
	dir := t.TempDir()
	_, missing := os.Open(filepath.Join(dir, "missing"))
	there := os.Mkdir(dir, 0o700)
	for _, tt := range []struct {
		err    error
		number syscall.Errno
		words  string
	}{
		{taken, syscall.EADDRINUSE, "address already in use"},
		{refused, syscall.ECONNREFUSED, "connection refused"},
		{missing, syscall.ENOENT, syscall.ENOENT.Error()},
		{there, syscall.EEXIST, "file exists"},
	} {
		if !Is(tt.err, tt.number) || Is(tt.err, syscall.EPERM) {
			t.Errorf("%v is not %v, or is another one", tt.err, tt.number)
		}
		var is syscall.Errno
		if !errors.As(tt.err, &is) || Plain(is).Error() != tt.words {
			t.Errorf("%v: %v, not %s", tt.err, Plain(is), tt.words)
		}
	}
	if Is(fs.ErrNotExist, syscall.ENOENT) || Is(nil, syscall.ENOENT) || !Is(fs.ErrClosed, fs.ErrClosed) ||
		Plain(fs.ErrClosed) != fs.ErrClosed {
		t.Error("what is no error of the system is taken for one")
	}
}
