// Package kept has the user's lists of a service: favourites, watches, the queue and marks of recordings. Other
// programs with the same profile may change them at the same time, so that a change is stored as a difference and not
// as a whole.
package kept

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/store"
)

// A List identifies one of the lists.
type List int

// The lists.
const (
	Favourites List = iota
	Watches
	Queue
	Marks
)

// Lists has the lists of a service. It belongs to the UI goroutine but for Reload.
type Lists struct {
	// Changed is called with a list that has changed, in this or another program.
	Changed publish.Topic[List]

	store      *store.Store
	favourites []store.Favourite
	watches    []store.Watch
	queue      []media.Item
	marks      []Mark
	silence    []string     // series in which it is skipped
	edits      atomic.Int64 // changes by this program
	edition    int          // of the store, when the lists were read from it
}

// Read reads the lists of a service from its store, which waits for the disk. Unreadable lists are empty.
func Read(from *store.Store) *Lists {
	l := &Lists{store: from, edition: from.Edition()}
	l.favourites, _ = from.Favourites()
	l.watches, _ = from.Watches()
	l.queue, _ = readQueue(from)
	l.marks, _ = readMarks(from)
	l.silence, _ = readSilence(from)
	return l
}

// Favourites returns the favourites, in the user's order. The caller must not change them.
func (l *Lists) Favourites() []store.Favourite { return l.favourites }

// Watches returns the watches, in the user's order. The caller must not change them.
func (l *Lists) Watches() []store.Watch { return l.watches }

// Queue returns the recordings to play next. The caller must not change it.
func (l *Lists) Queue() []media.Item { return l.queue }

// SetFavourites changes and stores the favourites. undo reverts this change, also after others.
func (l *Lists) SetFavourites(list []store.Favourite) (undo func()) {
	before := l.favourites
	l.store.SetFavourites(before, list)
	l.edits.Add(1)
	l.takeFavourites(list)
	return func() { l.SetFavourites(store.Merge(list, before, l.favourites, store.Favourite.Key)) }
}

// SetWatches changes and stores the watches. undo reverts this change, also after others.
func (l *Lists) SetWatches(list []store.Watch) (undo func()) {
	before := l.watches
	l.store.SetWatches(before, list)
	l.edits.Add(1)
	l.takeWatches(list)
	return func() { l.SetWatches(store.Merge(list, before, l.watches, store.Watch.Key)) }
}

// Lasting reports whether changes outlive the program.
func (l *Lists) Lasting() bool { return l.store.Lasting() }

// SetQueue changes and stores the queue. undo reverts this change, also after others.
func (l *Lists) SetQueue(list []media.Item) (undo func()) {
	before := l.queue
	writeQueue(l.store, before, list)
	l.edits.Add(1)
	l.takeQueue(list)
	return func() { l.SetQueue(mergeQueues(list, before, l.queue)) }
}

func (l *Lists) takeFavourites(list []store.Favourite) {
	l.favourites = list
	l.Changed.Publish(Favourites)
}

func (l *Lists) takeWatches(list []store.Watch) {
	l.watches = list
	l.Changed.Publish(Watches)
}

func (l *Lists) takeQueue(list []media.Item) {
	l.queue = list
	l.Changed.Publish(Queue)
}

// A snapshot has the lists as they are stored at a moment.
type snapshot struct {
	favourites []store.Favourite
	watches    []store.Watch
	queue      []media.Item
	marks      []Mark
	silence    []string
	edits      int64 // of this program by then
	edition    int   // of the store
}

// lookPatience bounds how long readSnapshot waits for writes under way.
const lookPatience = 10 * time.Second

// Reload reads the lists again, with the changes of other programs, which waits for the disk. It may be called from any
// goroutine. The function that it returns applies the differences, and must be called on the UI goroutine; it is nil
// where the store cannot be relied on now.
func (l *Lists) Reload(ctx context.Context) (take func()) {
	k, ok := l.readSnapshot(ctx)
	if !ok {
		return nil
	}
	return func() { l.takeOver(k) }
}

// readSnapshot reads the stored lists, once all changes of this program are written. ok is false where that fails.
func (l *Lists) readSnapshot(ctx context.Context) (k snapshot, ok bool) {
	k.edits, k.edition = l.edits.Load(), l.store.Edition()
	if k.edition == 0 {
		return k, false
	}
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	if l.store.FlushLasting(ctx) != nil {
		return k, false
	}
	var favouritesErr, watchesErr, queueErr, marksErr, silenceErr error
	k.favourites, favouritesErr = l.store.Favourites()
	k.watches, watchesErr = l.store.Watches()
	k.queue, queueErr = readQueue(l.store)
	k.marks, marksErr = readMarks(l.store)
	k.silence, silenceErr = readSilence(l.store)
	return k, cmp.Or(favouritesErr, watchesErr, queueErr, marksErr, silenceErr) == nil && l.store.Edition() == k.edition
}

// takeOver applies the changes of other programs, unless this one has changed something since the snapshot.
func (l *Lists) takeOver(k snapshot) {
	if l.edits.Load() != k.edits {
		return
	}
	if k.edition != l.edition { // the store's file was replaced: the new one gets these lists
		l.edition = k.edition
		l.store.SetFavourites(nil, l.favourites)
		l.store.SetWatches(nil, l.watches)
		writeQueue(l.store, nil, l.queue)
		for i := range l.marks {
			writeMark(l.store, &l.marks[i])
		}
		for _, series := range l.silence {
			writeSilence(l.store, series, true)
		}
		l.edits.Add(1)
		return
	}
	l.silence = k.silence
	if !slices.Equal(k.favourites, l.favourites) {
		l.takeFavourites(k.favourites)
	}
	sameWatch := func(a, b store.Watch) bool {
		return a.Key() == b.Key() && a.Notified.UnixMilli() == b.Notified.UnixMilli() && a.Paused == b.Paused
	}
	if !slices.EqualFunc(k.watches, l.watches, sameWatch) {
		l.takeWatches(k.watches)
	}
	if !slices.EqualFunc(k.queue, l.queue, func(a, b media.Item) bool { return a.Key() == b.Key() }) {
		l.takeQueue(k.queue)
	}
	if !slices.EqualFunc(k.marks, l.marks, func(a, b Mark) bool { return a.equal(&b) }) {
		l.takeMarks(k.marks)
	}
}
