package player

import "context"

// A reporter calls notify after changes, on its own goroutine. Changes that come faster than notify returns are
// reported as one.
type reporter struct {
	notify func(State) // may be nil
	wake   chan struct{}
}

func newReporter(notify func(State)) *reporter {
	return &reporter{notify: notify, wake: make(chan struct{}, 1)}
}

// report makes run call notify. It returns at once, and may be called with or without the stage's lock.
func (r *reporter) report() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// run calls notify with the current state after each report, until ctx ends. state takes the stage's lock.
func (r *reporter) run(ctx context.Context, state func() State) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
			if r.notify != nil && ctx.Err() == nil {
				r.notify(state())
			}
		}
	}
}
