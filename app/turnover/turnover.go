// Package turnover learns how often pages change, from when they came and whether they had changed by then.
package turnover

import (
	"encoding/json"
	"math"
	"time"
)

const (
	// usual is how often a page changes of which nothing is known, and memory how long what was learned of it counts.
	usual  = time.Hour
	memory = 24 * time.Hour
	// most bounds what is remembered: a rate for each page that there can be.
	most = 800
)

// A rate is how often a page changes: so many changes were seen while it was watched for so long.
type rate struct {
	Changes float64 `json:"c"`
	Seconds float64 `json:"s"`
}

// perSecond is the number of changes to be expected.
func (r rate) perSecond() float64 { return (r.Changes + 1) / (r.Seconds + usual.Seconds()) }

// Rates are how often the pages of a service change. They are not safe for concurrent use.
type Rates struct{ pages map[int]rate }

// Read gives rates with what others told as their state, empty for nothing. What makes no sense is learned anew.
func Read(state string) *Rates {
	r := &Rates{map[int]rate{}}
	if err := json.Unmarshal([]byte(state), &r.pages); err != nil || len(r.pages) > most || r.pages == nil {
		r.pages = map[int]rate{}
	}
	for page, p := range r.pages {
		if !(p.Changes >= 0 && p.Seconds >= 0 && p.Changes < 1e6 && p.Seconds < 1e9) {
			delete(r.pages, page)
		}
	}
	return r
}

// State is what was learned.
func (r *Rates) State() string {
	state, _ := json.Marshal(r.pages) // numbers only
	return string(state)
}

// Came takes in that a page came, as it last had so long before, and whether it had changed meanwhile.
func (r *Rates) Came(page int, before time.Duration, changed bool) {
	if before <= 0 {
		return
	}
	p := r.pages[page]
	fade := math.Exp2(-before.Hours() / memory.Hours())
	p.Changes, p.Seconds = p.Changes*fade, p.Seconds*fade+before.Seconds()
	if changed {
		p.Changes++
	}
	if len(r.pages) < most || r.pages[page] != (rate{}) {
		r.pages[page] = p
	}
}

// Stale is how probable it is, from 0 to 1, that a page has changed since it came.
func (r *Rates) Stale(page int, age time.Duration) float64 {
	if age < 0 { // the clock was set back
		return 1
	}
	return 1 - math.Exp(-r.pages[page].perSecond()*age.Seconds())
}
