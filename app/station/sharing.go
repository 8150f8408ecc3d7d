package station

import (
	"context"
	"time"

	"sextant/app/acquire"
	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/store"
)

// followEvery is how often it is looked what other programs with the same profile did.
const followEvery = 10 * time.Second

// KeptLists are what the user keeps of a service, which any program with the profile may change.
type KeptLists struct {
	Favourites []store.Favourite
	Watches    []store.Watch
	Queue      []media.Item
	Edits      int64 // of this program, when they were read
	Edition    int   // of the store
}

// setFavourites, setWatches and setQueue keep a change of a list.
func (st *Station) SetFavourites(before, after []store.Favourite) {
	st.Store.SetFavourites(before, after)
	st.Edits.Add(1)
}

func (st *Station) SetWatches(before, after []store.Watch) {
	st.Store.SetWatches(before, after)
	st.Edits.Add(1)
	st.Watcher.Set(after)
}

func (st *Station) SetQueue(before, after []media.Item) {
	kept.WriteQueue(st.Store, before, after)
	st.Edits.Add(1)
}

// follow looks from time to time what other programs did: what they asked the service for is counted in, and
// what they changed of the lists is told.
func (st *Station) follow(now func() time.Time, lists func(KeptLists)) {
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
			if spent, err := st.Store.Spent(now().Add(-3 * followEvery)); err == nil {
				st.Budget.Merge(acquire.SpendsOf(spent))
			}
			if k, ok := st.readLists(ctx); ok {
				lists(k)
				st.Downloads.Follow()
			}
		}
	}()
}

// readLists reads the lists as they are kept, with everything that this program changed. Where that cannot
// be, they are not to be gone by.
func (st *Station) readLists(ctx context.Context) (k KeptLists, ok bool) {
	k.Edits, k.Edition = st.Edits.Load(), st.Store.Edition()
	if k.Edition == 0 {
		return k, false
	}
	ctx, cancel := context.WithTimeout(ctx, followEvery)
	defer cancel()
	if st.Store.Flush(ctx) != nil {
		return k, false
	}
	var favouritesErr, watchesErr, queueErr error
	k.Favourites, favouritesErr = st.Store.Favourites()
	k.Watches, watchesErr = st.Store.Watches()
	k.Queue, queueErr = kept.ReadQueue(st.Store)
	return k, favouritesErr == nil && watchesErr == nil && queueErr == nil && st.Store.Edition() == k.Edition
}

// LookNow looks at once what other programs did.
func (st *Station) LookNow() {
	select {
	case st.look <- struct{}{}:
	default: // it is about to be looked
	}
}
