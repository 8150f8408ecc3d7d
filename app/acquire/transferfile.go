package acquire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sextant/app/files"
	"sextant/app/service"
)

// transferNote is what must be known of a partial recording to go on with it.
type transferNote struct {
	Size   int64 // -1 while it is not known
	Have   spans
	Served service.Served
	MD5    []byte `json:",omitempty"`
	Whole  bool   `json:"-"` // the file itself tells
}

// maxNote bounds the file of a note: a recording fetched in a few hundred pieces.
const maxNote = 64 << 10

// OpenTransfer goes on with the recording of a path, or begins it. Nothing is asked for before its first
// Use.
func OpenTransfer(path string, ask Opener) (*Transfer, error) {
	t := &Transfer{path: path, ask: ask, note: transferNote{Size: -1}}
	t.more = sync.NewCond(&t.mu)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making a place for the recording: %w", err)
	}
	var err error
	if t.file, err = os.Open(path); err == nil {
		return t, t.takeWhole()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("opening the recording: %w", err)
	}
	if t.file, err = os.OpenFile(t.partPath(), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return nil, fmt.Errorf("making a file for the recording: %w", err)
	}
	info, err := t.file.Stat()
	if err != nil {
		return nil, fmt.Errorf("opening the recording: %w", err)
	}
	t.recall(info.Size())
	return t, nil
}

func (t *Transfer) partPath() string { return t.path + ".part" }
func (t *Transfer) notePath() string { return t.path + ".note" }

func (t *Transfer) takeWhole() error {
	info, err := t.file.Stat()
	if err != nil {
		return fmt.Errorf("opening the recording: %w", err)
	}
	t.note = transferNote{Size: info.Size(), Have: spans{}.add(0, info.Size()), Whole: true}
	return nil
}

// recall reads the note beside a part of so many bytes. A note that makes no sense is none: all is fetched
// anew.
func (t *Transfer) recall(size int64) {
	info, err := os.Stat(t.notePath())
	if err != nil || info.Size() > maxNote {
		return
	}
	data, err := os.ReadFile(t.notePath())
	if err != nil {
		return
	}
	note, err := parseNote(data)
	if err != nil || len(note.Have) > 0 && note.Have[len(note.Have)-1].Before > size {
		return
	}
	t.note = note
}

func parseNote(data []byte) (transferNote, error) {
	note := transferNote{Size: -1}
	if err := json.Unmarshal(data, &note); err != nil {
		return note, fmt.Errorf("reading the note of a recording: %w", err)
	}
	last := int64(0)
	for i, s := range note.Have {
		if s.From < last || s.Before <= s.From || i > 0 && s.From == last {
			return note, errors.New("reading the note of a recording: its parts overlap")
		}
		last = s.Before
	}
	if note.Size < -1 || note.Size > MaxRecording || note.Size >= 0 && last > note.Size {
		return note, errors.New("reading the note of a recording: its size makes no sense")
	}
	return note, nil
}

// keepSometimes notes what has arrived, now and then.
func (t *Transfer) keepSometimes() error {
	if time.Since(t.kept) < keepEvery {
		return nil
	}
	return t.keepNow()
}

func (t *Transfer) keep() {
	if !t.Progress().Whole {
		_ = t.keepNow() // what is not noted is fetched again
	}
}

// keepNow notes what has arrived once that is on the disk, which can take long. Readers do not wait for it.
func (t *Transfer) keepNow() error {
	t.kept = time.Now()
	t.mu.Lock()
	data, err := json.Marshal(t.note)
	t.mu.Unlock()
	if err == nil {
		err = t.file.Sync()
	}
	if err == nil {
		err = files.Write(t.notePath(), data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	return nil
}

// Close ends the transfer and waits for its end. What has arrived stays. Readers read no more.
func (t *Transfer) Close() error {
	t.mu.Lock()
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
	t.mu.Unlock()
	t.running.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = fs.ErrClosed
	}
	t.more.Broadcast()
	return t.file.Close()
}

// Remove deletes the recording, whole or in part, after Close.
func (t *Transfer) Remove() error {
	var all error
	for _, path := range []string{t.path, t.partPath(), t.notePath()} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}

// wake lets all who wait look again.
func (t *Transfer) wake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.more.Broadcast()
}

// Wait returns when the transfer is whole or has failed, or with the context's end.
func (t *Transfer) Wait(ctx context.Context) error {
	stop := context.AfterFunc(ctx, t.wake)
	defer stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.note.Whole && t.err == nil && ctx.Err() == nil {
		t.more.Wait()
	}
	if t.err != nil {
		return t.err
	}
	return ctx.Err()
}
