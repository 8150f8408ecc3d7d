package listen

import "time"

// Sleep ends playing automatically.
type Sleep struct {
	controller *Controller
	timer      *time.Timer
	at         time.Time // when it ends, zero for never
	atEnd      bool      // it ends with the recording
	// chapterEnds is the end of the chapter with which playing ends, 0 for none. chapterOf is the recording's key, also
	// where that ends with the chapter.
	chapterEnds time.Duration
	chapterOf   string
}

// In ends playing after a time, 0 for never.
func (s *Sleep) In(d time.Duration) {
	s.Wake()
	if d <= 0 {
		return
	}
	c := s.controller
	s.at = c.cfg.Now().Add(d)
	var timer *time.Timer
	timer = time.AfterFunc(d, func() {
		c.cfg.Post(func() {
			if s.timer == timer {
				s.Wake()
				c.Want(false)
			}
		})
	})
	s.timer = timer
}

// SetAtEnd ends playing with the present recording, or with another that the user chooses instead of it.
func (s *Sleep) SetAtEnd() {
	s.Wake()
	s.atEnd = true
	s.controller.lineup.dropNext()
}

// Wake turns the sleep timer off.
func (s *Sleep) Wake() {
	if s.timer != nil {
		s.timer.Stop()
	}
	if c := s.controller; s.chapterEnds > 0 && c.player != nil {
		c.player.PlayUntil(0)
	}
	s.timer, s.at, s.atEnd = nil, time.Time{}, false
	s.chapterEnds, s.chapterOf = 0, ""
}

// Left returns the time until playing ends; isOn is false without a time.
func (s *Sleep) Left() (left time.Duration, isOn bool) {
	if s.at.IsZero() {
		return 0, false
	}
	return s.at.Sub(s.controller.cfg.Now()), true
}

// IsAtEnd reports whether playing ends with the present recording.
func (s *Sleep) IsAtEnd() bool { return s.atEnd }
