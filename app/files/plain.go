package files

import (
	"io"
	"io/fs"
	"os"

	"sextant/app/say"
)

// ErrNotPlain is the error for a named pipe or a device: reading it might never end.
var ErrNotPlain = say.Error("file.notPlain")

// Open opens a plain file for reading, and never blocks. The error is an *fs.PathError, of ErrFolder or ErrNotPlain for
// others.
func Open(name string) (*os.File, error) {
	f, err := OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = &fs.PathError{Op: "open", Path: name, Err: ErrFolder}
	case !info.Mode().IsRegular():
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNotPlain}
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// Read reads at most most+1 bytes of a plain file.
func Read(name string, most int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}
