package acquire

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/service"
)

// Class says for whom a request is made. A smaller one goes first.
type Class int32

// The classes.
const (
	User     Class = iota // what the user does
	Kiosk                 // what turns by itself in a public place
	Refresh               // the page on screen, kept up to date
	Pictures              // pictures, for nobody in particular, of what can be drawn without
	Prefetch              // what the user may want next
	Collect               // everything there is
	classes
)

func (c Class) String() string {
	return [classes]string{"user", "kiosk", "refresh", "pictures", "prefetch", "collect"}[c]
}

// ClassNamed finds a class by its name.
func ClassNamed(name string) (Class, bool) {
	for c := User; c < classes; c++ {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// Limits are what may go out to the service. The specification is silent; services of this kind publish
// such numbers.
type Limits struct{ PerSecond, PerHour, PerDay int }

// DefaultLimits are those known of such a service.
var DefaultLimits = Limits{PerSecond: 10, PerHour: 300, PerDay: 7200}

// A window lasts a little longer here than at the service, since requests do not take the same time to
// get there.
const (
	secondWindow = 1100 * time.Millisecond
	hourWindow   = time.Hour + time.Second
	dayWindow    = 24*time.Hour + time.Second
)

// patience is how long a request waits at most before it is refused with the time to come, of the classes
// that would rather do without than wait.
var patience = map[Class]time.Duration{User: 3 * time.Second, Kiosk: 3 * time.Second, Refresh: 3 * time.Second, Pictures: secondWindow}

// A Spend is a request that went out.
type Spend struct {
	At    time.Time
	Class Class
}

// A Budget decides when requests may go out, so that the service's limits are never exceeded and the
// user never waits for what is done in the background. A third of each hour is the user's own. While the
// service fails, less and less goes out in the background. It is safe for concurrent use.
type Budget struct {
	limits Limits
	now    func() time.Time
	ledger Ledger

	claiming sync.Mutex // held while the ledger is asked
	looked   time.Time  // what was written down before is known

	mu      sync.Mutex
	spent   []Spend // of the last day, in order of time
	waiting []*waiter
	trouble trouble
	timer   *time.Timer
}

var _ service.Gate = (*Budget)(nil)

// NewBudget makes a budget of which earlier was spent already. Where several programs share the limits, they
// share a ledger; nil is none.
func NewBudget(limits Limits, earlier []Spend, now func() time.Time, ledger Ledger) *Budget {
	b := &Budget{limits: limits, now: now, ledger: ledger, looked: now()}
	b.Merge(earlier)
	return b
}

// A ticket goes with the requests made for one purpose and says for whom they are.
type ticket struct{ class atomic.Int32 }

type ticketKey struct{}

func withTicket(ctx context.Context, c Class) (context.Context, *ticket) {
	t := &ticket{}
	t.class.Store(int32(c))
	return context.WithValue(ctx, ticketKey{}, t), t
}

// As marks what is requested under a context as done for a class. Without a mark, it is the user's.
func As(ctx context.Context, c Class) context.Context {
	ctx, _ = withTicket(ctx, c)
	return ctx
}

// A waiter is a request that wants to go out.
type waiter struct {
	ticket *ticket
	ready  chan error
	spend  Spend // as which it went out
}

func (w *waiter) class() Class { return Class(w.ticket.class.Load()) }

// Enter returns when a request may go out. One that would have to wait longer than its class has patience
// is refused, with the time after which there will be room.
func (b *Budget) Enter(ctx context.Context) (answered func(error), err error) {
	t, marked := ctx.Value(ticketKey{}).(*ticket)
	if !marked {
		t = &ticket{}
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
			b.takeBack(w)
			b.admit()
		}
	default:
	}
	return ctx.Err()
}

// raise makes a ticket's requests those of a more important class.
func (b *Budget) raise(t *ticket, c Class) {
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
	for c := User; c < classes; c++ {
		for {
			i := slices.IndexFunc(b.waiting, func(w *waiter) bool { return w.class() == c })
			if i < 0 {
				break
			}
			now := b.now()
			wait := b.wait(c, now)
			if most, bounded := patience[c]; wait > 0 && (!bounded || wait <= most) {
				if !waits || wait < soonest {
					soonest, waits = wait, true
				}
				break
			}
			b.decide(b.waiting[i], wait, now)
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

// decide lets a request in, or refuses it if it would have to wait, with the reason for that. It needs the lock.
func (b *Budget) decide(w *waiter, wait time.Duration, now time.Time) {
	if wait > 0 {
		e := &service.Error{Kind: service.QuotaUsed, Op: "the budget of requests", RetryAfter: wait}
		if w.class() != User && b.trouble.wait(now) >= wait {
			e.Kind = b.trouble.kind
		}
		w.ready <- e
		return
	}
	b.enter(w)
	w.ready <- nil
}

// enter notes a request as spent. It needs the lock.
func (b *Budget) enter(w *waiter) {
	w.spend = Spend{b.now().Truncate(time.Millisecond), w.class()} // as it is written down
	b.spent = append(b.spent, w.spend)
	b.forget(w.spend.At)
	b.trouble.sent(w)
}

// takeBack lets a request not have been spent. It needs the lock.
func (b *Budget) takeBack(w *waiter) {
	for i := len(b.spent) - 1; i >= 0; i-- { // it is among the last
		if b.spent[i] == w.spend {
			b.spent = slices.Delete(b.spent, i, i+1)
			break
		}
	}
	b.trouble.back(w)
}

// forget drops what no window reaches back to.
func (b *Budget) forget(now time.Time) {
	n, _ := slices.BinarySearchFunc(b.spent, now.Add(-dayWindow), func(s Spend, t time.Time) int { return s.At.Compare(t) })
	b.spent = slices.Delete(b.spent, 0, n)
}

// wait is how long a class has to wait for its next request. It needs the lock.
func (b *Budget) wait(c Class, now time.Time) time.Duration {
	l := b.limits
	if c == User {
		return max(b.room(l.PerSecond, secondWindow, now), b.room(l.PerHour, hourWindow, now), b.room(l.PerDay, dayWindow, now))
	}
	hour := l.PerHour - b.kept(c, now)
	wait := max(b.room(max(1, l.PerSecond*2/3), secondWindow, now), b.room(hour, hourWindow, now),
		b.room(l.PerDay-min(l.PerHour, l.PerDay)/3, dayWindow, now), b.trouble.wait(now))
	switch c {
	case Kiosk, Pictures:
		wait = max(wait, b.spread(c, hour, now))
	case Collect:
		wait = max(wait, b.pace(hour, now))
	}
	return wait
}

// room is how long it takes until fewer than limit requests lie within a window.
func (b *Budget) room(limit int, window time.Duration, now time.Time) time.Duration {
	n := len(b.spent)
	if n < limit {
		return 0
	}
	if limit <= 0 {
		return window
	}
	return b.spent[n-limit].At.Add(window).Sub(now)
}

// kept is how many of an hour's requests a class leaves to those before it: to the user a third less
// what the user has had of it, but never under a tenth; and a little to prefetching and refreshing, which
// come in bursts.
func (b *Budget) kept(c Class, now time.Time) int {
	perHour := b.limits.PerHour
	kept := max(perHour/3-b.spentBy(User, now), perHour/10)
	switch c {
	case Collect:
		kept += perHour / 15
	case Prefetch:
		kept += perHour / 30
	}
	return kept
}

func (b *Budget) spentBy(c Class, now time.Time) int {
	n := 0
	for _, s := range b.within(hourWindow, now) {
		if s.Class == c {
			n++
		}
	}
	return n
}

// within gives what was spent within a window.
func (b *Budget) within(window time.Duration, now time.Time) []Spend {
	i, _ := slices.BinarySearchFunc(b.spent, now.Add(-window), func(s Spend, t time.Time) int { return s.At.Compare(t) })
	return b.spent[i:]
}

// burst is the part of an hour's share that a screen may have at once.
const burst = 4

// spread is how long a screen waits for its next request, so that the hour's share lasts for the hour: a
// quarter of it is there at once, and the rest comes evenly. Pictures leave half of what is there to
// documents.
func (b *Budget) spread(c Class, share int, now time.Time) time.Duration {
	most := float64(share) / burst
	rate := (float64(share) - most) / hourWindow.Seconds()
	there, at := most, now.Add(-hourWindow)
	for _, s := range b.within(hourWindow, now) {
		if s.Class == Kiosk || s.Class == Refresh || s.Class == Pictures {
			there = min(most, there+rate*s.At.Sub(at).Seconds()) - 1
			at = s.At
		}
	}
	there = min(most, there+rate*now.Sub(at).Seconds())
	need := min(1, most)
	if c == Pictures {
		need = min(1+most/2, most)
	}
	if there >= need {
		return 0
	}
	return time.Duration((need - there) / rate * float64(time.Second))
}

// pace spreads collecting over the hour: quick while much of the hour's share is left, and evenly as it
// is used up, so that room keeps coming back for everyone.
func (b *Budget) pace(share int, now time.Time) time.Duration {
	hour := b.within(hourWindow, now)
	if len(hour) == 0 || share <= 0 {
		return 0
	}
	used := min(1, float64(len(hour))/float64(share))
	gap := max(time.Second, time.Duration(float64(time.Hour)/float64(share)*used*used*used))
	for i := len(hour) - 1; i >= 0; i-- {
		if hour[i].Class == Collect {
			return hour[i].At.Add(gap).Sub(now)
		}
	}
	return 0
}

// answered learns from how a request ended. What was not marked as somebody's is no document and no
// picture: it tells of the quota only.
func (b *Budget) answered(w *waiter, marked bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	kind := service.KindOf(err)
	if marked || kind == service.QuotaUsed || kind == service.RateLimited {
		b.trouble.answered(w, err, b.now())
	}
	b.trouble.back(w)
	b.admit()
}

// Merge counts what was spent elsewhere too: by earlier runs, and by other programs with the same
// profile. What is known already is not counted again.
func (b *Budget) Merge(spent []Spend) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.merge(spent)
}

// merge does so. It needs the lock.
func (b *Budget) merge(spent []Spend) {
	if len(spent) == 0 {
		return
	}
	oldest := slices.MinFunc(spent, func(a, b Spend) int { return a.At.Compare(b.At) }).At
	from, _ := slices.BinarySearchFunc(b.spent, oldest, func(s Spend, t time.Time) int { return s.At.Compare(t) })
	known := map[int64]int{}
	for _, s := range b.spent[from:] {
		known[s.At.UnixMilli()]++
	}
	for _, s := range spent {
		if at := s.At.UnixMilli(); known[at] > 0 {
			known[at]--
		} else {
			b.spent = append(b.spent, s)
		}
	}
	slices.SortStableFunc(b.spent[from:], func(a, b Spend) int { return a.At.Compare(b.At) })
	b.forget(b.now())
}

// Usage is how much of a budget is used.
type Usage struct {
	Limits    Limits
	Hour, Day int
	ByClass   map[Class]int // of the last hour
	// Open is when the user can ask again if nothing is left, zero otherwise.
	Open time.Time
	// Paused is until when nothing is asked for by itself because the service failed, and Why how; zero
	// otherwise.
	Paused time.Time
	Why    service.Kind
}

// Usage tells how much is used.
func (b *Budget) Usage() Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	hour := b.within(hourWindow, now)
	u := Usage{Limits: b.limits, Hour: len(hour), Day: len(b.within(dayWindow, now)), ByClass: map[Class]int{}}
	for _, s := range hour {
		u.ByClass[s.Class]++
	}
	if wait := b.wait(User, now); wait > patience[User] {
		u.Open = now.Add(wait)
	}
	if b.trouble.until.After(now) {
		u.Paused, u.Why = b.trouble.until, b.trouble.kind
	}
	return u
}

// Wait is how long it will take until a request of a class may go out.
func (b *Budget) Wait(c Class) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.wait(c, b.now()))
}

// several tells whether the user can make more than one request now. The last one is better spent on a
// document than on a picture.
func (b *Budget) several() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	return len(b.within(hourWindow, now)) < b.limits.PerHour-1 && len(b.within(dayWindow, now)) < b.limits.PerDay-1
}

// Forecast is how long a number of requests of a class will take if nothing else goes out.
func (b *Budget) Forecast(c Class, requests int) time.Duration {
	b.mu.Lock()
	ahead := &Budget{limits: b.limits, spent: slices.Clone(b.spent), trouble: trouble{until: b.trouble.until}}
	now := b.now()
	b.mu.Unlock()
	at := now
	for range requests {
		for wait := ahead.wait(c, at); wait > 0; wait = ahead.wait(c, at) {
			at = at.Add(wait)
		}
		ahead.spent = append(ahead.spent, Spend{at.Truncate(time.Millisecond), c})
	}
	return at.Sub(now)
}
