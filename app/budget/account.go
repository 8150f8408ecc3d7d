package budget

import (
	"cmp"
	"slices"
	"time"

	"sextant/app/store"
)

// Limits bound the requests to the service in a second, an hour and a day. The specification is silent; services of
// this kind publish such numbers.
type Limits struct{ PerSecond, PerHour, PerDay int }

// DefaultLimits are those of a known service of this kind.
var DefaultLimits = Limits{PerSecond: 10, PerHour: 300, PerDay: 7200}

// A window lasts a little longer here than at the service, since requests do not take the same time to
// get there.
const (
	secondWindow = 1100 * time.Millisecond
	hourWindow   = time.Hour + time.Second
	dayWindow    = 24*time.Hour + time.Second
)

// A Spend is a request that was sent.
type Spend struct {
	At    time.Time
	Class Class
	// moment is At in the ledger. leased: the ledger has it as part of a lease, not at its own time.
	moment store.Moment
	leased bool
}

// byTime compares by At.
func byTime(a, b Spend) int { return a.At.Compare(b.At) }

// An account has the requests of the last day, and computes how long each class has to wait. It is guarded by the
// budget's lock.
type account struct {
	limits Limits
	spent  []Spend // of the last day, in order of time
	// unattended: a user hardly ever asks for something.
	unattended bool
	// leases are those of this program in the last day, in order of time.
	leases []lease
}

// enter adds a request that was sent now.
func (a *account) enter(s Spend) {
	i, _ := slices.BinarySearchFunc(a.spent, s, func(e, s Spend) int { return cmp.Or(byTime(e, s), -1) })
	a.spent = slices.Insert(a.spent, i, s) // at the end, unless another program has a lease
	a.forget(s.At)
}

// takeBack removes a request that was not sent after all.
func (a *account) takeBack(s Spend) {
	for i := len(a.spent) - 1; i >= 0; i-- { // it is near the end
		if a.spent[i] == s {
			a.spent = slices.Delete(a.spent, i, i+1)
			return
		}
	}
}

// replace sets the times of all requests again.
func (a *account) replace(at func(Spend) time.Time) {
	for i := range a.spent {
		a.spent[i].At = at(a.spent[i])
	}
	slices.SortStableFunc(a.spent, byTime)
}

// merge adds requests of other programs and runs, but for those that it has.
func (a *account) merge(spent []Spend, now time.Time) {
	if len(spent) == 0 {
		return
	}
	oldest := slices.MinFunc(spent, byTime).At
	from, _ := slices.BinarySearchFunc(a.spent, oldest, func(s Spend, t time.Time) int { return s.At.Compare(t) })
	known := map[int64]int{}
	for _, s := range a.spent[from:] {
		if !s.leased {
			known[s.At.UnixMilli()]++
		}
	}
	for _, l := range a.leases {
		known[l.end().UnixMilli()] += l.count
	}
	for _, s := range spent {
		if at := s.At.UnixMilli(); known[at] > 0 {
			known[at]--
		} else if s.At.Before(now.Add(leaseFor + mostDrift)) {
			a.spent = append(a.spent, s)
		}
	}
	slices.SortStableFunc(a.spent[from:], byTime)
	a.forget(now)
}

// forget drops requests that are older than the longest window.
func (a *account) forget(now time.Time) {
	n, _ := slices.BinarySearchFunc(a.spent, now.Add(-dayWindow), func(s Spend, t time.Time) int {
		return s.At.Compare(t)
	})
	a.spent = slices.Delete(a.spent, 0, n)
	a.leases = slices.DeleteFunc(a.leases, func(l lease) bool { return l.end().Before(now.Add(-dayWindow)) })
}

// wait returns how long a class has to wait for its next request, zero or less if it need not.
func (a *account) wait(c Class, now time.Time) time.Duration {
	l := a.limits
	l.PerSecond -= a.leased(now)
	if c == User {
		return max(a.roomInSecond(l.PerSecond, now),
			a.room(l.PerHour, hourWindow, now), a.room(l.PerDay, dayWindow, now))
	}
	hour := l.PerHour - a.kept(c, now)
	wait := max(a.roomInSecond(max(1, l.PerSecond*2/3), now), a.room(hour, hourWindow, now),
		a.room(l.PerDay-min(l.PerHour, l.PerDay)/3, dayWindow, now))
	switch c {
	case Intent:
		wait = max(wait, a.intentRoom(now))
	case Kiosk, Pictures:
		wait = max(wait, a.spread(c, hour, now))
	case Collect:
		wait = max(wait, a.pace(hour, now))
	}
	return wait
}

