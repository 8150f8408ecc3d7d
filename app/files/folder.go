package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder is os.MkdirAll, and returns when the folders that it made are on the disk.
func MakeFolder(path string, mode fs.FileMode) error {
	var made []string // the innermost first
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			break
		}
		made = append(made, at)
	}
	if err := os.MkdirAll(path, mode); err != nil {
		return err
	}
	for _, at := range made {
		SyncFolder(filepath.Dir(at))
	}
	return nil
}

// Remove is os.Remove, and returns when the disk has no such file any more.
func Remove(path string) error {
	err := os.Remove(path)
	if err == nil {
		SyncFolder(filepath.Dir(path))
	}
	return err
}
