package listen

import (
	"slices"
	"time"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/say"
)

// ErrFull says that the queue takes no more.
var ErrFull = say.Error("queue.full", "Most", kept.MostQueued)

// A Queue is what is played next. What is changed in it is kept, and can be undone whatever has been changed by then.
type Queue struct {
	// Changed is called when the queue is another one, by any writer.
	Changed publish.Topic[struct{}]
	// arranged is called behind that, when all rows are shown.
	arranged publish.Topic[struct{}]

	lists *kept.Lists
	leave func() // ends following the lists
}

func newQueue(s *Source) *Queue {
	q := &Queue{leave: func() {}}
	q.subscribe(s)
	return q
}

// Lasting reports whether the queue is there after the program has ended.
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

// Items are the recordings of the queue. The caller must not change the slice.
func (q *Queue) Items() []media.Item { return q.lists.Queue() }

// Length is how long the recordings last together, as far as that is known.
func (q *Queue) Length() (total time.Duration) {
	for i := range q.Items() {
		total += q.Items()[i].Duration
	}
	return total
}

// RowOf is the row of a recording, -1 if it is not there.
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

// Remove takes a row out of the queue.
func (q *Queue) Remove(row int) (undo func()) {
	return q.lists.SetQueue(slices.Delete(slices.Clone(q.Items()), row, row+1))
}

// Move puts a row in another place.
func (q *Queue) Move(from, to int) {
	queue := slices.Clone(q.Items())
	moved := queue[from]
	q.lists.SetQueue(slices.Insert(slices.Delete(queue, from, from+1), to, moved))
}

// Clear empties the queue.
func (q *Queue) Clear() (undo func()) { return q.lists.SetQueue(nil) }
