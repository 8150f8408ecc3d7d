package listen

import (
	"slices"
	"time"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/say"
)

// ErrFull reports that the queue is full.
var ErrFull = say.Error("queue.full", "Most", kept.MostQueued)

// A Queue is the list of recordings to play next. Its changes are stored, and each can be undone, also after others.
type Queue struct {
	// Changed is called when the queue has changed, in this or another program.
	Changed publish.Topic[struct{}]
	// arranged is called after Changed, when all rows are shown.
	arranged publish.Topic[struct{}]

	lists *kept.Lists
	leave func() // ends following the lists
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
	q.lists = s.Lists
	q.leave = s.Lists.Changed.On(func(l kept.List) {
		if l == kept.Queue {
			q.notify()
		}
	})
}

func (q *Queue) tune(s *Source) {
	q.subscribe(s)
	q.notify()
}

func (q *Queue) notify() {
	q.Changed.Publish(struct{}{})
	q.arranged.Publish(struct{}{})
}

// Items returns the recordings of the queue. The caller must not change the slice.
func (q *Queue) Items() []media.Item { return q.lists.Queue() }

// Length returns the total duration of the recordings, as far as it is known.
func (q *Queue) Length() (total time.Duration) {
	for i := range q.Items() {
		total += q.Items()[i].Duration
	}
	return total
}

// RowOf returns the row of a recording, -1 if it is not there.
func (q *Queue) RowOf(key string) int {
	return slices.IndexFunc(q.Items(), func(it media.Item) bool { return it.Key() == key })
}

// Add puts a recording at the queue's end, or at its beginning. It fails with ErrFull.
func (q *Queue) Add(it media.Item, first bool) (undo func(), err error) {
	queue := q.Items()
	if len(queue) >= kept.MostQueued {
		return nil, ErrFull
	}
	at := len(queue)
	if first {
		at = 0
	}
	return q.lists.SetQueue(slices.Insert(slices.Clone(queue), at, it)), nil
}

// Remove removes a row from the queue.
func (q *Queue) Remove(row int) (undo func()) {
	return q.lists.SetQueue(slices.Delete(slices.Clone(q.Items()), row, row+1))
}

// Move moves a row to another place.
func (q *Queue) Move(from, to int) {
	queue := slices.Clone(q.Items())
	moved := queue[from]
	q.lists.SetQueue(slices.Insert(slices.Delete(queue, from, from+1), to, moved))
}

// Clear empties the queue.
func (q *Queue) Clear() (undo func()) { return q.lists.SetQueue(nil) }
