package player

import "time"

// This file is how a Player follows what its parts do. All functions with p.mu held, unless they
// say otherwise.

// status derives the Status from what is wanted and what is there.
func (p *Player) status() Status {
	switch {
	case p.item == nil:
		return Idle
	case p.item.failed:
		return Failed
	case !p.item.opened:
		return Opening
	case p.item.ended:
		return Ended
	case !p.want:
		return Paused
	case p.connected && p.item.voice.status(p.delay).flowing:
		return Playing
	default:
		return Buffering
	}
}

// place is what is heard now.
func (p *Player) place() time.Duration {
	at := p.item.voice.status(p.delay).at
	if f := p.item.known(); f.exact {
		at = min(at, f.duration)
	}
	return at
}

// changed looks whether the item has come to its end, wakes the pump, and tells a new Status.
func (p *Player) changed() {
	if p.item != nil && p.item.opened && p.item.voice.status(p.delay).drained {
		p.finished()
	}
	if s := p.status(); s != p.told {
		p.told = s
		p.tell()
	}
	select {
	case p.kick <- struct{}{}:
	default:
	}
}

// finished follows the end of the item: by a failure, by the next item, or just the end.
func (p *Player) finished() {
	switch it := p.item; {
	case it.fault != nil:
		it.failed, p.want, p.lost = true, false, false
	case p.want && p.next != nil && !p.next.failed:
		p.advance()
		return
	case p.want:
		it.ended, p.want = true, false
	}
	p.item.voice.play(p.want)
}

// tell makes the reporter call notify. It needs no lock.
func (p *Player) tell() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// report calls notify. It runs on a goroutine of its own, without the lock.
func (p *Player) report() {
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-p.wake:
			if p.notify != nil && p.ctx.Err() == nil {
				p.notify(p.State())
			}
		}
	}
}

// trackOpened, trackFlows, trackFailed and trackLearned implement listener. They take the lock.
func (p *Player) trackOpened(t *track) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if it := p.find(t); it != nil {
		it.opened = true
		p.changed()
	}
}

func (p *Player) trackFlows(t *track) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.find(t) != nil {
		p.changed()
	}
}

func (p *Player) trackFailed(t *track, gen int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	it := p.find(t)
	if it == nil || !t.voice.is(gen) {
		return
	}
	it.fault = err
	if KindOf(err) == KindUnknown {
		it.fault = &Error{Err: err}
	}
	if !it.opened {
		it.failed = true
		if it == p.item {
			p.want = false
		} else {
			it.leave()
			p.tell()
		}
		t.voice.play(false)
	}
	t.voice.finish(gen, true)
	p.changed()
}

func (p *Player) trackLearned(t *track) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if it := p.find(t); it != nil && it == p.item {
		p.tell()
	}
}
