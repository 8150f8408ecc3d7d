package player

import (
	"math"
	"sync"

	"github.com/faiface/beep"
)

// volumeFrames is how long the volume takes from one end to the other: too short to be noticed as
// slow, too long to crackle.
const volumeFrames = Rate / 50

// deck is the graph from the voices to the sound that is written.
type deck struct {
	mu    sync.Mutex
	mixer beep.Mixer
	gain  float64 // now
	want  float64
	buf   [][2]float64
}

func newDeck() *deck {
	return &deck{gain: 1, want: 1}
}

// addLane begins to mix a lane in. The mixer drops it when its voice has left.
func (d *deck) addLane(l *lane) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mixer.Add(l)
}

// setVolume sets the gain for a volume from 0 to 1. The ear hears ratios, so that equal steps of
// the volume must not be equal steps of the gain; the cube comes near to what sounds even, and
// reaches silence.
func (d *deck) setVolume(volume float64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.want = volume * volume * volume
}

// settle takes over the volume at once. Nothing has been heard for a while, so nothing can crackle;
// but the old volume would be heard if the new one began with it.
func (d *deck) settle() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gain = d.want
}

// render fills out, whole frames of 16 bits, with the next sound.
func (d *deck) render(out []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(out) / frameBytes
	if len(d.buf) < n {
		d.buf = make([][2]float64, n)
	}
	buf := d.buf[:n]
	d.mixer.Stream(buf)
	for i, f := range buf {
		d.gain += min(max(d.want-d.gain, -1.0/volumeFrames), 1.0/volumeFrames)
		for c, v := range f {
			s := int16(math.RoundToEven(min(max(v*d.gain*(1<<15), -1<<15), 1<<15-1)))
			out[i*frameBytes+2*c], out[i*frameBytes+2*c+1] = byte(s), byte(s>>8)
		}
	}
}
