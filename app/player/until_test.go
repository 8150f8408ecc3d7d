package player

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// twoTones returns a sound that has one frequency up to a place, and another from there on.
func twoTones(at, n int) frames {
	sound := make(frames, n)
	for i := range sound {
		hz := 500.0
		if i >= at {
			hz = 3000
		}
		v := 0.5 * math.Sin(2*math.Pi*hz*float64(i-at)/Rate)
		sound[i] = [2]float64{v, v}
	}
	return sound
}

// TestPlayUntil plays until a place at several speeds: all before it is heard, nothing behind it, and there is no
// click. Then it pauses, and goes on from there.
func TestPlayUntil(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	const at, end = 3 * Rate, 5 * Rate
	data := mp3Of(t, twoTones(at, end), "-b", "192")
	for _, speed := range []float64{1, 1.5, 3, 0.7} {
		for _, from := range []time.Duration{0, 1234 * ms, 2900 * ms} {
			t.Run(fmt.Sprint(speed, " from ", from), func(t *testing.T) {
				inBubble(t, func(b *bench) {
					b.SetSpeed(speed)
					b.Load(bytes.NewReader(data), LoadOptions{StartAt: from})
					b.PlayUntil(timeOf(at))
					b.pass(6 * time.Second)
					s := b.want(Paused)
					if !s.Stopped || (s.Position-timeOf(at)).Abs() > time.Microsecond {
						t.Errorf("stopped (%v) at %v, want %v", s.Stopped, s.Position, timeOf(at))
					}
					close := 8 * ms // the fades have hardly any sound at their ends
					if speed != 1 {
						close = 30 * ms // the last piece is played at the recording's own speed
					}
					checkEnd(t, left(b.tape.pcm()), time.Duration(float64(timeOf(at)-from)/speed), close)
					before := len(b.tape.pcm())
					b.Play()
					b.pass(time.Second)
					if s := b.State(); s.Stopped || s.Position < timeOf(at)+500*ms {
						t.Errorf("%v at %v after Play", s.Status, s.Position)
					}
					if p := power(left(b.tape.pcm()[before:])[Rate/4:Rate/2], Rate, 3000); p < 0.3 {
						t.Errorf("what follows has %.2f of its tone", p)
					}
				})
			})
		}
	}
}

// checkEnd checks a recording of the first tone that lasts a while and is followed by silence.
func checkEnd(t *testing.T, pcm []int16, lasts, close time.Duration) {
	t.Helper()
	first, last, jump := -1, 0, 0
	for i, v := range pcm {
		if v > 300 || v < -300 {
			last = i
			if first < 0 {
				first = i
			}
		}
		if i > 0 {
			jump = max(jump, int(v)-int(pcm[i-1]), int(pcm[i-1])-int(v))
		}
	}
	if d := timeOf(last-first) - lasts; d.Abs() > close {
		t.Errorf("%v of sound, want %v", timeOf(last-first), lasts)
	}
	for i := first; i+Rate/50 < last; i += Rate / 100 {
		if p := power(pcm[i:i+Rate/50], Rate, 3000); p > 0.02 {
			t.Errorf("%.3f of what follows after %v", p, timeOf(i-first))
		}
	}
	if most := 1 << 15 * 2 * math.Pi * 500 / Rate * 0.5 * 1.5; float64(jump) > most {
		t.Errorf("a jump of %d, more than %.0f", jump, most)
	}
}

// TestPlayUntilWithoutPauses leaves out pauses before the place, at it and around it.
func TestPlayUntilWithoutPauses(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	k, data := talkMP3(t, 2, 3)
	for i, p := range k.pauses[:testkit.Times(1, 2)] {
		for _, at := range []int{p[0] - Rate/2, p[0] + Rate/10, p[0] + Rate, p[1] - Rate/10, p[1] + Rate/2} {
			inBubble(t, func(b *bench) {
				b.Load(bytes.NewReader(data), LoadOptions{SkipSilence: true})
				b.PlayUntil(timeOf(at))
				b.pass(20 * time.Second)
				s := b.want(Paused)
				late := s.Position - timeOf(at)
				if inPause := at > p[0] && at < p[1]; !s.Stopped || late < -time.Microsecond ||
					late > timeOf(p[1]-at) && inPause || late > time.Microsecond && !inPause {
					t.Errorf("pause %d: stopped (%v) at %v, want %v", i, s.Stopped, s.Position, timeOf(at))
				}
			})
		}
	}
}

// TestPlayUntilIsCancelled checks what ends it: a seek, another item, 0; and that a place that was passed pauses at
// once.
func TestPlayUntilIsCancelled(t *testing.T) {
	data := fixture(t, "stereo44.mp3")
	for name, cancel := range map[string]func(b *bench){
		"a seek":       func(b *bench) { b.Seek(200 * ms) },
		"another item": func(b *bench) { b.Load(bytes.NewReader(data), LoadOptions{}) },
		"none":         func(b *bench) { b.PlayUntil(0) },
	} {
		inBubble(t, func(b *bench) {
			b.Load(bytes.NewReader(data), LoadOptions{})
			b.PlayUntil(700 * ms)
			b.pass(300 * ms)
			cancel(b)
			b.pass(2 * time.Second)
			if s := b.State(); s.Status != Ended {
				t.Errorf("%s: %v at %v", name, s.Status, s.Position)
			}
		})
	}
	inBubble(t, func(b *bench) {
		b.Load(bytes.NewReader(data), LoadOptions{})
		b.pass(500 * ms)
		b.PlayUntil(100 * ms)
		b.pass(300 * ms)
		if s := b.want(Paused); !s.Stopped || s.Position > 600*ms {
			t.Errorf("%+v", s)
		}
	})
	inBubble(t, func(b *bench) { // beyond the end, and with another item behind it
		b.Load(bytes.NewReader(data), LoadOptions{ID: "a"})
		b.SetNext(bytes.NewReader(data), LoadOptions{ID: "b"})
		b.PlayUntil(time.Minute)
		b.pass(4 * time.Second)
		if s := b.want(Ended); s.ID != "b" {
			t.Errorf("%+v", s)
		}
	})
}
