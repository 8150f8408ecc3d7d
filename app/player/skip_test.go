package player

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// mp3Of encodes a sound.
func mp3Of(t testing.TB, sound frames, options ...string) []byte {
	t.Helper()
	need(t, "lame")
	dir := t.TempDir()
	raw, mp3 := filepath.Join(dir, "a.raw"), filepath.Join(dir, "a.mp3")
	var b []byte
	for _, v := range whole(sound) {
		b = append(b, byte(v), byte(uint16(v)>>8))
	}
	testkit.NoError(t, os.WriteFile(raw, b, 0o600))
	run(t, "lame", append(append([]string{"--quiet", "-r", "-s", "44.1", "-b", "128"}, options...), raw, mp3)...)
	b = testkit.Must(os.ReadFile(mp3))(t)
	return b
}

// talkMP3 returns talkOf with some noise, and its MP3.
func talkMP3(t testing.TB, pauses ...float64) (*talk, []byte) {
	t.Helper()
	k := talkOf(pauses, noise(5, -55, 9*Rate))
	return k, mp3Of(t, k.sound)
}

// placeOf returns the frame of a recording that was heard in the middle of pcm, near a given frame: where the two are
// most alike. like is 1 if they are the same.
func placeOf(pcm []int16, sound frames, near, around int) (place int, like float64) {
	piece := framesOf(pcm)
	energy := func(of frames) (sum float64) {
		for _, f := range of {
			sum += f[0] * f[0]
		}
		return sum
	}
	first := max(near-around, 0)
	whole, there := energy(piece), 0.0
	for at := first; at <= near+around && at+len(piece) <= len(sound); at++ {
		if (at-first)%Rate == 0 { // exactly, since errors add up
			there = energy(sound[at : at+len(piece)])
		}
		both := 0.0
		for i, f := range piece {
			both += f[0] * sound[at+i][0]
		}
		if l := both / math.Sqrt(whole*(there+1e-12)); l > like {
			place, like = at, l
		}
		if next := at + len(piece); next < len(sound) {
			there += sound[next][0]*sound[next][0] - sound[at][0]*sound[at][0]
		}
	}
	return place + len(piece)/2, like
}

// heardNow returns the frames that leave the device now, 40 ms before the last ones, and around frames before and
// after.
func (b *bench) heardNow(around int) []int16 {
	pcm := b.tape.pcm()
	now := len(pcm) - 2*int(timeToSamples(40*ms, Rate))
	return pcm[now-2*around : now+2*around]
}

// wander plays to the end of an item and compares what leaves the device: State.Position must match its place in the
// recording within limit at any moment, and within a third of it in the mean. It never goes back.
func (b *bench) wander(id string, sound frames, limit time.Duration) (compared int) {
	b.t.Helper()
	last, sum := time.Duration(0), time.Duration(0)
	for ; b.State().ID == id && b.State().Status != Ended; b.pass(17 * ms) {
		s := b.State()
		if s.Position < last {
			b.t.Fatalf("from %v back to %v", last, s.Position)
		}
		last = s.Position
		piece := b.heardNow(Rate / 100)
		at, like := placeOf(piece, sound, int(timeToSamples(s.Position, Rate))-len(piece)/4, Rate/20)
		if like < 0.95 {
			continue // noise, or the tempo is between two pieces
		}
		compared++
		d := s.Position - samplesToTime(int64(at), Rate)
		if sum += d; d.Abs() > limit {
			b.t.Errorf("the position is %v, but %v more is heard", s.Position, -d)
		}
	}
	if mean := sum / time.Duration(max(compared, 1)); compared < 25 || mean.Abs() > limit/3 {
		b.t.Errorf("%d places differ by %v in the mean", compared, mean)
	}
	return compared
}

// limits are the largest errors of the position at a speed. The tempo takes each piece from up to 15 ms beside its
// place, which averages out within a word.
var limits = map[float64]time.Duration{1: ms, 1.5: 25 * ms}

// TestSkipSilencePosition checks the position at every speed, before and after each cut, and in the next item.
func TestSkipSilencePosition(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	first, data := talkMP3(t, 1, 0.3, 2, 0.8)
	second, next := talkMP3(t, 0.7, 1.1)
	for speed, limit := range limits {
		if speed != 1 && !testkit.IsLong() {
			continue
		}
		inBubble(t, func(b *bench) {
			b.SetSpeed(speed)
			b.Load(bytes.NewReader(data), LoadOptions{ID: "first", SkipSilence: true})
			b.SetNext(bytes.NewReader(next), LoadOptions{ID: "second", SkipSilence: true})
			b.pass(300 * ms)
			n := b.wander("first", first.sound, limit)
			b.pass(100 * ms)
			if s := b.want(Playing); s.Saved != 0 {
				t.Errorf("%v of the second item were left out after %v", s.Saved, s.Position)
			}
			m := b.wander("second", second.sound, limit)
			t.Logf("at speed %v: %d and %d places compared", speed, n, m)
			s := b.want(Ended)
			if s.Position != s.Duration {
				t.Errorf("ended at %v of %v", s.Position, s.Duration)
			}
			if d := s.Saved - 1200*ms; d > 0 || d < -30*ms {
				t.Errorf("%v were left out, want 1.2 s", s.Saved)
			}
		})
	}
}
