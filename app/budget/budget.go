package budget

import (
	"context"
	"slices"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/service"
	"sextant/app/store"
)

// patience is how long a request waits at most before it is refused with the time to come, of the Classes
// that would rather do without than wait.
var patience = map[Class]time.Duration{
	User: 3 * time.Second, Kiosk: 3 * time.Second, Refresh: 3 * time.Second, Intent: 0, Pictures: secondWindow,
}

// A Budget decides when requests may be sent, so that the service's limits are never exceeded and the user never waits
// for background work. A third of each hour is reserved for the user. While the service fails, background requests back
// off. It is safe for concurrent use.
type Budget struct {
	ledger Ledger

	claiming sync.Mutex // held while the ledger is asked

	mu      sync.Mutex
	time    timeline
	looked  store.Moment // the ledger's requests before are known
	account account
	waiting []*waiter
	trouble trouble
	timer   *time.Timer

	outcomes map[Outcome]int // with the lock
}

var _ service.Gate = (*Budget)(nil)

// New makes a budget of limits, of which earlier was spent already. Programs that share the limits share a ledger; with
// nil the budget counts its own requests only.
func New(limits Limits, earlier []store.Spend, clock Clock, ledger Ledger) *Budget {
	b := &Budget{account: account{limits: limits}, time: newTimeline(clock), ledger: ledger}
	b.looked = b.momentLocked(b.nowLocked())
	b.Merge(earlier)
	return b
}

// nowLocked returns the time by the timeline. Requests of other boots, which are known by the wall clock only, are
// placed again where that was set, as when the network has set the clock of a machine without one.
func (b *Budget) nowLocked() time.Time {
	now, isSet := b.time.now()
	if isSet {
		b.account.replace(func(s Spend) time.Time { return b.time.of(s.moment) })
	}
	return now
}

func (b *Budget) momentLocked(at time.Time) store.Moment { return b.time.moment(at) }

// A waiter is a request that waits to be admitted.
type waiter struct {
	ticket *Ticket
	marked bool // it is a document or a picture, for which the key is sent
	repeat bool // of a call that is under way, so that it neither waits for a probe nor is one
	ready  chan error
	spend  Spend // with which it was counted
}

func (w *waiter) class() Class { return Class(w.ticket.class.Load()) }

// Enter waits until a request may be sent. It returns a function that must be called once, with the error in which the
// request ended or nil. The class is that which As or WithTicket set in ctx. A request that would have to wait longer
// than the patience of its class is refused at once, with an *api.Error whose RetryAfter says how long. When ctx ends,
// Enter returns its error.
func (b *Budget) Enter(ctx context.Context) (answered func(error), err error) {
	t, marked := ctx.Value(ticketKey{}).(*Ticket)
	if !marked {
		t = &Ticket{}
	}
	w := &waiter{ticket: t, marked: marked, repeat: service.IsRepeat(ctx), ready: make(chan error, 1)}
	for {
		b.mu.Lock()
		b.waiting = append(b.waiting, w)
		b.admitLocked()
		b.mu.Unlock()
		if err := b.stand(ctx, w); err != nil {
			return nil, err
		}
		if b.claim(ctx, w) {
			return func(err error) { b.answered(w, err) }, nil
		}
	}
}

// stand waits until a request may be sent as far as this program knows.
func (b *Budget) stand(ctx context.Context, w *waiter) error {
	select {
	case err := <-w.ready:
		return err
	case <-ctx.Done():
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = slices.DeleteFunc(b.waiting, func(other *waiter) bool { return other == w })
	select {
	case err := <-w.ready: // admitted meanwhile, but not sent
		if err == nil {
			b.takeBackLocked(w)
			b.admitLocked()
		}
	default:
	}
	return ctx.Err()
}

// Raise changes the class of a ticket's requests to a more important one.
func (b *Budget) Raise(t *Ticket, c Class) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if Class(t.class.Load()) > c {
		t.class.Store(int32(c))
		b.admitLocked()
	}
}

// admitLocked admits the requests that may be sent, the most important first, and sets a timer for the next.
func (b *Budget) admitLocked() {
	if b.timer != nil {
		b.timer.Stop()
	}
	soonest, waits := time.Duration(0), false
	// admit decides on a waiting request, and reports whether that is possible yet.
	admit := func(i int) bool {
		now, w := b.nowLocked(), b.waiting[i]
		wait := b.waitOfLocked(w, now)
		if most, bounded := patience[w.class()]; wait > 0 && (!bounded || wait <= most) {
			if !waits || wait < soonest {
				soonest, waits = wait, true
			}
			return false
		}
		b.decideLocked(w, wait, now)
		b.waiting = slices.Delete(b.waiting, i, i+1)
		return true
	}
	for i := 0; i < len(b.waiting); {
		if !b.waiting[i].repeat || !admit(i) {
			i++
		}
	}
	for c := User; c < Classes; c++ {
		for {
			i := slices.IndexFunc(b.waiting, func(w *waiter) bool { return w.class() == c && !w.repeat })
			if i < 0 || !admit(i) {
				break
			}
		}
	}
	if waits {
		b.timer = time.AfterFunc(soonest, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.admitLocked()
		})
	}
}

// decideLocked admits a request, or refuses it where it would have to wait, with the reason for that.
func (b *Budget) decideLocked(w *waiter, wait time.Duration, now time.Time) {
	if wait > 0 {
		e := &api.Error{Kind: api.QuotaUsed, Op: "the budget of requests", RetryAfter: wait}
		if w.class() != User && !w.repeat && b.trouble.wait(now) >= wait {
			e.Kind = b.trouble.kind
		}
		w.ready <- e
		return
	}
	b.enterLocked(w)
	w.ready <- nil
}

