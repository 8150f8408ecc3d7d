package app

import (
	"context"
	"time"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/store"
)

// followEvery is how often it is looked what other programs with the same profile did.
const followEvery = 10 * time.Second

// keptLists are what the user keeps of a service, which any program with the profile may change.
type keptLists struct {
	favourites []store.Favourite
	watches    []store.Watch
	queue      []media.Item
	edits      int64 // of this program, when they were read
	edition    int   // of the store
}

// setFavourites, setWatches and setQueue keep a change of a list.
func (st *station) setFavourites(before, after []store.Favourite) {
	st.store.SetFavourites(before, after)
	st.edits.Add(1)
}

func (st *station) setWatches(before, after []store.Watch) {
	st.store.SetWatches(before, after)
	st.edits.Add(1)
	st.watcher.Set(after)
}

func (st *station) setQueue(before, after []media.Item) {
	writeQueue(st.store, before, after)
	st.edits.Add(1)
}

// follow looks from time to time what other programs did: what they asked the service for is counted in, and
// what they changed of the lists is told.
func (st *station) follow(now func() time.Time, lists func(keptLists)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	st.unfollow = func() {
		cancel()
		<-done
	}
	go func() {
		defer close(done)
		tick := time.NewTicker(followEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			case <-st.look:
			}
			if spent, err := st.store.Spent(now().Add(-3 * followEvery)); err == nil {
				st.budget.Merge(acquire.SpendsOf(spent))
			}
			if k, ok := st.readLists(ctx); ok {
				lists(k)
				st.downloads.Follow()
			}
		}
	}()
}

// readLists reads the lists as they are kept, with everything that this program changed. Where that cannot
// be, they are not to be gone by.
func (st *station) readLists(ctx context.Context) (k keptLists, ok bool) {
	k.edits, k.edition = st.edits.Load(), st.store.Edition()
	if k.edition == 0 {
		return k, false
	}
	ctx, cancel := context.WithTimeout(ctx, followEvery)
	defer cancel()
	if st.store.Flush(ctx) != nil {
		return k, false
	}
	var favouritesErr, watchesErr, queueErr error
	k.favourites, favouritesErr = st.store.Favourites()
	k.watches, watchesErr = st.store.Watches()
	k.queue, queueErr = readQueue(st.store)
	return k, favouritesErr == nil && watchesErr == nil && queueErr == nil && st.store.Edition() == k.edition
}

// lookNow looks at once what other programs did.
func (st *station) lookNow() {
	select {
	case st.look <- struct{}{}:
	default: // it is about to be looked
	}
}
