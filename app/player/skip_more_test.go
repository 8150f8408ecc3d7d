package player

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit/race"
)

// timeOf returns the time of a frame.
func timeOf(frame int) time.Duration { return samplesToTime(int64(frame), Rate) }

// wantSaved checks how much was left out; coding smears a few milliseconds over the ends of a pause.
func (b *bench) wantSaved(want time.Duration) {
	b.t.Helper()
	if got := b.State().Saved; got > want || got < want-40*ms {
		b.t.Errorf("%v were left out, want %v", got, want)
	}
}

// TestSkipSilenceSeek seeks into the middle of a pause: the rest of it is shortened, and the position stays right.
func TestSkipSilenceSeek(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	k := talkOf([]float64{2, 1}, noise(5, -75, 9*Rate))
	data := mp3Of(t, k.sound)
	inBubble(t, func(b *bench) {
		b.Load(bytes.NewReader(data), LoadOptions{ID: "a", SkipSilence: true})
		b.pass(time.Second)
		to := timeOf(k.pauses[0][1]) - 1600*ms
		b.Seek(to)
		if s := b.State(); s.Position != to || s.Saved != 0 {
			t.Errorf("at %v with %v left out after a seek to %v", s.Position, s.Saved, to)
		}
		b.pass(100 * ms)
		b.wander("a", k.sound, ms)
		b.wantSaved(1300*ms + 700*ms)
		b.Seek(timeOf(k.pauses[1][0]) - 500*ms)
		b.Play()
		b.pass(10 * time.Second)
		if s := b.want(Ended); s.Position != s.Duration {
			t.Errorf("ended at %v of %v", s.Position, s.Duration)
		}
	})
}

// TestSkipSilenceSwitch switches while a tone plays: it continues at its position, and nothing clicks.
func TestSkipSilenceSwitch(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	k := &talk{sound: tones(200, 200, 8*Rate)}
	data := mp3Of(t, k.sound)
	inBubble(t, func(b *bench) {
		b.SetSkipSilence(true)
		b.want(Idle)
		b.SetSkipSilence(false)
		b.Load(bytes.NewReader(data), LoadOptions{ID: "a"})
		for i := range 6 {
			b.pass(time.Duration(603+11*i) * ms)
			before := b.want(Playing)
			b.SetSkipSilence(i%2 == 0)
			after := b.State()
			if after.Position != before.Position || after.SkipSilence != (i%2 == 0) {
				t.Errorf("from %v to %v, %v", before.Position, after.Position, after.SkipSilence)
			}
		}
		b.Pause()
		before := b.State()
		b.SetSkipSilence(true)
		if s := b.want(Paused); s.Position != before.Position {
			t.Errorf("from %v to %v while paused", before.Position, s.Position)
		}
		b.Play()
		b.pass(10 * time.Second)
		b.want(Ended)
		b.SetSkipSilence(false)
		if s := b.want(Ended); s.Position != s.Duration {
			t.Errorf("ended at %v of %v", s.Position, s.Duration)
		}
		if most := leap(framesOf(b.tape.pcm())); most > 0.021 { // the tone has 0.0143
			t.Errorf("a step of %.4f", most)
		}
	})
}

// TestSkipSilenceSaved checks that what was left out counts for the item, also after a seek, and not for the next.
func TestSkipSilenceSaved(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	k, data := talkMP3(t, 2, 1)
	inBubble(t, func(b *bench) {
		b.Load(bytes.NewReader(data), LoadOptions{SkipSilence: true})
		b.pass(4 * time.Second)
		b.wantSaved(1700 * ms)
		b.Seek(500 * ms)
		b.wantSaved(1700 * ms)
		b.pass(4 * time.Second)
		b.wantSaved(3400 * ms)
		b.SetSkipSilence(false)
		b.wantSaved(3400 * ms)
		b.pass(10 * time.Second)
		b.want(Ended)
		b.wantSaved(3400 * ms)
		b.Load(bytes.NewReader(data), LoadOptions{})
		b.pass(time.Duration(float64(len(k.sound))/Rate*float64(time.Second)) + 200*ms)
		b.want(Ended)
		b.wantSaved(0)
	})
}

