package store

import (
	"context"
	"time"
)

// Heard is how far the user has listened to a recording.
type Heard struct {
	// Key names the recording.
	Key string
	// Position is where to go on, and Duration how long the recording is, zero where it is not known.
	Position, Duration time.Duration
	// Done tells that it was heard to its end, or that the user says so.
	Done bool
	At   time.Time
}

// SetHeard notes how far the user has listened to a recording.
func (s *Listening) SetHeard(h Heard) {
	s.keeper.enqueue(write{do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO heard (key, position, duration, done, at) VALUES (?1, ?2, ?3, ?4, ?5)
			ON CONFLICT DO UPDATE SET position = ?2, duration = ?3, done = ?4, at = ?5`,
			h.Key, h.Position.Milliseconds(), h.Duration.Milliseconds(), h.Done, h.At.UnixMilli())
		return err
	}})
}

// AllHeard lists what the user has listened to, by key.
func (s *Listening) AllHeard() (all []Heard, err error) {
	err = s.keeper.read("what was heard", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(h *Heard) []any {
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
