// Package upkeep decides which page of a public screen's list is asked for next, so that what the service allows in an hour
// goes to the pages that gain most by it: those that are shown soon, and that have probably changed since they came. How
// often a page changes is learned. Where the list is too long for what is allowed, all its pages get older together.
package upkeep

import (
	"maps"
	"math"
	"time"

	"sextant/app/kiosk/programme"
	"sextant/app/turnover"
)

const (
	// soon is how long before its turn a page is brought up to date.
	soon = 2 * time.Minute
	// alertEvery is about how often a page is asked for that breaks in when it changes.
	alertEvery = 2 * time.Minute
	// plenty is the part of what is allowed from which on pages are asked for that are shown much later.
	plenty = 0.6
)

// A Keeper decides. It is not safe for concurrent use.
type Keeper struct {
	// Limit is the age that no page should have, 0 for none.
	Limit time.Duration

	*turnover.Rates
	rests map[int]rest // of pages that could not be had
	came  int          // how many came
}

// A rest is how long a page is left alone. It grows with each failure in between of which other pages came: those are of
// the page, and others of the service.
type rest struct {
	until time.Time
	tries int
	came  int // how many had come at the last try
}

// The first rest, and the longest.
const (
	firstRest = 5 * time.Second
	mostRest  = time.Hour
)

// New makes a keeper that has learned what another one told as its state, empty for nothing.
func New(state string) *Keeper { return &Keeper{Rates: turnover.Read(state), rests: map[int]rest{}} }

// Came takes in that a page came, as it last had so long before, and whether it had changed meanwhile. before is 0 where it
// had never come.
func (k *Keeper) Came(page int, before time.Duration, changed bool) {
	if failed, did := k.rests[page]; did { // so that it was the service that failed, also at what failed at the same time
		maps.DeleteFunc(k.rests, func(_ int, r rest) bool { return r.came == failed.came })
	}
	k.came++
	k.Rates.Came(page, before, changed)
}

// Failed takes in that a page could not be had, and how long it makes no sense at least to ask for it again.
func (k *Keeper) Failed(page int, least time.Duration, now time.Time) {
	r, again := k.rests[page]
	if !again || r.came != k.came {
		r.tries++
	}
	r.came = k.came
	r.until = now.Add(max(least, min(mostRest, firstRest<<min(2*r.tries-2, 20))))
	k.rests[page] = r
}

// Told takes in that a page is said to be another by now, so that one that could not be had may be asked for again.
func (k *Keeper) Told(page int) { delete(k.rests, page) }

// Forgive lets all pages be asked for again, as after the computer's clock was set.
func (k *Keeper) Forgive() { clear(k.rests) }

// Choose tells which page of an agenda to ask for now, 0 for none. age tells how old what is known of a page is, and left
// how much is left of what may be asked for, from 0 to 1: the less that is, the more must a page gain. While none comes,
// all have their turn, so that one at which the service always fails holds up no other.
func (k *Keeper) Choose(agenda []programme.Due, age func(page int) time.Duration, left float64, now time.Time) (page int) {
	price, gain, oldest := (1-left)*(1-left), 0.0, time.Duration(0)
	var rested time.Time
	for _, d := range agenda {
		r, g, old := k.rests[d.Page], k.gain(d, age, left), age(d.Page)
		if now.Before(r.until) || g <= price {
			continue
		}
		if r.came != k.came {
			r.until = time.Time{} // others came since it failed
		}
		better := g > gain || g == gain && old > oldest
		if page == 0 || r.until.Before(rested) || r.until.Equal(rested) && better {
			page, gain, oldest, rested = d.Page, g, old, r.until
		}
	}
	return page
}

// gain is what it is worth to ask for a page now: up to 1 for one that is shown soon and may have changed, and more for
// pages of which nothing is known, the earlier the sooner they are due, between which those come that may break in.
func (k *Keeper) gain(d programme.Due, age func(page int) time.Duration, left float64) float64 {
	switch {
	case !d.Known && d.In <= soon:
		return 2
	case !d.Known:
		return 1 + 0.3*math.Exp(-d.In.Hours())
	case d.Alert && d.Changed:
		return 1.5
	case d.Alert:
		return 1.5 * (1 - math.Exp(-max(0, age(d.Page)).Seconds()/alertEvery.Seconds()))
	case d.In > soon && left < plenty:
		return 0
	}
	old := age(d.Page)
	stale := k.Stale(d.Page, old)
	if d.Changed {
		stale = 1
	}
	if k.Limit > 0 {
		part := min(1, old.Seconds()/k.Limit.Seconds())
		stale = max(stale, part*part)
	}
	if d.In > soon { // it may change again before its turn
		stale *= soon.Seconds() / d.In.Seconds()
	}
	return stale
}
