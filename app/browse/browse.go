package browse

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"sextant/app/teletext"
)

// Home is the page that a service begins with.
const Home = 100

// EntryTimeout is how long an unfinished page number waits for its next digit.
const EntryTimeout = 3 * time.Second

// maxHistory bounds the list of visited places.
const maxHistory = 200

// A Place is a page and one of its subpages. Subpage 0 is the page's first one, whatever its number.
type Place struct{ Page, Subpage int }

func (p Place) String() string { return teletext.Address(p.Page, p.Subpage) }

// An Effect is something the state machine wants done.
type Effect interface{ effect() }

// Load asks for a place. A later Load takes the place of an earlier one, whose answer must not be
// shown any more.
type Load struct {
	Trip  int
	Place Place
	Why   Why
	// ByItself: it is not for something the user did just now.
	ByItself bool
}

// Arm asks for a timer. When it runs out, [Browser.TimedOut] is to be called with it; a newer Arm with
// the same Timer replaces it.
type Arm struct {
	Timer Timer
	Token int
	After time.Duration
}

// Reject tells the user why a key did nothing.
type Reject struct{ Reason Reason }

func (Load) effect()   {}
func (Arm) effect()    {}
func (Reject) effect() {}

// Why tells what a Load is for.
type Why int

// The reasons for a Load.
const (
	// Visit: the user goes to a page.
	Visit Why = iota
	// Turn: another subpage of the page on screen, by hand or by its dwell time.
	Turn
	// Travel: back or forward in the history.
	Travel
	// Reload: the same place, fresh from the service.
	Reload
)

// Timer names a timer of the state machine.
type Timer int

// The timers.
const (
	EntryTimer Timer = iota
	TurnTimer
	RetryTimer
	timers
)

// Reason tells why a key did nothing.
type Reason int

// The reasons.
const (
	NoSuchMagazine Reason = iota + 1
	FirstPage
	LastPage
	OnlySubpage
	NothingBack
	NothingForward
)

// A Browser is where the user is, came from and is going. The zero value is not ready; use New.
type Browser struct {
	entry string

	doc   *teletext.Page // of the shown place, nil when only its picture came
	shown Place

	trip    int
	loading bool
	target  Place
	why     Why
	heading int // where in the history a Travel leads
	steps   int // next and previous presses that wait for the page now loading
	past    int // subpage that could not be turned to, from which the next turn goes on

	missed    Place // that did not come and is still wanted, page 0 for none
	missedWhy Why

	history []Place
	at      int

	turning bool
	tokens  [timers]int
	armed   [timers]bool
}

// New makes a Browser that shows nothing yet. With turning, subpages turn by themselves.
func New(turning bool) *Browser { return &Browser{turning: turning} }

// Entry is the page number being typed, such as "12-", or "" when none is.
func (b *Browser) Entry() string {
	if b.entry == "" {
		return ""
	}
	return (b.entry + "--")[:3]
}

// Shown is the place on screen; its page is 0 before the first one.
func (b *Browser) Shown() Place { return b.shown }

// Document is the page document of the shown place, nil when there is none.
func (b *Browser) Document() *teletext.Page { return b.doc }

// Target is the place being loaded, and whether there is one.
func (b *Browser) Target() (Place, bool) { return b.target, b.loading }

// Turning tells whether subpages turn by themselves.
func (b *Browser) Turning() bool { return b.turning }

// BackTo is where the history leads back to, and whether it does.
func (b *Browser) BackTo() (Place, bool) { return b.along(-1) }

// ForwardTo is where the history leads on to, and whether it does.
func (b *Browser) ForwardTo() (Place, bool) { return b.along(1) }

func (b *Browser) along(direction int) (Place, bool) {
	to := b.position() + direction
	if to < 0 || to >= len(b.history) {
		return Place{}, false
	}
	return b.history[to], true
}

// position is the place in the history that the user sees or is already travelling to.
func (b *Browser) position() int {
	if b.loading && b.why == Travel {
		return b.heading
	}
	return b.at
}

// Subpages gives the position of the shown subpage among those of its page, counted from 1, and how
// many there are. Both are 0 when the document is not known.
func (b *Browser) Subpages() (position, count int) {
	if b.doc == nil {
		return 0, 0
	}
	_, i := b.doc.Subpage(b.shown.Subpage)
	return i + 1, len(b.doc.Subpages)
}

