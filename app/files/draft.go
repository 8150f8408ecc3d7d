package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A draft is a file before it gets its name. The zero value stands for none, and may be discarded.
type draft struct {
	name      string                  // the file to replace, with links resolved, or the pipe or device to write to
	temporary string                  // the file with the data, empty for a pipe or device
	fill      func(w io.Writer) error // writes the data
}

// prepare writes the data of fill to a temporary file, if there is a regular file or none with that name. Pipes and
// devices are only written by commit. Its errors are ErrFolder and those of the file system and of fill. The caller
// must discard the draft.
func prepare(ctx context.Context, name string, mode fs.FileMode, fill func(w io.Writer) error) (draft, error) {
	d := draft{name: name, fill: fill}
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return draft{}, err
	case info.IsDir():
		return draft{}, ErrFolder
	case !info.Mode().IsRegular():
		return d, ctx.Err()
	default:
		mode = cmp.Or(mode, info.Mode().Perm())
		if d.name, err = filepath.EvalSymlinks(name); err != nil {
			return draft{}, err
		}
	}
	if err := d.write(mode); err != nil {
		d.discard()
		return draft{}, err
	}
	return d, nil
}

// write writes the data to a temporary file, and syncs it.
func (d *draft) write(mode fs.FileMode) error {
	file, err := beside(d.name, mode)
	if err != nil {
		return err
	}
	d.temporary = file.Name()
	err = d.fill(file)
	if mode != 0 {
		err = cmp.Or(err, file.Chmod(mode))
	}
	if err == nil {
		err = file.Sync()
	}
	return cmp.Or(err, file.Close())
}

// beside creates a new file in the folder of another one, with at most the permissions of mode, unless that is 0.
func beside(name string, mode fs.FileMode) (file *os.File, err error) {
	for range 1000 { // names may be taken by other programs and goroutines
		temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".sextant-%08x", rand.Uint32()))
		file, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, cmp.Or(mode, 0o666))
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return file, err
}

// commit renames the temporary file, or writes to a pipe or device. Once ctx has ended it does neither, and returns its
// error.
func (d *draft) commit(ctx context.Context) error {
	switch err := ctx.Err(); {
	case err != nil:
		return err
	case d.temporary == "":
		return Interruptible(ctx, d.writeThrough)
	}
	return Rename(d.temporary, d.name)
}

// syncFolders syncs the folders of committed drafts.
func syncFolders(drafts []draft) {
	synced := map[string]bool{}
	for _, d := range drafts {
		if dir := filepath.Dir(d.name); d.temporary != "" && !synced[dir] {
			synced[dir] = true
			SyncFolder(dir)
		}
	}
}

func (d *draft) writeThrough() error {
	file, err := os.OpenFile(d.name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = d.fill(file)
	return cmp.Or(err, file.Close())
}

// discard removes the temporary file, unless it was committed.
func (d *draft) discard() {
	if d.temporary != "" {
		_ = os.Remove(d.temporary) // fails after commit
	}
}
