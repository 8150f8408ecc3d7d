package player

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestGrowingDownload(t *testing.T) {
	data := fixture(t, "stereo44.mp3") // 8 kB a second
	for _, waits := range []bool{false, true} {
		inBubble(t, func(b *bench) {
			d := newDownload(data)
			var src Source = d
			if waits {
				src = patient{d}
			}
			b.Load(src, LoadOptions{})
			b.pass(time.Second)
			b.want(Opening)
			d.arrive(3000)
			b.pass(200 * ms)
			if s := b.want(Playing); s.Buffered < 0.2 || s.Buffered > 0.4 || s.Duration < time.Second {
				t.Errorf("%+v", s)
			}
			b.pass(5 * time.Second)
			stalled := b.want(Buffering)
			if b.tape.isOpen() {
				t.Error("the device is held while nothing arrives")
			}
			d.arrive(1 << 20)
			b.pass(100 * ms)
			if s := b.want(Playing); s.Position < stalled.Position {
				t.Errorf("went back from %v to %v", stalled.Position, s.Position)
			}
			b.pass(2 * time.Second)
			if s := b.want(Ended); s.Buffered != 1 || s.Skipped > 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// TestSeekInWhatHasArrived seeks in a recording of unknown length of which too little has arrived to fill the buffer.
func TestSeekInWhatHasArrived(t *testing.T) {
	data := fixture(t, "stereo44.mp3")
	for _, name := range []string{"Xing", "Info"} { // which have the length
		data = bytes.Replace(data, []byte(name), make([]byte, len(name)), 1)
	}
	inBubble(t, func(b *bench) {
		d := newDownload(data)
		d.hidden = true
		d.arrive(5000)
		b.Load(d, LoadOptions{})
		b.pass(400 * ms)
		b.Pause()
		b.pass(100 * ms)
		paused := b.want(Paused)
		if paused.Duration != 0 || paused.Arrived < paused.Position {
			t.Errorf("at %v of %v, of which %v have arrived", paused.Position, paused.Duration, paused.Arrived)
		}
		for _, to := range []time.Duration{0, 200 * ms} {
			b.Seek(to)
			if s := b.want(Paused); s.Position != to {
				t.Errorf("at %v after a seek to %v", s.Position, to)
			}
		}
	})
}

// TestLateSound has a device that accepts half a second at once, and sound that arrives after the device accepts it but
// before it must be heard: there is no gap. Sound that arrives even later makes one.
func TestLateSound(t *testing.T) {
	for late, gap := range map[time.Duration]bool{20 * ms: false, 200 * ms: true} {
		inBubble(t, func(b *bench) {
			b.tape.buffer = 480 * ms
			d := newDownload(fixture(t, "stereo44.mp3"))
			d.arrive(3000)
			b.Load(patient{d}, LoadOptions{})
			b.pass(late)
			d.arrive(1 << 20)
			b.pass(4 * time.Second)
			b.want(Ended)
			if silent := longestGap(left(b.tape.pcm())); (silent > 5*ms) != gap {
				t.Errorf("%v late: %v of silence", late, silent)
			}
		})
	}
}

// TestJumpBackWhileWaiting checks that sound that has arrived can be played while a Read would block.
func TestJumpBackWhileWaiting(t *testing.T) {
	inBubble(t, func(b *bench) {
		d := newDownload(fixture(t, "stereo44.mp3"))
		d.arrive(6000)
		b.Load(patient{d}, LoadOptions{})
		b.pass(2 * time.Second)
		b.want(Buffering)
		b.Seek(100 * ms)
		b.pass(200 * ms)
		b.wantAt(Playing, 260*ms)
	})
}

func TestBlockedSource(t *testing.T) {
	inBubble(t, func(b *bench) {
		d := newDownload(fixture(t, "stereo44.mp3"))
		b.Load(d, LoadOptions{})
		b.pass(time.Second)
		for _, f := range []func(){
			b.Play, b.Pause, func() { b.Seek(time.Second) }, b.Toggle, func() { _ = b.State() },
		} {
			start := time.Now()
			f()
			if took := time.Since(start); took > 0 {
				t.Errorf("a call took %v", took)
			}
		}
		b.load("mono44.mp3")
		b.pass(200 * ms)
		b.want(Playing)
		select {
		case <-d.closed:
		default:
			t.Error("the source was not closed")
		}
		stuck := newDownload(nil)
		b.Load(stuck, LoadOptions{})
		b.pass(time.Second)
	})
}

func TestBrokenDownload(t *testing.T) {
	inBubble(t, func(b *bench) {
		lost := errors.New("connection lost")
		d := newDownload(fixture(t, "stereo44.mp3"))
		d.arrive(6000)
		b.Load(d, LoadOptions{})
		b.pass(100 * ms)
		d.breakOff(lost)
		b.pass(200 * ms)
		b.want(Playing) // what has arrived is played first
		b.pass(2 * time.Second)
		s := b.want(Failed)
		if !errors.Is(s.Err, lost) || KindOf(s.Err) != KindSource || s.Position < 400*ms {
			t.Errorf("%+v", s)
		}
		d.arrive(1 << 20) // the connection is back
		b.Play()
		b.pass(200 * ms)
		if s := b.want(Playing); s.Err != nil || s.Position < 400*ms {
			t.Errorf("%+v", s)
		}
		b.pass(time.Second)
		b.want(Ended)
	})
}

func TestWrongFiles(t *testing.T) {
	for text, kind := range map[string]Kind{
		"":                              KindNotMP3,
		"<html>404 not found</html>":    KindNotMP3,
		string(times(9, mpeg25er())):    KindLowRate,
		string(times(9, layerII())):     KindUnsupported,
		string(times(9, plain()[:417])): KindUnknown,
	} {
		inBubble(t, func(b *bench) {
			b.Load(strings.NewReader(text), LoadOptions{})
			b.pass(time.Second)
			if s := b.State(); KindOf(s.Err) != kind || (kind != KindUnknown) != (s.Status == Failed) {
				t.Errorf("%.10q: %+v", text, s)
			}
			b.load("mono44.mp3")
			b.pass(200 * ms)
			b.want(Playing)
		})
	}
}

func TestNoDevice(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.tape.refuse = errUnplugged
		b.load("mono44.mp3")
		b.pass(300 * ms)
		if s := b.wantAt(Paused, 0); KindOf(s.Err) != KindNoDevice || !errors.Is(s.Err, errUnplugged) {
			t.Errorf("%+v", s)
		}
		b.tape.set(func(o *tape) { o.refuse = nil })
		b.pass(time.Minute)
		b.want(Paused) // it does not start again without Play
		b.Play()
		b.pass(300 * ms)
		if s := b.wantAt(Playing, 250*ms); s.Err != nil {
			t.Errorf("%+v", s)
		}
	})
}

func TestSlowDevice(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.tape.opening = 3 * time.Second
		b.load("mono44.mp3")
		b.pass(2 * time.Second)
		b.wantAt(Buffering, 0)
		b.pass(1300 * ms)
		b.wantAt(Playing, 250*ms)
	})
}

