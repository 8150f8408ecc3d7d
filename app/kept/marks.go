package kept

import (
	"cmp"
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
func (m Mark) Key() string { return fmt.Sprint(m.Moment.Milliseconds(), " ", m.Item.Key()) }

// equal reports whether two marks with the same key are equal.
func (m Mark) equal(o Mark) bool {
	return m.Note == o.Note && m.Chapter == o.Chapter && m.Item.Title == o.Item.Title &&
		m.At.UnixMilli() == o.At.UnixMilli()
}

// SetMark stores a mark, and replaces one at the same moment. undo reverts that.
func (l *Lists) SetMark(m Mark) (undo func()) {
	all := append(l.marksWithout(m), m)
	slices.SortStableFunc(all, newestFirst)
	return l.marks.set(all)
}

// RemoveMark removes a mark. undo reverts that.
func (l *Lists) RemoveMark(m Mark) (undo func()) { return l.marks.set(l.marksWithout(m)) }

// marksWithout returns the marks but for one at the same moment.
func (l *Lists) marksWithout(m Mark) []Mark {
	return slices.DeleteFunc(slices.Clone(l.Marks()), func(o Mark) bool { return o.Key() == m.Key() })
}

func markKind() kind[Mark] {
	return kind[Mark]{
		list: Marks, key: Mark.Key, equal: Mark.equal, order: newestFirst, read: readMarks, write: writeMarks,
	}
}

// newestFirst orders marks as the store does.
func newestFirst(a, b Mark) int {
	return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Item.Key(), b.Item.Key()), cmp.Compare(a.Moment, b.Moment))
}

// writeMarks stores which marks were set and which removed.
func writeMarks(db *store.Store, before, after []Mark) {
	was, is := byKey(before), byKey(after)
	for _, m := range before {
		if _, ok := is[m.Key()]; !ok {
			db.DropMark(m.Item.Key(), m.Moment)
		}
	}
	for _, m := range after {
		if old, ok := was[m.Key()]; !ok || !m.equal(old) {
			writeMark(db, &m)
		}
	}
}

func byKey(marks []Mark) map[string]Mark {
	all := make(map[string]Mark, len(marks))
	for _, m := range marks {
		all[m.Key()] = m
	}
	return all
}

func writeMark(db *store.Store, m *Mark) {
	item, err := json.Marshal(m.Item)
	if err != nil {
		return // never fails for an item
	}
	db.SetMark(store.Mark{
		Recording: m.Item.Key(), Moment: m.Moment, Item: string(item), Chapter: m.Chapter, Note: m.Note, At: m.At,
	})
}

// readMarks reads the marks of a service. One with a malformed recording is skipped.
func readMarks(db *store.Store) (marks []Mark, err error) {
	all, err := db.Marks(MostMarks)
	for _, m := range all {
		var it media.Item
		if len(m.Item) <= maxMarkItem && json.Unmarshal([]byte(m.Item), &it) == nil && it.Key() == m.Recording {
			marks = append(marks, Mark{it, m.Moment, m.Chapter, m.Note, m.At})
		}
	}
	return marks, err
}
