package budget

import (
	"context"
	"slices"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/service"
)

// patience is how long a request waits at most before it is refused with the time to come, of the Classes
// that would rather do without than wait.
var patience = map[Class]time.Duration{
	User: 3 * time.Second, Kiosk: 3 * time.Second, Refresh: 3 * time.Second, Intent: 0, Pictures: secondWindow,
}

// A Budget decides when requests may go out, so that the service's limits are never exceeded and the
// user never waits for what is done in the background. A third of each hour is the user's own. While the
// service fails, less and less goes out in the background. It is safe for concurrent use.
type Budget struct {
	clock  func() time.Time
	steady func() time.Duration // elapsed by a monotonic clock
	ledger Ledger

	claiming sync.Mutex // held while the ledger is asked
	looked   time.Time  // what was written down before is known

	mu      sync.Mutex
	seen    time.Time // when the clock was looked at last, and what the steady one said then
	elapsed time.Duration
	shift   time.Duration // by how much the clock was set since the ledger began
	shifted time.Duration // the same as the ledger has it
	account account
	waiting []*waiter
	trouble trouble
	timer   *time.Timer

	outcomes map[Outcome]int // with the lock
}

var _ service.Gate = (*Budget)(nil)

// New makes a budget of limits of which earlier was spent already; now is its clock. Programs that
// share the limits share a ledger; without one, nil, the budget goes by what it knows itself.
func New(limits Limits, earlier []Spend, now func() time.Time, ledger Ledger) *Budget {
	start := time.Now()
	b := &Budget{
		account: account{limits: limits}, clock: now, steady: func() time.Duration { return time.Since(start) },
		ledger: ledger, looked: now(), seen: now(),
	}
	if ledger != nil {
		b.shift, _ = ledger.Shifted() // one that cannot be read begins here
		b.shifted = b.shift
	}
	b.Merge(earlier) // but for what a clock that was ahead dates in the future
	return b
}

// SetMonotonic replaces the monotonic clock, as for a test whose clock moves in time that does not pass.
func (b *Budget) SetMonotonic(elapsed func() time.Duration) { b.steady = elapsed }

// set is by how much the clock must differ from the steady one to have been set. Where it is less, the windows are a
// little longer or shorter than they should be.
const set = 2 * time.Second

// nowLocked is the time. When the clock was set since the last look, what was spent moves with it, since the service's
// clock was not.
func (b *Budget) nowLocked() time.Time {
	now, elapsed := b.clock().Round(0), b.steady()
	by := now.Sub(b.seen) - (elapsed - b.elapsed)
	b.seen, b.elapsed = now, elapsed
	if by.Abs() > set {
		by = by.Round(time.Second) // as all programs with the ledger find, each by its own steady clock
		b.shift += by
		b.account.move(by)
		b.trouble.until = b.trouble.until.Add(by)
	}
	return now
}

// A waiter is a request that wants to go out.
type waiter struct {
	ticket *Ticket
	ready  chan error
	spend  Spend // as which it went out
}

func (w *waiter) class() Class { return Class(w.ticket.class.Load()) }

// Enter waits until a request may go out. It returns a function that must be called once, with the error in
// which the request ended or nil. The class is that of the mark that As left in ctx. A request that would
// have to wait longer than its class has patience is refused at once with a *api.Error whose RetryAfter
// says how long; when ctx ends, Enter returns its error.
func (b *Budget) Enter(ctx context.Context) (answered func(error), err error) {
	t, marked := ctx.Value(ticketKey{}).(*Ticket)
	if !marked {
		t = &Ticket{}
	}
	w := &waiter{ticket: t, ready: make(chan error, 1)}
	for {
		b.mu.Lock()
		b.waiting = append(b.waiting, w)
		b.admit()
		b.mu.Unlock()
		if err := b.stand(ctx, w); err != nil {
			return nil, err
		}
		if b.claim(ctx, w) {
			return func(err error) { b.answered(w, marked, err) }, nil
		}
	}
}

// stand waits until a request may go out as far as this program knows.
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
	case err := <-w.ready: // let in meanwhile, but it does not go out
		if err == nil {
			b.takeBackLocked(w)
			b.admit()
		}
	default:
	}
	return ctx.Err()
}

// Raise makes a ticket's requests those of a more important class.
func (b *Budget) Raise(t *Ticket, c Class) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if Class(t.class.Load()) > c {
		t.class.Store(int32(c))
		b.admit()
	}
}

