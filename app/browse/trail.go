package browse

import "slices"

// maxHistory bounds the list of visited places.
const maxHistory = 200

// A trail is where the user was, and can go back to.
type trail struct {
	history    []Place
	at         int // where in it the shown place is
	heading    int // where in it a Travel leads or led
	travelling bool
}

// BackTo is where the history leads back to, and whether it does.
func (t *trail) BackTo() (Place, bool) { return t.along(-1) }

// ForwardTo is where the history leads on to, and whether it does.
func (t *trail) ForwardTo() (Place, bool) { return t.along(1) }

func (t *trail) along(direction int) (Place, bool) {
	to := t.position() + direction
	if to < 0 || to >= len(t.history) {
		return Place{}, false
	}
	return t.history[to], true
}

// Follow has the places that the user can go back to from another one.
func (t *trail) Follow(o *Browser) {
	t.history, t.at = slices.Clone(o.history), o.at
}

// position is the place in the history that the user sees or is already travelling to.
func (t *trail) position() int {
	if t.travelling {
		return t.heading
	}
	return t.at
}

// remember enters a place that is shown now: a visit behind the present place, dropping what was ahead; anything
// else in its stead.
func (t *trail) remember(shown Place, why Why) {
	t.travelling = false
	switch {
	case len(t.history) == 0:
		t.history = []Place{shown}
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
