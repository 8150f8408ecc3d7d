package acquire

import (
	"context"

	"sextant/app/budget"
)

const (
	// intentsAtOnce bounds the guesses under way at the same time.
	intentsAtOnce = 2
	// probablyStale is the least probability of a change for which a known page is worth a guess.
	probablyStale = 0.5
)

// Expect fetches what the user is about to open: the link under the pointer, the likeliest pages of a number half
// typed. It replaces those of the last call that were not asked for yet. A known page that has probably not changed is
// only read into memory, and a request that does not fit into the guesses' part of the hour is dropped. It returns at
// once.
func (s *Scheduler) Expect(list []Want) {
	s.mu.Lock()
	s.intents = list
	s.mu.Unlock()
	s.Wake()
}

// startIntentsLocked begins to fetch what the user is expected to open.
func (s *Scheduler) startIntentsLocked(ctx context.Context) {
	for len(s.intents) > 0 && s.guessing < intentsAtOnce {
		w := s.intents[0]
		w.Class = budget.Intent
		s.intents = s.intents[1:]
		s.guessing++
		s.work.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, askLasts)
			defer cancel()
			s.fetchExpected(ctx, w)
			s.mu.Lock()
			s.guessing--
			s.mu.Unlock()
			s.Wake() // for what is expected behind it
		})
	}
}

// fetchExpected fetches what the user is about to open, first the document and then the picture.
func (s *Scheduler) fetchExpected(ctx context.Context, w Want) {
	p := s.pages
	a, fresh, known := p.Stored(w)
	if !known || !fresh && p.isProbablyStale(w.Page) {
		if !p.Guesses.isWorth(w.Page, known) || s.budget.Wait(w.Class) > 0 {
			return
		}
		document := w
		document.Picture = false
		if a = p.Fetch(ctx, document); a.DocumentErr != nil {
			return
		}
	}
	if w.Picture && a.Picture == nil && s.budget.Wait(w.Class) == 0 {
		w.Kept = true
		p.Fetch(ctx, w)
	}
}

// isProbablyStale reports whether a known page has changed by what the service says or by how often it does.
func (p *Pages) isProbablyStale(page int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	fact, known := p.facts[page]
	return !known || p.following.isOutdated(page) ||
		p.rates.stale(page, p.config.Now().Sub(fact.asked)) >= probablyStale
}
