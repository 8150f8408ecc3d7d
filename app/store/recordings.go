package store

import (
	"context"
	"time"
)

// Recording is what is known of a recording that is on the disk or shall be. The sound itself is in a
// file elsewhere.
type Recording struct {
	// Key names the recording.
	Key string
	// Item is what the service says of it, in whatever form the caller writes it.
	Item string
	// State is what the user wants of it.
	State RecordingState
	// Keep means that it stays when room is needed.
	Keep bool
	// SaveTo is a file of the user's that it is to be copied to once it is whole, empty for none.
	SaveTo string
	// At is when the user asked for it, or heard it first.
	At time.Time
}

// RecordingState is what the user wants of a recording. The numbers are stored.
type RecordingState int

// The states.
const (
	// RecordingIdle is nothing: what is there is there.
	RecordingIdle RecordingState = iota
	// RecordingWanted is to be brought.
	RecordingWanted
	// RecordingPaused is to be brought, but not now.
	RecordingPaused
)

// Listening is what is known of recordings: which of them the user wants to have, and how far each was heard.
type Listening struct{ db *database }

// SetRecording notes what is known of a recording by now, and was before. What other programs have noted of it
// meanwhile stays so.
func (s *Listening) SetRecording(before, after Recording) {
	s.db.enqueue(write{lasting: true, do: func(w *statements) error {
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

// with is a recording with what differs between two others.
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

// DropRecording forgets what is known of a recording of which nobody wants anything.
func (s *Listening) DropRecording(key string) {
	s.db.enqueue(write{do: func(w *statements) error {
		_, err := w.exec("DELETE FROM recording WHERE key = ? AND state = ? AND NOT keep", key, int(RecordingIdle))
		return err
	}})
}

// Recordings lists what is known of recordings, in the order in which they were asked for.
func (s *Listening) Recordings() (all []Recording, err error) {
	err = s.db.read("the recordings", func(r *statements) (err error) {
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
	// Position is where to go on, and Duration how long the recording is, zero where it is not known.
	Position, Duration time.Duration
	// Done means that it was heard to its end, or that the user says so.
	Done bool
	At   time.Time
}

// SetPosition notes how far the user has listened to a recording.
func (s *Listening) SetPosition(h Position) {
	s.db.enqueue(write{do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO heard (key, position, duration, done, at) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT DO UPDATE SET position = ?2, duration = ?3, done = ?4, at = ?5`,
			h.Key, h.Position.Milliseconds(), h.Duration.Milliseconds(), h.Done, h.At.UnixMilli())
		return err
	}})
}

// AllPositions lists what the user has listened to, by key.
func (s *Listening) AllPositions() (all []Position, err error) {
	err = s.db.read("what was heard", func(r *statements) (err error) {
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
	n, _ := value.(int64) // what is no number counts as nothing
	*m = milliseconds(time.Duration(n) * time.Millisecond)
	return nil
}
