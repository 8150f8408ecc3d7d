package player

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// scaled makes a sound louder or quieter by decibels.
func scaled(sound [][2]float64, db float64) [][2]float64 {
	out := make([][2]float64, len(sound))
	for i, f := range sound {
		g := math.Pow(10, db/20)
		out[i] = [2]float64{f[0] * g, f[1] * g}
	}
	return out
}

// sine returns a tone at full scale on both sides. At 997 Hz its loudness is 0 LUFS.
func sine(hz float64, n int) [][2]float64 {
	sound := make([][2]float64, n)
	for i := range sound {
		v := math.Sin(2 * math.Pi * hz * float64(i) / Rate)
		sound[i] = [2]float64{v, v}
	}
	return sound
}

// TestMeter has test cases of EBU Tech 3341, with parts of a quarter of their length unless tests may take long.
func TestMeter(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	tone := sine(997, 60*Rate)
	part := func(db float64, seconds int) [][2]float64 {
		return scaled(tone[:seconds*Rate*testkit.Times(1, 4)/4], db)
	}
	tests := []struct {
		name  string
		parts [][][2]float64
		want  float64
	}{
		{"-23", [][][2]float64{part(-23, 20)}, -23},
		{"-33", [][][2]float64{part(-33, 20)}, -33},
		{"quiet ends do not count", [][][2]float64{part(-36, 10), part(-23, 60), part(-36, 10)}, -23},
		{
			"nor does silence",
			[][][2]float64{part(-72, 10), part(-36, 10), part(-23, 60), part(-36, 10), part(-72, 10)},
			-23,
		},
		{"changing", [][][2]float64{part(-26, 20), part(-20, 20), part(-26, 20)}, -23},
	}
	for _, test := range tests {
		m := newMeter()
		for _, p := range test.parts {
			m.measure(p)
		}
		if got, _ := m.loudness(); math.Abs(got-test.want) > 0.2 {
			t.Errorf("%s: %.2f LUFS, want %v", test.name, got, test.want)
		}
	}
	m := newMeter()
	m.measure(sine(60, 10*Rate))
	if got, _ := m.loudness(); got > -2 {
		t.Errorf("60 Hz is heard as %.2f LUFS", got)
	}
	m = newMeter()
	m.measure(make([][2]float64, 10*Rate))
	if _, n := m.loudness(); n != 0 || measuredGain(m) != 1 {
		t.Errorf("silence has %d blocks and a gain of %v", n, measuredGain(m))
	}
}

func TestLevellerNeverClips(t *testing.T) {
	l := newLeveller()
	l.on, l.aim = true, gainOf(12)
	l.settle()
	sound := append(scaled(sine(440, Rate), -20), sine(440, Rate)...)
	sound = append(sound, scaled(sine(440, Rate), -20)...)
	got := scaled(sound, 0)
	for from := 0; from < len(got); from += chunkFrames {
		l.apply(got[from:min(from+chunkFrames, len(got))])
	}
	for i, f := range got {
		if math.Abs(f[0]) > 1.0000001 {
			t.Fatalf("%v at frame %d", f[0], i)
		}
	}
	if was, is := leap(sound), leap(got); is > 4.1*was { // the gain is 4 before the peak
		t.Errorf("a leap of %v, where the most is %v", is, was)
	}
	if a := got[Rate-200 : Rate-100]; loudness(a)/loudness(sound[Rate-200:Rate-100]) < 15 {
		t.Error("the quiet part is not louder")
	}
}

func TestLevellerTouchesNothing(t *testing.T) {
	l := newLeveller()
	sound := sine(440, 1000)
	sound[7] = [2]float64{1.5, -1.5}
	got := scaled(sound, 0)
	l.apply(got)
	l.on = true
	l.apply(got)
	for i := range got {
		if got[i] != sound[i] {
			t.Fatalf("frame %d has changed", i)
		}
	}
}

// heardLoudness returns the loudness of the last second that was heard, in LUFS.
func (b *bench) heardLoudness() float64 {
	pcm := b.tape.pcm()
	pcm = pcm[len(pcm)-2*Rate:]
	m := newMeter()
	for i := 0; i < len(pcm); i += 2 {
		m.measure([][2]float64{{float64(pcm[i]) / (1 << 15), float64(pcm[i+1]) / (1 << 15)}})
	}
	lufs, _ := m.loudness()
	return lufs
}

// TestEven plays loud and quiet tones, with and without a ReplayGain in the file.
func TestEven(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it computes on one goroutine")
	for _, test := range []struct {
		db       int
		want     float64 // heard, in LUFS
		reported bool
	}{{-2, -14, true}, {-9, -18, true}, {-27, -18, true}, {-6, -18, false}, {-27, -18, false}, {-50, -38, false}} {
		options := []string{"-b", "192", "--noreplaygain"}
		if test.reported {
			options[2] = "--replaygain-accurate"
		}
		b := encode(t, "44100", strings.Fields(fmt.Sprintf("synth 14 sine 997 sine 997 gain %d", test.db)), options)
		if reported := open(t, b).index.segments[0].info.gain.known; reported != test.reported {
			t.Fatalf("the loudness is reported: %v", reported)
		}
		inBubble(t, func(p *bench) {
			p.SetEven(true)
			p.Load(bytes.NewReader(b), LoadOptions{})
			p.pass(12 * time.Second)
			// ReplayGain 1 measures a pure tone a little differently.
			if got := p.heardLoudness(); math.Abs(got-test.want) > 0.5 &&
				(!test.reported || math.Abs(got-test.want) > 4) {
				t.Errorf("%d dB, reported %v: %.1f LUFS", test.db, test.reported, got)
			}
			p.SetEven(false)
			p.Seek(5 * time.Second)
			p.pass(2 * time.Second)
			if got := p.heardLoudness(); math.Abs(got-float64(test.db)) > 0.5 || p.State().Even {
				t.Errorf("%d dB is left at %.1f LUFS", test.db, got)
			}
		})
	}
}

func TestEvenIsSlow(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	data := encode(t, "44100", strings.Fields("synth 12 sine 997 sine 997 gain -30"), []string{
		"-b", "192", "--noreplaygain",
	})
	inBubble(t, func(b *bench) {
		b.Load(bytes.NewReader(data), LoadOptions{})
		b.pass(4 * time.Second)
		b.SetEven(true)
		last := b.heardLoudness()
		for range 12 {
			b.pass(500 * ms)
			now := b.heardLoudness()
			if now < last-0.1 || now > last+evenPace {
				t.Errorf("from %.1f to %.1f LUFS in half a second", last, now)
			}
			last = now
		}
		if last < -26 {
			t.Errorf("still at %.1f LUFS", last)
		}
	})
}

func TestEncoderGain(t *testing.T) {
	b := make([]byte, 30)
	copy(b, "LAME3.100")
	for raw, want := range map[[2]byte]replayGain{
		{0, 0}: {}, {0x2c, 64}: {6.4, true}, {0x2e, 64}: {-6.4, true}, {0x4e, 64}: {}, {0x2d, 0}: {25.6, true},
	} {
		b[15], b[16] = raw[0], raw[1]
		if got := encoderGain(b); got != want {
			t.Errorf("%x: %v, want %v", raw, got, want)
		}
	}
}

func BenchmarkMeter(b *testing.B) {
	m, second := newMeter(), sine(997, Rate)
	b.ReportAllocs()
	for b.Loop() {
		m.measure(second)
		m.loudness()
	}
}
