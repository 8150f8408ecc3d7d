package demo

import (
	"maps"
	"time"
)

// A step is a change of a live page: lines of its first subpage that differ from those before.
type step struct {
	after time.Duration // from the start of a round
	lines map[int]string
}

// isLive reports whether a page changes while the service runs.
func (p *page) isLive() bool { return p.round > 0 }

// stepAt returns how many steps of a live page's round are done at a time, and when the last one was. Rounds follow one
// another from midnight UTC, so that all services show the same at the same time, also after a restart.
func (p *page) stepAt(t time.Time) (done int, since time.Time) {
	start := t.Truncate(p.round)
	since = start
	for done < len(p.steps) && p.steps[done].after <= t.Sub(start) {
		since = start.Add(p.steps[done].after)
		done++
	}
	return done, since
}

// after returns a live page as it is after a number of steps.
func (p *page) after(done int) *page {
	lines := map[int]string{}
	for _, s := range p.steps[:done] {
		maps.Copy(lines, s.lines)
	}
	return p.with(lines)
}

// at returns a page as it is at a time, and the time of its last change.
func (s *Service) at(p *page, t time.Time) (*page, time.Time) {
	if !p.isLive() {
		return p, dated(s.started, p.age, s.options.Zone)
	}
	done, since := p.stepAt(t)
	return p.after(done), since
}

// pastRounds is how many rounds of a live page a new store has.
const pastRounds = 2

// pastOf returns the earlier versions of a live page, the oldest first.
func (s *Service) pastOf(e *entry, p *page) (past []Version) {
	_, present := p.stepAt(s.options.Now())
	for since := present.Add(-pastRounds * p.round); since.Before(present); {
		done, _ := p.stepAt(since)
		past = append(past, Version{s.compose(e, p.after(done), since), since})
		since = p.nextAfter(since)
	}
	return past
}

// nextAfter returns the time of a live page's next change.
func (p *page) nextAfter(t time.Time) time.Time {
	done, _ := p.stepAt(t)
	start := t.Truncate(p.round)
	if done == len(p.steps) {
		return start.Add(p.round)
	}
	return start.Add(p.steps[done].after)
}
