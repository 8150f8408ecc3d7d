package recordings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sextant/app/files"
	"sextant/app/service"
)

// A recordingPath is where a recording is once it is whole. What is partial has other names beside it.
type recordingPath string

// part is the file of what has arrived, and note that of its note.
func (p recordingPath) part() string { return string(p) + ".part" }
func (p recordingPath) note() string { return string(p) + ".note" }

// remove deletes the recording, whole or in part.
func (p recordingPath) remove() error {
	var all error
	for _, path := range []string{string(p), p.part(), p.note()} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}

// isTaken tells whether another program brings the recording just now.
func (p recordingPath) isTaken() bool {
	part, err := files.Open(p.part())
	if err != nil {
		return false
	}
	defer part.Close()
	return !files.Lock(part)
}

// recall reads the note beside a part of so many bytes, and tells whether there is one that makes sense.
func (p recordingPath) recall(size int64) (note transferNote, ok bool) {
	data, err := files.Read(p.note(), maxNote)
	if err != nil || len(data) > maxNote {
		return note, false
	}
	note, err = parseNote(data)
	return note, err == nil && (len(note.Have) == 0 || note.Have[len(note.Have)-1].Before <= size)
}

// A parcel is what is on the disk of a recording: the bytes that have arrived, and what must be known of them.
// It has no lock of its own.
type parcel struct {
	path   recordingPath
	file   *os.File
	note   transferNote
	resets int // beginnings anew, since the present run began
	begun  int // beginnings anew, since the file was opened
}

// openParcel opens what is there, or begins the recording. Of a part whose note makes no sense all is fetched
// anew.
func openParcel(path recordingPath) (p parcel, err error) {
	p = parcel{path: path, note: transferNote{Size: -1}}
	if err := os.MkdirAll(filepath.Dir(string(path)), 0o700); err != nil {
		return p, fmt.Errorf("making a place for the recording: %w", err)
	}
	if p.file, err = files.Open(string(path)); err == nil {
		return p, p.takeWhole()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return p, fmt.Errorf("opening the recording: %w", err)
	}
	if err := p.openPart(); err != nil {
		return p, err
	}
	info, err := p.file.Stat()
	if err != nil {
		return p, fmt.Errorf("opening the recording: %w", err)
	}
	if note, ok := path.recall(info.Size()); ok {
		p.note = note
	}
	return p, nil
}

// openPart opens the file of a part, which is made if it is not there.
func (p *parcel) openPart() (err error) {
	if p.file, err = os.OpenFile(p.path.part(), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return fmt.Errorf("making a file for the recording: %w", err)
	}
	return nil
}

// takeWhole takes the open file for the whole recording.
func (p *parcel) takeWhole() error {
	info, err := p.file.Stat()
	if err != nil {
		return fmt.Errorf("opening the recording: %w", err)
	}
	p.note = transferNote{Size: info.Size(), Have: spans{}.add(0, info.Size()), Whole: true}
	return nil
}

// catchUp takes in what another program brought since the file was opened. If this one is alone with a file that
// is no longer the recording's, it opens the one that is, and tells that it did not have it.
func (p *parcel) catchUp(alone bool) (present bool, err error) {
	if file, err := files.Open(string(p.path)); err == nil { // it is whole by now
		_ = p.file.Close()
		p.file = file
		return true, p.takeWhole()
	}
	mine, err := p.file.Stat()
	if err != nil {
		return false, fmt.Errorf("reading the recording: %w", err)
	}
	if alone && !files.IsAt(p.path.part(), mine) {
		_ = p.file.Close()
		p.note = transferNote{Size: -1}
		p.begun++
		return false, p.openPart()
	}
	if note, ok := p.path.recall(mine.Size()); ok {
		p.note = note
	}
	return true, nil
}

// accept takes over what the service says of the recording. If it is another one by now, all begins anew.
func (p *parcel) accept(d *service.Download) error {
	n := &p.note
	another := n.Served.ETag != d.Served.ETag && n.Served.ETag != "" && d.Served.ETag != "" ||
		n.Served.LastModified != d.Served.LastModified && n.Served.LastModified != "" && d.Served.LastModified != ""
	resized := n.Size >= 0 && d.Size >= 0 && n.Size != d.Size
	if resized && !another && d.From > 0 && d.Size == n.Have.end(0) {
		return ErrLength // all has come, and the service says by now that there was never more
	}
	if another || resized {
		if err := p.reset(); err != nil {
			return err
		}
	}
	if d.Size > MaxRecording {
		return ErrTooLong
	}
	n.Size, n.Served = max(n.Size, d.Size), d.Served
	if d.MD5 != nil {
		n.MD5 = d.MD5
	}
	return nil
}

// reset forgets what has arrived. It fails where that was necessary too often.
func (p *parcel) reset() error {
	p.begun++
	if p.resets++; p.resets > mostResets {
		return ErrUnstable
	}
	p.note = transferNote{Size: -1}
	if err := p.file.Truncate(0); err != nil {
		return fmt.Errorf("beginning the recording anew: %w", err)
	}
	return nil
}

// write writes bytes down. Those that are there already are compared: another recording under the same name, of
// which the service says nothing, is found out so.
func (p *parcel) write(data []byte, at int64) error {
	if at+int64(len(data)) > MaxRecording {
		return ErrTooLong
	}
	if known := min(p.note.Have.end(at)-at, int64(len(data))); known > 0 {
		there := make([]byte, known)
		if _, err := p.file.ReadAt(there, at); err != nil || !bytes.Equal(there, data[:known]) {
			size, served, sum := p.note.Size, p.note.Served, p.note.MD5
			if err := p.reset(); err != nil {
				return err
			}
			p.note.Size, p.note.Served, p.note.MD5 = size, served, sum
		}
	}
	if _, err := p.file.WriteAt(data, at); err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	p.note.Have = p.note.Have.add(at, at+int64(len(data)))
	return nil
}

// rename gives the whole recording its name. Some systems want a file closed for that.
func (p *parcel) rename() error {
	err := errors.Join(p.file.Close(), os.Rename(p.path.part(), string(p.path)))
	if _, there := os.Stat(string(p.path)); there == nil {
		err = nil // if not this program, another one has named it
	}
	path := string(p.path)
	if err != nil {
		path = p.path.part()
	}
	file, openErr := os.Open(path)
	if err = errors.Join(err, openErr); err != nil {
		return fmt.Errorf("naming the recording: %w", err)
	}
	p.file, p.note.Whole = file, true
	_ = os.Remove(p.path.note()) // without its part it means nothing
	return nil
}
