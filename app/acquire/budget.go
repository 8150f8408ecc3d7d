package acquire

import (
	"context"
	"errors"
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
	Prefetch              // what the user may want next
	Collect               // everything there is
	classes
)

func (c Class) String() string {
	return [classes]string{"user", "kiosk", "refresh", "prefetch", "collect"}[c]
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

// userPatience is how long a user's request waits at most before it is refused with the time to come.
const userPatience = 3 * time.Second

// Pauses after the service refused a request, where it does not say how long.
const (
	quotaPause = time.Hour
	ratePause  = 10 * time.Second
)

// A Spend is a request that went out.
type Spend struct {
	At    time.Time
	Class Class
}

// A Budget decides when requests may go out, so that the service's limits are never exceeded and the
// user never waits for what is done in the background. A third of each hour is the user's own. It is
// safe for concurrent use.
type Budget struct {
	limits Limits
	now    func() time.Time
	record func(Spend)

	mu      sync.Mutex
	spent   []Spend // of the last day, in order of time
	waiting []*waiter
	blocked time.Time // nothing in the background before
	timer   *time.Timer
}

var _ service.Gate = (*Budget)(nil)

// NewBudget makes a budget of which earlier was spent already. record is told of every request that goes
// out, and must not wait.
func NewBudget(limits Limits, earlier []Spend, now func() time.Time, record func(Spend)) *Budget {
	b := &Budget{limits: limits, now: now, record: record}
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

// A waiter is a request that must not go out yet.
type waiter struct {
	ticket *ticket
	ready  chan error
}

func (w *waiter) class() Class { return Class(w.ticket.class.Load()) }

// Enter returns when a request may go out. A request of the user's that would have to wait long is
// refused, with the time after which there will be room.
func (b *Budget) Enter(ctx context.Context) error {
	t, _ := ctx.Value(ticketKey{}).(*ticket)
	if t == nil {
		t = &ticket{}
	}
	w := &waiter{t, make(chan error, 1)}
	b.mu.Lock()
	b.waiting = append(b.waiting, w)
	b.admit()
	b.mu.Unlock()
	select {
	case err := <-w.ready:
		return err
	case <-ctx.Done():
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = slices.DeleteFunc(b.waiting, func(other *waiter) bool { return other == w })
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

// admit lets in who may go, the most important first, and looks again when the next one may.
func (b *Budget) admit() {
	if b.timer != nil {
		b.timer.Stop()
	}
	for len(b.waiting) > 0 {
		first := 0
		for i, w := range b.waiting {
			if w.class() < b.waiting[first].class() {
				first = i
			}
		}
		w := b.waiting[first]
		wait := b.wait(w.class(), b.now())
		switch {
		case wait <= 0:
			b.enter(w.class())
			w.ready <- nil
		case w.class() == User && wait > userPatience:
			w.ready <- &service.Error{Kind: service.QuotaUsed, Op: "the budget of requests", RetryAfter: wait}
		default:
			b.timer = time.AfterFunc(wait, func() {
				b.mu.Lock()
				defer b.mu.Unlock()
				b.admit()
			})
			return
		}
		b.waiting = slices.Delete(b.waiting, first, first+1)
	}
}

func (b *Budget) enter(c Class) {
	s := Spend{b.now().Truncate(time.Millisecond), c} // as it is recorded
	b.spent = append(b.spent, s)
	b.forget(s.At)
	b.record(s)
}

// forget drops what no window reaches back to.
func (b *Budget) forget(now time.Time) {
	n, _ := slices.BinarySearchFunc(b.spent, now.Add(-dayWindow), func(s Spend, t time.Time) int { return s.At.Compare(t) })
	b.spent = slices.Delete(b.spent, 0, n)
}

// wait is how long a class has to wait for its next request. A less important class never waits less.
func (b *Budget) wait(c Class, now time.Time) time.Duration {
	l := b.limits
	if c == User {
		return max(b.room(l.PerSecond, secondWindow, now), b.room(l.PerHour, hourWindow, now), b.room(l.PerDay, dayWindow, now))
	}
	hour := l.PerHour - b.kept(c, now)
	wait := max(b.room(max(1, l.PerSecond*2/3), secondWindow, now), b.room(hour, hourWindow, now),
		b.room(l.PerDay-l.PerHour/3, dayWindow, now), b.blocked.Sub(now))
	if c == Collect {
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

// Answered learns from how a request ended: when the service says that its quota is used up, nothing
// goes out in the background until it will be open again.
func (b *Budget) Answered(err error) {
	var pause time.Duration
	switch service.KindOf(err) {
	case service.QuotaUsed:
		pause = quotaPause
	case service.RateLimited:
		pause = ratePause
	default:
		return
	}
	var e *service.Error
	if errors.As(err, &e) && e.RetryAfter > 0 {
		pause = e.RetryAfter
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if until := b.now().Add(pause); until.After(b.blocked) {
		b.blocked = until
	}
}

// Merge counts what was spent elsewhere too: by earlier runs, and by other programs with the same
// profile. What is known already is not counted again.
func (b *Budget) Merge(spent []Spend) {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := make(map[int64]int, len(b.spent))
	for _, s := range b.spent {
		known[s.At.UnixMilli()]++
	}
	for _, s := range spent {
		if at := s.At.UnixMilli(); known[at] > 0 {
			known[at]--
		} else {
			b.spent = append(b.spent, s)
		}
	}
	slices.SortStableFunc(b.spent, func(a, b Spend) int { return a.At.Compare(b.At) })
	b.forget(b.now())
}

// Usage is how much of a budget is used.
type Usage struct {
	Limits    Limits
	Hour, Day int
	ByClass   map[Class]int // of the last hour
	// Open is when the user can ask again if nothing is left, zero otherwise.
	Open time.Time
	// Background is when background work may go on after the service refused a request, zero otherwise.
	Background time.Time
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
	if wait := b.wait(User, now); wait > userPatience {
		u.Open = now.Add(wait)
	}
	if b.blocked.After(now) {
		u.Background = b.blocked
	}
	return u
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
	ahead := &Budget{limits: b.limits, spent: slices.Clone(b.spent), blocked: b.blocked}
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
