package budget

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/store"
)

// A trouble is the backoff of a service that fails. Meanwhile one background request at a time is sent, with growing
// pauses. Any request that succeeds ends it. It is a circuit breaker.
type trouble struct {
	kind  api.Kind         // of the last failure, 0 without
	tries map[api.Kind]int // failures in a row; those at the same moment count once
	until time.Time        // no background request before
	probe *waiter          // the request under way, nil for none
	// failedAt is the time of the last failure of the kind, and ended that of the last success.
	failedAt, ended time.Time
	account         string // whose blocks count
}

// A pause is the backoff after failures of a kind: the first, and the longest. Each that many failures in a row it is
// blockLasts, since some services block a key for an hour, and renew that with each request; 0 stands for never.
type pause struct {
	first, most time.Duration
	block       int
}

var pauses = map[api.Kind]pause{
	api.NoNetwork:   {2 * time.Second, time.Minute, 0},
	api.Trouble:     {2 * time.Second, time.Minute, 0},
	api.RateLimited: {10 * time.Second, 5 * time.Minute, 10},
	api.Refused:     {30 * time.Second, 10 * time.Minute, 12},
	api.QuotaUsed:   {5 * time.Minute, 5 * time.Minute, 1},
}

// blockLasts is how long nothing is sent so that a block ends. The jitter of a backoff makes it up to an eighth
// shorter.
const blockLasts = 70 * time.Minute

// after returns the backoff after a number of failures in a row.
func (p pause) after(tries int) time.Duration {
	if p.block > 0 && tries > 1 && tries%p.block == 0 {
		return backoff.After(1, blockLasts, blockLasts)
	}
	return backoff.After(tries, p.first, p.most)
}

// The ledger's classes of the end of a request that was refused because the quota was used up or the rate limited, with
// the number of those in a row and the account behind it, and of one that was not after such. They are no requests.
const (
	blockedClass   = "blocked "
	limitedClass   = "limited "
	unblockedClass = "unblocked"
)

// kept are the kinds of failures that other programs, and later runs, know of. A refusal is not among them: a program
// that starts again with a mended key must not wait.
var kept = map[api.Kind]string{api.QuotaUsed: blockedClass, api.RateLimited: limitedClass}

// sameMoment is the time within which requests that fail may have been sent together.
const sameMoment = 10 * time.Second

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
func (t *trouble) sent(w *waiter, now time.Time) {
	if w.marked && w.spend.Class == User && t.isBlock(now) {
		t.until = now.Add(blockLasts)
	}
	if t.kind != 0 && w.spend.Class != User && !w.repeat {
		t.probe = w
	}
}

func (t *trouble) back(w *waiter) {
	if t.probe == w {
		t.probe = nil
	}
}

// isBlock reports whether nothing is sent so that a block ends.
func (t *trouble) isBlock(now time.Time) bool {
	p := pauses[t.kind]
	return p.block > 0 && t.tries[t.kind] > 1 && t.tries[t.kind]%p.block == 0 && t.until.After(now)
}

// answered records the end of a request. It returns the class of what the ledger should have of it, empty for nothing.
func (t *trouble) answered(w *waiter, err error, now time.Time) (class string) {
	t.back(w)
	kind, before := api.KindOf(err), t.kind
	if err == nil || kind == api.NotFound && t.kind != api.Trouble { // in a wall everything is 404
		*t = trouble{ended: now, account: t.account}
		if kept[before] != "" {
			return unblockedClass
		}
		return ""
	}
	t.failed(err, now)
	if class = kept[kind]; class != "" {
		return class + strconv.Itoa(t.tries[kind]) + t.account
	}
	return ""
}

// failed records a failure, unless it concerns one page or was cancelled.
func (t *trouble) failed(err error, now time.Time) {
	kind := api.KindOf(err)
	p, known := pauses[kind]
	if !known {
		return
	}
	isOther := kind == api.QuotaUsed && now.Sub(t.failedAt) >= sameMoment // a reader's, who does not wait
	if kind != t.kind || !now.Before(t.until) || isOther {
		t.count(kind, t.tries[kind]+1)
	}
	wait := p.after(t.tries[kind])
	var e *api.Error
	if errors.As(err, &e) {
		wait = max(wait, e.RetryAfter)
	}
	if until := now.Add(wait); t.kind == 0 || until.After(t.until) {
		t.kind, t.until, t.failedAt = kind, until, now
	}
}

func (t *trouble) count(kind api.Kind, tries int) {
	if t.tries == nil {
		t.tries = map[api.Kind]int{}
	}
	t.tries[kind] = tries
}

// merge records what another program, or an earlier run, has learned of a block at a time. It reports whether that was
// all in the entry.
func (t *trouble) merge(s store.Spend, at, now time.Time) bool {
	kind := api.QuotaUsed
	rest, isBlocked := strings.CutPrefix(s.Class, blockedClass)
	if !isBlocked {
		kind = api.RateLimited
		rest, isBlocked = strings.CutPrefix(s.Class, limitedClass)
	}
	tries, isOwn := strings.CutSuffix(rest, t.account)
	switch n, err := strconv.Atoi(tries); {
	case isBlocked && (err != nil || !isOwn): // of another key
	case isBlocked:
		until := at.Add(pauses[kind].after(n))
		if until.After(now) && until.After(t.until) && at.After(t.ended) {
			t.kind, t.until, t.failedAt = kind, until, at
		}
		if at.After(t.ended) && n > t.tries[kind] { // its pause may be over
			t.count(kind, n)
		}
	case s.Class == unblockedClass:
		if t.failedAt.Before(at) {
			for kind := range kept {
				delete(t.tries, kind)
			}
		}
		if kept[t.kind] != "" && t.failedAt.Before(at) {
			*t = trouble{account: t.account}
		}
		if at.After(t.ended) {
			t.ended = at
		}
	default:
		return false
	}
	return true
}
