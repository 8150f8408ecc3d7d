package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder is os.MkdirAll, and syncs the new folders.
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
	if errors.Is(err, fs.ErrExist) { // created by another program meanwhile, or a file
		return os.MkdirAll(path, mode)
	}
	if err == nil {
		SyncFolder(parent)
	}
	return err
}

// Remove is os.Remove, and syncs the folder. The name is free at once, also while the file is open.
func Remove(path string) error {
	err := unlink(path)
	if err == nil {
		SyncFolder(filepath.Dir(path))
	}
	return err
}
