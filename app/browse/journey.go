package browse

import "sextant/app/teletext"

// A journey is the last trip, and whether it has arrived or failed.
type journey struct {
	trip    int
	loading bool
	target  teletext.Place
	why     Why

	missed    teletext.Place // that failed to come and is still wanted, page 0 for none
	missedWhy Why
}

// Target returns the place being loaded, and whether there is one.
func (j *journey) Target() (teletext.Place, bool) { return j.target, j.loading }

// Current reports whether the trip's answer may still be shown.
func (j *journey) Current(trip int) bool { return trip == j.trip }

// Missed returns the place that failed to come and is still wanted, and whether there is one.
func (j *journey) Missed() (teletext.Place, bool) { return j.missed, j.missed.Page != 0 }

// startTrip makes a trip the current one.
func (j *journey) startTrip(p teletext.Place, why Why) Load {
	j.trip++
	j.loading, j.target, j.why = true, p, why
	return Load{Trip: j.trip, Place: p, Why: why}
}
