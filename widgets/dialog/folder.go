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

// A fileEntry is an entry of a folder.
type fileEntry struct {
	name    string
	folder  bool
	changed time.Time
}

// readFolder lists a folder: folders first, both sorted by name, without hidden entries.
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
		info, err := os.Stat(filepath.Join(path, f.Name())) // the target of a link
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue // a dangling link, or a special file
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

// A thing has the messages for the errors of accessing a kind of object.
type thing struct{ none, refused, unread string }

var (
	aFolder = thing{"files.noFolder", "files.folderRefused", "files.folderUnread"}
	aFile   = thing{"files.noFile", "files.fileRefused", "files.fileUnread"}
)

// trouble returns an error in words for users.
func (t thing) trouble(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return say.Text(t.none)
	case errors.Is(err, fs.ErrPermission):
		return say.Text(t.refused)
	}
	return say.Text(t.unread, "Error", reason(err))
}

// pathOf returns the path for typed text: a name in a folder, or a path. "~" stands for home.
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
