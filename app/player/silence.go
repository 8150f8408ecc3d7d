package player

import "math"

const (
	// longestPause is the longest pause that stays as it is, and shortPause the length of a shortened one.
	longestPause = Rate * 6 / 10
	shortPause   = Rate * 3 / 10
	// joinFrames is the length of the crossfade in a shortened pause; headFrames and tailFrames stay untouched
	// before and after it, 160 and 120 ms. That covers the end or the start of a word where its sounds are as weak as
	// the noise of a room: an f, or a final t with the silence before its release. Ends are longer than starts.
	joinFrames = Rate * 20 / 1000
	headFrames = Rate * 160 / 1000
	tailFrames = shortPause - joinFrames - headFrames
	// longestCut limits the length of a cut. A longer pause is cut several times, so that the decoder delivers some
	// sound after at most this much, and no place is skipped unseen.
	longestCut = 8 * Rate
)

// give receives the sound that stays, in pieces, and how many frames were left out before each.
type give func(sound [][2]float64, left int) error

// shortener shortens the pauses of a recording. It holds back only what it may have to leave out: the sound of a pause
// between its first headFrames and longestPause. It belongs to one goroutine.
type shortener struct {
	pauses *pauseDetector
	step   [][2]float64 // the current step so far, up to stepFrames
	rise   [joinFrames]float64

	length int          // of the pause so far, in frames; 0 outside of pauses
	held   [][2]float64 // the pause after its headFrames, without what was left out already
	left   int          // frames left out already
}

func newShortener() *shortener {
	s := &shortener{
		pauses: newPauseDetector(),
		step:   make([][2]float64, 0, stepFrames),
		held:   make([][2]float64, 0, longestPause),
	}
	for i := range s.rise {
		// An equal-power crossfade, because the two noises are uncorrelated: the squares add up to 1.
		s.rise[i] = math.Sin(math.Pi / 2 * (float64(i) + 0.5) / joinFrames)
	}
	return s
}

// reset drops what is held back, and resets the detector.
func (s *shortener) reset() {
	s.pauses.reset()
	s.step, s.held = s.step[:0], s.held[:0]
	s.length, s.left = 0, 0
}

// push processes more of the recording.
func (s *shortener) push(sound [][2]float64, out give) error {
	for len(sound) > 0 {
		n := min(len(sound), stepFrames-len(s.step))
		s.step = append(s.step, sound[:n]...)
		if sound = sound[n:]; len(s.step) < stepFrames {
			return nil
		}
		if err := s.hear(out); err != nil {
			return err
		}
		s.step = s.step[:0]
	}
	return nil
}

// finish flushes what is held back at the end of the recording.
func (s *shortener) finish(out give) error {
	if s.length == 0 {
		return out(s.step, 0)
	}
	if err := s.extend(s.step, out); err != nil {
		return err
	}
	return s.end(out)
}

// hear processes a complete step.
func (s *shortener) hear(out give) error {
	v := s.pauses.hear(s.step)
	if v.silent {
		return s.extend(s.step, out)
	}
	if s.length > 0 {
		if err := s.extend(s.step[:v.lead], out); err != nil {
			return err
		}
		if err := s.end(out); err != nil {
			return err
		}
		s.step = s.step[:copy(s.step, s.step[v.lead:])]
	}
	s.length = min(v.trail, len(s.step))
	return out(s.step, 0)
}

// extend appends sound to the pause.
func (s *shortener) extend(sound [][2]float64, out give) error {
	early := min(max(headFrames-s.length, 0), len(sound))
	s.length += len(sound)
	if early > 0 {
		if err := out(sound[:early], 0); err != nil {
			return err
		}
	}
	if sound = sound[early:]; len(s.held)+len(sound) > cap(s.held) {
		s.drop()
	}
	s.held = append(s.held, sound...)
	if s.left < longestCut {
		return nil
	}
	return s.end(out)
}

// drop leaves out what is between the start of the crossfade and the end of the pause so far.
func (s *shortener) drop() {
	n := len(s.held) - 2*joinFrames - tailFrames
	copy(s.held[joinFrames:], s.held[joinFrames+n:])
	s.held = s.held[:len(s.held)-n]
	s.left += n
}

// end flushes what is held back of a pause that is over.
func (s *shortener) end(out give) error {
	length, held := s.length, s.held
	s.length, s.held = 0, s.held[:0]
	if length <= longestPause {
		return out(held, 0)
	}
	const last = joinFrames + tailFrames
	left := s.left + len(held) - last
	s.left = 0
	tail := held[len(held)-last:]
	for i, up := range s.rise {
		a, b, down := held[i], tail[i], s.rise[joinFrames-1-i]
		tail[i] = [2]float64{a[0]*down + b[0]*up, a[1]*down + b[1]*up}
	}
	const half = joinFrames / 2
	if err := out(tail[:half], 0); err != nil {
		return err
	}
	return out(tail[half:], left)
}
