package player

import "math"

const (
	// longestPause is the longest pause that stays as it is, and shortPause how long a longer one becomes.
	longestPause = Rate * 6 / 10
	shortPause   = Rate * 3 / 10
	// joinFrames is how long the crossfade takes in a shortened pause; headFrames and tailFrames are how much stays
	// untouched before and after it, 160 and 120 ms. That is more than a word's last sounds or its first take where
	// they are as weak as the noise of a room, such as the silence before the release of a final t and
	// the release, or an f. Last sounds are longer.
	joinFrames = Rate * 20 / 1000
	headFrames = Rate * 160 / 1000
	tailFrames = shortPause - joinFrames - headFrames
	// longestCut is how much is left out at once. A pause that is longer becomes several, so that some sound
	// comes in any case before the decoder has had to go through so much, and no place is skipped unseen.
	longestCut = 8 * Rate
)

// give is handed the sound that is left, in pieces, and how many frames were left out before each.
type give func(sound [][2]float64, left int) error

// shortener makes the pauses of a recording shorter. It holds back no more than what it may have to leave out: the
// sound of a pause between its first headFrames and longestPause. It belongs to one goroutine.
type shortener struct {
	pauses *pauseDetector
	step   [][2]float64 // what has come of it, of stepFrames
	rise   [joinFrames]float64

	length int          // of the pause so far, in frames; 0 outside of pauses
	held   [][2]float64 // what has come of it after headFrames, but for what is left out already
	left   int          // how much that is
}

func newShortener() *shortener {
	s := &shortener{
		pauses: newPauseDetector(),
		step:   make([][2]float64, 0, stepFrames),
		held:   make([][2]float64, 0, longestPause),
	}
	for i := range s.rise {
		// The two noises have nothing in common, so their powers add up: the squares make one.
		s.rise[i] = math.Sin(math.Pi / 2 * (float64(i) + 0.5) / joinFrames)
	}
	return s
}

// reset forgets what was heard and what is held back.
func (s *shortener) reset() {
	s.pauses.reset()
	s.step, s.held = s.step[:0], s.held[:0]
	s.length, s.left = 0, 0
}

// push takes more of the recording.
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

// finish gives what is held back at the end of the recording.
func (s *shortener) finish(out give) error {
	if s.length == 0 {
		return out(s.step, 0)
	}
	if err := s.extend(s.step, out); err != nil {
		return err
	}
	return s.end(out)
}

// hear goes on by one step.
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

// drop leaves out what is between the beginning of the crossfade and the end of the pause so far.
func (s *shortener) drop() {
	n := len(s.held) - 2*joinFrames - tailFrames
	copy(s.held[joinFrames:], s.held[joinFrames+n:])
	s.held = s.held[:len(s.held)-n]
	s.left += n
}

// end gives what is held back of a pause, which is over.
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