func TestLostDevice(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("mono44.mp3")
		b.pass(500 * ms)
		b.tape.set(func(o *tape) { o.broken, o.refuse = errUnplugged, errUnplugged })
		b.pass(50 * ms)
		lost := b.wantAt(Paused, 450*ms)
		if KindOf(lost.Err) != KindDeviceLost {
			t.Errorf("%+v", lost)
		}
		b.pass(10 * time.Second)
		if s := b.want(Paused); KindOf(s.Err) != KindDeviceLost || s.Position != lost.Position {
			t.Errorf("%+v", s)
		}
		b.tape.set(func(o *tape) { o.broken, o.refuse = nil, nil })
		b.pass(900 * ms)
		if s := b.want(Playing); s.Err != nil || s.Position < lost.Position {
			t.Errorf("%+v", s)
		}
	})
}

// TestLostDeviceIsNotForced checks that sound does not return after another call, or after two minutes.
func TestLostDeviceIsNotForced(t *testing.T) {
	for name, f := range map[string]func(*bench){
		"pause": func(b *bench) { b.Pause() },
		"stop":  func(b *bench) { b.Stop() },
		"load":  func(b *bench) { b.Load(strings.NewReader(""), LoadOptions{}) },
		"time":  func(b *bench) { b.pass(2 * time.Minute) },
	} {
		inBubble(t, func(b *bench) {
			b.load("mono44.mp3")
			b.pass(500 * ms)
			b.tape.set(func(o *tape) { o.broken, o.refuse = errUnplugged, errUnplugged })
			b.pass(50 * ms)
			b.want(Paused)
			f(b)
			b.tape.set(func(o *tape) { o.broken, o.refuse = nil, nil })
			b.pass(time.Minute)
			if s := b.State(); s.Status == Playing || s.Status == Ended {
				t.Errorf("%s: %v", name, s.Status)
			}
		})
	}
}

