package files

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// OpenFile is os.OpenFile for a file that may be renamed and deleted while it is open, which Windows allows if all open
// handles do (FILE_SHARE_DELETE). It supports the flags for reading, writing, os.O_CREATE and os.O_EXCL.
func OpenFile(name string, flag int, _ fs.FileMode) (*os.File, error) {
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	access := uint32(windows.GENERIC_READ)
	switch flag & (os.O_RDONLY | os.O_WRONLY | os.O_RDWR) {
	case os.O_WRONLY:
		access = windows.GENERIC_WRITE
	case os.O_RDWR:
		access |= windows.GENERIC_WRITE
	}
	how := uint32(windows.OPEN_EXISTING)
	switch {
	case flag&(os.O_CREATE|os.O_EXCL) == os.O_CREATE|os.O_EXCL:
		how = windows.CREATE_NEW
	case flag&os.O_CREATE != 0:
		how = windows.OPEN_ALWAYS
	}
	const (
		share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
		// FILE_FLAG_BACKUP_SEMANTICS allows opening folders.
		attributes = windows.FILE_ATTRIBUTE_NORMAL | windows.FILE_FLAG_BACKUP_SEMANTICS
	)
	h, err := windows.CreateFile(path, access, share, nil, how, attributes, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(h), name), nil
}

// renameWithin is how long Rename retries, and renameEvery the interval. Indexers and virus scanners open each new file
// for a moment, and so do other programs with the same profile.
const (
	renameWithin = 2 * time.Second
	renameEvery  = 10 * time.Millisecond
)

// Rename is os.Rename, and retries while another program has one of the files open.
func Rename(from, to string) error {
	err := os.Rename(from, to)
	if info, is := os.Stat(to); is == nil && info.IsDir() {
		return err // a file never replaces a folder, so retrying is useless
	}
	for end := time.Now().Add(renameWithin); isInUse(err) && time.Now().Before(end); err = os.Rename(from, to) {
		time.Sleep(renameEvery)
	}
	return err
}

// isInUse reports whether an error may be that another program has a file open.
func isInUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) ||
		errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}

// unlink is os.Remove, and frees the name at once, also while the file is open: on some file systems Windows keeps the
// name until the file is closed.
func unlink(name string) error {
	aside := filepath.Join(filepath.Dir(name), fmt.Sprintf(".sextant-%08x", rand.Uint32()))
	if os.Rename(name, aside) == nil {
		name = aside
	}
	return os.Remove(name)
}