// admit lets in who may go, the most important first, and looks again when the next one may. It needs the
// lock.
func (b *Budget) admit() {
	if b.timer != nil {
		b.timer.Stop()
	}
	soonest, waits := time.Duration(0), false
	for c := User; c < Classes; c++ {
		for {
			i := slices.IndexFunc(b.waiting, func(w *waiter) bool { return w.class() == c })
			if i < 0 {
				break
			}
			now := b.nowLocked()
			wait := b.waitLocked(c, now)
			if most, bounded := patience[c]; wait > 0 && (!bounded || wait <= most) {
				if !waits || wait < soonest {
					soonest, waits = wait, true
				}
				break
			}
			b.decideLocked(b.waiting[i], wait, now)
			b.waiting = slices.Delete(b.waiting, i, i+1)
		}
	}
	if waits {
		b.timer = time.AfterFunc(soonest, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.admit()
		})
	}
}

// decideLocked admits a request, or refuses it if it would have to wait, with the reason for that.
func (b *Budget) decideLocked(w *waiter, wait time.Duration, now time.Time) {
	if wait > 0 {
		e := &api.Error{Kind: api.QuotaUsed, Op: "the budget of requests", RetryAfter: wait}
		if w.class() != User && b.trouble.wait(now) >= wait {
			e.Kind = b.trouble.kind
		}
		w.ready <- e
		return
	}
	b.enterLocked(w)
	w.ready <- nil
}

// enterLocked notes a request as spent.
func (b *Budget) enterLocked(w *waiter) {
	w.spend = Spend{At: b.nowLocked().Truncate(time.Millisecond), Class: w.class()} // as it is written down
	b.account.enter(w.spend)
	b.trouble.sent(w)
}

// takeBackLocked lets a request not have been spent.
func (b *Budget) takeBackLocked(w *waiter) {
	b.account.takeBack(w.spend)
	b.trouble.back(w)
}

// waitLocked is how long a class has to wait for its next request.
func (b *Budget) waitLocked(c Class, now time.Time) time.Duration {
	wait := b.account.wait(c, now)
	if c != User {
		wait = max(wait, b.trouble.wait(now))
	}
	return wait
}

// answered learns from how a request ended. What was not marked as somebody's is no document and no
// picture: it concerns the quota only.
func (b *Budget) answered(w *waiter, marked bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.countLocked(w, err)
	kind := api.KindOf(err)
	if marked || kind == api.QuotaUsed || kind == api.RateLimited {
		b.trouble.answered(w, err, b.nowLocked())
	}
	b.trouble.back(w)
	b.admit()
}

// Merge counts what was spent elsewhere too: by earlier runs, and by other programs with the same
// profile. What is known already is not counted again, nor is what will be spent in the future: the clock was set back
// since.
func (b *Budget) Merge(spent []Spend) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account.merge(spent, b.nowLocked())
}

// Usage is how much of a budget is used.
type Usage struct {
	Limits    Limits
	Hour, Day int
	ByClass   map[Class]int // of the last hour
	// Open is when the user can ask again if nothing is left, zero otherwise.
	Open time.Time
	// Paused is until when nothing is asked for in the background because the service failed, and Why how; zero
	// otherwise.
	Paused time.Time
	Why    api.Kind
}

// Usage returns how much was spent in the last hour and day.
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
		u.Open = now.Add(wait)
	}
	if b.trouble.until.After(now) {
		u.Paused, u.Why = b.trouble.until, b.trouble.kind
	}
	return u
}

// Wait returns how long it will take until a request of a class may go out if nothing else does, 0 if it may
// at once.
func (b *Budget) Wait(c Class) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.waitLocked(c, b.nowLocked()))
}

// SetUnattended says whether hardly ever a user asks for something, so that nearly all of each hour is a screen's.
func (b *Budget) SetUnattended(is bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.account.unattended = is
}

// Left is how much of what a screen may ask for at once is left, from 0 to 1.
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
	return len(b.account.within(hourWindow, now)) < b.account.limits.PerHour-1 &&
		len(b.account.within(dayWindow, now)) < b.account.limits.PerDay-1
}

// Forecast returns how long a number of requests of a class will take if nothing else goes out.
func (b *Budget) Forecast(c Class, requests int) time.Duration {
	b.mu.Lock()
	ahead := &Budget{
		clock: b.clock,
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
