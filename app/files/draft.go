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

// A draft is a file before it has its name. The zero value, which stands for nothing, may be discarded.
type draft struct {
	name      string                  // the file to write, no symbolic link unless it is to be written through
	temporary string                  // the file with the data, empty if name is to be written through
	fill      func(w io.Writer) error // writes the data
}

// prepare writes the data that fill gives to a temporary file, if a regular file or none is of that name.
// Anything else is only written to by commit. Its errors are ErrFolder and those of the file system and of
// fill. The caller must discard the draft.
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

// write writes the data to a temporary file, and returns when it is on the disk.
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

// beside makes a new file in the folder of another one. Nobody may do more with it than the mode allows,
// unless that is 0.
func beside(name string, mode fs.FileMode) (file *os.File, err error) {
	for range 1000 { // other programs, and other goroutines, write there as well
		temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".sextant-%08x", rand.Uint32()))
		file, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, cmp.Or(mode, 0o666))
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return file, err
}

// commit gives the temporary file its name, or writes to what cannot be replaced. It does neither once ctx
// has ended, and then returns its error.
func (d *draft) commit(ctx context.Context) error {
	switch err := ctx.Err(); {
	case err != nil:
		return err
	case d.temporary == "":
		return Interruptible(ctx, d.writeThrough)
	}
	return Rename(d.temporary, d.name)
}

// syncFolders returns when the names of committed drafts are on the disk.
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

// discard removes the temporary file, unless it has got its name.
func (d *draft) discard() {
	if d.temporary != "" {
		_ = os.Remove(d.temporary) // not there any more after commit
	}
}
