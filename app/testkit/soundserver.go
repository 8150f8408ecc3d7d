package testkit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// SoundServer returns the command of a sound server with all its files in a folder: the socket is "native", and the log
// "log", which a failing test prints. It plays into a sink named ear, at a rate in samples a second.
func SoundServer(t testing.TB, dir string, rate int, env ...string) *exec.Cmd {
	t.Helper()
	// The kernel kills a server whose real-time threads compute for 200 ms, as they may after a busy machine has held
	// them up.
	settings, log := filepath.Join(dir, "daemon.conf"), filepath.Join(dir, "log")
	if err := os.WriteFile(settings, []byte("rlimit-rttime = 60000000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if said, _ := os.ReadFile(log); t.Failed() {
			t.Logf("the sound server wrote: %s", said)
		}
	})
	c := exec.Command("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
		"--log-target=file:"+log,
		"-L", fmt.Sprintf("module-null-sink sink_name=ear rate=%d channels=2 format=s16le", rate),
		"-L", "module-native-protocol-unix auth-anonymous=1 socket="+filepath.Join(dir, "native"))
	c.Env = append(env, "PULSE_CONFIG="+settings)
	return c
}
