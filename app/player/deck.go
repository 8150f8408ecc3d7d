package player

import (
	"math"
	"sync"

	"github.com/faiface/beep"
)

// volumeFrames is the length of the ramp between the lowest and the highest volume: short enough to feel
// immediate, long enough not to crackle.
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

// addLane adds a lane to the mix. The mixer drops it when its voice has left.
func (d *deck) addLane(l *lane) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mixer.Add(l)
}

// setVolume sets the gain for a volume from 0 to 1. Loudness is logarithmic, so equal steps of gain would not sound
// equal; the volume cubed comes close, and reaches silence at 0.
func (d *deck) setVolume(volume float64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.want = volume * volume * volume
}

// settle skips the ramp of the volume. It is called before sound starts after silence: nothing can crackle then, and
// the sound does not start at the old volume.
func (d *deck) settle() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gain = d.want
}

// render fills out with the next sound. Its length is a multiple of frameBytes.
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
