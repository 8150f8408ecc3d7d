package files

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A fileEntry is a file or a folder in a folder.
type fileEntry struct {
	name    string
	folder  bool
	changed time.Time
}

// readFolder lists a folder: its folders first, each sort by name. What is hidden is left out.
func readFolder(path string) ([]fileEntry, error) {
	all, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var list []fileEntry
	for _, f := range all {
		if strings.HasPrefix(f.Name(), ".") {
			continue
		}
		info, err := os.Stat(filepath.Join(path, f.Name())) // what a link leads to
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue // it leads nowhere, or is no file
		}
		list = append(list, fileEntry{f.Name(), info.IsDir(), info.ModTime()})
	}
	slices.SortFunc(list, func(a, b fileEntry) int {
		if a.folder != b.folder {
			if a.folder {
				return -1
			}
			return 1
		}
		return cmp.Or(strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), strings.Compare(a.name, b.name))
	})
	return list, nil
}

// fileTrouble says in words why a folder or file cannot be had. what is "folder" or "file".
func fileTrouble(what string, err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "There is no such " + what + "."
	case errors.Is(err, fs.ErrPermission):
		return "You are not allowed to read this " + what + "."
	case errors.As(err, &path):
		err = path.Err
	}
	return "This " + what + " cannot be read: " + err.Error() + "."
}

// pathOf is the path of what was typed in a folder: a name there, or a path of its own. "~" is home.
func pathOf(folder, typed string) string {
	typed = strings.TrimSpace(typed)
	if rest, ok := strings.CutPrefix(typed, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(typed) {
		return filepath.Clean(typed)
	}
	return filepath.Join(folder, typed)
}
