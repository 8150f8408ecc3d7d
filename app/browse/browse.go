package browse

import (
	"time"

	"sextant/app/teletext"
)

// Home is the page that a service begins with.
const Home = 100

// EntryTimeout is how long an unfinished page number waits for its next digit. A patient browser waits without limit.
const EntryTimeout = 3 * time.Second

// A Browser is where the user is, came from and is going. The zero value is not ready; use New. It is not safe
// for concurrent use.
type Browser struct {
	entry
	screen
	journey
	trail
	clocks

	turning bool
	patient bool  // an unfinished page number waits without limit
	steps   steps // next and previous presses that wait for the page now loading
	past    int   // subpage that failed to come, behind which the next turn continues
}

// steps are presses that wait: so many forward, or back where it is negative.
type steps int

// takeStep removes one of them and returns its direction, 0 if there is none.
func (s *steps) takeStep() int {
	direction := 0
	switch {
	case *s > 0:
		direction = 1
	case *s < 0:
		direction = -1
	}
	*s -= steps(direction)
	return direction
}

// New makes a Browser that shows nothing yet. With turning, subpages turn automatically.
func New(turning bool) *Browser { return &Browser{turning: turning} }

// Turning reports whether subpages turn automatically.
func (b *Browser) Turning() bool { return b.turning }

// SetPatient sets whether an unfinished page number waits without limit, or for EntryTimeout from the next key on.
func (b *Browser) SetPatient(patient bool) {
	b.patient = patient
	if patient {
		b.disarm(EntryTimer)
	}
}

// waitForDigit arms the timer of an unfinished number, unless the browser is patient.
func (b *Browser) waitForDigit() []Effect {
	if b.patient {
		return nil
	}
	return []Effect{b.arm(EntryTimer, EntryTimeout)}
}

// Digit adds a digit to the page number. The third visits the page at once.
func (b *Browser) Digit(d int) []Effect {
	if !b.addDigit(d) {
		return []Effect{Reject{NoSuchMagazine}}
	}
	if len(b.typed) < 3 {
		return b.waitForDigit()
	}
	return b.Dial()
}

// Dial visits the page of an unfinished number, whose missing digits are zeros: 35 is 350.
func (b *Browser) Dial() []Effect {
	if b.typed == "" {
		return nil
	}
	return b.GoTo(teletext.Place{Page: b.page()})
}

// Correct removes the last typed digit.
func (b *Browser) Correct() []Effect {
	if b.typed == "" {
		return nil
	}
	b.typed = b.typed[:len(b.typed)-1]
	return b.waitForDigit()
}

// GoTo visits a place.
func (b *Browser) GoTo(p teletext.Place) []Effect {
	b.steps = 0
	return b.load(p, Visit)
}

// GoHome visits the service's first page.
func (b *Browser) GoHome() []Effect { return b.GoTo(teletext.Place{Page: Home}) }

// Reload asks the service again for the place on screen, or for the one that is loading or failed to come.
func (b *Browser) Reload() []Effect {
	switch {
	case b.missed.Page != 0:
		return b.load(b.missed, b.missedWhy)
	case b.loading:
		return b.load(b.target, Reload)
	case b.shown.Page != 0:
		return b.load(b.shown, Reload)
	}
	return b.GoHome()
}

// GiveUp forgets the place that failed to come.
func (b *Browser) GiveUp() {
	b.missed = teletext.Place{}
	b.disarm(RetryTimer)
}

// NextPage and PreviousPage follow the chain of existing pages. While a page is loading, whose
// neighbours are not known yet, the step waits for it.
func (b *Browser) NextPage() []Effect { return b.step(1) }

// PreviousPage goes one page back in the chain of existing pages.
func (b *Browser) PreviousPage() []Effect { return b.step(-1) }

func (b *Browser) step(direction int) []Effect {
	if b.loading && b.target.Page != b.shown.Page {
		b.steps += steps(direction)
		return nil
	}
	next, reason := b.neighbour(direction)
	if next == 0 {
		return []Effect{Reject{reason}}
	}
	return b.load(teletext.Place{Page: next}, Visit)
}

// NextSubpage goes to the next subpage, or from the last to the first.
func (b *Browser) NextSubpage() []Effect { return b.turn(1) }

// PreviousSubpage goes to the subpage before, or from the first to the last.
func (b *Browser) PreviousSubpage() []Effect { return b.turn(-1) }

