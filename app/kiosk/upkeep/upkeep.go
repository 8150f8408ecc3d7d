// Package upkeep decides which page of a public screen's list is asked for next, so that what the service allows in an hour
// goes to the pages that gain most by it: those that are shown soon, and that have probably changed since they came. How
// often a page changes is learned. Where the list is too long for what is allowed, all its pages get older together.
package upkeep

import (
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
}

// New makes a keeper that has learned what another one told as its state, empty for nothing.
func New(state string) *Keeper { return &Keeper{Rates: turnover.Read(state)} }

// Choose returns the page of an agenda to ask for now, 0 for none. age is how old what is known of a page is, and left
// how much is left of what may be asked for, from 0 to 1: the less that is, the more must a page gain. During an outage
// all have their turn, so that a page at which the service always fails holds up no other.
func (k *Keeper) Choose(agenda []programme.Due, age func(page int) time.Duration, left float64) (page int) {
	price, gain, oldest := (1-left)*(1-left), 0.0, time.Duration(0)
	var failed time.Time
	for _, d := range agenda {
		g, old := k.gain(d, age, left), age(d.Page)
		if d.Wait > 0 || g <= price {
			continue
		}
		better := g > gain || g == gain && old > oldest
		if page == 0 || d.Failed.Before(failed) || d.Failed.Equal(failed) && better {
			page, gain, oldest, failed = d.Page, g, old, d.Failed
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
