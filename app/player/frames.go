package player

import (
	"errors"
	"io"
)

// nextPacked reads the next frame and packs it. It gives the frame before that one, or nil if
// there is none yet.
func (s *stream) nextPacked() ([]byte, error) {
	f, err := s.walk.next(s.ctx, s.off, s.sync)
	if errors.Is(err, io.EOF) {
		return s.noMore()
	}
	if err != nil {
		return nil, err
	}
	b, err := s.walk.win.peek(s.ctx, f.off, f.size())
	if err != nil {
		return nil, err
	}
	if f.jump && s.sync {
		s.res.reset()
		s.skip()
	}
	if s.exact {
		s.index.note(s.no, f)
	}
	s.no++
	s.off, s.sync = f.end(), true
	return s.packFrame(f.header, b), nil
}

// noMore follows the end of the source. It is not the end of the sound if nothing was found at a
// place that was only an estimate.
func (s *stream) noMore() ([]byte, error) {
	switch {
	case s.exact:
		s.index.noteEnd(s.no)
	case !s.sync:
		if err := s.seekAgain(); err != nil {
			return nil, err
		}
		return s.nextPacked()
	}
	return nil, io.EOF
}

// packFrame packs a frame, or silence if its sound is not complete.
func (s *stream) packFrame(h header, b []byte) []byte {
	side, main, ok := s.res.takeFrame(h, b)
	if ok {
		padded, longer, ok := padJoint(h, side, main)
		if ok && s.pack.roomAfter(h, longer) > min(s.res.unused, h.maxBack()) {
			side, main = padded, longer
		}
		if before, ok := s.pack.push(h, side, main); ok {
			return before
		}
	}
	s.bad()
	return s.pack.pushSilence(h)
}

// bad counts a frame that could not be decoded.
func (s *stream) bad() {
	s.failed++
	s.skip()
}

// skip counts a place that was left out. Frames before the place of a seek are heard by nobody.
func (s *stream) skip() {
	if s.drop <= 0 {
		s.skipped++
	}
}
