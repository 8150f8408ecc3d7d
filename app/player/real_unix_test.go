//go:build unix

package player

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// TestRealSoundDeviceHangs has the sound server take no more sound without a word, so that the library's writer waits
// for ever: playing goes on where it was as soon as there is another server.
func TestRealSoundDeviceHangs(t *testing.T) {
	r := newRig(t, pulseDevice)
	name := longFixture(t)
	r.startServer()
	r.startChild()
	r.tell("load " + name)
	r.until("half a second", func(s said) bool { return s.Position > 500*time.Millisecond })
	r.hangServer()
	lost := r.untilStatus(Paused)
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
		t.Errorf("heard %v on the other server", heard)
	}
	r.quit()
}

// hangServer stops the sound server as it is, until the test ends, and makes room for another one.
func (r *rig) hangServer() {
	r.t.Helper()
	hung := r.server
	if err := hung.Process.Signal(syscall.SIGSTOP); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		_ = hung.Process.Kill()
		_ = hung.Wait()
	})
	r.server = nil
	if err := os.Remove(r.socket()); err != nil {
		r.t.Fatal(err)
	}
}
