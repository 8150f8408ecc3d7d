package player

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const ms = time.Millisecond

// bench is a Player in virtual time, with its reported states.
type bench struct {
	*Player
	t    *testing.T
	tape *tape

	mu       sync.Mutex
	reported []State
}

// inBubble runs a test on a Player. synctest fails if a goroutine is left at the end.
func inBubble(t *testing.T, f func(*bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bench{t: t, tape: &tape{}}
		b.Player = New(b.tape, b.note)
		defer func() {
			b.Close()
			b.Wait()
			if b.tape.isOpen() {
				t.Error("the device was not given back")
			}
		}()
		f(b)
	})
}

func (b *bench) note(s State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reported = append(b.reported, s)
}

// statuses returns the sequence of reported statuses since it was last called.
func (b *bench) statuses() string {
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	var words []string
	for _, s := range b.reported {
		if n := len(words); n == 0 || words[n-1] != s.Status.String() {
			words = append(words, s.Status.String())
		}
	}
	b.reported = nil
	return strings.Join(words, " ")
}

// pass sleeps, and waits until all goroutines are idle.
func (b *bench) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (b *bench) want(s Status) State {
	b.t.Helper()
	synctest.Wait()
	got := b.State()
	if got.Status != s {
		b.t.Fatalf("status is %v (%v), want %v", got.Status, got.Err, s)
	}
	return got
}

// wantAt checks the status and the position, which may differ by the sound in the device.
func (b *bench) wantAt(s Status, at time.Duration) State {
	b.t.Helper()
	got := b.want(s)
	if d := got.Position - at; d.Abs() > 60*ms {
		b.t.Errorf("position is %v, want %v", got.Position, at)
	}
	return got
}

func (b *bench) load(name string) {
	b.t.Helper()
	b.Load(bytes.NewReader(fixture(b.t, name)), LoadOptions{})
}

func TestPlayToTheEnd(t *testing.T) {
	for _, name := range fixtures {
		inBubble(t, func(b *bench) {
			b.want(Idle)
			b.load(name)
			b.pass(600 * ms)
			if s := b.wantAt(Playing, 500*ms); !s.DurationExact || s.Buffered != 1 || s.Err != nil {
				t.Errorf("%s: %+v", name, s)
			}
			b.pass(time.Second)
			if s := b.want(Ended); s.Position != s.Duration {
				t.Errorf("%s: ended at %v of %v", name, s.Position, s.Duration)
			}
			if got := b.statuses(); got != "opening buffering playing ended" && got != "buffering playing ended" {
				t.Errorf("%s: reported %q", name, got)
			}
			heard := left(b.tape.pcm())
			for _, at := range []time.Duration{250, 550, 850, 1150} {
				from := int(timeToSamples(at*ms, Rate)) // some 50 ms of silence come first
				if hz := loudest(heard[from:from+Rate/20], Rate); hz != stepTone(at*ms-50*ms) {
					t.Errorf("%s: %v Hz at %v", name, hz, at*ms)
				}
			}
		})
	}
}

func TestPauseSeekResume(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("stereo44.mp3")
		b.pass(450 * ms)
		b.Pause()
		b.pass(100 * ms)
		paused := b.wantAt(Paused, 410*ms)
		b.pass(time.Second)
		if s := b.want(Paused); s.Position != paused.Position {
			t.Errorf("moved from %v to %v while paused", paused.Position, s.Position)
		}
		b.Seek(900 * ms)
		if s := b.want(Paused); s.Position != 900*ms {
			t.Errorf("at %v after a seek", s.Position)
		}
		b.Toggle()
		b.pass(100 * ms)
		b.wantAt(Playing, 1000*ms)
		b.Seek(300 * ms)
		b.pass(200 * ms)
		b.wantAt(Playing, 480*ms)
		b.Toggle()
		b.want(Paused)
	})
}

func TestAfterTheEnd(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("mono44.mp3")
		b.pass(2 * time.Second)
		b.want(Ended)
		b.Pause()
		b.want(Ended)
		b.Play()
		b.pass(300 * ms)
		b.wantAt(Playing, 280*ms)
		b.Seek(time.Hour)
		b.pass(200 * ms)
		end := b.want(Ended)
		b.Seek(500 * ms)
		b.wantAt(Paused, 500*ms)
		b.Seek(time.Hour)
		if s := b.want(Paused); s.Position != end.Duration {
			t.Errorf("at %v of %v", s.Position, end.Duration)
		}
		b.Seek(-time.Hour)
		b.wantAt(Paused, 0)
		b.Play()
		b.pass(200 * ms)
		b.want(Playing)
	})
}

