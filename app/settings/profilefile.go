package settings

import (
	"encoding/json"
	"errors"
	"io/fs"

	"sextant/app/files"
	"sextant/app/say"
)

// A profileFile is a JSON file of the profile, which programs with the same profile may change at the same time.
type profileFile[T any] struct {
	name string
	// unread, setAside and unsaved are messages of failures. Without setAside a file that cannot be parsed stays.
	unread, setAside, unsaved string
	// none returns the value of a missing file, and of one that cannot be read.
	none func() T
	// parse decodes the file. With a ReplacedError the value can be used.
	parse func(data []byte) (T, error)
	// encode returns what is written as JSON.
	encode func(T) (any, error)
}

// load reads the file. With a ReplacedError the value can be used, and the file is kept as a copy, because it will be
// rewritten. A file that cannot be parsed is renamed, with an error.
func (f profileFile[T]) load(p Profile) (T, error) {
	value, err := f.read(p)
	if errors.Is(err, fs.ErrNotExist) {
		return value, nil
	}
	return value, err
}

// read is load, but it fails where there is no file.
func (f profileFile[T]) read(p Profile) (T, error) {
	data, err := p.readBounded(f.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.none(), err
	case err != nil:
		return f.none(), say.Wrap(err, f.unread)
	}
	aside := f.name + ".damaged"
	value, err := f.parse(data)
	switch replaced := (*ReplacedError)(nil); {
	case err == nil:
	case errors.As(err, &replaced):
		if p.Write(aside, data) == nil {
			replaced.Parts = append(replaced.Parts, say.Error("settings.kept", "File", aside))
		}
	case f.setAside == "":
		err = say.Wrap(err, f.unread)
	default:
		_ = files.Rename(p.Path(f.name), p.Path(aside)) // if that fails, it is overwritten
		err = say.Wrap(err, f.setAside, "File", aside)
	}
	return value, err
}

// change replaces the file with the result of f, under the file's lock. It passes the file's value and the error of
// read, but fails where the file is there and cannot be read, such as another user's, because its content is unknown.
func (f profileFile[T]) change(p Profile, change func(now T, err error) T) (after T, err error) {
	free, err := files.Own(p.Path(f.name + ".lock"))
	if err != nil {
		return after, say.Wrap(err, f.unsaved)
	}
	defer free()
	now, err := f.read(p)
	if path := (*fs.PathError)(nil); errors.As(err, &path) && !errors.Is(err, fs.ErrNotExist) {
		return after, say.Wrap(err, f.unsaved)
	}
	after = change(now, err)
	if err := f.write(p, after); err != nil {
		return now, say.Wrap(err, f.unsaved)
	}
	return after, nil
}

// write replaces the file.
func (f profileFile[T]) write(p Profile, value T) error {
	content, err := f.encode(value)
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		return err
	}
	if len(data) >= maxSettings { // it could not be read again
		return errTooMany
	}
	return p.Write(f.name, append(data, '\n'))
}

// readBounded reads a file of the profile of at most maxSettings bytes.
func (p Profile) readBounded(name string) ([]byte, error) {
	return files.Read(p.Path(name), maxSettings)
}
