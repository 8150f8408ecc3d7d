package player

import (
	"errors"
	"io"
)

// nextPacked reads the next frame and packs it. It returns the packed frame before that one, or nil if
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

// noMore handles the end of the source. After a seek to an estimated place beyond the last frame it
// seeks again instead of ending.
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

// packFrame packs a frame, or silence if part of its sound is missing or there is no room for it.
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

// skip counts a damaged place, unless it lies in the preroll of a seek, which is not played.
func (s *stream) skip() {
	if s.drop <= 0 {
		s.skipped++
	}
}
