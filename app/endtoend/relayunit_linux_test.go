package endtoend

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"sextant/app/testkit/servicetest"
)

// relayUnit runs the command of the unit that sextant relay install writes, like systemd: it is notified when the relay
// is ready, that it is healthy, and that it ends.
func relayUnit(t *testing.T) {
	t.Parallel()
	dir := shortDir(t)
	c := exec.Command(os.Args[0], "relay", "install", "--print", "--profile", profile(dir), "--listen", "127.0.0.1:0")
	c.Env = environment(dir)
	text, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\nExecStart=")
	command, _, _ := strings.Cut(rest, "\n")
	words := strings.Fields(command)
	if words[0] != os.Args[0] && !strings.HasSuffix(os.Args[0], words[0]) || words[1] != "relay" {
		t.Fatalf("it runs %q", words)
	}
	supervisor := newSupervisor(t, dir)
	r := startRelay(t, dir, []string{"NOTIFY_SOCKET=" + dir + "/notify", "WATCHDOG_USEC=2000000"}, words[2:]...)
	supervisor.until(t, "READY=1")
	supervisor.until(t, "WATCHDOG=1")
	if status := r.status(servicetest.DocumentPath(100)); status != 200 {
		t.Errorf("status %d", status)
	}
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	supervisor.until(t, "STOPPING=1")
	r.expectEnd()
}