// Digit takes a digit of a page number. The third goes there at once.
func (b *Browser) Digit(d int) []Effect {
	if b.entry == "" && (d < 1 || d > 8) {
		return []Effect{Reject{NoSuchMagazine}}
	}
	b.entry += fmt.Sprint(d)
	if len(b.entry) < 3 {
		return []Effect{b.arm(EntryTimer, EntryTimeout)}
	}
	return b.Dial()
}

// Dial goes to the page of an unfinished number, whose missing digits are zeros: 35 is 350.
func (b *Browser) Dial() []Effect {
	if b.entry == "" {
		return nil
	}
	page, _ := strconv.Atoi((b.entry + "00")[:3])
	return b.GoTo(Place{Page: page})
}

// Correct takes the last typed digit back.
func (b *Browser) Correct() []Effect {
	if b.entry == "" {
		return nil
	}
	b.entry = b.entry[:len(b.entry)-1]
	return []Effect{b.arm(EntryTimer, EntryTimeout)}
}

// Clear drops the typed digits.
func (b *Browser) Clear() { b.entry = "" }

// GoTo visits a place.
func (b *Browser) GoTo(p Place) []Effect {
	b.steps = 0
	return b.load(p, Visit)
}

// GoHome visits the service's first page.
func (b *Browser) GoHome() []Effect { return b.GoTo(Place{Page: Home}) }

// Reload asks for the place on screen afresh, or for the one that is loading or failed to come.
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

// Missed is the place that failed to come and is still wanted, and whether there is one.
func (b *Browser) Missed() (Place, bool) { return b.missed, b.missed.Page != 0 }

// GiveUp wants the place that failed to come no more.
func (b *Browser) GiveUp() {
	b.missed = Place{}
	b.disarm(RetryTimer)
}

// NextPage and PreviousPage follow the chain of existing pages. While a page is loading, whose
// neighbours are not known yet, the step waits for it.
func (b *Browser) NextPage() []Effect { return b.step(1) }

// PreviousPage goes one page back in the chain of existing pages.
func (b *Browser) PreviousPage() []Effect { return b.step(-1) }

func (b *Browser) step(direction int) []Effect {
	if b.loading && b.target.Page != b.shown.Page {
		b.steps += direction
		return nil
	}
	next, reason := b.neighbour(direction)
	if next == 0 {
		return []Effect{Reject{reason}}
	}
	return b.load(Place{Page: next}, Visit)
}

// neighbour is the next page in a direction. Without a document it is simply the next number.
func (b *Browser) neighbour(direction int) (page int, reason Reason) {
	forward := direction > 0
	reason = FirstPage
	if forward {
		reason = LastPage
	}
	switch {
	case b.doc == nil:
		if n := b.shown.Page + direction; teletext.ValidPage(n) {
			return n, reason
		}
		return 0, reason
	case forward:
		return b.doc.Next, reason
	}
	return b.doc.Prev, reason
}

// NextSubpage and PreviousSubpage go round the page's subpages.
func (b *Browser) NextSubpage() []Effect { return b.turn(1) }

// PreviousSubpage goes to the subpage before, or from the first to the last.
func (b *Browser) PreviousSubpage() []Effect { return b.turn(-1) }

func (b *Browser) turn(direction int) []Effect {
	if b.doc == nil || len(b.doc.Subpages) < 2 {
		return []Effect{Reject{OnlySubpage}}
	}
	from := b.shown.Subpage
	if b.past != 0 {
		from = b.past
	}
	if b.loading && b.target.Page == b.shown.Page && b.target.Subpage != 0 {
		from = b.target.Subpage
	}
	_, i := b.doc.Subpage(from)
	n := len(b.doc.Subpages)
	next := b.doc.Subpages[(max(i, 0)+direction+n)%n]
	b.steps = 0
	return b.load(Place{b.shown.Page, next.Number}, Turn)
}

// Back and Forward travel in the history.
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

// load begins a trip, which ends the one before.
func (b *Browser) load(p Place, why Why) []Effect {
	b.trip++
	b.loading, b.target, b.why = true, p, why
	b.entry, b.past = "", 0
	b.disarm(TurnTimer)
	b.GiveUp()
	return []Effect{Load{Trip: b.trip, Place: p, Why: why}}
}

// Current tells whether the trip's answer may still be shown.
func (b *Browser) Current(trip int) bool { return trip == b.trip }

