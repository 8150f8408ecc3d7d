package player

import (
	"testing"
	"time"

	"sextant/app/testkit"
)

const pulseDevice = "{ type pulse }"

// TestRealSoundContract checks the contract of Output for Oto, and that a device can be closed and opened again with
// the version of the library in use. It tries up to three times, because the contract has times in it.
func TestRealSoundContract(t *testing.T) {
	verdict := ""
	for range 3 {
		r := newRig(t, pulseDevice)
		r.startServer()
		r.startChild()
		r.send("contract")
		verdict = r.until("a verdict", func(said) bool { return true }).Status
		if r.quit(); verdict == "contract broken: false" {
			return
		}
		t.Log(verdict)
	}
	t.Error(verdict)
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
	testkit.Long(t)
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
