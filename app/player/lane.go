package player

import (
	"sync"

	"github.com/faiface/beep"
)

// lane plays an item and then the one that follows. Where the first ends within a chunk, the second fills
// the rest of that chunk, so there is no gap.
type lane struct {
	mu   sync.Mutex
	now  *voice
	next *voice // starts when now is spent; may be nil
	past *voice // the one before now, until pass; may be nil
}

var _ beep.Streamer = (*lane)(nil)

// setVoice sets the voice that follows, or nil for none, and returns the one that is playing. After
// setVoice(nil) no other voice can start.
func (l *lane) setVoice(v *voice) (now *voice) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next = v
	return l.now
}

// pass makes v the playing voice, unless it is already, and drops the one before.
func (l *lane) pass(v *voice) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now, l.past = v, nil
}

// isLate reports whether the playing voice is late.
func (l *lane) isLate(frames int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now.isLate(frames)
}

// Stream implements beep.Streamer. It returns false after the voice has left.
func (l *lane) Stream(out [][2]float64) (int, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.past != nil {
		l.past.keepSilent(len(out))
	}
	n, ok := l.now.fill(out)
	if !ok {
		return 0, false
	}
	if n < len(out) && l.next != nil && l.now.spent() && l.next.begin() {
		l.past, l.now, l.next = l.now, l.next, nil
		l.now.fill(out[n:])
	}
	return len(out), true
}

// Err implements beep.Streamer. Errors are reported by the tracks.
func (l *lane) Err() error { return nil }
