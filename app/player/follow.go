package player

import "time"

// This file is how a Player follows what its parts do. All functions with p.mu held, unless they
// say otherwise.

// status derives the Status from what is wanted and what is there.
func (p *Player) status() Status {
	switch {
	case p.track == nil:
		return Idle
	case p.failed:
		return Failed
	case !p.opened:
		return Opening
	case p.ended:
		return Ended
	case !p.want:
		return Paused
	case p.connected && p.track.voice.status(p.delay).flowing:
		return Playing
	default:
		return Buffering
	}
}

// place is what is heard now.
func (p *Player) place() time.Duration {
	at := p.track.voice.status(p.delay).at
	if f := p.track.known(); f.exact {
		at = min(at, f.duration)
	}
	return at
}

// changed looks whether the item has come to its end, wakes the pump, and tells a new Status.
func (p *Player) changed() {
	if p.track != nil && p.opened && p.track.voice.status(p.delay).drained {
		switch {
		case p.fault != nil:
			p.failed, p.want, p.lost = true, false, false
		case p.want:
			p.ended, p.want = true, false
		}
		p.track.voice.play(p.want)
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
	if t == p.track {
		p.opened = true
		p.changed()
	}
}

func (p *Player) trackFlows(t *track) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t == p.track {
		p.changed()
	}
}

func (p *Player) trackFailed(t *track, gen int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t != p.track || !t.voice.is(gen) {
		return
	}
	p.fault = err
	if KindOf(err) == KindUnknown {
		p.fault = &Error{Err: err}
	}
	if !p.opened {
		p.failed, p.want = true, false
		t.voice.play(false)
	}
	t.voice.finish(gen)
	p.changed()
}

func (p *Player) trackLearned(t *track) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t == p.track {
		p.tell()
	}
}
