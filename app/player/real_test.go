package player

import (
	"fmt"
	"testing"
	"time"
)

const pulseDevice = "{ type pulse }"

func TestRealSound(t *testing.T) {
	r := newRig(t, pulseDevice)
	name := longFixture(t)
	r.startServer()
	r.startChild()
	r.patiently(func() error {
		stop := r.record()
		r.send("load " + name)
		r.until("1.4 s", func(s said) bool { return s.Position >= 1400*ms })
		r.send("pause")
		r.untilStatus(Paused)
		time.Sleep(600 * ms)
		r.send("note")
		paused := r.until("a note", func(s said) bool { return s.Note > 0 }).Position
		r.send("play")
		r.untilStatus(Playing)
		r.until("on", func(s said) bool { return s.Position >= paused+150*ms })
		r.send("seek 3400")
		r.untilStatus(Ended)
		return compareWithPause(trimmed(stretches(stop())), paused)
	})
	r.quit()
}

// compareWithPause expects 440 Hz, 660 Hz up to the pause, silence, some more, and the end.
func compareWithPause(got []stretch, paused time.Duration) error {
	if len(got) < 5 {
		return fmt.Errorf("heard only %v", got)
	}
	// How much was heard between the pause and the seek depends on when the States came.
	if more := got[3]; more.hz != 660 || got[len(got)-1].hz != 1320 {
		return fmt.Errorf("heard %v", got)
	}
	if err := compare(got[len(got)-1:], []stretch{{1320, 600 * ms}}); err != nil {
		return err
	}
	return compare(got[:3], []stretch{{440, time.Second}, {660, paused - time.Second}, {0, 600 * ms}})
}

// TestRealSoundContract checks the contract of Output for Oto, and that a device can be closed and opened again with
// the version of the library in use.
func TestRealSoundContract(t *testing.T) {
	r := newRig(t, pulseDevice)
	r.startServer()
	r.startChild()
	r.send("contract")
	if s := r.until("a verdict", func(said) bool { return true }); s.Status != "contract broken: false" {
		t.Error(s.Status)
	}
	r.quit()
}

func TestRealSoundWithoutGaps(t *testing.T) {
	r := newRig(t, pulseDevice)
	name := longFixture(t)
	r.startServer()
	r.startChild()
	r.patiently(func() error {
		stop := r.record()
		r.send("load " + name)
		r.untilStatus(Playing)
		r.untilStatus(Ended)
		const s = time.Second
		return compare(trimmed(stretches(stop())), []stretch{{440, s}, {660, s}, {880, s}, {1320, s}})
	})
	r.quit()
}

func TestRealSoundNoDevice(t *testing.T) {
	r := newRig(t, "{ type hw card 77 }")
	name := longFixture(t)
	r.startChild()
	r.send("load " + name)
	if s := r.untilStatus(Paused); s.Kind != KindNoDevice {
		t.Errorf("paused with kind %v", s.Kind)
	}
	// It may be tried again at any time.
	r.send("play")
	if s := r.untilStatus(Paused); s.Kind != KindNoDevice {
		t.Errorf("paused again with kind %v", s.Kind)
	}
	r.quit()
}

// TestRealSoundDeviceLost stops the sound server: playing continues at its position when there is another one.
func TestRealSoundDeviceLost(t *testing.T) { losesDevice(t, (*rig).stopServer) }

// losesDevice makes the sound server fail after half a second, and starts another one.
func losesDevice(t *testing.T, fail func(r *rig)) {
	r := newRig(t, pulseDevice)
	name := longFixture(t)
	r.startServer()
	r.startChild()
	r.send("load " + name)
	r.until("half a second", func(s said) bool { return s.Position > 500*time.Millisecond })
	failed := time.Now()
	fail(r)
	lost := r.untilStatus(Paused)
	t.Logf("noticed after %v", time.Since(failed).Round(ms))
	if lost.Kind != KindDeviceLost || lost.Position < 500*time.Millisecond {
		t.Fatalf("after the loss: %+v", lost)
	}
	r.startServer()
	stop := r.record()
	back := r.untilStatus(Playing)
	if d := back.Position - lost.Position; d.Abs() > 200*ms {
		t.Errorf("goes on at %v, but was lost at %v", back.Position, lost.Position)
	}
	r.untilStatus(Ended)
	heard := trimmed(stretches(stop()))
	if len(heard) == 0 || heard[len(heard)-1].hz != 1320 {
		t.Errorf("heard %v after the return of the device", heard)
	}
	r.quit()
}

// TestRealSoundIdle measures the processor time of a paused Player, and logs that of a playing one.
func TestRealSoundIdle(t *testing.T) {
	r := newRig(t, pulseDevice)
	name := longFixture(t)
	r.startServer()
	r.startChild()
	r.send("load " + name)
	r.until("half a second", func(s said) bool { return s.Position > 500*ms })
	playing := r.cpu()
	time.Sleep(2 * time.Second)
	t.Logf("a player that plays takes %d hundredths of a second in two seconds", r.cpu()-playing)
	r.send("pause")
	r.untilStatus(Paused)
	var out []byte
	for range 100 { // TestDeviceIsGivenBack measures how soon, in virtual time
		if out = r.inputs(); len(out) == 0 {
			break
		}
		time.Sleep(200 * ms)
	}
	if len(out) > 0 {
		t.Fatalf("the device is still in use: %s", out)
	}
	time.Sleep(500 * ms) // until the sound library has closed it
	before := r.cpu()
	time.Sleep(2 * time.Second)
	if used := r.cpu() - before; used > 1 {
		t.Errorf("a paused player takes %d hundredths of a second in two seconds", used)
	}
	r.quit()
}
