package browse

import (
	"time"

	"sextant/app/teletext"
)

// An Effect is something for the caller to do.
type Effect interface{ effect() }

// Load asks for a place. A later Load takes the place of an earlier one, whose answer must not be
// shown any more.
type Load struct {
	Trip  int
	Place teletext.Place
	Why   Why
	// Automatic: it does not follow from something that the user did just now.
	Automatic bool
}

// Arm asks for a timer. When it fires, [Browser.TimedOut] must be called with it. A newer Arm with the same Timer
// replaces it.
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

// Timer identifies a timer of the state machine.
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
