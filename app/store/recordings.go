package store

import (
	"context"
	"time"
)

// Recording is the state of a recording that is on the disk or wanted there. Its sound is in a file elsewhere.
type Recording struct {
	// Key names the recording.
	Key string
	// Item is the service's description of it, in the caller's format.
	Item string
	// State is what the user wants with it.
	State RecordingState
	// Keep: it is not removed to make room.
	Keep bool
	// SaveTo is a file to which it is copied once it is complete, empty for none.
	SaveTo string
	// At is when the user asked for it, or heard it first.
	At time.Time
}

// RecordingState is what the user wants with a recording. The numbers are stored.
type RecordingState int

// The states.
const (
	// RecordingIdle: nothing is to be fetched.
	RecordingIdle RecordingState = iota
	// RecordingWanted: it is to be downloaded.
	RecordingWanted
	// RecordingPaused: its download is paused.
	RecordingPaused
)

// Listening has the user's recordings: which are wanted, how far each was heard, and the marks.
type Listening struct{ db *database }

// SetRecording applies the change of a recording from before to after. Changes by other programs meanwhile are kept.
func (l *Listening) SetRecording(before, after Recording) {
	l.db.enqueue(write{lasting: true, do: func(w *statements) error {
		r := after
		var now Recording
		there, err := w.queryRow("SELECT item, state, keep, save_to, at FROM recording WHERE key = ?", after.Key).
			find(&now.Item, (*int)(&now.State), &now.Keep, &now.SaveTo, stamp{&now.At})
		if err != nil {
			return err
		}
		if there {
			r = now.with(before, after)
		}
		_, err = w.exec(`INSERT INTO recording (key, item, state, keep, save_to, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
			ON CONFLICT DO UPDATE SET item = ?2, state = ?3, keep = ?4, save_to = ?5, at = ?6`,
			after.Key, r.Item, int(r.State), r.Keep, r.SaveTo, r.At.UnixMilli())
		return err
	}})
}

// with returns a recording with the fields in which before and after differ set to those of after.
func (r Recording) with(before, after Recording) Recording {
	if before.Item != after.Item {
		r.Item = after.Item
	}
	if before.State != after.State {
		r.State = after.State
	}
	if before.Keep != after.Keep {
		r.Keep = after.Keep
	}
	if before.SaveTo != after.SaveTo {
		r.SaveTo = after.SaveTo
	}
	if !before.At.Equal(after.At) {
		r.At = after.At
	}
	return r
}

// DropRecording removes the state of a recording.
func (l *Listening) DropRecording(key string) {
	l.db.enqueue(write{do: func(w *statements) error {
		_, err := w.exec("DELETE FROM recording WHERE key = ? AND state = ? AND NOT keep", key, int(RecordingIdle))
		return err
	}})
}

// Recordings returns the recordings, in the order in which they were asked for.
func (l *Listening) Recordings() (all []Recording, err error) {
	err = l.db.read("the recordings", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(v *Recording) []any {
			return []any{&v.Key, &v.Item, (*int)(&v.State), &v.Keep, &v.SaveTo, stamp{&v.At}}
		}, "SELECT key, item, state, keep, save_to, at FROM recording ORDER BY at, key")
		return err
	})
	return all, err
}

// Position is how far the user has listened to a recording.
type Position struct {
	// Key names the recording.
	Key string
	// Position is where to resume, and Duration that of the recording, zero where it is not known.
	Position, Duration time.Duration
	// Done: it was heard to its end, or the user marked it as heard.
	Done bool
	At   time.Time
}

// SetPosition stores how far the user has listened to a recording.
func (l *Listening) SetPosition(h Position) {
	l.db.enqueue(write{do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO heard (key, position, duration, done, at) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT DO UPDATE SET position = ?2, duration = ?3, done = ?4, at = ?5`,
			h.Key, h.Position.Milliseconds(), h.Duration.Milliseconds(), h.Done, h.At.UnixMilli())
		return err
	}})
}

// AllPositions returns the positions of all recordings, by key.
func (l *Listening) AllPositions() (all []Position, err error) {
	err = l.db.read("what was heard", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(h *Position) []any {
			return []any{&h.Key, (*milliseconds)(&h.Position), (*milliseconds)(&h.Duration), &h.Done, stamp{&h.At}}
		}, "SELECT key, position, duration, done, at FROM heard ORDER BY key")
		return err
	})
	return all, err
}

// milliseconds is a duration as it is stored.
type milliseconds time.Duration

// Scan reads a number of milliseconds.
func (m *milliseconds) Scan(value any) error {
	n, _ := value.(int64) // anything else is 0
	*m = milliseconds(time.Duration(n) * time.Millisecond)
	return nil
}
