package kept

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sextant/app/media"
	"sextant/app/store"
)

// MostMarks bounds the marks of a service.
const MostMarks = 10_000

// maxMarkItem bounds the stored recording of a mark, in bytes.
const maxMarkItem = 1 << 20

// A Mark is a moment of a recording that the user marked.
type Mark struct {
	Item    media.Item    // without description and fields
	Moment  time.Duration // from the recording's beginning, whole milliseconds
	Chapter string        // its name, empty for none
	Note    string        // what the user typed, may be empty
	At      time.Time     // when it was made
}

// NewMark marks a moment of a recording.
func NewMark(it media.Item, moment time.Duration, chapter string, at time.Time) Mark {
	it.Description, it.Fields = "", nil
	return Mark{Item: it, Moment: max(0, moment.Truncate(time.Millisecond)), Chapter: chapter, At: at}
}

// Key identifies a mark.
func (m *Mark) Key() string { return fmt.Sprint(m.Moment.Milliseconds(), " ", m.Item.Key()) }

// equal reports whether two marks are equal.
func (m *Mark) equal(o *Mark) bool {
	return m.Key() == o.Key() && m.Note == o.Note && m.Chapter == o.Chapter && m.Item.Title == o.Item.Title &&
		m.At.UnixMilli() == o.At.UnixMilli()
}

// Marks returns the marks, the newest first. The caller must not change them.
func (l *Lists) Marks() []Mark { return l.marks }

// SetMark stores a mark, and replaces one at the same moment. undo reverts that.
func (l *Lists) SetMark(m Mark) (undo func()) {
	at := slices.IndexFunc(l.marks, func(o Mark) bool { return o.Key() == m.Key() })
	undo = func() { l.RemoveMark(m) }
	marks := slices.Clone(l.marks)
	if at >= 0 {
		before := l.marks[at]
		undo = func() { l.SetMark(before) }
		marks = slices.Delete(marks, at, at+1)
	}
	at = slices.IndexFunc(marks, func(o Mark) bool { return !o.At.After(m.At) })
	if at < 0 {
		at = len(marks)
	}
	writeMark(l.store, &m)
	l.edits.Add(1)
	l.takeMarks(slices.Insert(marks, at, m))
	return undo
}

// RemoveMark removes a mark. undo reverts that.
func (l *Lists) RemoveMark(m Mark) (undo func()) {
	l.store.DropMark(m.Item.Key(), m.Moment)
	l.edits.Add(1)
	l.takeMarks(slices.DeleteFunc(slices.Clone(l.marks), func(o Mark) bool { return o.Key() == m.Key() }))
	return func() { l.SetMark(m) }
}

func (l *Lists) takeMarks(list []Mark) {
	l.marks = list
	l.Changed.Publish(Marks)
}

func writeMark(kept *store.Store, m *Mark) {
	item, err := json.Marshal(m.Item)
	if err != nil {
		return // never fails for an item
	}
	kept.SetMark(store.Mark{
		Recording: m.Item.Key(), Moment: m.Moment, Item: string(item), Chapter: m.Chapter, Note: m.Note, At: m.At,
	})
}

// readMarks reads the marks of a service. One with a malformed recording is skipped.
func readMarks(kept *store.Store) (marks []Mark, err error) {
	all, err := kept.Marks(MostMarks)
	for _, m := range all {
		var it media.Item
		if len(m.Item) <= maxMarkItem && json.Unmarshal([]byte(m.Item), &it) == nil && it.Key() == m.Recording {
			marks = append(marks, Mark{it, m.Moment, m.Chapter, m.Note, m.At})
		}
	}
	return marks, err
}
