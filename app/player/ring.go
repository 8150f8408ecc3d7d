package player

import "github.com/faiface/beep"

// ring is a ring buffer of decoded sound. It is a beep.Streamer; 0 frames mean that it is empty now, not
// that the sound has ended.
type ring struct {
	frames [][2]float64
	head   int // index of the oldest frame
	n      int // frames held
}

var _ beep.Streamer = (*ring)(nil)

func newRing(size int) *ring { return &ring{frames: make([][2]float64, size)} }

// push adds as many frames as there is room for, and returns their number.
func (r *ring) push(in [][2]float64) int {
	took := min(len(in), len(r.frames)-r.n)
	for i, f := range in[:took] {
		r.frames[(r.head+r.n+i)%len(r.frames)] = f
	}
	r.n += took
	return took
}

// Stream implements beep.Streamer.
func (r *ring) Stream(out [][2]float64) (int, bool) {
	n := min(len(out), r.n)
	for i := range n {
		out[i] = r.frames[(r.head+i)%len(r.frames)]
	}
	r.n -= n
	if n > 0 {
		r.head = (r.head + n) % len(r.frames)
	}
	return n, n > 0
}

// Err implements beep.Streamer.
func (r *ring) Err() error { return nil }

// clear empties the buffer.
func (r *ring) clear() { r.head, r.n = 0, 0 }
