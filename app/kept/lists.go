// Package kept has the user's lists of a service: favourites, watches, the queue and marks of recordings. Other
// programs with the same profile may change them at the same time, so that a change is stored as a difference and not
// as a whole.
package kept

import (
	"context"
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
	silence
)

// Lists has the lists of a service. It belongs to the UI goroutine but for Reload.
type Lists struct {
	// Changed is called with a list that has changed, in this or another program.
	Changed publish.Topic[List]

	store      *store.Store
	favourites list[store.Favourite]
	watches    list[store.Watch]
	queue      list[media.Item]
	marks      list[Mark]
	silence    list[string] // series in which it is skipped
	all        []stored     // these lists
	edits      atomic.Int64 // changes by this program
	edition    int          // of the store, when the lists were read from it
}

// Read reads the lists of a service from its store, which waits for the disk. Unreadable lists are empty.
func Read(from *store.Store) *Lists {
	l := &Lists{store: from, edition: from.Edition()}
	read(l, &l.favourites, favouriteKind())
	read(l, &l.watches, watchKind())
	read(l, &l.queue, queueKind())
	read(l, &l.marks, markKind())
	read(l, &l.silence, silenceKind())
	return l
}

// read reads one of the lists.
func read[T any](l *Lists, one *list[T], of kind[T]) {
	*one = list[T]{kind: of, lists: l}
	one.elements, _ = of.read(l.store)
	l.all = append(l.all, one)
}

// stored is a list of any kind.
type stored interface {
	reload() (take func(), err error)
	restore()
}

// Favourites returns the favourites, in the user's order. The caller must not change them.
func (l *Lists) Favourites() []store.Favourite { return l.favourites.elements }

// Watches returns the watches, in the user's order. The caller must not change them.
func (l *Lists) Watches() []store.Watch { return l.watches.elements }

// Queue returns the recordings to play next. The caller must not change it.
func (l *Lists) Queue() []media.Item { return l.queue.elements }

// Marks returns the marks, the newest first. The caller must not change them.
func (l *Lists) Marks() []Mark { return l.marks.elements }

// SetFavourites changes and stores the favourites. undo reverts this change, also after others.
func (l *Lists) SetFavourites(all []store.Favourite) (undo func()) { return l.favourites.set(all) }

// SetWatches changes and stores the watches. undo reverts this change, also after others.
func (l *Lists) SetWatches(all []store.Watch) (undo func()) { return l.watches.set(all) }

// SetQueue changes and stores the queue. undo reverts this change, also after others.
func (l *Lists) SetQueue(all []media.Item) (undo func()) { return l.queue.set(all) }

// Lasting reports whether changes outlive the program.
func (l *Lists) Lasting() bool { return l.store.Lasting() }

// A snapshot has the lists as they are stored at a moment.
type snapshot struct {
	takes   []func() // one for each list, which applies what has changed
	edits   int64    // of this program by then
	edition int      // of the store
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
	for _, one := range l.all {
		take, err := one.reload()
		if err != nil {
			return k, false
		}
		k.takes = append(k.takes, take)
	}
	return k, l.store.Edition() == k.edition
}

// takeOver applies the changes of other programs, unless this one has changed something since the snapshot.
func (l *Lists) takeOver(k snapshot) {
	if l.edits.Load() != k.edits {
		return
	}
	if k.edition != l.edition { // the store's file was replaced: the new one gets these lists
		l.edition = k.edition
		for _, one := range l.all {
			one.restore()
		}
		l.edits.Add(1)
		return
	}
	for _, take := range k.takes {
		take()
	}
}

func favouriteKind() kind[store.Favourite] {
	return kind[store.Favourite]{
		list:  Favourites,
		key:   store.Favourite.Key,
		equal: store.Same[store.Favourite],
		read:  (*store.Store).Favourites,
		write: (*store.Store).SetFavourites,
	}
}

func watchKind() kind[store.Watch] {
	return kind[store.Watch]{
		list: Watches, key: store.Watch.Key, equal: store.Watch.Equal, read: (*store.Store).Watches,
		write: (*store.Store).SetWatches,
	}
}
