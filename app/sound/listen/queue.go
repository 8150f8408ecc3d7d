package listen

import (
	"slices"
	"strconv"
	"time"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/say"
)

// ErrFull reports that the queue is full.
var ErrFull = say.Error("queue.full", "Most", kept.MostQueued)

// An Entry is a recording in the queue, where the same one may be several times.
type Entry struct {
	Item media.Item
	// ID is unique in this program. The entry has it as long as it is in the queue, wherever it moves.
	ID string
}

// A Queue is the list of recordings to play next. Its changes are stored, and each can be undone, also after others.
type Queue struct {
	// Changed is called when the queue has changed, in this or another program.
	Changed publish.Topic[struct{}]
	// arranged is called after Changed, when all rows are shown.
	arranged publish.Topic[struct{}]

	lists   *kept.Lists
	entries []Entry
	made    int    // the number of IDs that were given
	leave   func() // ends following the lists
}

func newQueue(s *Source) *Queue {
	q := &Queue{leave: func() {}}
	q.subscribe(s)
	return q
}

// Lasting reports whether the queue outlives the program.
func (q *Queue) Lasting() bool { return q.lists.Lasting() }

func (q *Queue) subscribe(s *Source) {
	q.leave()
	q.lists, q.entries = s.Lists, nil
	q.match()
	q.leave = s.Lists.Changed.On(func(l kept.List) {
		if l == kept.Queue {
			q.match()
			q.notify()
		}
	})
}

// match takes over the recordings of the lists. Those that were in the queue before keep their IDs: at its beginning
// and its end, which did not change, and between them in their order.
func (q *Queue) match() {
	before, items := q.entries, q.lists.Queue()
	q.entries = make([]Entry, len(items))
	least := min(len(before), len(items))
	head := 0
	for head < least && before[head].Item.Key() == items[head].Key() {
		q.entries[head] = Entry{items[head], before[head].ID}
		head++
	}
	tail := 0
	for tail < least-head && before[len(before)-1-tail].Item.Key() == items[len(items)-1-tail].Key() {
		tail++
		q.entries[len(items)-tail] = Entry{items[len(items)-tail], before[len(before)-tail].ID}
	}
	free := map[string][]string{} // IDs by the recording's key
	for _, e := range before[head : len(before)-tail] {
		free[e.Item.Key()] = append(free[e.Item.Key()], e.ID)
	}
	for i := head; i < len(items)-tail; i++ {
		key := items[i].Key()
		if len(free[key]) == 0 {
			q.made++
			free[key] = []string{strconv.Itoa(q.made)}
		}
		q.entries[i] = Entry{items[i], free[key][0]}
		free[key] = free[key][1:]
	}
}

func (q *Queue) tune(s *Source) {
	q.subscribe(s)
	q.notify()
}

func (q *Queue) notify() {
	q.Changed.Publish(struct{}{})
	q.arranged.Publish(struct{}{})
}

// set changes the queue.
func (q *Queue) set(entries []Entry) (undo func()) {
	q.entries = entries
	items := make([]media.Item, len(entries))
	for i := range entries {
		items[i] = entries[i].Item
	}
	return q.lists.SetQueue(items)
}

// Entries returns the recordings of the queue. The caller must not change the slice.
func (q *Queue) Entries() []Entry { return q.entries }

// Length returns the total duration of the recordings, as far as it is known.
func (q *Queue) Length() (total time.Duration) {
	for i := range q.entries {
		total += q.entries[i].Item.Duration
	}
	return total
}

// RowOf returns the row of an entry by its ID, -1 if it is not there any more.
func (q *Queue) RowOf(id string) int {
	return slices.IndexFunc(q.entries, func(e Entry) bool { return e.ID == id })
}

// Add puts a recording at the queue's end, or at its beginning. It fails with ErrFull.
func (q *Queue) Add(it media.Item, first bool) (undo func(), err error) {
	if len(q.entries) >= kept.MostQueued {
		return nil, ErrFull
	}
	at := len(q.entries)
	if first {
		at = 0
	}
	q.made++
	return q.set(slices.Insert(slices.Clone(q.entries), at, Entry{it, strconv.Itoa(q.made)})), nil
}

// Remove removes an entry by its ID. ok is false if it is not there any more.
func (q *Queue) Remove(id string) (undo func(), ok bool) {
	row := q.RowOf(id)
	if row < 0 {
		return nil, false
	}
	return q.set(slices.Delete(slices.Clone(q.entries), row, row+1)), true
}

// Move moves an entry to another row, or to the nearest one. It reports whether it is still there.
func (q *Queue) Move(id string, to int) bool {
	row := q.RowOf(id)
	if row < 0 {
		return false
	}
	moved, rest := q.entries[row], slices.Delete(slices.Clone(q.entries), row, row+1)
	q.set(slices.Insert(rest, max(0, min(to, len(rest))), moved))
	return true
}

// Clear empties the queue.
func (q *Queue) Clear() (undo func()) { return q.set(nil) }
