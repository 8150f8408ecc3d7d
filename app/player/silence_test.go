package player

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// talk is words with pauses between them, of so many seconds, and noise of a room under all.
type talk struct {
	sound  frames
	pauses [][2]int // where each begins and ends
}

// addPause appends a pause and a word.
func (k *talk) add(pause float64, word frames) {
	from := len(k.sound)
	k.sound = append(k.sound, make(frames, seconds(pause))...)
	k.pauses = append(k.pauses, [2]int{from, len(k.sound)})
	k.sound = append(k.sound, word...)
}

// talkOf says something, then makes pauses, and says something after each.
func talkOf(pauses []float64, floor frames) *talk {
	k := &talk{sound: babble(1, seconds(3))[77:]}
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

// check looks at what became of a recording: nothing may have changed but for the middle of the pauses.
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

// checkCut looks at one cut: it must be in a pause, away from both ends.
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

// TestShortenerLengths has pauses of all lengths, in noise of all levels: up to 0.6 s they stay, and become 0.3 s
// otherwise, but for the 6 ms that the filters ring after a sound that ends within a sample.
func TestShortenerLengths(t *testing.T) {
	lengths := []float64{0.2, 0.61, 0.5, 0.6, 0.61, 0.7, 1, 2, 0.3, 5, 0.599, 0.62, 1.5}
	floors := map[string]frames{
		"digital silence": nil, "hum": hum(-50), "hum in noise": hum(-50),
	}
	floors["hum in noise"].mixed(0, noise(4, -55, len(floors["hum in noise"])))
	for _, db := range []float64{-60, -50, -40, -35} {
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

// hum is that of the mains, of 50 Hz and weaker 100 and 150.
func hum(db float64) frames {
	f := make(frames, 10*Rate)
	for i := range f {
		t := 2 * math.Pi * float64(i) / Rate
		v := math.Sqrt(2*powerOf(db)) * (math.Sin(50*t) + 0.3*math.Sin(100*t) + 0.1*math.Sin(150*t))
		f[i] = [2]float64{v, v}
	}
	return f
}
