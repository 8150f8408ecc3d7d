package budget

import (
	"errors"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
)

// A trouble is what is known of a service that fails. While it does, one request goes out in the background
// at a time, with pauses between them that grow. Any request that succeeds ends it.
type trouble struct {
	kind  api.Kind         // how it failed last, 0 while it does not
	tries map[api.Kind]int // failures since it last did not; those of one moment count once
	until time.Time        // nothing goes out in the background before
	probe *waiter          // the one request that is out, nil while none is
}

// pauses are those after the first failure of a kind, and after many.
var pauses = map[api.Kind]struct{ first, most time.Duration }{
	api.NoNetwork:   {2 * time.Second, time.Minute},
	api.Trouble:     {2 * time.Second, time.Minute},
	api.RateLimited: {10 * time.Second, 5 * time.Minute},
	api.Refused:     {30 * time.Second, 10 * time.Minute},
	api.QuotaUsed:   {5 * time.Minute, time.Hour},
}

// probeWait is how long others wait for a request by which it is tried whether the service is back, before
// they look again. It is shorter than anybody's patience.
const probeWait = time.Second

// wait is how long nothing goes out in the background.
func (t *trouble) wait(now time.Time) time.Duration {
	if t.probe != nil {
		return max(t.until.Sub(now), probeWait)
	}
	return t.until.Sub(now)
}

// sent records that a request goes out, and back that it has ended or was not sent after all.
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

// answered learns from how a request ended.
func (t *trouble) answered(w *waiter, err error, now time.Time) {
	t.back(w)
	kind := api.KindOf(err)
	if err == nil || kind == api.NotFound {
		*t = trouble{}
		return
	}
	p, known := pauses[kind]
	if !known {
		return // of one page, or given up
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
