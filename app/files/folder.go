package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder is os.MkdirAll, and returns when the folders that it made are on the disk.
func MakeFolder(path string, mode fs.FileMode) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	err := os.Mkdir(path, mode)
	if errors.Is(err, fs.ErrNotExist) && parent != path {
		if err := MakeFolder(parent, mode); err != nil {
			return err
		}
		err = os.Mkdir(path, mode)
	}
	if errors.Is(err, fs.ErrExist) { // another program made it meanwhile, or it is a file
		return os.MkdirAll(path, mode)
	}
	if err == nil {
		SyncFolder(parent)
	}
	return err
}

// Remove is os.Remove, and returns when the disk has no such file any more. The name is free at once, also while the
// file is open.
func Remove(path string) error {
	err := unlink(path)
	if err == nil {
		SyncFolder(filepath.Dir(path))
	}
	return err
}
