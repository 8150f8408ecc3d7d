package player

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// room is a noise under speech.
type room struct {
	name  string
	noise func(n int) frames
	least float64 // the least part of the pauses that is found, in percent
}

// rooms are noises of different kinds, about 30 dB below the speech. At least 0 means that misses are accepted; they do
// no harm.
var rooms = []room{
	{"white noise", func(n int) frames { return noise(1, -45, n) }, 95},
	{"dark noise, as of traffic", func(n int) frames { return dark(noise(1, -30, n), 300) }, 90},
	{"very dark noise, as of wind", func(n int) frames { return dark(noise(1, -22, n), 80) }, 70},
	{"noise that swells by 2 dB", func(n int) frames { return swelling(noise(1, -45, n), 2) }, 50},
	{"noise that swells by 6 dB", func(n int) frames { return swelling(noise(1, -45, n), 6) }, 0},
	{"a crackling record", func(n int) frames { return crackling(noise(1, -60, n)) }, 0},
	{"a fan that whistles", func(n int) frames {
		f := noise(1, -55, n)
		f.mixed(0, scaled(sine(1200, n), -50))
		return f
	}, 0},
}

// dark is a low-pass filter.
func dark(f frames, hz float64) frames {
	sides := [2]biquad{lowPass(hz), lowPass(hz)}
	for i := range f {
		f[i] = [2]float64{sides[0].pass(f[i][0]), sides[1].pass(f[i][1])}
	}
	return f
}

// swelling raises and lowers a noise by decibels, with a period of three seconds.
func swelling(f frames, db float64) frames {
	return f.shaped(func(t float64) float64 { return math.Sqrt(powerOf(db * math.Sin(2*math.Pi*t/3))) })
}

// crackling adds three clicks a second.
func crackling(f frames) frames {
	r := rand.New(rand.NewPCG(5, 5))
	for range len(f) * 3 / Rate {
		f[r.IntN(len(f))] = [2]float64{0.1, 0.1}
	}
	return f
}

// TestShortenerRooms measures how much of long pauses is found, in the original and in an MP3 of 64 kbit/s, whose noise
// has holes.
func TestShortenerRooms(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	clean := talkOf([]float64{1, 2, 0.8, 3, 1.5, 0.4, 1, 2}, nil)
	for _, room := range rooms[:testkit.Times(3, len(rooms))] {
		k := &talk{sound: slices.Clone(clean.sound), pauses: clean.pauses}
		k.sound.mixed(0, room.noise(len(k.sound)))
		coded := frames(framesOf(drain(open(t, mp3Of(t, k.sound, "-b", "64", "-m", "j", "--resample", "44.1")))))
		want := float64(k.shouldSave()) / 100
		got := float64(shorten(k.sound).saved()) / want
		fromMP3 := float64(shorten(coded).saved()) / want
		t.Logf("%-30s %5.1f %% are left out of what could be, %5.1f %% of an MP3", room.name, got, fromMP3)
		if got < room.least || fromMP3 < room.least-5 || max(got, fromMP3) > 102 {
			t.Error("that is wrong")
		}
	}
}
