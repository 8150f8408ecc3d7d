package player

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// talk is words with pauses between them, and the noise of a room.
type talk struct {
	sound  frames
	pauses [][2]int // start and end of each
}

// add appends a pause, in seconds, and a word.
func (k *talk) add(pause float64, word frames) {
	from := len(k.sound)
	k.sound = append(k.sound, make(frames, seconds(pause))...)
	k.pauses = append(k.pauses, [2]int{from, len(k.sound)})
	k.sound = append(k.sound, word...)
}

// talkOf returns speech with pauses of the given lengths in seconds, and a repeated noise.
func talkOf(pauses []float64, floor frames) *talk {
	all := seconds(3)
	for _, p := range pauses {
		all += seconds(p) + seconds(1.2)
	}
	k := &talk{sound: append(make(frames, 0, all), babble(1, seconds(3))[77:]...)} // append would copy minutes
	for i, p := range pauses {
		k.add(p, babble(uint64(i)+2, seconds(1.2))[seconds(0.15)+131*i:])
	}
	for i := range k.sound {
		if len(floor) > 0 {
			f := floor[i%len(floor)]
			k.sound[i][0] += f[0]
			k.sound[i][1] += f[1]
		}
	}
	return k
}

// check checks that nothing has changed but the middle of the pauses.
func (k *talk) check(t *testing.T, got shortened) {
	t.Helper()
	if len(got.sound)+got.saved() != len(k.sound) {
		t.Fatalf("%d frames came out and %d were left out of %d", len(got.sound), got.saved(), len(k.sound))
	}
	at := 0
	for _, c := range append(got.cuts, cutAt{len(got.sound) + joinFrames/2, 0}) {
		for ; at < c.at-joinFrames/2; at++ {
			if got.sound[at] != k.sound[got.place(at)] {
				t.Fatalf("frame %d of the recording has changed", got.place(at))
			}
		}
		if at < len(got.sound) {
			k.checkCut(t, got, c)
		}
		at = c.at + joinFrames/2
	}
}

// checkCut checks a cut: it must be in a pause, away from both ends.
func (k *talk) checkCut(t *testing.T, got shortened, c cutAt) {
	t.Helper()
	from, to := got.place(c.at-1)-joinFrames/2, got.place(c.at)+joinFrames/2
	if !slices.ContainsFunc(k.pauses, func(p [2]int) bool {
		return from-p[0] >= Rate/10 && p[1]-to >= Rate/10 && p[1]-p[0] > longestPause
	}) {
		t.Fatalf("%d to %d was left out; the pauses are %d", from, to, k.pauses)
	}
	around := got.sound[c.at-joinFrames : c.at+joinFrames]
	if was, is := leap(k.sound[from-2*joinFrames:from]), leap(around); is > 1.6*was+1e-4 {
		t.Errorf("a step of %.5f at a joint, where the noise has %.5f", is, was)
	}
}

// TestShortenerLengths has pauses of many lengths, in noise of several levels: up to 0.6 s they stay, and become 0.3 s
// otherwise, but for the 6 ms that the filters ring after a sound that ends within a sample.
func TestShortenerLengths(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	lengths := []float64{0.2, 0.61, 0.5, 0.6, 0.61, 0.7, 1, 2, 0.3, 5, 0.599, 0.62, 1.5}
	floors := map[string]frames{
		"digital silence": nil, "hum": hum(-50), "hum in noise": hum(-50),
	}
	floors["hum in noise"].mixed(0, noise(4, -55, len(floors["hum in noise"])))
	for _, db := range []float64{-50, -60, -40, -35}[:testkit.Times(1, 4)] {
		floors[fmt.Sprint(db, " dB")] = noise(3, db, 12*Rate+7)
	}
	for name, floor := range floors {
		t.Run(name, func(t *testing.T) {
			k := talkOf(lengths, floor)
			got := shorten(k.sound)
			k.check(t, got)
			i := 0
			for _, p := range k.pauses {
				length := p[1] - p[0]
				if length <= longestPause {
					continue
				}
				if i == len(got.cuts) {
					t.Fatalf("only %d pauses were shortened", i)
				}
				if is := length - got.cuts[i].frames; is < shortPause || is > shortPause+Rate*6/1000 {
					t.Errorf("a pause of %v became one of %v",
						samplesToTime(int64(length), Rate), samplesToTime(int64(is), Rate))
				}
				i++
			}
		})
	}
}

