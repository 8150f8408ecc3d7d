//go:build unix

package player

import (
	"os"
	"syscall"
	"testing"
)

// TestRealSoundDeviceHangs has the sound server take no more sound without a word, so that the library's writer waits
// for ever: playing goes on where it was as soon as there is another server.
func TestRealSoundDeviceHangs(t *testing.T) { losesDevice(t, (*rig).hangServer) }

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