// Loaded says that a trip's place is on the screen. doc is nil when only the picture arrived.
func (b *Browser) Loaded(trip int, at Place, doc *teletext.Page) []Effect {
	if !b.Current(trip) || !b.loading {
		return nil
	}
	b.shown, b.doc = at, doc
	b.loading, b.target = false, at
	b.remember()
	effects := b.stepOn()
	return append(effects, b.armTurn()...) // which does nothing while another page loads
}

// stepOn takes one of the steps that waited for the page on screen. Where the chain of pages ends the others
// are dropped.
func (b *Browser) stepOn() []Effect {
	if b.steps == 0 {
		return nil
	}
	direction := 1
	if b.steps < 0 {
		direction = -1
	}
	b.steps -= direction
	effects := b.step(direction)
	if !b.loading {
		b.steps = 0
	}
	return effects
}

// Refreshed says that something newer of the page on screen came, and which of its subpages is shown.
func (b *Browser) Refreshed(at Place, doc *teletext.Page) []Effect {
	if at.Page != b.shown.Page {
		return nil
	}
	b.shown, b.doc = at, doc
	if b.armed[TurnTimer] {
		return nil
	}
	return b.armTurn() // it may have more subpages now
}

// remember enters the shown place into the history: a visit behind the present place, dropping what
// was ahead; anything else in its stead.
func (b *Browser) remember() {
	switch {
	case len(b.history) == 0:
		b.history = []Place{b.shown}
	case b.why == Travel:
		b.at = b.heading
		b.history[b.at] = b.shown
	case b.why == Visit && b.history[b.at].Page != b.shown.Page:
		b.history = append(slices.Clip(b.history[:b.at+1]), b.shown)
		if len(b.history) > maxHistory {
			b.history = b.history[1:]
		}
		b.at = len(b.history) - 1
	default:
		b.history[b.at] = b.shown
	}
}

// Failed says that a trip did not arrive; the shown place stays. Where it may come by itself later,
// retry tells after how long to ask again; 0 is never. What turns by itself goes on with the next subpage.
func (b *Browser) Failed(trip int, retry time.Duration) []Effect {
	if !b.Current(trip) {
		return nil
	}
	missed := b.target
	b.loading, b.steps, b.target = false, 0, b.shown
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

// TimedOut says that an armed timer ran out. A timer that was replaced or disarmed does nothing.
func (b *Browser) TimedOut(a Arm) []Effect {
	if a.Token != b.tokens[a.Timer] {
		return nil
	}
	b.armed[a.Timer] = false
	switch a.Timer {
	case EntryTimer:
		b.entry = ""
	case TurnTimer:
		return b.turnByItself()
	case RetryTimer:
		return b.byItself(func() []Effect { return b.load(b.missed, b.missedWhy) })
	}
	return nil
}

// turnByItself goes to the next subpage. A place that is still wanted stays so.
func (b *Browser) turnByItself() []Effect {
	if b.doc == nil || len(b.doc.Subpages) < 2 {
		return nil // it has fewer by now
	}
	missed, token, armed := b.missed, b.tokens[RetryTimer], b.armed[RetryTimer]
	effects := b.byItself(func() []Effect { return b.turn(1) })
	b.missed, b.tokens[RetryTimer], b.armed[RetryTimer] = missed, token, armed
	return effects
}

// byItself does what nobody did just now: the digits that are being typed stay.
func (b *Browser) byItself(do func() []Effect) []Effect {
	entry := b.entry
	effects := do()
	b.entry = entry
	for i, e := range effects {
		if l, ok := e.(Load); ok {
			l.ByItself = true
			effects[i] = l
		}
	}
	return effects
}

func (b *Browser) arm(t Timer, after time.Duration) Arm {
	b.tokens[t]++
	b.armed[t] = true
	return Arm{t, b.tokens[t], after}
}

func (b *Browser) disarm(t Timer) {
	b.tokens[t]++
	b.armed[t] = false
}

// defaultDwell is the dwell time where the service gives none.
const defaultDwell = 10 * time.Second

// armTurn asks for the next turn, if subpages turn by themselves and the page on screen has several.
func (b *Browser) armTurn() []Effect {
	if !b.turning || b.doc == nil || len(b.doc.Subpages) < 2 || b.loading {
		return nil
	}
	dwell := defaultDwell
	if s, _ := b.doc.Subpage(b.shown.Subpage); s != nil && s.Dwell > 0 {
		dwell = s.Dwell
	}
	return []Effect{b.arm(TurnTimer, dwell)}
}