// hum returns mains hum: 50 Hz, and weaker 100 and 150 Hz.
func hum(db float64) frames {
	f := make(frames, 10*Rate)
	for i := range f {
		t := 2 * math.Pi * float64(i) / Rate
		v := math.Sqrt(2*powerOf(db)) * (math.Sin(50*t) + 0.3*math.Sin(100*t) + 0.1*math.Sin(150*t))
		f[i] = [2]float64{v, v}
	}
	return f
}

// TestShortenerEnds has silence at the start and at the end: near silence is shortened there too, but noise before the
// first sound stays, as its kind is not known yet.
func TestShortenerEnds(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	for _, test := range []struct {
		db   float64
		cuts int
	}{{-90, 2}, {-70, 2}, {-50, 1}, {-35, 1}} {
		k := &talk{}
		k.add(1.5, babble(1, 4*Rate))
		k.add(2.5, nil)
		k.sound.mixed(0, noise(8, test.db, len(k.sound)))
		got := shorten(k.sound)
		k.check(t, got)
		if len(got.cuts) != test.cuts {
			t.Errorf("%v dB: %d cuts", test.db, len(got.cuts))
		}
	}
	for _, n := range []int{0, 1, 440, 441, 442, Rate / 2} {
		sound := noise(1, -90, n)
		if got := shorten(sound); !slices.Equal(got.sound, sound) {
			t.Errorf("%d frames have changed", n)
		}
	}
}

// TestShortenerFollowsFloor changes the noise of the room: if it falls, pauses are found at once, and if it rises,
// after the five seconds for which the floor is remembered.
func TestShortenerFollowsFloor(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	pauses := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	for _, test := range []struct {
		before, after float64
		least         int
	}{{-40, -60, 10}, {-60, -40, 6}, {-70, -50, 6}} {
		k := talkOf(pauses, nil)
		half := k.pauses[4][0] - Rate/2
		k.sound[:half].mixed(0, noise(1, test.before, half))
		k.sound[half:].mixed(0, noise(2, test.after, len(k.sound)-half))
		got := shorten(k.sound)
		k.check(t, got)
		t.Logf("from %v to %v dB: %d of %d pauses", test.before, test.after, len(got.cuts), len(pauses))
		if len(got.cuts) < test.least {
			t.Error("those are too few")
		}
	}
}

// TestShortenerSplitsLongPauses checks that at most longestCut and a pause are left out at once.
func TestShortenerSplitsLongPauses(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	k := talkOf([]float64{30}, noise(3, -55, 9*Rate))
	got := shorten(k.sound)
	k.check(t, got)
	if len(got.cuts) != 4 {
		t.Errorf("%d cuts", len(got.cuts))
	}
	for _, c := range got.cuts {
		if c.frames > longestCut+longestPause {
			t.Errorf("%d frames were left out at once", c.frames)
		}
	}
}

// TestShortenerHoldsBackLittle checks that at most longestPause and a step are held back.
func TestShortenerHoldsBackLittle(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	s, came, went, most := newShortener(), 0, 0, 0
	sound := talkOf([]float64{0.2, 0.6, 1, 9, 0.6}, noise(3, -55, 9*Rate)).sound
	out := func(piece [][2]float64, left int) error {
		went += len(piece) + left
		return nil
	}
	for ; len(sound) > 0; sound = sound[min(100, len(sound)):] {
		came += min(100, len(sound))
		_ = s.push(sound[:min(100, len(sound))], out)
		if s.length <= longestPause {
			most = max(most, came-went)
		}
	}
	if most > longestPause+stepFrames || most < longestPause/2 {
		t.Errorf("%d frames were held back", most)
	}
}