func TestLoadOptions(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.Load(bytes.NewReader(fixture(t, "mono44.mp3")), LoadOptions{StartAt: 700 * ms, Paused: true})
		b.pass(time.Second)
		b.wantAt(Paused, 700*ms)
		if b.tape.opened > 0 {
			t.Error("the device was opened, but nothing was played")
		}
		b.Play()
		b.pass(200 * ms)
		b.wantAt(Playing, 850*ms)
		b.load("mono22-32.mp3")
		b.pass(200 * ms)
		b.wantAt(Playing, 180*ms)
		b.Stop()
		b.want(Idle)
		for _, f := range []func(){b.Play, b.Pause, b.Toggle, b.Stop, func() { b.Seek(5) }} {
			f()
			b.want(Idle)
		}
	})
}

func TestVolume(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("mono44.mp3")
		b.pass(300 * ms)
		b.SetVolume(0)
		b.pass(200 * ms)
		quiet := left(b.tape.pcm())
		quiet = quiet[len(quiet)-Rate/10:]
		b.SetVolume(0.5)
		b.pass(200 * ms)
		half := left(b.tape.pcm())
		half = half[len(half)-Rate/10:]
		if p := power(quiet, Rate, 660); p > 0 {
			t.Errorf("at volume 0 there is still %v", p)
		}
		if p := power(half, Rate, 660) + power(half, Rate, 880); p < 0.03 || p > 0.1 {
			t.Errorf("at half volume there is %v", p)
		}
		b.SetVolume(7)
		if v := b.State().Volume; v != 1 {
			t.Errorf("volume %v", v)
		}
	})
}

func TestVolumeIsThereFromTheStart(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.SetVolume(0)
		b.load("mono44.mp3")
		b.pass(300 * ms)
		for i, v := range b.tape.pcm() {
			if v != 0 {
				t.Fatalf("sound at sample %d", i)
			}
		}
	})
}

// TestNoClicks looks for jumps in the wave, at all calls of a user.
func TestNoClicks(t *testing.T) {
	need(t, "lame")
	low := encode(t, "44100", strings.Fields("synth 5 sine 200 sine 200 gain -3"), []string{"-b", "128"})
	inBubble(t, func(b *bench) {
		b.Load(bytes.NewReader(low), LoadOptions{StartAt: 501 * ms})
		for i, f := range []func(){
			func() {}, b.Pause, b.Play, func() { b.Seek(3003 * ms) }, b.Toggle, b.Toggle, func() { b.SetVolume(0.2) },
			func() { b.SetVolume(1) }, func() { b.Seek(1001 * ms) }, b.Pause, b.Play, b.Stop,
			func() { b.Load(bytes.NewReader(low), LoadOptions{StartAt: 777 * ms}) },
			func() { b.Load(bytes.NewReader(low), LoadOptions{StartAt: 777 * ms}) }, b.Close,
		} {
			b.pass(time.Duration(103+7*i) * ms)
			f()
		}
		b.Wait()
		// A sine of 200 Hz at that level moves by some 660 a sample. A fade adds a little.
		pcm := left(b.tape.pcm())
		for i := range len(pcm) - 1 {
			if d := int(pcm[i+1]) - int(pcm[i]); d > 1000 || d < -1000 {
				t.Fatalf("a jump of %d after %v", d, samplesToTime(int64(i), Rate))
			}
		}
	})
}

func TestErrorsNameKind(t *testing.T) {
	cause := exec.ErrNotFound
	for k := KindUnknown; k <= KindSource; k++ {
		e := &Error{Kind: k, Err: cause}
		if KindOf(e) != k || !errors.Is(e, cause) || !strings.HasPrefix(e.Error(), e.Sentence()) {
			t.Errorf("%d: %v", k, e)
		}
	}
	if KindOf(context.Canceled) != KindUnknown || KindOf(nil) != KindUnknown {
		t.Error("a kind for others' errors")
	}
	if got := (&Error{Kind: KindNotMP3}).Error(); got != "this is not an MP3 file" {
		t.Error(got)
	}
}
