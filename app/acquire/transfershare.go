package acquire

import (
	"context"
	"fmt"
	"os"
	"time"

	"sextant/app/files"
)

// lookEvery is how often it is looked how far another program is that brings the same recording.
const lookEvery = 500 * time.Millisecond

// obtain returns true when this program alone may bring the recording. While another one does, what that
// brings is there for readers here too. It returns false when there is nothing left to bring, or ctx ends.
func (t *Transfer) obtain(ctx context.Context) bool {
	grown, arrived := time.Now(), t.Progress().Arrived
	for ctx.Err() == nil {
		t.mu.Lock()
		alone := lockFile(t.file)
		t.mu.Unlock()
		present, err := t.catchUp(alone)
		switch {
		case err != nil:
			t.end(err)
			return false
		case t.done():
			return false
		case alone && present:
			return true
		case !alone:
			if now := t.Progress().Arrived; now != arrived {
				grown, arrived = time.Now(), now
			}
			t.stall(nil)
			if time.Since(grown) > elsewhereStalls {
				t.stall(ErrElsewhere)
			}
			rest(ctx, lookEvery)
		}
	}
	return false
}

// elsewhereStalls is how long another program may bring nothing before that is told.
const elsewhereStalls = 10 * time.Second

func (t *Transfer) giveBack() {
	t.mu.Lock()
	defer t.mu.Unlock()
	unlockFile(t.file)
}

// catchUp takes in what another program brought since the file was opened. If it is alone with a file that
// is no longer the recording's, it opens the one that is, and tells that it did not have it.
func (t *Transfer) catchUp(alone bool) (present bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.more.Broadcast()
	if file, err := os.Open(t.path); err == nil { // it is whole by now
		_ = t.file.Close()
		t.file = file
		return true, t.takeWhole()
	}
	mine, err := t.file.Stat()
	if err != nil {
		return false, fmt.Errorf("reading the recording: %w", err)
	}
	if alone && !files.IsAt(t.partPath(), mine) {
		_ = t.file.Close()
		if t.file, err = os.OpenFile(t.partPath(), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
			return false, fmt.Errorf("making a file for the recording: %w", err)
		}
		t.note = transferNote{Size: -1}
		return false, nil
	}
	t.recall(mine.Size())
	return true, nil
}

// isTaken tells whether another program brings the recording of a path just now.
func isTaken(path string) bool {
	t := &Transfer{path: path}
	part, err := os.Open(t.partPath())
	if err != nil {
		return false
	}
	defer part.Close()
	return !lockFile(part)
}
