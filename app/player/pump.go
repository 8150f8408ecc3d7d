package player

import (
	"context"
	"time"
)

const (
	// chunkFrames is how much is rendered and written at a time: ten milliseconds.
	chunkFrames = Rate / 100
	// tellFrames is after how much sound the position is told.
	tellFrames = Rate / 4
	// farewell is how long a Write may go on after Close.
	farewell = 100 * time.Millisecond
)

// pump writes sound to the device for as long as there is any, and a little longer. It runs on a
// goroutine of its own.
func (p *Player) pump() {
	for p.awaitSound() {
		s, err := p.out.Open()
		if err != nil {
			p.missing(err)
			continue
		}
		stop := context.AfterFunc(p.ctx, func() {
			time.AfterFunc(farewell, func() { _ = s.Close() })
		})
		if err = p.leadIn(s); err == nil {
			p.connect(s)
			err = p.feed(s)
		}
		stop()
		_ = s.Close() // there is nothing left to be heard of it
		p.disconnect(err)
	}
}

// leadIn fills the device's buffer with silence, and a little more, so that the device is known to
// run when the sound begins. Some need a second to wake up, and swallow what they get until then.
func (p *Player) leadIn(s Stream) error {
	n := timeToSamples(s.Delay(), Rate) + chunkFrames
	return s.Write(make([]byte, n*frameBytes))
}

// awaitSound sleeps until there is something to be heard, or it is time to look for a lost device.
// It reports false after Close.
func (p *Player) awaitSound() bool {
	for {
		audible, retry := p.outlook()
		if audible {
			return p.ctx.Err() == nil
		}
		if retry = p.sleep(retry); retry || p.ctx.Err() != nil {
			return retry
		}
	}
}

// sleep waits for a kick or the end, or until it is time to look for a lost device: then it
// reports true.
func (p *Player) sleep(retry bool) bool {
	var due <-chan time.Time
	if retry {
		t := time.NewTimer(p.timing.retry)
		defer t.Stop()
		due = t.C
	}
	select {
	case <-p.ctx.Done():
	case <-p.kick:
	case <-due:
		return true
	}
	return false
}

// outlook tells what the pump is needed for.
func (p *Player) outlook() (audible, retry bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.item == nil {
		return false, false
	}
	return p.want && p.item.voice.status(0).audible, p.lost
}

// feed writes to an open device until there has been nothing to hear for a while, or the Player is
// closed; then it returns nil. Otherwise it returns the device's error.
func (p *Player) feed(s Stream) error {
	buf := make([]byte, chunkFrames*frameBytes)
	silent, untold := 0, 0
	for silent < p.timing.linger {
		last := p.ctx.Err() != nil
		p.deck.render(buf)
		if err := s.Write(buf); err != nil {
			if last {
				return nil
			}
			return err
		}
		if last {
			return nil
		}
		silent += chunkFrames
		if p.follow() {
			silent = 0
		}
		if untold += chunkFrames; untold >= tellFrames {
			untold = 0
			p.tellPosition()
		}
	}
	return nil
}

// follow notices what the last Write has changed, and reports whether there is more to hear.
func (p *Player) follow() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.item == nil {
		return false
	}
	st := p.item.voice.status(p.delay)
	if s := p.status(); s != p.told || st.drained && p.want {
		p.changed()
	}
	return st.audible
}

// tellPosition tells where the sound is now, also a moment after it was paused, when the device
// has played what it still had.
func (p *Player) tellPosition() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.item == nil {
		return
	}
	if at := p.place(); at != p.toldAt {
		p.toldAt = at
		p.tell()
	}
}

// connect begins to play on a device that runs.
func (p *Player) connect(s Stream) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.connected, p.delay, p.device = true, s.Delay(), nil
	p.deck.settle()
	if p.lost {
		p.lost, p.want = false, true
		p.item.voice.play(true)
	}
	p.changed()
}

// missing pauses because there is no device. One that was lost is looked for again, until that has
// been in vain for long enough.
func (p *Player) missing(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.want || !p.lost {
		p.device = &Error{Kind: KindNoDevice, Err: err}
	}
	if p.lost {
		p.tries--
		p.lost = p.tries > 0
	}
	p.halt()
}

// disconnect follows the end of a stream. If it was an error, and something was playing, that is
// paused until the device is back.
func (p *Player) disconnect(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.connected = false
	if err == nil || p.item == nil {
		p.changed()
		return
	}
	if p.want {
		p.lost, p.tries = true, p.timing.tries
		p.device = &Error{Kind: KindDeviceLost, Err: err}
	}
	p.halt()
}

// halt pauses without a fade: nobody would hear it.
func (p *Player) halt() {
	if p.item != nil {
		defer p.alone()()
		p.want = false
		p.item.voice.freeze()
	}
	p.changed()
	p.tell()
}