// enterLocked counts a request.
func (b *Budget) enterLocked(w *waiter) {
	at := b.nowLocked().Truncate(time.Millisecond) // the ledger's precision
	w.spend = Spend{At: at, Class: w.class(), moment: b.momentLocked(at)}
	b.account.enter(w.spend)
	b.trouble.sent(w, at)
}

// takeBackLocked removes a request that was not sent after all.
func (b *Budget) takeBackLocked(w *waiter) {
	b.account.takeBack(w.spend)
	b.trouble.back(w)
}

// waitLocked returns how long a class has to wait for its next request.
func (b *Budget) waitLocked(c Class, now time.Time) time.Duration {
	wait := b.account.wait(c, now)
	if c != User {
		wait = max(wait, b.trouble.wait(now))
	}
	return wait
}

// waitOfLocked returns how long a request has to wait.
func (b *Budget) waitOfLocked(w *waiter, now time.Time) time.Duration {
	if w.repeat {
		return b.account.wait(w.class(), now)
	}
	return b.waitLocked(w.class(), now)
}

// answered records the end of a request. An unmarked one is neither a document nor a picture, and concerns the quota
// only.
func (b *Budget) answered(w *waiter, err error) {
	if s, isNews := b.recordEnd(w, err); isNews && b.ledger != nil {
		b.ledger.Spend(s)
	}
}

// recordEnd is answered, and returns what the ledger should have of it.
func (b *Budget) recordEnd(w *waiter, err error) (s store.Spend, isNews bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.countLocked(w, err)
	kind := api.KindOf(err)
	if w.marked || kind == api.QuotaUsed || kind == api.RateLimited {
		now := b.nowLocked()
		s = store.Spend{Moment: b.momentLocked(now), Class: b.trouble.answered(w, err, now), Count: 1}
	}
	b.trouble.back(w)
	b.admitLocked()
	return s, s.Class != ""
}

// SetAccount sets a word for the credentials of the requests, without spaces: blocks of others, which the ledger has,
// do not count. It is called before anything is merged.
func (b *Budget) SetAccount(account string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trouble.account = " " + account
}

// IsBlocked reports whether the service has refused several requests because the quota is used up, so that each further
// one may make that last longer.
func (b *Budget) IsBlocked() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.trouble.isBlock(b.nowLocked())
}

// Failed records that the service has failed although its last answer did not say so.
func (b *Budget) Failed(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trouble.failed(err, b.nowLocked())
	b.admitLocked()
}

// Usage is the use of a budget.
type Usage struct {
	Limits    Limits
	Hour, Day int
	ByClass   map[Class]int // of the last hour
	// Open is when the user can ask again, zero for at once.
	Open time.Time
	// Paused is the end of the backoff of background requests after the service failed with the kind Why; zero
	// otherwise.
	Paused time.Time
	Why    api.Kind
}

// Usage returns the requests of the last hour and day.
func (b *Budget) Usage() Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.nowLocked()
	hour := b.account.within(hourWindow, now)
	u := Usage{
		Limits: b.account.limits, Hour: len(hour), Day: len(b.account.within(dayWindow, now)), ByClass: map[Class]int{},
	}
	for _, s := range hour {
		u.ByClass[s.Class]++
	}
	if wait := b.waitLocked(User, now); wait > patience[User] {
		u.Open = b.time.wall(now.Add(wait))
	}
	if b.trouble.until.After(now) {
		u.Paused, u.Why = b.time.wall(b.trouble.until), b.trouble.kind
	}
	return u
}

// Wait returns the time until a request of a class may be sent if no other is, 0 if it may be at once.
func (b *Budget) Wait(c Class) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.waitLocked(c, b.nowLocked()))
}

// SetUnattended sets whether a user hardly ever asks for something, as with a public screen, which then gets nearly all
// of each hour.
func (b *Budget) SetUnattended(is bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account.unattended = is
}

// Left returns how full a screen's purse is, from 0 to 1.
func (b *Budget) Left() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.nowLocked()
	there, most, _ := b.account.purse(b.account.limits.PerHour-b.account.kept(Kiosk, now), now)
	if most <= 0 {
		return 0
	}
	return max(0, min(1, there/most))
}

// Several reports whether the user can make more than one request now. The last one is better spent on a
// document than on a picture.
func (b *Budget) Several() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.nowLocked()
	return !b.trouble.isBlock(now) && len(b.account.within(hourWindow, now)) < b.account.limits.PerHour-1 &&
		len(b.account.within(dayWindow, now)) < b.account.limits.PerDay-1
}

// Forecast returns how long a number of requests of a class will take if no others are sent.
func (b *Budget) Forecast(c Class, requests int) time.Duration {
	b.mu.Lock()
	ahead := &Budget{
		account: account{
			limits: b.account.limits, spent: slices.Clone(b.account.spent), unattended: b.account.unattended,
		}, trouble: trouble{until: b.trouble.until},
	}
	now := b.nowLocked()
	b.mu.Unlock()
	at := now
	for range requests {
		for wait := ahead.waitLocked(c, at); wait > 0; wait = ahead.waitLocked(c, at) {
			at = at.Add(wait)
		}
		ahead.account.spent = append(ahead.account.spent, Spend{At: at.Truncate(time.Millisecond), Class: c})
	}
	return at.Sub(now)
}