// TestSkipSilenceTouchesNothing plays tones, which must not change.
func TestSkipSilenceTouchesNothing(t *testing.T) {
	inBubble(t, func(b *bench) {
		data := fixture(t, "stereo44.mp3")
		b.Load(bytes.NewReader(data), LoadOptions{SkipSilence: true})
		b.SetNext(bytes.NewReader(data), LoadOptions{ID: "next", SkipSilence: true})
		b.pass(5 * time.Second)
		b.want(Ended)
		want := drain(open(t, data))
		lead := 2 * (int(timeToSamples(40*ms, Rate)) + chunkFrames)
		from := 2 * 2 * fadeFrames
		if largest, _ := difference(b.tape.pcm()[lead+from:], append(want, want...)[from:]); largest > 0 {
			t.Errorf("a difference of %d", largest)
		}
	})
}

// TestSkipSilenceSilentItems plays silent items of many lengths.
func TestSkipSilenceSilentItems(t *testing.T) {
	need(t, "lame")
	for seconds, saved := range map[float64]time.Duration{
		0.001: 0, 0.01: 0, 0.3: 0, 0.6: 0, 0.9: 600 * ms, 3: 2700 * ms, 20: 19100 * ms, // in three cuts
	} {
		data := mp3Of(t, make(frames, int(seconds*Rate)))
		inBubble(t, func(b *bench) {
			b.Load(bytes.NewReader(data), LoadOptions{SkipSilence: true})
			b.pass(2 * time.Second)
			if s := b.want(Ended); s.Position != s.Duration || s.Duration != timeOf(int(seconds*Rate)) {
				t.Errorf("%v s: ended at %v of %v", seconds, s.Position, s.Duration)
			}
			b.wantSaved(saved)
		})
	}
}

// TestSkipSilenceSlowSource has a source that arrives while it plays, and fails in a pause: the sound held back is
// played, and after a retry the rest.
func TestSkipSilenceSlowSource(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	k, data := talkMP3(t, 2, 1)
	const bytesPerSecond = 128000 / 8
	inBubble(t, func(b *bench) {
		d := newDownload(data)
		b.Load(d, LoadOptions{SkipSilence: true})
		for range 4 {
			d.arrive(bytesPerSecond / 2)
			b.pass(400 * ms)
		}
		inPause := timeOf(k.pauses[0][0]) + 500*ms
		d.arrive(int(inPause.Seconds()*bytesPerSecond) - d.now().arrived)
		b.pass(3 * time.Second)
		if s := b.want(Buffering); s.Position > inPause || s.Saved != 0 {
			t.Errorf("waits at %v with %v left out", s.Position, s.Saved)
		}
		d.breakOff(errors.New("broken off"))
		b.pass(3 * time.Second)
		if s := b.want(Failed); s.Position < inPause-150*ms || s.Position > inPause+50*ms {
			t.Errorf("failed at %v, want %v", s.Position, inPause)
		}
		d.set(downloadState{arrived: len(data)})
		b.Play()
		b.pass(10 * time.Second)
		if s := b.want(Ended); s.Position != s.Duration {
			t.Errorf("ended at %v of %v", s.Position, s.Duration)
		}
	})
}

// TestSkipSilenceWithEven checks that the item is as loud as without skipping.
func TestSkipSilenceWithEven(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	data := encode(t, "44100", strings.Fields("synth 14 sine 997 sine 997 gain -27"), []string{
		"-b", "192", "--noreplaygain",
	})
	inBubble(t, func(b *bench) {
		b.SetEven(true)
		b.Load(bytes.NewReader(data), LoadOptions{SkipSilence: true})
		b.pass(12 * time.Second)
		if got := b.heardLoudness(); got < -18.5 || got > -17.5 {
			t.Errorf("%.1f LUFS", got)
		}
	})
}
