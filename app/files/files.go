// Package files writes files so that what was there stays whole until the new one is on the disk: the data
// goes to a temporary file in the same folder, which then takes the name. A symbolic link is followed, so
// that the file that it points to is replaced and not the link. What is no regular file, such as a named
// pipe or a device, cannot be replaced; it is opened and written to. Files that programs share can be locked.
package files

import (
	"context"
	"io"
	"io/fs"
	"os"

	"sextant/app/say"
)

// ErrFolder is the error for a name that is that of a folder.
var ErrFolder = say.Error("file.folder")

// A File is what Replace is to write.
type File struct {
	Name string
	// Mode is the permissions that the file gets. With 0 it keeps those of the file that it replaces, and a
	// new file gets those that the system gives new files.
	Mode fs.FileMode
	Data []byte
}

// Write writes a file or replaces it, with the permissions that Mode of a File describes. It returns when
// the data is on the disk under the name. After an error the old file is as it was.
func Write(name string, data []byte, mode fs.FileMode) error {
	return Replace(context.Background(), []File{{name, mode, data}})
}

// Replace writes several files or replaces them. None is replaced before the data of all of them is on the
// disk; if one then cannot be replaced, those before it have been. The error is an *fs.PathError with the
// name of the file in question. When ctx ends, Replace returns its error and replaces no more files; a
// write to a pipe that nobody reads is then left to itself.
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

// Copy writes the content of the file from to the file to, or replaces that, with the permissions that
// Mode of a File describes. It returns when the copy is on the disk. When ctx ends it gives up and returns
// the error of ctx. After an error what was at to is as it was.
func Copy(ctx context.Context, from, to string, mode fs.FileMode) error {
	d, err := prepare(ctx, to, mode, func(w io.Writer) error { return pour(ctx, w, from) })
	if err != nil {
		return err
	}
	defer d.discard()
	defer syncFolders([]draft{d})
	return d.commit(ctx)
}

// pour writes the content of a file to w until ctx ends.
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

// IsAt reports whether the file that info describes is the one that is at a path now. It is false where none is,
// or where that cannot be found out.
func IsAt(path string, info fs.FileInfo) bool {
	now, err := os.Stat(path)
	return err == nil && os.SameFile(now, info)
}

// Interruptible calls f in a goroutine and returns its error, or that of ctx if that ends first; f is then
// left to itself. It is for what may hang without a way to end it, such as opening a pipe.
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
