package station

import (
	"context"
	"time"

	"sextant/app/budget"
)

const (
	// followEvery is how often it is looked what other programs with the same profile did.
	followEvery = 10 * time.Second
	// lookBack is how far back that goes, and lookFarBack how far once in farEvery looks: what a program could not
	// write down while the disk was full is there later, with the times at which it was.
	lookBack    = 3 * followEvery
	lookFarBack = 2 * time.Hour
	farEvery    = 6
)

// watchStore looks from time to time what other programs did: what they asked the service for is counted in, and
// what they changed of the lists is published.
func (st *Station) watchStore(looked func(take func())) {
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
		for looks := 1; ; looks++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			case <-st.look:
			}
			st.Budget.KeepTime()
			back := lookBack
			if looks%farEvery == 0 {
				back = lookFarBack
			}
			if spent, err := st.Store.Spent(st.now().Add(-back)); err == nil {
				st.Budget.Merge(budget.SpendsOf(spent))
			}
			if take := st.Lists.Reload(ctx); take != nil {
				looked(take)
				st.Downloads.Follow()
			}
		}
	}()
}

// LookNow looks at once what other programs did. It may be called from any goroutine.
func (st *Station) LookNow() {
	select {
	case st.look <- struct{}{}:
	default: // it is about to be looked
	}
}
