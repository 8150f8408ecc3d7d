package player

import (
	"math"
	"math/rand/v2"
)

// note adds a tone with harmonics that begins at once and decays.
func (f frames) note(at, length float64, hz, gain, decay float64) {
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

// semitones is a frequency so many semitones above the a of 220 Hz.
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

func chords(length float64) frames {
	f := make(frames, seconds(length))
	for i := 0; float64(i)*2 < length; i++ {
		for _, n := range [][]int{{0, 4, 7}, {5, 9, 12}, {-5, 2, 7}, {-3, 0, 4}}[i%4] {
			f.note(float64(i)*2, 1.95, semitones(n), 0.1, 0.7)
		}
	}
	return f
}

// arpeggio plays so many notes a second, eight of them, and then rests.
func arpeggio(length, pace, rest float64) frames {
	f := make(frames, seconds(length))
	for at, i := 0.5, 0; at < length; i++ {
		f.note(at, 0.95/pace, semitones([]int{0, 4, 7, 12, 16, 12, 7, 4}[i%8]), 0.2, 3)
		if at += 1 / pace; i%8 == 7 {
			at += rest
		}
	}
	return f
}

// drums is a bass drum, a snare and a cymbal, with a rest after every other bar.
func drums(length, rest float64) frames {
	f, r := make(frames, seconds(length)), rand.New(rand.NewPCG(3, 4))
	hit := func(at, decay, gain float64, sound func(t float64) float64) {
		for i := 0; i < seconds(0.5) && seconds(at)+i < len(f); i++ {
			t := float64(i) / Rate
			v := gain * math.Exp(-t*decay) * sound(t)
			f[seconds(at)+i][0] += v
			f[seconds(at)+i][1] += v
		}
	}
	hiss := func(float64) float64 { return r.NormFloat64() * 0.3 }
	for at, i := 0.2, 0; at < length; i++ {
		hit(at, 60, 0.2, hiss)
		if i%4 == 0 {
			hit(at, 12, 0.6, func(t float64) float64 { return math.Sin(2 * math.Pi * (50*t + 8*(1-math.Exp(-30*t)))) })
		}
		if i%4 == 2 {
			hit(at, 20, 0.5, func(t float64) float64 { return hiss(t) + 0.5*math.Sin(2*math.Pi*190*t) })
		}
		if at += 0.25; i%16 == 15 {
			at += rest
		}
	}
	return f
}

func melody(length, vibrato float64) frames {
	f := make(frames, seconds(length))
	phase := 0.0
	for i := range f {
		t := float64(i) / Rate
		k := int(t / 0.6)
		hz := semitones([]int{0, 2, 4, 5, 7, 9, 7, 4}[k%8])
		hz *= 1 + vibrato*math.Sin(2*math.Pi*5.5*t)
		phase += 2 * math.Pi * hz / Rate
		in := t - float64(k)*0.6
		env := 0.15 * min(1, in/0.05, (0.6-in)/0.05)
		if k%8 == 7 {
			env = 0
		}
		if k%16 == 15 || k%16 == 14 {
			env = 0
		}
		for h := 1.0; h <= 8; h++ {
			f[i][0] += env * math.Sin(phase*h) / h
		}
		f[i][1] = f[i][0]
	}
	return f
}

func musics() map[string]frames {
	m := map[string]frames{
		"chords":  chords(30),
		"drums":   drums(30, 1.2),
		"melody":  melody(30, 0),
		"vibrato": melody(30, 0.02),
	}
	for _, hz := range []float64{0.3, 0.5, 1, 2, 4, 6, 8} {
		m["tremolo "+string(rune('0'+int(hz)))] = chords(30).shaped(func(t float64) float64 { return (1 + math.Cos(2*math.Pi*hz*t)) / 2 })
	}
	for _, p := range []float64{1, 2, 4, 8, 12} {
		m["arpeggio "+string(rune('0'+int(p)))] = arpeggio(30, p, 1)
	}
	return m
}
