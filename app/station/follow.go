package station

import (
	"context"
	"time"

	"sextant/app/budget"
)

// followEvery is how often it is looked what other programs with the same profile did.
const followEvery = 10 * time.Second

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
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			case <-st.look:
			}
			st.Budget.KeepTime()
			if spent, err := st.Store.Spent(st.now().Add(-3 * followEvery)); err == nil {
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
