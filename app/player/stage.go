package player

import (
	"sync"
	"time"
)

// A stage is the Player's shared state: the items, and the state of the device. The Player sets what the user wants,
// the pump reports what the device does, and the tracks report what happens to the items.
type stage struct {
	mu sync.Mutex
	lineup
	reported         Status // the last one reported
	reportedPosition time.Duration

	kick      chan struct{} // wakes the pump
	connected bool
	delay     time.Duration // of the device
	device    error         // why there is no device
	lost      bool          // it was lost while playing, and is retried
	tries     int           // attempts left
	mostTries int
}

func newStage(tries int, news *reporter) *stage {
	return &stage{lineup: lineup{news: news}, kick: make(chan struct{}, 1), mostTries: tries}
}

// dropLocked drops the items.
func (s *stage) dropLocked() {
	s.disband()
	s.device, s.lost = nil, false
}

// statusLocked derives the Status.
func (s *stage) statusLocked() Status {
	switch {
	case s.item == nil:
		return Idle
	case s.item.failed:
		return Failed
	case !s.item.opened:
		return Opening
	case s.item.hasEnded:
		return Ended
	case !s.want:
		return Paused
	case s.connected && s.item.voice.status(s.delay).flowing:
		return Playing
	default:
		return Buffering
	}
}

// positionLocked returns the audible place.
func (s *stage) positionLocked() time.Duration {
	at := s.item.voice.status(s.delay).at
	if f := s.item.known(); f.exact {
		at = min(at, f.duration)
	}
	return at
}

// updateLocked handles the end of the item, wakes the pump, and reports a new Status.
func (s *stage) updateLocked() {
	if s.item != nil && s.item.opened {
		switch st := s.item.voice.status(s.delay); {
		case st.drained:
			s.finishedLocked()
		case st.stopped && s.want:
			s.want, s.item.stopped = false, true
			s.item.voice.play(false)
			s.item.voice.setUntil(0)
			s.news.report()
		}
	}
	if now := s.statusLocked(); now != s.reported {
		s.reported = now
		s.news.report()
	}
	select {
	case s.kick <- struct{}{}:
	default:
	}
}

// finishedLocked handles the end of the item's sound: a failure, the next item, or the end.
func (s *stage) finishedLocked() {
	switch it := s.item; {
	case it.fault != nil:
		it.failed, s.want, s.lost = true, false, false
	case s.want && s.next != nil && !s.next.failed:
		s.advance()
		return
	case s.want:
		it.hasEnded, s.want = true, false
	}
	s.item.voice.play(s.want)
}

// trackOpened, trackFlows, trackFailed and trackLearned implement listener. They take the lock.
func (s *stage) trackOpened(t *track) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it := s.findItem(t); it != nil {
		it.opened = true
		s.updateLocked()
	}
}

func (s *stage) trackFlows(t *track) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.findItem(t) != nil {
		s.updateLocked()
	}
}

func (s *stage) trackFailed(t *track, gen int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.findItem(t)
	if it == nil || !t.voice.isCurrent(gen) {
		return
	}
	it.fault = err
	if KindOf(err) == KindUnknown {
		it.fault = &Error{Err: err}
	}
	if !it.opened {
		it.failed = true
		if it == s.item {
			s.want = false
		} else {
			it.leave()
			s.news.report()
		}
		t.voice.play(false)
	}
	t.voice.finish(gen, true)
	s.updateLocked()
}

func (s *stage) trackLearned(t *track) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it := s.findItem(t); it != nil && it == s.item {
		s.news.report()
	}
}

// outlook reports whether there is sound to play, and whether a lost device is to be retried.
func (s *stage) outlook() (audible, retry bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.item == nil {
		return false, false
	}
	return s.want && s.item.voice.status(0).audible, s.lost
}

// isLate reports whether the next frames would have a gap that the track may still fill.
func (s *stage) isLate(frames int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lane != nil && s.lane.isLate(frames)
}

// follow updates the state after a Write, and reports whether there is more to play.
func (s *stage) follow() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.item == nil {
		return false
	}
	st := s.item.voice.status(s.delay)
	if s.statusLocked() != s.reported || (st.drained || st.stopped) && s.want {
		s.updateLocked()
	}
	return st.audible
}

// reportPosition reports a new position: also after a pause, until the device's buffer has played.
func (s *stage) reportPosition() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.item == nil {
		return
	}
	if at := s.positionLocked(); at != s.reportedPosition {
		s.reportedPosition = at
		s.news.report()
	}
}

// connect records that the device runs, and resumes what its loss had paused.
func (s *stage) connect(delay time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connected, s.delay, s.device = true, delay, nil
	if s.lost {
		s.lost, s.want = false, true
		s.item.voice.play(true)
	}
	s.updateLocked()
}

// missing pauses because no device could be opened. A lost one is retried until no attempts are left.
func (s *stage) missing(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.want || !s.lost {
		s.device = &Error{Kind: KindNoDevice, Err: err}
	}
	if s.lost {
		s.tries--
		s.lost = s.tries > 0
	}
	s.halt()
}

// disconnect records that the device was closed. After an error it pauses what was playing until the device
// is back.
func (s *stage) disconnect(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connected = false
	if err == nil || s.item == nil {
		s.updateLocked()
		return
	}
	if s.want {
		s.lost, s.tries = true, s.mostTries
		s.device = &Error{Kind: KindDeviceLost, Err: err}
	}
	s.halt()
}

// halt pauses without a fade, which would not be audible.
func (s *stage) halt() {
	if s.item != nil {
		defer s.alone()()
		s.want = false
		s.item.voice.freeze()
	}
	s.updateLocked()
	s.news.report()
}
