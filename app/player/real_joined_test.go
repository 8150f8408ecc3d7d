package player

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
)

// tonesAt returns when each tone starts and the last one ends, from the first on, to about a millisecond.
func tonesAt(pcm []int16) (hz []float64, at []time.Duration) {
	const window, step = Rate / 100, Rate / 1000
	mono := left(pcm)
	first := -1
	for i := 0; i+window <= len(mono); i += step {
		now := loudest(mono[i:i+window], Rate)
		if first < 0 && now == 0 {
			continue
		}
		if first < 0 {
			first = i
		}
		if n := len(hz); n == 0 || hz[n-1] != now {
			hz, at = append(hz, now), append(at, timeOf(i-first))
		}
	}
	return hz, at
}

// searchTime is how far from its place at another speed a piece of sound may be, see searchFrames.
const searchTime = 15 * ms

// jumps returns the greatest difference between neighbouring samples.
func jumps(pcm []int16) int {
	most := 0
	for i, mono := 1, left(pcm); i < len(mono); i++ {
		most = max(most, int(mono[i])-int(mono[i-1]), int(mono[i-1])-int(mono[i]))
	}
	return most
}

// mostJump is that of the highest of the tones at half of full scale, and some more.
const mostJump = 1 << 14 * 1320 * 2 * 355 / 113 / Rate * 3 / 2

// wantTones checks the tones of a capture and when they change, to what is given for each and for the last.
func wantTones(pcm []int16, hz []float64, at []time.Duration, each, last time.Duration) error {
	got, when := tonesAt(pcm)
	if fmt.Sprint(got) != fmt.Sprint(hz) {
		return fmt.Errorf("heard %v at %v, want %v", got, when, hz)
	}
	for i := range at {
		close := each
		if i == len(at)-1 {
			close = last
		}
		if d := when[i] - at[i]; d.Abs() > close {
			return fmt.Errorf("heard %v Hz at %v, want %v", got[i], when[i], at[i])
		}
	}
	if n := jumps(pcm); n > mostJump {
		return fmt.Errorf("a jump of %d, more than %d", n, mostJump)
	}
	return nil
}

// joinedTones writes a file of three recordings with other rates, each of a second with one tone, without a jump
// between them.
func joinedTones(t *testing.T) string {
	t.Helper()
	var all []byte
	for i, hz := range []string{"440", "660", "880"} {
		rate := []string{"48", "44.1", "22.05"}[i]
		all = append(all, encode(t, "44100", strings.Fields("synth 1 sine "+hz+" sine "+hz+" gain -6"),
			strings.Fields("-b 128 --resample "+rate))...)
	}
	name := filepath.Join(t.TempDir(), "joined.mp3")
	testkit.NoError(t, os.WriteFile(name, all, 0o600))
	return name
}

// TestRealSoundJoined captures a recording whose rate changes twice: each tone is at its place.
func TestRealSoundJoined(t *testing.T) {
	testkit.Long(t)
	r := newRig(t, pulseDevice)
	name := joinedTones(t)
	r.startServer()
	r.startChild()
	r.patiently(func() error {
		stop := r.record()
		r.send("load " + name)
		r.untilOver()
		const s = time.Second
		return wantTones(stop(), []float64{440, 660, 880, 0}, []time.Duration{0, s, 2 * s, 3 * s}, 5*ms, 15*ms)
	})
	r.quit()
}

// TestRealSoundUntil captures what plays up to a place at several speeds, and what is played after a long pause.
func TestRealSoundUntil(t *testing.T) {
	testkit.Long(t)
	r := newRig(t, pulseDevice)
	name := joinedTones(t)
	r.startServer()
	r.startChild()
	for _, speed := range []float64{1, 1.5, 3} {
		r.patiently(func() error {
			stop := r.record()
			r.send("load " + name)
			r.send("until 2000")
			r.send(fmt.Sprint("speed ", speed))
			r.untilStatus(Paused)
			time.Sleep(300 * ms)
			at := func(d time.Duration) time.Duration { return time.Duration(float64(d) / speed) }
			each, last := 5*ms, 5*ms
			if speed != 1 {
				each, last = searchTime, 30*ms // the last piece is played at the recording's own speed
			}
			times := []time.Duration{0, at(time.Second), at(2 * time.Second)}
			return wantTones(stop(), []float64{440, 660, 0}, times, each, last)
		})
		r.send("stop")
		r.untilStatus(Idle)
	}
	r.send("speed 1")
	r.patiently(func() error {
		r.send("load " + name)
		r.send("until 2500")
		r.untilStatus(Paused)
		time.Sleep(300 * ms)
		stop := r.record()
		r.send("resume 1500") // there is no pause in a tone
		r.send("play")
		r.untilOver()
		return wantTones(stop(), []float64{660, 880, 0}, []time.Duration{0, 500 * ms, 1500 * ms}, 5*ms, 15*ms)
	})
	r.quit()
}
