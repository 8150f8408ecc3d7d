//go:build unix

package files

import (
	"io/fs"
	"os"
)

// OpenFile is os.OpenFile for a file that may be renamed and deleted while it is open.
func OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, mode)
}

// Rename is os.Rename. On Windows it retries while another program has one of the files open.
func Rename(from, to string) error { return os.Rename(from, to) }

// unlink is os.Remove. The name is free at once, also while the file is open.
func unlink(name string) error { return os.Remove(name) }
