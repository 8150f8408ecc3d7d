package app

import (
	"time"

	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/words"
)

// When a recording goes on where it was left: not from its first moments, and not from its last.
const (
	leastHeard = 15 * time.Second
	lastPart   = 20 * time.Second
	noteEvery  = 10 * time.Second
)

// startAt is where a recording goes on.
func (p *playback) startAt(it media.Item) time.Duration {
	h := p.heard[it.Key()]
	if h.Done || h.Position < leastHeard {
		return 0
	}
	return h.Position
}

// noteHeard keeps how far the current recording was heard: now and then, and when it stops.
func (p *playback) noteHeard(now time.Time) {
	s := p.state
	if p.current == nil || s.Status == player.Opening || s.Status == player.Failed {
		return
	}
	key := p.current.Key()
	h := p.heard[key]
	next := store.Heard{Key: key, Position: s.Position, Duration: p.duration(), Done: h.Done, At: now}
	if end := next.Duration; s.Status == player.Ended || end > 0 && s.Position >= end-min(lastPart, end/20) {
		next.Done = true
	} else if h.Done && s.Position > leastHeard {
		next.Done = false // it is heard once more
	}
	moved := next.Position - h.Position
	if next.Done == h.Done && moved > -noteEvery && moved < noteEvery && (s.Wanted() || moved == 0) {
		return
	}
	p.setHeard(next)
}

func (p *playback) setHeard(h store.Heard) {
	p.heard[h.Key] = h
	p.keepHeard(h)
	if p.order == settings.Unheard {
		p.showList()
	} else {
		p.view.UpdateRows()
	}
}

// notePlace keeps where the current recording is left.
func (p *playback) notePlace() {
	s := p.state
	if p.current == nil || s.Status != player.Playing && s.Status != player.Paused && s.Status != player.Buffering {
		return
	}
	h := p.heard[p.playing()]
	h.Key, h.Position, h.Duration, h.At = p.playing(), s.Position, p.duration(), p.now()
	p.setHeard(h)
}

// heardWords say how far a recording was heard.
func (p *playback) heardWords(it *media.Item) string {
	h, ok := p.heard[it.Key()]
	switch {
	case !ok:
		return ""
	case h.Done:
		return "heard"
	case h.Position < leastHeard:
		return ""
	case h.Duration > h.Position:
		return words.PlayTime(h.Duration-h.Position) + " left"
	}
	return "begun"
}

// toggleHeard says by the user's word that a recording was heard, or is new.
func (p *playback) toggleHeard(it media.Item) {
	key := it.Key()
	p.setHeard(store.Heard{Key: key, Duration: it.Duration, Done: !p.heard[key].Done, At: p.now()})
}
