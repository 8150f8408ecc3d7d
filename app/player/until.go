package player

import (
	"math"
	"time"

	"github.com/faiface/beep"
)

// gate passes on what is in a ring up to a limit, with a fade before it.
type gate struct {
	*ring
	left int64 // frames until the limit
}

var _ beep.Streamer = (*gate)(nil)

// Stream implements beep.Streamer.
func (g *gate) Stream(out [][2]float64) (int, bool) {
	n, _ := g.ring.Stream(out[:min(int64(len(out)), max(g.left, 0))])
	for i := range out[:n] {
		if left := g.left - int64(i) - 1; left < fadeFrames {
			out[i][0] *= float64(left) / fadeFrames
			out[i][1] *= float64(left) / fadeFrames
		}
	}
	g.left -= int64(n)
	return n, n > 0
}

// setUntil sets the place at which the sound stops, 0 for none.
func (v *voice) setUntil(at time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.until = at
}

// framesLeft returns how many frames may still be taken from the ring.
func (v *voice) framesLeft() int64 {
	if v.until == 0 {
		return math.MaxInt64
	}
	return v.cuts.frameAt(timeToSamples(v.until-v.base, Rate)) - v.pushed + int64(v.ring.n)
}

// isStopped reports whether the sound has come to the place at which it stops.
func (v *voice) isStopped() bool { return v.flowing && v.framesLeft() <= 0 && v.tempo.empty() }
