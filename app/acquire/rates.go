package acquire

import (
	"encoding/json"
	"math"
	"time"
)

const (
	// usualRate is the interval between changes that is assumed for an unknown page, and rateMemory the half-life of
	// what was learned.
	usualRate  = time.Hour
	rateMemory = 24 * time.Hour
	// mostRates bounds what is remembered: a rate for each page that there can be.
	mostRates = 800
	// ratesKey is the store's state with the rates.
	ratesKey = "rates"
)

// A rate is how often a page changes: so many changes were seen while it was watched for so long.
type rate struct {
	Changes float64 `json:"c"`
	Seconds float64 `json:"s"`
}

// perSecond is the number of changes to be expected.
func (r rate) perSecond() float64 { return (r.Changes + 1) / (r.Seconds + usualRate.Seconds()) }

// rates are those of a service, by page.
type rates map[int]rate

// readRates parses what encode returned. Malformed rates are learned again.
func readRates(state string) rates {
	r := rates{}
	if err := json.Unmarshal([]byte(state), &r); err != nil || len(r) > mostRates || r == nil {
		return rates{}
	}
	for page, p := range r {
		if !(p.Changes >= 0 && p.Seconds >= 0 && p.Changes < 1e6 && p.Seconds < 1e9) {
			delete(r, page)
		}
	}
	return r
}

// encode returns the rates as JSON.
func (r rates) encode() string {
	state, _ := json.Marshal(r) // numbers only
	return string(state)
}

// learn records whether a page had changed a time after it last came.
func (r rates) learn(page int, after time.Duration, changed bool) {
	if after <= 0 {
		return
	}
	after = min(after, rateMemory) // the clock may have been set ahead
	p := r[page]
	fade := math.Exp2(-after.Hours() / rateMemory.Hours())
	p.Changes, p.Seconds = p.Changes*fade, p.Seconds*fade+after.Seconds()
	if changed {
		p.Changes++
	}
	if len(r) < mostRates || r[page] != (rate{}) {
		r[page] = p
	}
}

// stale returns the probability that a page has changed within an age.
func (r rates) stale(page int, age time.Duration) float64 {
	if age < 0 { // the clock was set back
		return 1
	}
	return 1 - math.Exp(-r[page].perSecond()*age.Seconds())
}

// decay is e^(-age/after).
func decay(age, after time.Duration) float64 {
	return math.Exp(-max(0, age).Seconds() / after.Seconds())
}
