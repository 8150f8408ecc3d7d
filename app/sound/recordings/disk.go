package recordings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sextant/app/files"
)

// A recordingPath is the path of a complete recording. A partial one has other names beside it.
type recordingPath string

// part returns the path of a partial recording, and note that of its note.
func (p recordingPath) part() string { return string(p) + ".part" }
func (p recordingPath) note() string { return string(p) + ".note" }

// remove deletes the recording, whole or in part.
func (p recordingPath) remove() error {
	var all error
	for _, path := range []string{string(p), p.part(), p.note()} {
		if err := files.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}

// has reports whether a file has one of the recording's names. It need not, where it was deleted while it was open.
func (p recordingPath) has(file fs.FileInfo) bool {
	return file != nil && (files.IsAt(string(p), file) || files.IsAt(p.part(), file))
}

// isTaken reports whether another program is fetching the recording, as far as that can be found out.
func (p recordingPath) isTaken() bool {
	part, err := files.Open(p.part())
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	defer part.Close()
	return !files.Lock(part)
}

// readNote reads the note beside a part of a size in bytes. ok is false where there is no valid one, and err is why
// that is not known.
func (p recordingPath) readNote(size int64) (note transferNote, ok bool, err error) {
	data, err := files.Read(p.note(), maxNote)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return note, false, nil
	case err != nil:
		return note, false, fmt.Errorf("reading the note of a recording: %w", err)
	case len(data) > maxNote:
		return note, false, nil
	}
	note, err = parseNote(data)
	return note, err == nil && note.last() <= size, nil
}

// openPart opens the file of a part, which is made if it does not exist.
func (p recordingPath) openPart() (*os.File, error) {
	file, err := files.OpenFile(p.part(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("making a file for the recording: %w", err)
	}
	return file, nil
}

// What follows uses the file, without the lock, on the goroutine of the run, or before the first one starts.

// openFiles opens the recording or its part. A part without a valid note is fetched again.
func (t *Transfer) openFiles() (err error) {
	if err := files.MakeFolder(filepath.Dir(string(t.path)), 0o700); err != nil {
		return fmt.Errorf("making a place for the recording: %w", err)
	}
	file, err := files.Open(string(t.path))
	switch {
	case err == nil:
		return t.useWhole(file)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("opening the recording: %w", err)
	}
	if t.file, err = t.path.openPart(); err != nil {
		return err
	}
	info, err := t.file.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("opening the recording: %w", err), t.file.Close())
	}
	note, ok, err := t.path.readNote(info.Size())
	if err != nil {
		return errors.Join(err, t.file.Close())
	}
	if ok {
		t.note = note
	}
	return nil
}

// useWhole replaces the open file by that of the complete recording.
func (t *Transfer) useWhole(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("opening the recording: %w", err), file.Close())
	}
	before := t.file
	t.change(func() {
		t.file = file
		t.note = transferNote{Size: info.Size(), Have: spans{}.with(0, info.Size()), Whole: true}
	})
	if before != nil {
		_ = before.Close() // nothing is written to it
	}
	return nil
}

// catchUp reads the note of what another program has fetched since the file was opened. alone: no other program is
// fetching. Where the open file then is no longer the recording's, it opens that one; present is false.
func (t *Transfer) catchUp(alone bool) (present bool, err error) {
	if file, err := files.Open(string(t.path)); err == nil { // it has become whole
		return true, t.useWhole(file)
	}
	mine, err := t.file.Stat()
	if err != nil {
		return false, fmt.Errorf("reading the recording: %w", err)
	}
	if alone && !files.IsAt(t.path.part(), mine) {
		file, err := t.path.openPart()
		if err != nil {
			return false, err
		}
		before := t.file
		t.change(func() {
			t.file, t.note = file, transferNote{Size: -1}
			t.restarts++
		})
		_ = before.Close() // it is the recording's no longer
		return false, nil
	}
	note, ok, err := t.path.readNote(mine.Size())
	if ok {
		t.change(func() { t.note = note })
	}
	return true, err
}

// A claim is a transfer's right to the names of its files. Its lock is held while a file gets a name.
type claim struct {
	sync.Mutex
	isLost bool // to another transfer
}

// giveUp gives the names to the next transfer, before the files are deleted. The readers of this one go on.
func (c *claim) giveUp() {
	c.Lock()
	defer c.Unlock()
	c.isLost = true
}

// holds reports whether the name of the part is still that of a file. It must be called with the lock.
func (c *claim) holds(path recordingPath, part fs.FileInfo) bool {
	return !c.isLost && files.IsAt(path.part(), part)
}

// rename gives the complete recording its name. Some systems need the file to be closed for that, also by readers. A
// part that was deleted meanwhile gets none, since its name may now be that of another one: those who read it go on.
func (t *Transfer) rename() error {
	t.names.Lock()
	defer t.names.Unlock()
	part := t.file
	mine, err := part.Stat()
	if err != nil {
		return fmt.Errorf("naming the recording: %w", err)
	}
	if !t.names.holds(t.path, mine) {
		t.change(func() { t.note.Whole = true })
		return nil
	}
	t.mu.Lock()
	t.file = nil
	for t.reading > 0 {
		t.more.Wait()
	}
	t.mu.Unlock()
	err = errors.Join(part.Close(), files.Rename(t.path.part(), string(t.path)))
	if _, there := os.Stat(string(t.path)); there == nil {
		err = nil // if not this program, another one has named it
	}
	if err == nil {
		err = t.openNamed(mine)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("naming the recording: %w", err), t.reopenPart(mine))
	}
	files.SyncFolder(filepath.Dir(string(t.path))) // before the note goes
	_ = os.Remove(t.path.note())                   // without its part it means nothing
	return nil
}

// openNamed opens what has the recording's name, which should be the part.
func (t *Transfer) openNamed(part fs.FileInfo) error {
	file, err := files.Open(string(t.path))
	if err != nil {
		return err
	}
	if now, err := file.Stat(); err != nil || !os.SameFile(part, now) {
		return t.useWhole(file)
	}
	t.change(func() { t.file, t.note.Whole = file, true })
	return nil
}

// reopenPart opens the part that was closed for a new name. Of another one in its place nothing is known.
func (t *Transfer) reopenPart(before fs.FileInfo) error {
	file, err := t.path.openPart()
	if err != nil {
		return err
	}
	now, err := file.Stat()
	t.change(func() {
		t.file = file
		if err != nil || !os.SameFile(before, now) {
			t.note = transferNote{Size: -1}
			t.restarts++
		}
	})
	return err
}

// saveNote syncs the part, and then saves its note. Beside a part that is now another transfer's it saves none.
func (f *fetcher) saveNote() error {
	t := f.t
	t.names.Lock()
	defer t.names.Unlock()
	f.saved = time.Now()
	if f.doubts.any() {
		return nil // the note before is right
	}
	mine, err := t.file.Stat()
	if err == nil && !t.names.holds(t.path, mine) {
		return nil
	}
	var data []byte
	if err == nil {
		data, err = json.Marshal(t.note)
	}
	if err == nil {
		err = t.file.Sync()
	}
	if err == nil {
		err = files.Write(t.path.note(), data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	return nil
}
