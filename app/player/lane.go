package player

import (
	"sync"

	"github.com/faiface/beep"
)

// lane is what the mixer hears of an item and of the one that follows it: where the sound of the
// first ends, that of the second begins, within the same piece of sound and so without a gap.
type lane struct {
	mu   sync.Mutex
	now  *voice
	next *voice // begins when now is spent; may be nil
	past *voice // was now until next began; may be nil
}

var _ beep.Streamer = (*lane)(nil)

// setVoice sets the voice to go on with, or nil, and gives the one that is heard now. Nothing can
// follow any more when follow(nil) has returned.
func (l *lane) setVoice(v *voice) (now *voice) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next = v
	return l.now
}

// pass makes v the voice that is heard, if it is not yet, and forgets the one before.
func (l *lane) pass(v *voice) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now, l.past = v, nil
}

// isLate reports whether the voice that is heard is late.
func (l *lane) isLate(frames int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now.isLate(frames)
}

// Stream implements beep.Streamer. It ends when the voice has left.
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

// Err implements beep.Streamer. What goes wrong is reported by the tracks.
func (l *lane) Err() error { return nil }
