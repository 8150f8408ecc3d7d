package player

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// tones returns a sine on each side.
func tones(left, right float64, n int) [][2]float64 {
	sound := make([][2]float64, n)
	for i := range sound {
		t := 2 * math.Pi * float64(i) / Rate
		sound[i] = [2]float64{0.5 * math.Sin(left*t), 0.3 * math.Sin(right*t)}
	}
	return sound
}

// tapped is a source that returns a recording in pieces.
type tapped struct {
	rest [][2]float64
	most int // largest piece
}

func (t *tapped) Stream(out [][2]float64) (int, bool) {
	n := copy(out[:min(len(out), t.most)], t.rest)
	t.rest = t.rest[n:]
	return n, n > 0
}

func (t *tapped) Err() error { return nil }

// stretched plays a recording at a speed. change has other speeds, by the number of frames before them.
func stretched(sound [][2]float64, speed float64, change map[int]float64) [][2]float64 {
	s := newTempo(&tapped{sound, 700})
	s.speed = speed
	all := make([][2]float64, 0, int(float64(len(sound))/speed)) // avoids copies as it grows
	buf := make([][2]float64, 100)
	for {
		if to, ok := change[len(all)]; ok {
			s.speed = to
		}
		n, ok := s.Stream(buf)
		if !ok {
			return all
		}
		all = append(all, buf[:n]...)
	}
}

// pitch returns the frequency of a channel in Hz. It counts the rising zero crossings, and measures the time from the
// first to the last.
func pitch(sound [][2]float64, c int) float64 {
	first, last, count := 0.0, 0.0, 0
	for i := range len(sound) - 1 {
		a, b := sound[i][c], sound[i+1][c]
		if a < 0 && b >= 0 {
			last = float64(i) + a/(a-b)
			if count == 0 {
				first = last
			}
			count++
		}
	}
	return float64(count-1) / (last - first) * Rate
}

// leap returns the largest step from one frame to the next.
func leap(sound [][2]float64) float64 {
	most := 0.0
	for i := range len(sound) - 1 {
		for c := range 2 {
			most = max(most, math.Abs(sound[i+1][c]-sound[i][c]))
		}
	}
	return most
}

var speeds = []float64{0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 2.5, 3}

func TestTempoKeepsPitchAndTime(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	seconds := testkit.Times(8, 20)
	for _, hz := range []float64{220, 440, 1320} {
		for i, speed := range speeds {
			if hz != 440 && i%4 != 0 {
				continue // the slowest, the fastest and one in between are enough
			}
			t.Run(fmt.Sprintf("%v Hz at %v", hz, speed), func(t *testing.T) {
				sound := tones(hz, hz*1.5, seconds*Rate)
				got := stretched(sound, speed, nil)
				if want := float64(seconds*Rate) / speed; math.Abs(float64(len(got))/want-1) > 0.005 {
					t.Errorf("%d frames, want %.0f", len(got), want)
				}
				for c, want := range []float64{hz, hz * 1.5} {
					if p := pitch(got, c); math.Abs(p/want-1) > 0.01 {
						t.Errorf("%.1f Hz on side %d, want %v", p, c, want)
					}
				}
				if was, is := leap(sound), leap(got); is > was*1.2 {
					t.Errorf("a leap of %.3f, where %.3f is the most in the recording", is, was)
				}
				if a := loudness(got); math.Abs(a/loudness(sound)-1) > 0.05 {
					t.Errorf("a loudness of %.3f, want %.3f", a, loudness(sound))
				}
			})
		}
	}
}

// loudness returns the mean power.
func loudness(sound [][2]float64) float64 {
	sum := 0.0
	for _, f := range sound {
		sum += f[0]*f[0] + f[1]*f[1]
	}
	return sum / float64(len(sound))
}

func TestTempoAtOneChangesNothing(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	sound := tones(440, 777, Rate)
	if got := stretched(sound, 1, nil); !slices.Equal(got, sound) {
		t.Error("the sound is not the same")
	}
	got := stretched(sound, 1, map[int]float64{2000: 2, 12000: 1})
	if !slices.Equal(got[:2000], sound[:2000]) {
		t.Error("the sound is not the same before the change")
	}
	rest := len(got) - 12000 - hopFrames
	if !slices.Equal(got[len(got)-rest:], sound[len(sound)-rest:]) {
		t.Error("the sound is not the same after the change back")
	}
}

func TestTempoChangesWithoutClicks(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	sound := tones(200, 310, 20*Rate)
	change := map[int]float64{}
	for i := range 60 {
		change[4000+7700*i] = append(speeds, 1)[i*7%10]
	}
	got := stretched(sound, 1, change)
	if was, is := leap(sound), leap(got); is > was*1.2 {
		t.Errorf("a leap of %.4f, where %.4f is the most in the recording", is, was)
	}
	for c, want := range []float64{200, 310} {
		if p := pitch(got, c); math.Abs(p/want-1) > 0.01 {
			t.Errorf("%.1f Hz on side %d, want %v", p, c, want)
		}
	}
}

