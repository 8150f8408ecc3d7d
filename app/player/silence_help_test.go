package player

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/faiface/beep"

	"sextant/app/testkit"
)

// frames is a sound in memory.
type frames [][2]float64

// seconds returns the number of frames in s seconds.
func seconds(s float64) int { return int(math.Round(s * Rate)) }

// noise returns white noise with a mean power in dBFS, of which four fifths are the same on both sides.
func noise(seed uint64, db float64, n int) frames {
	r := rand.New(rand.NewPCG(seed, 7))
	g := math.Sqrt(powerOf(db))
	out := make(frames, n)
	for i := range out {
		both, side := r.NormFloat64(), r.NormFloat64()
		out[i] = [2]float64{g * (0.9*both + 0.436*side), g * (0.9*both - 0.436*side)}
	}
	return out
}

// mixed adds a sound to another at a frame.
func (f frames) mixed(at int, other frames) {
	for i, v := range other {
		f[at+i][0] += v[0]
		f[at+i][1] += v[1]
	}
}

// shortened is the output of a shortener.
type shortened struct {
	sound frames
	cuts  []cutAt
}

// cutAt is a cut: frames of the recording were left out before frame at of the output.
type cutAt struct{ at, frames int }

// place returns the frame of the recording for a frame of the output.
func (s shortened) place(at int) int {
	left := 0
	for _, c := range s.cuts {
		if c.at <= at {
			left += c.frames
		}
	}
	return at + left
}

// saved returns the number of frames left out.
func (s shortened) saved() (n int) {
	for _, c := range s.cuts {
		n += c.frames
	}
	return n
}

func shorten(sound frames, sizes ...int) (got shortened) {
	s := newShortener()
	got.sound = make(frames, 0, len(sound))
	out := func(piece [][2]float64, left int) error {
		if left > 0 {
			got.cuts = append(got.cuts, cutAt{len(got.sound), left})
		}
		got.sound = append(got.sound, piece...)
		return nil
	}
	for i := 0; len(sound) > 0; i++ {
		n := 1024
		if len(sizes) > 0 {
			n = sizes[i%len(sizes)]
		}
		n = min(n, len(sound))
		_ = s.push(sound[:n], out)
		sound = sound[n:]
	}
	_ = s.finish(out)
	return got
}

// needEspeak skips a test if espeak-ng is not installed, or fails it if SEXTANT_NEED_ESPEAK is set.
func needEspeak(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		if os.Getenv("SEXTANT_NEED_ESPEAK") != "" {
			t.Fatal("espeak-ng is not installed, and SEXTANT_NEED_ESPEAK is set")
		}
		t.Skip("espeak-ng is not installed: nothing speaks here")
	}
}

// spoken returns a text in a voice of espeak-ng, at about -20 dBFS and without the silence at its ends.
func spoken(t testing.TB, voice, text string) frames {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.wav")
	run(t, "espeak-ng", "-v", voice, "-w", name, text)
	b := testkit.Must(os.ReadFile(name))(t)
	rate := int(binary.LittleEndian.Uint32(b[24:]))
	mono := fromBytes(b[44:])
	in := make(frames, len(mono))
	for i, v := range mono {
		in[i] = [2]float64{float64(v) / (1 << 15) / 2, float64(v) / (1 << 15) / 2}
	}
	s := beep.Resample(4, beep.SampleRate(rate), Rate, &tapped{in, 512})
	out := make(frames, 0, len(in)*int(Rate)/rate)
	buf := make(frames, 512)
	for {
		n, _ := s.Stream(buf)
		if n == 0 {
			return trimQuiet(out)
		}
		out = append(out, buf[:n]...)
	}
}

// trimQuiet removes what is below -52 dBFS at both ends.
func trimQuiet(f frames) frames {
	const least = 0.0025
	for len(f) > 0 && math.Abs(f[0][0]) < least {
		f = f[1:]
	}
	for len(f) > 0 && math.Abs(f[len(f)-1][0]) < least {
		f = f[:len(f)-1]
	}
	return f
}

// babble is a voice with syllables: its pitch glides, and then it hisses for 50 ms.
func babble(seed uint64, n int) frames {
	r := rand.New(rand.NewPCG(seed, 9))
	out := make(frames, n)
	const syllable, vowel = Rate / 5, Rate * 15 / 100
	phase, from, to := 0.0, 0.0, 0.0
	for i := range out {
		at := i % syllable
		if at == 0 {
			from = 90 + 60*r.Float64()
			to = from * (0.8 + 0.15*r.Float64())
		}
		if at >= vowel {
			out[i] = [2]float64{0.11 * r.NormFloat64(), 0.11 * r.NormFloat64()}
			continue
		}
		t := float64(at) / vowel
		phase += 2 * math.Pi * (from + (to-from)*t) / Rate
		v := 0.0
		for h := 1.0; h <= 24; h++ {
			v += math.Cos(h*phase) / (1 + math.Abs(h-5)/2)
		}
		v *= 0.13 * (0.3 + math.Sin(math.Pi*t))
		out[i] = [2]float64{v, v * 0.9}
	}
	return out
}
