package player

import (
	"math"
	"math/rand/v2"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// note adds a tone with six harmonics that starts suddenly and decays.
func (f frames) note(at, length, hz, gain, decay float64) {
	from, n := seconds(at), seconds(length)
	for i := 0; i < n && from+i < len(f); i++ {
		t := float64(i) / Rate
		env := gain * math.Exp(-t*decay) * min(1, t/0.005, float64(n-i)/(0.02*Rate))
		v := 0.0
		for h := 1.0; h <= 6; h++ {
			v += math.Sin(2*math.Pi*hz*h*t) / h
		}
		f[from+i][0] += env * v
		f[from+i][1] += env * v * 0.8
	}
}

// semitones returns the frequency n semitones above the A of 220 Hz.
func semitones(n int) float64 { return 220 * math.Pow(2, float64(n)/12) }

// shaped multiplies a sound by a gain that depends on the time.
func (f frames) shaped(gain func(t float64) float64) frames {
	out := make(frames, len(f))
	for i, v := range f {
		g := gain(float64(i) / Rate)
		out[i] = [2]float64{v[0] * g, v[1] * g}
	}
	return out
}

// musicSeconds is the length of each piece.
const musicSeconds = 24

func chords() frames {
	f := make(frames, musicSeconds*Rate)
	for i := range musicSeconds / 2 {
		for _, n := range [][]int{{0, 4, 7}, {5, 9, 12}, {-5, 2, 7}, {-3, 0, 4}}[i%4] {
			f.note(float64(i)*2, 1.95, semitones(n), 0.1, 0.7)
		}
	}
	return f
}

// arpeggio plays eight notes at a pace in notes per second, then rests for a second, and repeats.
func arpeggio(pace float64) frames {
	f := make(frames, musicSeconds*Rate)
	for at, i := 0.2, 0; at < musicSeconds; i++ {
		f.note(at, 0.95/pace, semitones([]int{0, 4, 7, 12, 16, 12, 7, 4}[i%8]), 0.2, 3)
		if at += 1 / pace; i%8 == 7 {
			at++
		}
	}
	return f
}

// drums returns a bass drum, a snare and a cymbal, with a rest after every fourth bar.
func drums() frames {
	f, r := make(frames, musicSeconds*Rate), rand.New(rand.NewPCG(3, 4))
	hit := func(at, decay, gain float64, sound func(t float64) float64) {
		for i := 0; i < Rate/2 && seconds(at)+i < len(f); i++ {
			t := float64(i) / Rate
			v := gain * math.Exp(-t*decay) * sound(t)
			f[seconds(at)+i][0] += v
			f[seconds(at)+i][1] += v
		}
	}
	hiss := func(float64) float64 { return r.NormFloat64() * 0.3 }
	bass := func(t float64) float64 { return math.Sin(2 * math.Pi * (50*t + 8*(1-math.Exp(-30*t)))) }
	snare := func(t float64) float64 { return hiss(t) + 0.5*math.Sin(2*math.Pi*190*t) }
	for at, i := 0.2, 0; at < musicSeconds; i++ {
		hit(at, 60, 0.2, hiss)
		switch i % 4 {
		case 0:
			hit(at, 12, 0.6, bass)
		case 2:
			hit(at, 20, 0.5, snare)
		}
		if at += 0.25; i%16 == 15 {
			at += 1.2
		}
	}
	return f
}

// melody repeats six notes and a rest of 1.2 s. vibrato is a part of the pitch; slide is the time of the slide from the
// note before and gap the silence after each note, in seconds.
func melody(vibrato, slide, gap float64) frames {
	f := make(frames, musicSeconds*Rate)
	steps := []int{0, 2, 4, 5, 7, 4, 2, 0}
	phase := 0.0
	for i := range f {
		t := float64(i) / Rate
		k := int(t / 0.6)
		in := t - float64(k)*0.6
		n := float64(steps[k%8])
		if in < slide && k%8 > 0 {
			n += (float64(steps[k%8-1]) - n) * (1 - in/slide)
		}
		phase += 2 * math.Pi * 220 * math.Pow(2, n/12) * (1 + vibrato*math.Sin(2*math.Pi*5.5*t)) / Rate
		if k%8 >= 6 || in > 0.6-gap {
			continue
		}
		v := 0.0
		for h := 1.0; h <= 8; h++ {
			v += math.Sin(phase*h) / h
		}
		v *= 0.15 * min(1, in/0.04, (0.6-gap-in)/0.04)
		f[i] = [2]float64{v, v}
	}
	return f
}

// siren glides up and down, with rests.
func siren() frames {
	f, phase := make(frames, musicSeconds*Rate), 0.0
	for i := range f {
		t := math.Mod(float64(i)/Rate, 4)
		phase += 2 * math.Pi * (500 - 300*math.Cos(math.Pi*t)) / Rate
		if t < 3 {
			f[i] = [2]float64{0.2 * math.Sin(phase), 0.2 * math.Sin(phase)}
		}
	}
	return f
}

func tremolo(hz float64) frames {
	return chords().shaped(func(t float64) float64 { return (1 + math.Cos(2*math.Pi*hz*t)) / 2 })
}

// afterSpeech returns ten seconds of speech, a pause and a sound.
func afterSpeech(sound frames) frames {
	return append(append(babble(1, 10*Rate), make(frames, Rate/2)...), sound...)
}

// piece is a sound that should not be shortened. most is the part of it that may be lost, in percent.
type piece struct {
	name  string
	sound func() frames
	most  float64
}

// music are the pieces.
var music = []piece{
	{"chords", chords, 0.1},
	{"chords that fade out", func() frames {
		return chords().shaped(func(t float64) float64 { return powerOf(-5 * max(t-8, 0) / 2) })
	}, 0.1},
	{"a quiet passage after a loud one", func() frames {
		return chords().shaped(func(t float64) float64 {
			if t > 8 && t < 16 {
				return 0.02
			}
			return 1
		})
	}, 0.1},
	{"arpeggios, 1 note a second", func() frames { return arpeggio(1) }, 0.1},
	{"arpeggios, 4 notes a second", func() frames { return arpeggio(4) }, 0.1},
	{"arpeggios, 12 notes a second", func() frames { return arpeggio(12) }, 0.1},
	{"tremolo at 0.3 Hz", func() frames { return tremolo(0.3) }, 0.1},
	{"tremolo at 1 Hz", func() frames { return tremolo(1) }, 0.1},
	{"tremolo at 4 Hz", func() frames { return tremolo(4) }, 0.1},
	{"tremolo at 8 Hz", func() frames { return tremolo(8) }, 0.1},
	{"drums with rests", drums, 0.1},
	{"a melody with rests", func() frames { return melody(0, 0, 0.05) }, 0.1},
	{"a melody with vibrato and rests", func() frames { return melody(0.02, 0, 0.05) }, 0.1},
	{"a melody that slides, with rests", func() frames { return melody(0, 0.2, 0.05) }, 0.1},
	{"a siren with rests", siren, 100},
	{"a melody sung with vibrato, in syllables", func() frames { return melody(0.02, 0.15, 0.2) }, 100},
	{"chords right after speech", func() frames { return afterSpeech(chords()) }, 0.1},
	{"arpeggios with rests right after speech", func() frames { return afterSpeech(arpeggio(4)) }, 100},
	{"drums with rests right after speech", func() frames { return afterSpeech(drums()) }, 100},
	{"music under speech, -30 dB", func() frames { return under(scaled(chords(), -14)) }, 0.1},
	{"chords so quiet under speech, -45 dB", func() frames { return under(scaled(chords(), -29)) }, 100},
	{"hiss after speech, 15 dB under it", func() frames { return afterSpeech(noise(2, -28, 10*Rate)) }, 100},
	{"hiss after speech, 10 dB under it", func() frames { return afterSpeech(noise(2, -23, 10*Rate)) }, 100},
}

// under returns speech with long pauses, and a sound under it.
func under(sound frames) frames {
	k := talkOf([]float64{1, 2, 1.5, 2}, nil)
	n := min(len(k.sound), len(sound))
	k.sound[:n].mixed(0, sound[:n])
	return k.sound[:n]
}

// TestShortenerLeavesMusic measures how much is lost of sounds that are not pauses in speech: of every fifth piece,
// or of all if tests may take long.
func TestShortenerLeavesMusic(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	for i, m := range music {
		if i%5 != 0 && !testkit.IsLong() {
			continue
		}
		sound := m.sound()
		lost := 100 * float64(shorten(sound).saved()) / float64(len(sound))
		t.Logf("%-45s loses %5.2f %%", m.name, lost)
		if lost > m.most {
			t.Error("that is too much")
		}
	}
}
