// Package files writes files atomically: the data goes to a temporary file in the same folder, is synced, and then
// renamed. A symbolic link is followed, so that its target is replaced and not the link. Named pipes and devices cannot
// be replaced; they are opened and written to. Files that programs share can be locked.
package files

import (
	"context"
	"io"
	"io/fs"
	"os"

	"sextant/app/say"
)

// ErrFolder is the error for the name of a folder.
var ErrFolder = say.Error("file.folder")

// A File is a file for Replace to write.
type File struct {
	Name string
	// Mode is the file's permissions. With 0 it keeps those of the file that it replaces, and a new file gets the
	// default ones.
	Mode fs.FileMode
	Data []byte
}

// Write writes or replaces a file, with the permissions of File.Mode. It returns when the data is on the disk under the
// name. After an error the old file is unchanged.
func Write(name string, data []byte, mode fs.FileMode) error {
	return Replace(context.Background(), []File{{name, mode, data}})
}

// Replace writes or replaces several files. None is replaced before the data of all of them is on the disk; if one then
// cannot be replaced, those before it have been. The error is an *fs.PathError with the name of that file. When ctx
// ends, Replace returns its error and replaces no more files; a write to a pipe without a reader continues in the
// background.
func Replace(ctx context.Context, all []File) error {
	var drafts []draft
	for _, f := range all {
		d, err := prepare(ctx, f.Name, f.Mode, f.fill)
		if err != nil {
			return &fs.PathError{Op: "write", Path: f.Name, Err: err}
		}
		defer d.discard()
		drafts = append(drafts, d)
	}
	defer syncFolders(drafts)
	for i, d := range drafts {
		if err := d.commit(ctx); err != nil {
			return &fs.PathError{Op: "write", Path: all[i].Name, Err: err}
		}
	}
	return nil
}

func (f File) fill(w io.Writer) error {
	_, err := w.Write(f.Data)
	return err
}

// Copy writes the content of the file from to the file to, or replaces that, with the permissions of File.Mode. It
// returns when the copy is on the disk, or the error of ctx when that ends. After an error an existing file is
// unchanged.
func Copy(ctx context.Context, from, to string, mode fs.FileMode) error {
	d, err := prepare(ctx, to, mode, func(w io.Writer) error { return pour(ctx, w, from) })
	if err != nil {
		return err
	}
	defer d.discard()
	defer syncFolders([]draft{d})
	return d.commit(ctx)
}

// pour copies the content of a file to w until ctx ends.
func pour(ctx context.Context, w io.Writer, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(w, readerFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return in.Read(p)
	}))
	return err
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// IsAt reports whether the file of info is the one at a path now. It is false if there is none, or after an error.
func IsAt(path string, info fs.FileInfo) bool {
	now, err := os.Stat(path)
	return err == nil && os.SameFile(now, info)
}

// Interruptible calls f on a goroutine and returns its error, or that of ctx if that ends first; f continues in the
// background then. It is for calls that may hang and cannot be cancelled, such as opening a pipe.
func Interruptible(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