func (b *Browser) turn(direction int) []Effect {
	if !b.hasSeveral() {
		return []Effect{Reject{OnlySubpage}}
	}
	from := b.shown.Subpage
	if b.past != 0 {
		from = b.past
	}
	if b.loading && b.target.Page == b.shown.Page && b.target.Subpage != 0 {
		from = b.target.Subpage
	}
	b.steps = 0
	return b.load(b.beside(from, direction), Turn)
}

// Back goes back in the history.
func (b *Browser) Back() []Effect { return b.travel(-1, NothingBack) }

// Forward undoes a step back.
func (b *Browser) Forward() []Effect { return b.travel(1, NothingForward) }

func (b *Browser) travel(direction int, reason Reason) []Effect {
	to, ok := b.along(direction)
	if !ok {
		return []Effect{Reject{reason}}
	}
	b.heading = b.position() + direction
	b.steps = 0
	return b.load(to, Travel)
}

// ToggleTurning starts or stops the turning of subpages by their dwell times.
func (b *Browser) ToggleTurning() []Effect {
	b.turning = !b.turning
	b.disarm(TurnTimer)
	return b.armTurn()
}

// load starts a trip, and ends the one before.
func (b *Browser) load(p teletext.Place, why Why) []Effect {
	b.Clear()
	b.past = 0
	b.disarm(TurnTimer)
	b.GiveUp()
	b.travelling = why == Travel
	return []Effect{b.startTrip(p, why)}
}

// Loaded handles the arrival of a trip: its place is on the screen. doc is nil when only the picture came.
func (b *Browser) Loaded(trip int, at teletext.Place, doc *teletext.Page) []Effect {
	if !b.Current(trip) || !b.loading {
		return nil
	}
	b.shown, b.doc = at, doc
	b.loading, b.target = false, at
	b.remember(at, b.why)
	var effects []Effect
	if direction := b.steps.takeStep(); direction != 0 {
		effects = b.step(direction)
	}
	if !b.loading {
		b.steps = 0 // the chain of pages ends here
	}
	return append(effects, b.armTurn()...) // which does nothing while another page loads
}

// Refreshed handles a newer document of the page on screen. at is the subpage that is shown.
func (b *Browser) Refreshed(at teletext.Place, doc *teletext.Page) []Effect {
	if at.Page != b.shown.Page {
		return nil
	}
	b.shown, b.doc = at, doc
	if b.armed[TurnTimer] {
		return nil
	}
	return b.armTurn() // it may have more subpages now
}

// Failed handles the failure of a trip; the shown place stays. retry is the time after which to ask again, 0 for never.
// Automatic turning continues with the next subpage.
func (b *Browser) Failed(trip int, retry time.Duration) []Effect {
	if !b.Current(trip) {
		return nil
	}
	missed := b.target
	b.loading, b.travelling, b.steps, b.target = false, false, 0, b.shown
	if b.why == Turn {
		b.past = missed.Subpage
	}
	effects := b.armTurn()
	if b.why == Turn && len(effects) > 0 {
		return effects
	}
	b.missed, b.missedWhy = missed, b.why
	if retry > 0 {
		effects = append(effects, b.arm(RetryTimer, retry))
	}
	return effects
}

// TimedOut handles a timer that fired. One that was replaced or disarmed does nothing. The effects are automatic:
// digits that are being typed stay, unless the timer was theirs.
func (b *Browser) TimedOut(a Arm) (effects []Effect) {
	if !b.ranOut(a) {
		return nil
	}
	typed := b.typed
	switch a.Timer {
	case EntryTimer:
		typed = ""
	case TurnTimer:
		effects = b.turnAutomatically()
	case RetryTimer:
		effects = b.load(b.missed, b.missedWhy)
	}
	b.typed = typed
	return markAutomatic(effects)
}

// turnAutomatically goes to the next subpage, and keeps the place that failed to come.
func (b *Browser) turnAutomatically() []Effect {
	if !b.hasSeveral() {
		return nil // it has fewer now
	}
	missed, token, armed := b.missed, b.tokens[RetryTimer], b.armed[RetryTimer]
	effects := b.turn(1)
	b.missed, b.tokens[RetryTimer], b.armed[RetryTimer] = missed, token, armed
	return effects
}

// markAutomatic marks the loads among effects.
func markAutomatic(effects []Effect) []Effect {
	for i, e := range effects {
		if l, ok := e.(Load); ok {
			l.Automatic = true
			effects[i] = l
		}
	}
	return effects
}

// armTurn arms the timer of the next turn, if subpages turn automatically and the page on screen has several.
func (b *Browser) armTurn() []Effect {
	if !b.turning || !b.hasSeveral() || b.loading {
		return nil
	}
	return []Effect{b.arm(TurnTimer, b.dwell())}
}
