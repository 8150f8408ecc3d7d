package store

import (
	"context"
	"time"
)

// spendKept is how long what was spent is kept: as long as a service's longest quota.
const spendKept = 24 * time.Hour

// A Spend tells how many requests of a class went out at a time.
type Spend struct {
	At    time.Time
	Class string
	Count int
}

// Spend notes that a request went out, so that all programs on the file know of it.
func (s *Store) Spend(at time.Time, class string) {
	s.enqueue(write{do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO spend (at, class, count) VALUES (?, ?, 1)
			ON CONFLICT DO UPDATE SET count = count + 1`, at.UnixMilli(), class)
		if err == nil {
			_, err = w.exec("DELETE FROM spend WHERE at < ?", at.Add(-spendKept).UnixMilli())
		}
		return err
	}})
}

// Spent lists what all programs on the file sent since a time, within a day, the oldest first.
func (s *Store) Spent(since time.Time) (all []Spend, err error) {
	err = s.read("what was spent", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(v *Spend) []any {
			return []any{stamp{&v.At}, &v.Class, &v.Count}
		}, "SELECT at, class, count FROM spend WHERE at >= ? ORDER BY at, class", since.UnixMilli())
		return err
	})
	return all, err
}

// State gives what was set under a key, empty if nothing was.
func (s *Store) State(key string) (value string, err error) {
	err = s.read("the state", func(r *statements) error {
		_, err := r.row("SELECT value FROM state WHERE key = ?", key).find(&value)
		return err
	})
	return value, err
}

// SetState sets a small thing that a program wants to find again at its next start.
func (s *Store) SetState(key, value string) {
	s.enqueue(write{do: func(w *statements) error {
		_, err := w.exec("INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", key, value)
		return err
	}})
}
