package budget

import (
	"errors"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
)

// A trouble is the backoff of a service that fails. Meanwhile one background request at a time is sent, with growing
// pauses. Any request that succeeds ends it. It is a circuit breaker.
type trouble struct {
	kind  api.Kind         // of the last failure, 0 without
	tries map[api.Kind]int // failures in a row; those at the same moment count once
	until time.Time        // no background request before
	probe *waiter          // the request under way, nil for none
}

// pauses are the first and the longest backoff after failures of a kind.
var pauses = map[api.Kind]struct{ first, most time.Duration }{
	api.NoNetwork:   {2 * time.Second, time.Minute},
	api.Trouble:     {2 * time.Second, time.Minute},
	api.RateLimited: {10 * time.Second, 5 * time.Minute},
	api.Refused:     {30 * time.Second, 10 * time.Minute},
	api.QuotaUsed:   {5 * time.Minute, time.Hour},
}

// probeWait is how long other requests wait for the probe before they look again. It is shorter than the patience of
// any class.
const probeWait = time.Second

// wait returns how long background requests have to wait.
func (t *trouble) wait(now time.Time) time.Duration {
	if t.probe != nil {
		return max(t.until.Sub(now), probeWait)
	}
	return t.until.Sub(now)
}

// sent records that a request is sent, and back that it has ended or was not sent after all.
func (t *trouble) sent(w *waiter) {
	if t.kind != 0 && w.spend.Class != User {
		t.probe = w
	}
}

func (t *trouble) back(w *waiter) {
	if t.probe == w {
		t.probe = nil
	}
}

// answered records the end of a request.
func (t *trouble) answered(w *waiter, err error, now time.Time) {
	t.back(w)
	kind := api.KindOf(err)
	if err == nil || kind == api.NotFound && t.kind != api.Trouble { // in a wall everything is 404
		*t = trouble{}
		return
	}
	t.failed(err, now)
}

// failed records a failure, unless it concerns one page or was cancelled.
func (t *trouble) failed(err error, now time.Time) {
	kind := api.KindOf(err)
	p, known := pauses[kind]
	if !known {
		return
	}
	if t.tries == nil {
		t.tries = map[api.Kind]int{}
	}
	if kind != t.kind || !now.Before(t.until) {
		t.tries[kind]++
	}
	pause := backoff.After(t.tries[kind], p.first, p.most)
	var e *api.Error
	if errors.As(err, &e) {
		pause = max(pause, e.RetryAfter)
	}
	if until := now.Add(pause); t.kind == 0 || until.After(t.until) {
		t.kind, t.until = kind, until
	}
}
