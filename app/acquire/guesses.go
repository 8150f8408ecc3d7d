package acquire

import (
	"encoding/json"
	"maps"
	"sync"
	"time"

	"sextant/app/budget"
)

const (
	// guessLasts is how long after a page was fetched ahead it must be opened for the guess to have been right.
	guessLasts = 10 * time.Minute
	// leastOdds are the odds of being opened under which a page is not fetched on intent: after three times that it was
	// not opened.
	leastOdds = 0.25
	// oddsFade is what remains of what was learned of a page with each further guess, and allFade of what was learned
	// of all.
	oddsFade, allFade = 0.9, 0.97
	// allPages is the number under which the odds of all pages together are.
	allPages = 0
	// mostOdds bounds what is remembered: some for each page that there can be, and for all together.
	mostOdds = 801
	// oddsKey is the state under which the store has the odds.
	oddsKey = "odds"
)

// A Tally counts the pages that were fetched ahead, and how many of them the user opened within ten minutes.
type Tally struct{ Fetched, Opened int }

// odds are how often a page that was fetched on intent was opened.
type odds struct {
	Fetched float64 `json:"f"`
	Opened  float64 `json:"o"`
}

// A guess is a page that was fetched ahead and has not been opened.
type guess struct {
	class budget.Class
	at    time.Time
}

// Guesses are the pages that were fetched before the user opened them, and what is learned of that. They are safe for
// concurrent use.
type Guesses struct {
	now func() time.Time

	mu    sync.Mutex
	open  map[int]guess
	tally map[budget.Class]Tally
	odds  map[int]odds
	// learned: the odds are not as the store has them.
	learned bool
}

func newGuesses(now func() time.Time) *Guesses {
	return &Guesses{now: now, open: map[int]guess{}, tally: map[budget.Class]Tally{}, odds: map[int]odds{}}
}

// Opened is to be called when the user has come to a page.
func (g *Guesses) Opened(page int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expireLocked()
	guess, guessed := g.open[page]
	if guessed {
		delete(g.open, page)
		g.countLocked(guess.class, true)
	}
	if _, learned := g.odds[page]; learned || guess.class == budget.Intent && guessed {
		g.learnLocked(page, true)
	}
}

// Tallies returns how often what was fetched ahead since the start was opened, by class.
func (g *Guesses) Tallies() map[budget.Class]Tally {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expireLocked()
	return maps.Clone(g.tally)
}

// asked records that a page is asked for, which is a guess where that is ahead.
func (g *Guesses) asked(page int, c budget.Class) {
	if c != budget.Intent && c != budget.Prefetch {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expireLocked()
	g.open[page] = guess{c, g.now()}
}

// failed records that what was asked for did not come, which says nothing about the guess.
func (g *Guesses) failed(page int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, page)
}

// isWorth reports whether a page is likely enough to be opened when the user seems to be about to. A known one, which
// is on the screen at once in any case, is asked for again only where guesses are right often enough in general.
func (g *Guesses) isWorth(page int, known bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expireLocked()
	return g.odds[page].areGood() && (!known || g.odds[allPages].areGood())
}

// restore reads what state wrote. What makes no sense is learned again.
func (g *Guesses) restore(state string) {
	read := map[int]odds{}
	if err := json.Unmarshal([]byte(state), &read); err != nil || len(read) > mostOdds {
		return
	}
	maps.DeleteFunc(read, func(_ int, o odds) bool {
		return !(o.Opened >= 0 && o.Fetched >= o.Opened && o.Fetched < 1e6)
	})
	g.mu.Lock()
	defer g.mu.Unlock()
	maps.Copy(g.odds, read)
}

// state writes the odds as text, and reports whether they are others than at the last call.
func (g *Guesses) state() (state string, changed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	data, _ := json.Marshal(g.odds) // numbers only
	changed, g.learned = g.learned, false
	return string(data), changed
}

// expireLocked ends the guesses that nobody opened.
func (g *Guesses) expireLocked() {
	now := g.now()
	for page, guess := range g.open {
		if age := now.Sub(guess.at); age >= 0 && age < guessLasts {
			continue
		}
		delete(g.open, page)
		g.countLocked(guess.class, false)
		if guess.class == budget.Intent {
			g.learnLocked(page, false)
		}
	}
}

func (g *Guesses) countLocked(c budget.Class, opened bool) {
	t := g.tally[c]
	t.Fetched++
	if opened {
		t.Opened++
	}
	g.tally[c] = t
}

func (g *Guesses) learnLocked(page int, opened bool) {
	if _, learned := g.odds[page]; learned || len(g.odds) < mostOdds {
		g.odds[page] = g.odds[page].next(opened, oddsFade)
		g.odds[allPages] = g.odds[allPages].next(opened, allFade)
		g.learned = true
	}
}

// next are the odds after one more guess.
func (o odds) next(opened bool, fade float64) odds {
	o = odds{Fetched: o.Fetched*fade + 1, Opened: o.Opened * fade}
	if opened {
		o.Opened++
	}
	return o
}

// areGood reports whether another guess is likely enough to be right.
func (o odds) areGood() bool { return (o.Opened+1)/(o.Fetched+2) >= leastOdds }
