package store

import (
	"context"
	"time"
)

// A Mark is a moment of a recording that the user marked. There is at most one in each millisecond.
type Mark struct {
	// Recording is the recording's key.
	Recording string
	Moment    time.Duration // from the recording's beginning, whole milliseconds
	// Item is the service's description of the recording, in the caller's format.
	Item string
	// Chapter is the chapter's name, and Note what the user typed; both may be empty.
	Chapter, Note string
	// At is when it was made.
	At time.Time
}

// SetMark stores a mark, and replaces one at the same moment.
func (l *Listening) SetMark(m Mark) {
	l.db.enqueue(write{lasting: true, do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO mark (recording, moment, item, chapter, note, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
			ON CONFLICT DO UPDATE SET item = ?3, chapter = ?4, note = ?5, at = ?6`,
			m.Recording, m.Moment.Milliseconds(), m.Item, m.Chapter, m.Note, m.At.UnixMilli())
		return err
	}})
}

// DropMark removes a mark.
func (l *Listening) DropMark(recording string, moment time.Duration) {
	l.db.enqueue(write{lasting: true, do: func(w *statements) error {
		_, err := w.exec("DELETE FROM mark WHERE recording = ? AND moment = ?", recording, moment.Milliseconds())
		return err
	}})
}

// Marks returns the newest marks, the newest first.
func (l *Listening) Marks(limit int) (all []Mark, err error) {
	err = l.db.read("the marks", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(m *Mark) []any {
			return []any{
				&m.Recording, (*milliseconds)(&m.Moment), &m.Item, &m.Chapter, &m.Note, stamp{&m.At},
			}
		}, `SELECT recording, moment, item, chapter, note, at FROM mark
			ORDER BY at DESC, recording, moment LIMIT ?`, limit)
		return err
	})
	return all, err
}
