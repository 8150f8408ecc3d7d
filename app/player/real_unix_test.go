//go:build unix

package player

import (
	"os"
	"syscall"
	"testing"

	"sextant/app/testkit"
)

// TestRealSoundDeviceHangs makes the sound server hang, so that the library's writer waits forever: playing continues
// at its position when there is another server.
func TestRealSoundDeviceHangs(t *testing.T) {
	testkit.Long(t)
	losesDevice(t, (*rig).hangServer)
}

// hangServer suspends the sound server until the test ends, and removes its socket for another one.
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