// room returns the time until fewer than limit requests lie within a window.
func (a *account) room(limit int, window time.Duration, now time.Time) time.Duration {
	return room(a.spent, limit, window, now)
}

// roomInSecond is room for a second, in which requests that others may still send under a lease do not count.
func (a *account) roomInSecond(limit int, now time.Time) time.Duration {
	n := len(a.spent)
	for n > 0 && a.spent[n-1].At.After(now) {
		n--
	}
	return room(a.spent[:n], limit, secondWindow, now)
}

func room(spent []Spend, limit int, window time.Duration, now time.Time) time.Duration {
	n := len(spent)
	if n < limit {
		return 0
	}
	if limit <= 0 {
		return window
	}
	return spent[n-limit].At.Add(window).Sub(now)
}

// intentShare is the part of an hour, as a divisor, that guesses of what the user is about to open may take.
const intentShare = 20

// intentRoom returns the time until another guess fits into its part of the hour.
func (a *account) intentRoom(now time.Time) time.Duration {
	var guesses []Spend
	for _, s := range a.within(hourWindow, now) {
		if s.Class == Intent {
			guesses = append(guesses, s)
		}
	}
	return room(guesses, a.limits.PerHour/intentShare, hourWindow, now)
}

// kept returns how many of an hour's requests a class leaves to more important ones: to the user a third less what the
// user has used, but at least a tenth, which is enough for an unattended program; and a little to prefetching and
// refreshing, which come in bursts.
func (a *account) kept(c Class, now time.Time) int {
	perHour := a.limits.PerHour
	kept := perHour / 10
	if !a.unattended {
		kept = max(perHour/3-a.spentBy(User, now), kept)
	}
	switch c {
	case Collect:
		kept += perHour / 15
	case Intent, Prefetch:
		kept += perHour / 30
	}
	return kept
}

func (a *account) spentBy(c Class, now time.Time) int {
	n := 0
	for _, s := range a.within(hourWindow, now) {
		if s.Class == c {
			n++
		}
	}
	return n
}

// within returns the requests within a window.
func (a *account) within(window time.Duration, now time.Time) []Spend {
	i, _ := slices.BinarySearchFunc(a.spent, now.Add(-window), func(s Spend, t time.Time) int {
		return s.At.Compare(t)
	})
	return a.spent[i:]
}

// burstParts: a screen may have one of so many parts of an hour's share at once.
const burstParts = 4

// spread returns how long a screen waits for its next request, so that the hour's share lasts for the hour. Pictures
// of what can be drawn leave half of the purse to documents that have changed and to other pictures.
func (a *account) spread(c Class, share int, now time.Time) time.Duration {
	there, most, rate := a.purse(share, now)
	need := min(1, most)
	if c == Pictures {
		need = min(1+most/2, most)
	}
	if there >= need {
		return 0
	}
	return time.Duration((need - there) / rate * float64(time.Second))
}

// purse returns how many requests of an hour's share a screen may make at once: at most a quarter of the share, which
// refills at a rate a second. It is a token bucket.
func (a *account) purse(share int, now time.Time) (there, most, rate float64) {
	most = float64(share) / burstParts
	rate = (float64(share) - most) / hourWindow.Seconds()
	there, at := most, now.Add(-hourWindow)
	for _, s := range a.within(hourWindow, now) {
		if s.Class == Kiosk || s.Class == Refresh || s.Class == Pictures {
			there = min(most, there+rate*s.At.Sub(at).Seconds()) - 1
			at = s.At
		}
	}
	return min(most, there+rate*now.Sub(at).Seconds()), most, rate
}

// pace returns how long collecting waits: little while much of the hour's share is left, and more as it is used up, so
// that other classes keep getting requests.
func (a *account) pace(share int, now time.Time) time.Duration {
	hour := a.within(hourWindow, now)
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
