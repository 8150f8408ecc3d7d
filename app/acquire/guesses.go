package acquire

import (
	"encoding/json"
	"maps"
	"time"

	"sextant/app/budget"
)

const (
	// guessLasts is how long after a page was fetched ahead it must be opened for the guess to have been right.
	guessLasts = 10 * time.Minute
	// leastOdds are the odds of being opened under which a page is not fetched on intent: three times in vain.
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

// guesses are the pages that were fetched before the user opened them, and what is learned of that. The caller holds
// the lock of Pages.
type guesses struct {
	open  map[int]guess
	tally map[budget.Class]Tally
	odds  map[int]odds
	// learned: the odds are not as the store has them.
	learned bool
}

func newGuesses() guesses {
	return guesses{open: map[int]guess{}, tally: map[budget.Class]Tally{}, odds: map[int]odds{}}
}

// restore reads what encode wrote. What makes no sense is learned again.
func (g *guesses) restore(state string) {
	read := map[int]odds{}
	if err := json.Unmarshal([]byte(state), &read); err != nil || len(read) > mostOdds {
		return
	}
	maps.DeleteFunc(read, func(_ int, o odds) bool {
		return !(o.Opened >= 0 && o.Fetched >= o.Opened && o.Fetched < 1e6)
	})
	maps.Copy(g.odds, read)
}

// encode writes the odds as text.
func (g *guesses) encode() string {
	state, _ := json.Marshal(g.odds) // numbers only
	return string(state)
}

// fetched records that a page is asked for ahead.
func (g *guesses) fetched(page int, c budget.Class, now time.Time) {
	if c != budget.Intent && c != budget.Prefetch {
		return
	}
	g.expire(now)
	g.open[page] = guess{c, now}
}

// failed records that what was asked for did not come, which says nothing about the guess.
func (g *guesses) failed(page int) { delete(g.open, page) }

// opened records that the user opened a page.
func (g *guesses) opened(page int, now time.Time) {
	g.expire(now)
	guess, guessed := g.open[page]
	if guessed {
		delete(g.open, page)
		g.count(guess.class, true)
	}
	if _, learned := g.odds[page]; learned || guess.class == budget.Intent && guessed {
		g.learn(page, true)
	}
}

// expire ends the guesses that nobody opened.
func (g *guesses) expire(now time.Time) {
	for page, guess := range g.open {
		if age := now.Sub(guess.at); age >= 0 && age < guessLasts {
			continue
		}
		delete(g.open, page)
		g.count(guess.class, false)
		if guess.class == budget.Intent {
			g.learn(page, false)
		}
	}
}

func (g *guesses) count(c budget.Class, opened bool) {
	t := g.tally[c]
	t.Fetched++
	if opened {
		t.Opened++
	}
	g.tally[c] = t
}

func (g *guesses) learn(page int, opened bool) {
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

// isWorth reports whether a page is likely enough to be opened when the user seems to be about to. A known one, which
// is on the screen at once in any case, is asked for again only where guesses are right often enough in general.
func (g *guesses) isWorth(page int, known bool) bool {
	return g.odds[page].areGood() && (!known || g.odds[allPages].areGood())
}

// noteGuess records that a page is about to be asked for.
func (p *Pages) noteGuess(page int, c budget.Class) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.guesses.fetched(page, c, p.config.Now())
}

// dropGuess records that a page did not come.
func (p *Pages) dropGuess(page int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.guesses.failed(page)
}

// Opened is to be called when the user has come to a page.
func (p *Pages) Opened(page int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.guesses.opened(page, p.config.Now())
}

// Guessed returns how often what was fetched ahead since the start was opened, by class.
func (p *Pages) Guessed() map[budget.Class]Tally {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.guesses.expire(p.config.Now())
	return maps.Clone(p.guesses.tally)
}
