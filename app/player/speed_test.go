package player

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"
)

func TestSpeedCountsInTheItemsTime(t *testing.T) {
	for _, speed := range []float64{0.5, 1, 1.5, 3} {
		inBubble(t, func(b *bench) {
			b.SetSpeed(speed)
			b.load("stereo44.mp3")
			b.pass(250 * ms) // some 50 of which are silence, and 40 wait in the device
			s := b.want(Playing)
			if want := time.Duration(speed * float64(160*ms)); (s.Position-want).Abs() > 60*ms || s.Speed != speed {
				t.Errorf("at speed %v: %v, want %v", s.Speed, s.Position, want)
			}
			b.pass(time.Duration(float64(s.Duration-s.Position)/speed) - 50*ms)
			b.want(Playing)
			b.pass(100 * ms)
			if s := b.want(Ended); s.Position != s.Duration || s.Duration > 1300*ms {
				t.Errorf("at speed %v: %+v", speed, s)
			}
		})
	}
}

// TestSpeedNeverGoesBack checks that a change of the speed does not move the position.
func TestSpeedNeverGoesBack(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("stereo44.mp3")
		last := time.Duration(0)
		for i := range 150 {
			b.pass(5 * ms)
			if i%20 == 19 {
				b.SetSpeed(append(speeds, 1)[i*3%10])
			}
			at := b.State().Position
			if at < last-15*ms || at > last+40*ms {
				t.Fatalf("from %v to %v at %v", last, at, b.State().Speed)
			}
			last = at
		}
	})
}

func TestSpeedLimits(t *testing.T) {
	inBubble(t, func(b *bench) {
		for in, want := range map[float64]float64{0.1: 0.5, 9: 3, math.Inf(1): 3, 1.25: 1.25} {
			b.SetSpeed(in)
			if got := b.State().Speed; got != want {
				t.Errorf("%v becomes %v", in, got)
			}
		}
		b.SetSpeed(2)
		b.SetSpeed(math.NaN())
		if got := b.State().Speed; got != 2 {
			t.Errorf("NaN becomes %v", got)
		}
	})
}

// TestSpeedKeepsPitch plays a tone at one speed after the other, with pauses and seeks between, and checks its pitch,
// and that nothing clicks.
func TestSpeedKeepsPitch(t *testing.T) {
	low := encode(t, "44100", strings.Fields("synth 30 sine 220 sine 220 gain -3"), []string{"-b", "128"})
	inBubble(t, func(b *bench) {
		b.Load(bytes.NewReader(low), LoadOptions{})
		for i, speed := range append(speeds, 1) {
			b.SetSpeed(speed)
			b.pass(time.Duration(603+7*i) * ms)
			heard := b.tape.pcm()
			heard = heard[len(heard)-Rate:]
			var frames [][2]float64
			for i := 0; i < len(heard); i += 2 {
				frames = append(frames, [2]float64{float64(heard[i]), float64(heard[i+1])})
			}
			if p := pitch(frames, 0); math.Abs(p/220-1) > 0.01 {
				t.Errorf("%.1f Hz at speed %v", p, speed)
			}
			b.Pause()
			b.pass(107 * ms)
			b.Play()
			b.pass(61 * ms)
			b.Seek(time.Duration(i*1007) * ms)
		}
		pcm := left(b.tape.pcm())
		for i := range len(pcm) - 1 {
			if d := int(pcm[i+1]) - int(pcm[i]); d > 1100 || d < -1100 {
				t.Fatalf("a jump of %d after %v", d, samplesToTime(int64(i), Rate))
			}
		}
	})
}