func TestPlayDuringSearch(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("mono44.mp3")
		b.pass(300 * ms)
		b.tape.set(func(o *tape) { o.broken = errUnplugged })
		b.pass(50 * ms)
		b.want(Paused)
		b.tape.set(func(o *tape) { o.broken = nil })
		b.Play()
		b.pass(200 * ms)
		b.want(Playing)
	})
}

func TestDeviceIsGivenBack(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("mono44.mp3")
		b.pass(300 * ms)
		b.Pause()
		b.pass(time.Second)
		if !b.tape.isOpen() {
			t.Error("given back too early")
		}
		b.pass(3 * time.Second)
		if b.tape.isOpen() {
			t.Error("still held")
		}
		reported := len(b.statuses())
		b.pass(time.Hour)
		if got := b.statuses(); got != "" {
			t.Errorf("reported %q in an hour of pause (before: %d)", got, reported)
		}
		b.Play()
		b.pass(100 * ms)
		b.want(Playing)
	})
}

func TestCloseWhileStuck(t *testing.T) {
	inBubble(t, func(b *bench) {
		b.load("mono44.mp3")
		b.pass(300 * ms)
		b.tape.set(func(o *tape) { o.stuck = true })
		b.pass(time.Second)
		start := time.Now()
		b.Close()
		if took := time.Since(start); took > 0 {
			t.Errorf("Close took %v", took)
		}
		b.Close()
		b.load("mono44.mp3")
		b.Play()
		b.Seek(5)
		b.want(Idle)
	})
}

// TestManyHands calls all methods from several goroutines, for the race detector.
func TestManyHands(t *testing.T) {
	inBubble(t, func(b *bench) {
		var hands sync.WaitGroup
		for hand := range 4 {
			hands.Go(func() {
				for i := range 60 {
					time.Sleep(time.Duration(3+hand*5) * ms)
					b.anything(i + hand*7)
				}
			})
		}
		hands.Wait()
		b.load("mono44.mp3")
		b.pass(300 * ms)
		b.want(Playing)
	})
}

func (b *bench) anything(i int) {
	switch i % 9 {
	case 0:
		b.load(fixtures[i%len(fixtures)])
	case 1:
		b.Seek(time.Duration(i*37%1300) * ms)
	case 2:
		b.SetVolume(float64(i%11) / 10)
	case 3:
		b.Pause()
	case 4:
		b.Stop()
	case 5:
		b.Toggle()
	default:
		b.Play()
	}
	_ = b.State()
}

func TestNotifyMayCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p *Player
		ready := make(chan struct{})
		p = New(Silence{}, func(s State) {
			<-ready
			if s.Status == Playing && s.Position > 200*ms {
				p.Close()
			}
		})
		close(ready)
		p.Load(bytes.NewReader(fixture(t, "mono44.mp3")), LoadOptions{})
		time.Sleep(time.Second)
		p.Wait()
		if s := p.State(); s.Status != Idle {
			t.Errorf("%v", s.Status)
		}
	})
}
