package browse

import "time"

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

// Reject shows the user why a key did nothing.
type Reject struct{ Reason Reason }

func (Load) effect()   {}
func (Arm) effect()    {}
func (Reject) effect() {}

// Why is what a Load is for.
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

// Reason is why a key did nothing.
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