// FuzzShortener shortens a sound of stretches of random levels, which comes in pieces of random sizes: what comes out
// and what is left out is the whole input, in order. 2,000 inputs can take longer than 10 s of a processor: pauses are
// shortened from 0.6 s on, so that an input is up to two seconds of sound.
func FuzzShortener(f *testing.F) {
	const mostPieces = 4 // numbers, two for each piece
	f.Add(uint64(1), []byte{200, 255, 0, 40})
	f.Add(uint64(2), []byte{0, 0, 0, 0})
	f.Add(uint64(3), []byte{250, 128, 190, 255})
	r := rand.New(rand.NewPCG(1, 2))
	for seed := range uint64(12) {
		shape := make([]byte, mostPieces)
		for i := range shape {
			shape[i] = byte(r.Uint32())
		}
		f.Add(seed, shape)
	}
	voice := babble(1, 2*Rate)
	f.Fuzz(func(t *testing.T, seed uint64, shape []byte) {
		if len(shape) > mostPieces {
			t.Skip("longer than a pause between two voices")
		}
		sound := slices.Clone(voice[:Rate/4])
		for i := 0; i+1 < len(shape); i += 2 {
			n := (int(shape[i+1]) + 1) * 150
			if shape[i]%3 == 0 {
				sound = append(sound, voice[i*1000:][:n]...)
				continue
			}
			sound = append(sound, noise(seed+uint64(i), -float64(shape[i])/2.5, n)...)
		}
		sizes := []int{1024}
		for _, b := range shape {
			sizes = append(sizes, int(b)*7+1)
		}
		got := shorten(sound, sizes...)
		inOrder(t, sound, got)
		if one := shorten(sound); !slices.Equal(one.sound, got.sound) {
			t.Fatal("the sizes of the pieces matter")
		}
	})
}

// inOrder checks that the output is the whole input in order, but for the cuts and the crossfades.
func inOrder(t *testing.T, sound frames, got shortened) {
	t.Helper()
	if len(got.sound)+got.saved() != len(sound) {
		t.Fatalf("%d and %d frames of %d", len(got.sound), got.saved(), len(sound))
	}
	at, left := 0, 0
	for _, c := range append(got.cuts, cutAt{len(got.sound) + joinFrames/2, 0}) {
		if end := c.at - joinFrames/2; !slices.Equal(got.sound[at:end], sound[at+left:end+left]) {
			t.Fatalf("frames %d to %d have changed", at, end)
		}
		at, left = c.at+joinFrames/2, left+c.frames
	}
}

func TestShortenerAllocatesNothing(t *testing.T) {
	s := newShortener()
	sound := talkOf([]float64{1, 2, 0.3}, noise(3, -55, 9*Rate)).sound
	out := func([][2]float64, int) error { return nil }
	at := 0
	if n := testing.AllocsPerRun(len(sound)/chunkFrames-2, func() {
		_ = s.push(sound[at:at+chunkFrames], out)
		at += chunkFrames
	}); n > 0 {
		t.Errorf("%v allocations for ten milliseconds", n)
	}
}

// BenchmarkShortener shortens nine seconds of speech with pauses.
func BenchmarkShortener(b *testing.B) {
	s := newShortener()
	sound := talkOf([]float64{1, 2, 0.3}, noise(3, -55, 9*Rate)).sound
	b.ReportAllocs()
	for b.Loop() {
		_ = s.push(sound, func([][2]float64, int) error { return nil })
	}
	b.ReportMetric(float64(len(sound))/Rate*float64(b.N)/b.Elapsed().Seconds(), "x-real-time")
}
