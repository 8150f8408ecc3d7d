package testkit

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

const config = `<busconfig><type>session</type><listen>unix:path=%s</listen><auth>EXTERNAL</auth>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

// StartBus starts a bus that ends with the test, and returns its address and a function that ends it earlier. Without
// dbus-daemon the test is skipped, unless SEXTANT_NEED_ATSPI is set.
func StartBus(t testing.TB) (address string, end func()) {
	t.Helper()
	program, err := exec.LookPath("dbus-daemon")
	switch {
	case err != nil && os.Getenv("SEXTANT_NEED_ATSPI") != "":
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	}
	dir, err := os.MkdirTemp("", "bus") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket, file := filepath.Join(dir, "bus"), filepath.Join(dir, "config")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, socket), 0o600); err != nil {
		t.Fatal(err)
	}
	daemon := exec.Command(program, "--nofork", "--nopidfile", "--config-file="+file)
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
	t.Cleanup(end)
	Eventually(t, "the bus to answer", func() bool {
		c, err := net.Dial("unix", socket)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	return "unix:path=" + socket, end
}
