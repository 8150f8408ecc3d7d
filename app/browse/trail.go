package browse

import (
	"slices"

	"sextant/app/teletext"
)

// maxHistory bounds the list of visited places.
const maxHistory = 200

// A trail is the history of visited places.
type trail struct {
	history    []teletext.Place
	at         int // where in it the shown place is
	heading    int // where in it the last Travel leads
	travelling bool
}

// BackTo returns the place to which Back goes, and whether there is one.
func (t *trail) BackTo() (teletext.Place, bool) { return t.along(-1) }

// ForwardTo returns the place to which Forward goes, and whether there is one.
func (t *trail) ForwardTo() (teletext.Place, bool) { return t.along(1) }

func (t *trail) along(direction int) (teletext.Place, bool) {
	to := t.position() + direction
	if to < 0 || to >= len(t.history) {
		return teletext.Place{}, false
	}
	return t.history[to], true
}

// Follow takes over the history of another browser.
func (t *trail) Follow(o *Browser) {
	t.history, t.at = slices.Clone(o.history), o.at
}

// position returns the index in the history that is shown, or to which a Travel is under way.
func (t *trail) position() int {
	if t.travelling {
		return t.heading
	}
	return t.at
}

// remember records a place that is shown now: a visit to another page is added after the current place, dropping those
// ahead. A Travel makes its place the current one. Any other load replaces the current place.
func (t *trail) remember(shown teletext.Place, why Why) {
	t.travelling = false
	switch {
	case len(t.history) == 0:
		t.history = []teletext.Place{shown}
	case why == Travel:
		t.at = t.heading
		t.history[t.at] = shown
	case why == Visit && t.history[t.at].Page != shown.Page:
		t.history = append(slices.Clip(t.history[:t.at+1]), shown)
		if len(t.history) > maxHistory {
			t.history = t.history[1:]
		}
		t.at = len(t.history) - 1
	default:
		t.history[t.at] = shown
	}
}
