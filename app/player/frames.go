package player

import (
	"errors"
	"io"
)

// nextPacked reads the next frame and packs it. It returns the packed frame before that one, or nil if
// there is none yet.
func (s *stream) nextPacked() ([]byte, error) {
	if err := s.lookAhead(); err != nil {
		return nil, err
	}
	f, err := s.nextFrame()
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
	switch {
	case s.exact:
		s.index.note(s.no, f)
	case !s.anchor.set:
		s.anchor = anchor{true, f.off, s.no, s.at - s.drop*s.head.tick()}
	}
	if f.jump && s.sync {
		s.res.reset()
		if f.segment == nil || f.off-s.off >= int64(s.head.size()) {
			s.skip() // more than a frame that was cut off where another recording was inserted
		}
	}
	if f.segment != nil && s.no > 0 {
		s.upcoming = &f
		return s.pack.flush(), nil
	}
	s.no++
	s.off, s.sync = f.end(), true
	return s.packFrame(f.header, b), nil
}

// nextFrame finds the next frame: the first of a segment that has been entered, or the one in the file.
func (s *stream) nextFrame() (frame, error) {
	if f := s.entered; f != nil {
		s.entered = nil
		return frame{header: f.header, off: f.off}, nil
	}
	return s.walk.next(s.ctx, s.off, s.sync)
}

// lookAhead makes the index know where the segment ends before the last frames are decoded, which have the samples that
// the encoder padded. It waits for bytes only near the end of the source.
func (s *stream) lookAhead() error {
	if p := &s.index.segments[s.segment]; !s.exact || p.info.padding <= decoderDelay {
		return nil
	}
	const most = 4 // frames that are padded
	size := s.file.size()
	for s.index.count <= s.no+most && !s.index.whole {
		if !s.index.free() && (size < 0 || s.index.next+int64(most*s.head.size()) < size) {
			return nil
		}
		if err := s.index.step(s.ctx); err != nil {
			return err
		}
	}
	return nil
}

// noMore handles the end of the source. After a seek to an estimated place beyond the last frame it
// seeks again instead of ending.
func (s *stream) noMore() ([]byte, error) {
	switch {
	case s.exact:
		s.index.noteEnd(s.no)
		if s.walk.unplayed {
			s.skip()
		}
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
	s.grace--
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
	if s.grace <= 0 {
		s.skip()
	}
}

// skip counts a damaged place, unless it lies in the preroll of a seek, which is not played.
func (s *stream) skip() {
	if s.drop <= 0 {
		s.skipped++
	}
}
