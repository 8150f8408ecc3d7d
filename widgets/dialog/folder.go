package dialog

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sextant/app/say"
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
		return cmp.Or(strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)),
			strings.Compare(a.name, b.name))
	})
	return list, nil
}

// A thing is what cannot be had, with the messages on why.
type thing struct{ none, refused, unread string }

var (
	aFolder = thing{"files.noFolder", "files.folderRefused", "files.folderUnread"}
	aFile   = thing{"files.noFile", "files.fileRefused", "files.fileUnread"}
)

// trouble says in words why it cannot be had.
func (t thing) trouble(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return say.Text(t.none)
	case errors.Is(err, fs.ErrPermission):
		return say.Text(t.refused)
	}
	return say.Text(t.unread, "Error", reason(err))
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
