package station

import (
	"context"
	"time"
)

const (
	// followEvery is the interval of looking for changes by other programs with the same profile.
	followEvery = 10 * time.Second
	// lookBack is how far back requests are read then, and lookFarBack how far once in farEvery looks: requests that a
	// program could not record while the disk was full are recorded later, with their own times.
	lookBack    = 3 * followEvery
	lookFarBack = 2 * time.Hour
	farEvery    = 6
)

// watchStore looks for changes by other programs every followEvery: it counts their requests to the service, and
// publishes their changes of the lists.
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
			back := lookBack
			if looks%farEvery == 0 {
				back = lookFarBack
			}
			if spent, err := st.Store.Spent(st.Budget.Moment(back)); err == nil {
				st.Budget.Merge(spent)
			}
			if take := st.Lists.Reload(ctx); take != nil {
				looked(take)
				st.Downloads.Follow()
			}
		}
	}()
}

// LookNow makes watchStore look at once. It may be called from any goroutine.
func (st *Station) LookNow() {
	select {
	case st.look <- struct{}{}:
	default: // a look is due already
	}
}
