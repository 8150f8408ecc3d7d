package acquire

import (
	"encoding/json"
	"maps"
	"sync"
	"time"

	"sextant/app/budget"
)

const (
	// guessLasts is the time within which a page that was fetched ahead must be opened for the guess to count as right.
	guessLasts = 10 * time.Minute
	// leastOdds are the odds below which a page is not fetched on intent. Three wrong guesses lead there.
	leastOdds = 0.25
	// oddsFade is the weight that earlier guesses of a page keep with each further one, and allFade that of all pages'
	// guesses.
	oddsFade, allFade = 0.9, 0.97
	// allPages is the key of the odds of all pages together.
	allPages = 0
	// mostOdds bounds the table: an entry for each page, and one for all.
	mostOdds = 801
	// oddsKey is the store's state with the odds.
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

// Guesses records which pages were fetched ahead, and how often the user opened them. It is safe for concurrent use.
type Guesses struct {
	now func() time.Time

	mu    sync.Mutex
	open  map[int]guess
	tally map[budget.Class]Tally
	odds  map[int]odds
	// learned: the odds have changed since they were stored.
	learned bool
}

func newGuesses(now func() time.Time) *Guesses {
	return &Guesses{now: now, open: map[int]guess{}, tally: map[budget.Class]Tally{}, odds: map[int]odds{}}
}

// Opened must be called when the user opens a page.
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

// asked records a request for a page, which is a guess where its class is one of fetching ahead.
func (g *Guesses) asked(page int, c budget.Class) {
	if c != budget.Intent && c != budget.Prefetch {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expireLocked()
	g.open[page] = guess{c, g.now()}
}

// failed records that a request failed: the guess was neither right nor wrong.
func (g *Guesses) failed(page int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, page)
}

// isWorth reports whether a page is worth fetching on intent. A known one, which is shown at once anyway, is worth it
// only where guesses of all pages are right often enough.
func (g *Guesses) isWorth(page int, known bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expireLocked()
	return g.odds[page].areGood() && (!known || g.odds[allPages].areGood())
}

// restore reads the odds that state wrote. Malformed ones are learned again.
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

// state returns the odds as text, and reports whether they have changed since the last call.
func (g *Guesses) state() (state string, changed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	data, _ := json.Marshal(g.odds) // numbers only
	changed, g.learned = g.learned, false
	return string(data), changed
}

// expireLocked ends the guesses that were not opened in time.
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

// next returns the odds after one more guess.
func (o odds) next(opened bool, fade float64) odds {
	o = odds{Fetched: o.Fetched*fade + 1, Opened: o.Opened * fade}
	if opened {
		o.Opened++
	}
	return o
}

// areGood reports whether the odds of another guess reach leastOdds.
func (o odds) areGood() bool { return (o.Opened+1)/(o.Fetched+2) >= leastOdds }