func TestTempoKeepsSilence(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	for _, speed := range []float64{slowest, 1.3, fastest} {
		got := stretched(make([][2]float64, 20*Rate), speed, nil)
		if want := 20 * Rate / speed; math.Abs(float64(len(got))/want-1) > 0.005 || loudness(got) != 0 {
			t.Errorf("at %v: %d frames at %v", speed, len(got), loudness(got))
		}
	}
}

// TestTempoKeepsSides checks that a silent side stays silent, and opposite phase stays opposite.
func TestTempoKeepsSides(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	oneSided, opposite := tones(440, 0, Rate), tones(440, 0, Rate)
	for i, f := range opposite {
		opposite[i][1] = -f[0]
	}
	for _, speed := range speeds {
		for _, f := range stretched(oneSided, speed, nil) {
			if f[1] != 0 {
				t.Fatalf("at %v there is %v on the silent side", speed, f[1])
			}
		}
		got := stretched(opposite, speed, nil)
		for _, f := range got {
			if f[1] != -f[0] {
				t.Fatalf("at %v there is %v and %v", speed, f[0], f[1])
			}
		}
		if p := pitch(got, 0); math.Abs(p/440-1) > 0.01 {
			t.Errorf("at %v opposite sides make %.1f Hz", speed, p)
		}
	}
}

// TestTempoKeepsTheEnd checks that the last sound is played, however short it is.
func TestTempoKeepsTheEnd(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	for length := range testkit.Times(4, 12) {
		sound := tones(440, 440, Rate+length*97)
		end := len(sound) - Rate/50
		copy(sound[end:], tones(2000, 2000, Rate/50))
		for _, speed := range speeds {
			got := stretched(sound, speed, nil)
			if !slices.Equal(got[len(got)-100:], sound[len(sound)-100:]) {
				t.Errorf("at %v the last frames of %d are missing", speed, len(sound))
			}
		}
	}
	for n := range 3 * hopFrames {
		if got := stretched(tones(440, 440, n), 3, nil); len(got) > n || len(got) < n/3 {
			t.Errorf("%d frames become %d", n, len(got))
		}
	}
}

// TestTempoGoesOn checks that the sound held back is played when the source is empty for a while, and that it then
// continues where it stopped.
func TestTempoGoesOn(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	sound := tones(440, 440, 2*Rate)
	src := &tapped{nil, 1000}
	s := newTempo(src)
	s.speed = 1.5
	var got [][2]float64
	buf := make([][2]float64, 50)
	for from := 0; from < len(sound); from += Rate / 4 {
		src.rest = sound[from : from+Rate/4]
		for n, ok := s.Stream(buf); ok; n, ok = s.Stream(buf) {
			got = append(got, buf[:n]...)
		}
		if !s.empty() || s.held() != 0 {
			t.Fatalf("%d frames are still held", s.held())
		}
	}
	if was, is := leap(sound), leap(got); is > was*1.2 {
		t.Errorf("a leap of %.4f, where %.4f is the most in the recording", is, was)
	}
}

func TestTempoCountsWhatIsPlayed(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	for _, speed := range speeds {
		src := &tapped{tones(300, 500, 10*Rate), 1000}
		s := newTempo(src)
		s.speed = speed
		buf := make([][2]float64, 441)
		for i := 1; i <= 300; i++ {
			s.Stream(buf)
			played := 10*Rate - len(src.rest) - s.held()
			if want := float64(i) * 441 * speed; math.Abs(float64(played)-want) > 2*hopFrames {
				t.Fatalf("at %v: %d frames are said to be played, want %.0f", speed, played, want)
			}
		}
	}
}

func TestTempoAllocatesNothing(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	s := newTempo(&endless{sound: tones(300, 500, Rate)})
	s.speed = 1.7
	buf := make([][2]float64, 441)
	if n := testing.AllocsPerRun(100, func() { s.Stream(buf) }); n > 0 {
		t.Errorf("%v allocations for ten milliseconds", n)
	}
}

// endless repeats a recording.
type endless struct {
	sound [][2]float64
	at    int
}

func (e *endless) Stream(out [][2]float64) (int, bool) {
	n := copy(out, e.sound[e.at:])
	e.at = (e.at + n) % len(e.sound)
	return n, true
}

func (e *endless) Err() error { return nil }

// BenchmarkTempo measures the processor time of one second of output.
func BenchmarkTempo(b *testing.B) {
	for _, speed := range []float64{0.5, 1, 1.5, 3} {
		b.Run(fmt.Sprint(speed), func(b *testing.B) {
			s := newTempo(&endless{sound: tones(180, 310, Rate)})
			s.speed = speed
			second := make([][2]float64, Rate)
			b.ReportAllocs()
			for b.Loop() {
				s.Stream(second)
			}
		})
	}
}
