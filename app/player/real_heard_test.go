package player

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
)

// untilOver waits for the end, and until the sound server has played the rest.
func (r *rig) untilOver() {
	r.t.Helper()
	r.untilStatus(Ended)
	time.Sleep(200 * ms)
}

// TestRealSoundSeek seeks forward and back while playing, and while paused: the sound after it is the one at that
// position, to the end of its tone.
func TestRealSoundSeek(t *testing.T) {
	r := newRig(t, pulseDevice)
	name := longFixture(t)
	r.startServer()
	r.startChild()
	r.patiently(func() error {
		stop := r.record()
		r.send("load " + name)
		r.until("half a second", func(s said) bool { return s.Position >= 500*ms })
		r.send("seek 2400")
		r.until("the fourth tone", func(s said) bool { return s.Position >= 3300*ms })
		r.send("pause")
		r.untilStatus(Paused)
		r.send("seek 1700")
		time.Sleep(500 * ms)
		r.send("play")
		r.untilOver()
		return compareSeeks(trimmed(stretches(stop())))
	})
	r.quit()
}

// compareSeeks expects some of 440 Hz, 600 ms of 880, some of 1320, silence, and all from the middle of 660 Hz on. The
// lengths of the first and the last tone before a jump depend on when the States came. At the first jump the device is
// emptied; a busy machine may take a moment to fill it again.
func compareSeeks(got []stretch) error {
	const s, moment = time.Second, 60 * ms
	if len(got) > 1 && got[1].hz == 0 && got[1].lasts <= moment {
		got = slices.Delete(got, 1, 2)
	}
	if len(got) != 7 || got[0].hz != 440 || got[2].hz != 1320 {
		return fmt.Errorf("heard %v", got)
	}
	if got[0].lasts > 1*s || got[2].lasts > 1*s {
		return fmt.Errorf("a jump came late: %v", got)
	}
	if got[3].hz != 0 || got[3].lasts < 400*ms {
		return fmt.Errorf("heard %v in the pause", got[3])
	}
	if err := compare(got[1:2], []stretch{{880, 600 * ms}}); err != nil {
		return err
	}
	return compare(got[4:], []stretch{{660, 300 * ms}, {880, s}, {1320, s}})
}

// TestRealSoundSpeed plays at a speed of 1.5: each tone keeps its pitch within one percent, and takes two thirds of its
// time within three.
func TestRealSoundSpeed(t *testing.T) {
	testkit.Long(t)
	const speed, seconds = 1.5, 1.8
	var steps []string
	for _, hz := range []int{440, 660, 880, 1320} {
		steps = append(steps, fmt.Sprintf("synth %v sine %d sine %d", seconds, hz, hz))
	}
	r := newRig(t, pulseDevice)
	name := soundFile(t, strings.Join(steps, " : ")+" gain -6", "-b 128")
	r.startServer()
	r.startChild()
	r.send(fmt.Sprint("speed ", speed))
	r.patiently(func() error {
		stop := r.record()
		r.send("load " + name)
		r.untilStatus(Playing)
		r.untilOver()
		return compareSpeed(sounding(stop()), seconds/speed)
	})
	r.quit()
}

// compareSpeed expects four tones, each of a length in seconds.
func compareSpeed(pcm []int16, seconds float64) error {
	whole := samplesToTime(int64(len(pcm)/2), Rate)
	if want := 4 * seconds; math.Abs(whole.Seconds()/want-1) > 0.03 {
		return fmt.Errorf("all took %v, want %.2f s", whole, want)
	}
	if gap := longestGap(left(pcm)); gap > 5*ms {
		return fmt.Errorf("a gap of %v", gap)
	}
	each := len(pcm) / 2 / 4
	for i, hz := range []float64{440, 660, 880, 1320} {
		// Without a tenth at either end, where the neighbour may be heard.
		part := pcm[2*(i*each+each/10) : 2*((i+1)*each-each/10)]
		if p := pitch(framesOf(part), 0); math.Abs(p/hz-1) > 0.01 {
			return fmt.Errorf("heard %.1f Hz, want %v", p, hz)
		}
	}
	return nil
}

// framesOf is the inverse of whole.
func framesOf(pcm []int16) [][2]float64 {
	frames := make([][2]float64, 0, len(pcm)/2)
	for i := 0; i+1 < len(pcm); i += 2 {
		frames = append(frames, [2]float64{float64(pcm[i]) / (1 << 15), float64(pcm[i+1]) / (1 << 15)})
	}
	return frames
}

// sounding removes the silence at both ends, to the sample.
func sounding(pcm []int16) []int16 {
	const quiet = 300
	loud := func(s int16) bool { return s > quiet || s < -quiet }
	for len(pcm) >= 2 && !loud(pcm[0]) {
		pcm = pcm[2:]
	}
	for len(pcm) >= 2 && !loud(pcm[len(pcm)-2]) {
		pcm = pcm[:len(pcm)-2]
	}
	return pcm
}

// TestRealSoundNextFollows plays two tones, one after the other, with different rates and numbers of channels, and
// expects at most five milliseconds of silence at the join and anywhere else. The first ends soon after the start of a
// written piece, so that a second one that waits for the next piece is late by most of ten milliseconds.
func TestRealSoundNextFollows(t *testing.T) {
	testkit.Long(t)
	r := newRig(t, pulseDevice)
	first := soundFile(t, "synth 1.2005 sine 440 sine 440 gain -3", "-b 128")
	second := soundFile(t, "synth 1.2 sine 660 sine 660 gain -3", "--resample 22.05 -b 64 -m m")
	r.startServer()
	r.startChild()
	for _, speed := range []float64{1, 1.5} {
		r.send(fmt.Sprint("speed ", speed))
		tone := time.Duration(float64(1200*ms) / speed)
		r.patiently(func() error {
			stop := r.record()
			r.send("load " + first)
			r.send("next " + second)
			r.untilStatus(Playing)
			r.untilOver()
			pcm := stop()
			if err := compare(trimmed(stretches(pcm)), []stretch{{440, tone}, {660, tone}}); err != nil {
				return err
			}
			gap := longestGap(left(pcm))
			t.Logf("at speed %v the longest silence is %v", speed, gap)
			if gap > 5*ms {
				return fmt.Errorf("a gap of %v at speed %v", gap, speed)
			}
			return nil
		})
	}
	r.quit()
}
