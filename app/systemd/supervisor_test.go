//go:build unix

package systemd

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// A manager is a supervisor's end of the socket.
type manager struct {
	t    *testing.T
	conn syscall.RawConn
}

// newManager listens at an address, and sets it in the environment, with a watchdog.
func newManager(t *testing.T, address string, watchdog time.Duration) *manager {
	t.Helper()
	conn := testkit.Must(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: address, Net: "unixgram"}))(t)
	t.Cleanup(func() { _ = conn.Close() })
	raw := testkit.Must(conn.SyscallConn())(t)
	t.Setenv("NOTIFY_SOCKET", address)
	t.Setenv("WATCHDOG_PID", fmt.Sprint(os.Getpid()))
	t.Setenv("WATCHDOG_USEC", fmt.Sprint(watchdog.Microseconds()))
	return &manager{t, raw}
}

func socket(t *testing.T) string { return filepath.Join(t.TempDir(), "notify") }

// expect compares the messages since the last call.
func (m *manager) expect(want ...string) {
	m.t.Helper()
	synctest.Wait()
	var got []string
	_ = m.conn.Read(func(fd uintptr) bool {
		for buffer := make([]byte, 1000); ; {
			n, _, err := syscall.Recvfrom(int(fd), buffer, syscall.MSG_DONTWAIT)
			if err != nil {
				return true
			}
			got = append(got, string(buffer[:n]))
		}
	})
	if !reflect.DeepEqual(got, want) {
		m.t.Errorf("%q came, not %q", got, want)
	}
}

// begin starts a supervisor with a health check.
func begin(t *testing.T, healthy func() error) *Supervisor {
	t.Helper()
	s, err := Supervise(healthy)
	if s == nil || err != nil {
		t.Fatalf("%v, %v", s, err)
	}
	return s
}

const watchdog = "WATCHDOG=1"

// TestSupervisorHearsOfStartStatusAndStop checks the messages of a healthy program, to a socket with a path and to one
// in the abstract namespace.
func TestSupervisorHearsOfStartStatusAndStop(t *testing.T) {
	addresses := []string{socket(t)}
	if runtime.GOOS == "linux" {
		addresses = append(addresses, fmt.Sprintf("@sextant-test-%d", os.Getpid()))
	}
	for _, address := range addresses {
		m := newManager(t, address, 20*time.Second)
		synctest.Test(t, func(t *testing.T) {
			s := begin(t, func() error { return nil })
			for _, name := range []string{"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"} {
				if v, ok := os.LookupEnv(name); ok {
					t.Errorf("%s=%s stays in the environment", name, v)
				}
			}
			s.Status("opening")
			time.Sleep(time.Minute)
			m.expect("STATUS=opening")
			s.Ready()
			m.expect("READY=1", watchdog)
			s.Status("page 100\nWATCHDOG=1\xff")
			s.Ready()
			m.expect("STATUS=page 100 WATCHDOG=1?")
			time.Sleep(10*time.Second - 1)
			m.expect()
			time.Sleep(time.Nanosecond)
			m.expect(watchdog)
			time.Sleep(30 * time.Second)
			m.expect(watchdog, watchdog, watchdog)
			if _, ok := os.LookupEnv("NOTIFY_SOCKET"); ok {
				t.Error("the socket is in the environment again")
			}
			s.Stop()
			s.Stop()
			s.Status("late")
			time.Sleep(time.Minute)
			m.expect("STOPPING=1")
		})
	}
}

// TestUnwell checks that the watchdog is not fed while the program is unhealthy, and that the status is why.
func TestUnwell(t *testing.T) {
	m := newManager(t, socket(t), 10*time.Second)
	synctest.Test(t, func(t *testing.T) {
		answers := make(chan error, 10)
		s := begin(t, func() error { return <-answers })
		defer s.Stop()
		answers <- nil
		s.Status("page 100")
		m.expect("STATUS=page 100")
		s.Ready()
		m.expect("READY=1", watchdog)
		for range 2 {
			answers <- errors.New("nothing was drawn\nfor 7 s")
		}
		time.Sleep(10 * time.Second)
		m.expect("STATUS=nothing was drawn for 7 s")
		s.Status("page 101")
		m.expect()
		answers <- nil
		time.Sleep(5 * time.Second)
		m.expect(watchdog, "STATUS=page 101")
		time.Sleep(5 * time.Second) // the health check has started
		m.expect()
		time.Sleep(time.Hour)
		m.expect("STATUS=" + errSilent.Error())
		answers <- nil
		m.expect(watchdog, "STATUS=page 101")
		answers <- nil
		time.Sleep(5 * time.Second)
		m.expect(watchdog)
		close(answers)
	})
}

// TestBlockedAtTheEnd checks that Stop does not wait for a blocked health check.
func TestBlockedAtTheEnd(t *testing.T) {
	m := newManager(t, socket(t), 10*time.Second)
	synctest.Test(t, func(t *testing.T) {
		answer := make(chan error)
		s := begin(t, func() error { return <-answer })
		s.Ready()
		s.Stop()
		synctest.Wait()
		close(answer)
		m.expect("READY=1", "STOPPING=1")
	})
}

// TestNoSupervisorIsNoError tests a program without a supervisor, or with one that has ended.
func TestNoSupervisorIsNoError(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	t.Setenv("WATCHDOG_USEC", "nonsense")
	well := func() error { t.Error("it is asked"); return nil }
	s, err := Supervise(well)
	if s != nil || err != nil {
		t.Fatalf("%v, %v", s, err)
	}
	s.Ready()
	s.Status("page 100")
	s.Stop()
	if os.Getenv("WATCHDOG_USEC") != "nonsense" {
		t.Error("the environment is changed")
	}
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "none"))
	if s, err = Supervise(well); s == nil || err == nil {
		t.Fatalf("a watchdog that makes no sense: %v, %v", s, err)
	}
	s.Ready()
	s.Stop()
}

// TestNoWatchdog checks that messages are sent although there is no watchdog, or one for another program.
func TestNoWatchdog(t *testing.T) {
	for name, value := range map[string]string{"WATCHDOG_USEC": "", "WATCHDOG_PID": "1"} {
		m := newManager(t, socket(t), 10*time.Second)
		t.Setenv(name, value)
		synctest.Test(t, func(t *testing.T) {
			s := begin(t, func() error { t.Error("it is asked"); return nil })
			s.Ready()
			time.Sleep(time.Minute)
			s.Stop()
			m.expect("READY=1", "STOPPING=1")
		})
	}
}
