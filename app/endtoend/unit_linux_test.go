package endtoend

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestUnit runs the commands of the units that sextant kiosk install writes, like systemd: in cage, which draws into a
// window here, with and without Xwayland, and with its own X server, which is a virtual one here. The screen must show
// the page in the program's status, and after the program is killed all processes must end, so that systemd restarts
// it.
func TestUnit(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "systemd waits only so long")
	t.Parallel()
	if os.Getenv("SEXTANT_NEED_CAGE") == "" {
		need(t, "cage", "Xwayland", "xinit", "Xvfb", "setpriv")
	}
	for _, tt := range []struct {
		name, compositor string
		change           [2]string // replaces a text in the command
	}{
		{"cage", "cage", [2]string{}},
		{"cage without X", "cage", [2]string{"-u WATCHDOG_PID", "-u WATCHDOG_PID -u DISPLAY"}},
		{"X server", "x", [2]string{":0 vt7", "/usr/bin/Xvfb " + ownDisplay() + " -screen 0 1024x768x24"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := &display{dir: shortDir(t), screen: image.Rect(0, 0, 1024, 768), name: ownDisplay()}
			if tt.compositor == "cage" {
				d.name, _ = startXvfb(t, d.screen.Size())
			}
			supervisor := newSupervisor(t, d.dir)
			command := strings.Replace(unitCommand(t, d, tt.compositor), tt.change[0], tt.change[1], 1)
			if tt.compositor == "cage" { // NoNewPrivileges, which the unit's other confinement implies
				command = "setpriv --no-new-privs " + command
			}
			u := startUnit(t, d, command)
			address := u.statusAddress(t)
			supervisor.until(t, "READY=1")
			if err := d.connect(); err != nil {
				t.Fatal(err)
			}
			defer d.conn.Close()
			eventually(t, "the page on the screen", func() bool { return d.shows(address) })
			supervisor.until(t, "WATCHDOG=1")
			program := supervisor.sender(t)
			if program == u.cmd.Process.Pid {
				t.Error("it is the program that was started, and no other draws for it")
			}
			if err := syscall.Kill(program, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the end of "+tt.name, func() bool {
				select {
				case <-u.ended:
					return true
				default:
					return false
				}
			})
		})
	}
}

// ownDisplay returns the name of a display that is probably not in use.
func ownDisplay() string { return fmt.Sprintf(":%d", 1000+os.Getpid()%30000) }

// unitCommand returns the command in the unit that install writes, for the program of these tests.
func unitCommand(t *testing.T, d *display, compositor string) string {
	t.Helper()
	c := exec.Command(os.Args[0], "kiosk", "install", "--print", "--compositor",
		compositor, "--profile", profile(d.dir), "--status", "127.0.0.1:0", "100")
	c.Env = environment(d.dir)
	text, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\nExecStart=")
	command, _, _ := strings.Cut(rest, "\n")
	return command
}

// A runningUnit is a process that was started like by systemd.
type runningUnit struct {
	cmd   *exec.Cmd
	out   output
	ended chan struct{}
}

// startUnit runs the command of a unit. Cage does not run as root, so root runs it as another user.
func startUnit(t *testing.T, d *display, command string) *runningUnit {
	t.Helper()
	words := strings.Fields(command)
	u := &runningUnit{cmd: exec.Command(words[0], words[1:]...), ended: make(chan struct{})}
	u.cmd.Env = environment(d.dir, "DISPLAY="+d.name, "WLR_BACKENDS=x11",
		"WLR_RENDERER=pixman", "LIBGL_ALWAYS_SOFTWARE=1",
		"NOTIFY_SOCKET="+filepath.Join(d.dir, "notify"), "WATCHDOG_USEC=2000000", "WATCHDOG_PID=1")
	u.cmd.Stdout, u.cmd.Stderr = &u.out, &u.out
	u.cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, Setpgid: true,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getgid(), Size: 1}},
	}
	if err := u.cmd.Start(); err != nil {
		t.Skipf("nobody can be another user here: %v", err)
	}
	go func() {
		_ = u.cmd.Wait() // its exit status is that of the program
		close(u.ended)
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-u.cmd.Process.Pid, syscall.SIGKILL)
		<-u.ended
		if t.Failed() {
			t.Logf("%s:\n%s", command, u.out.String())
		}
	})
	return u
}

// statusAddress waits until the program prints the address of its status, and returns it.
func (u *runningUnit) statusAddress(t *testing.T) (address string) {
	t.Helper()
	served := regexp.MustCompile(`served at (http://127\.0\.0\.1:\d+/)\n`)
	eventually(t, "the address of the status", func() bool {
		if m := served.FindStringSubmatch(u.out.String()); m != nil {
			address = m[1]
		}
		return address != ""
	})
	return address
}

// shows reports whether the screen shows the picture in the program's status.
func (d *display) shows(address string) bool {
	answer, err := http.Get(address + "now.png")
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	data, _ := io.ReadAll(answer.Body)
	said, err := png.Decode(bytes.NewReader(data))
	if err != nil || said.Bounds().Size() != d.screen.Size() {
		return false
	}
	pixels := image.NewRGBA(d.screen)
	draw.Draw(pixels, d.screen, said, said.Bounds().Min, draw.Src)
	return bytes.Equal(pixels.Pix, d.shot(d.screen).Pix)
}

// A supervisor receives the messages of programs to systemd.
type supervisor struct {
	mu       sync.Mutex
	messages map[string]int // the messages, with the process that was the last to send each
}

func newSupervisor(t *testing.T, dir string) *supervisor {
	t.Helper()
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	raw, err := conn.SyscallConn()
	if err == nil {
		err = raw.Control(func(fd uintptr) {
			_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_PASSCRED, 1)
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &supervisor{messages: map[string]int{}}
	go s.listen(conn)
	return s
}

// listen receives messages until the socket is closed.
func (s *supervisor) listen(conn *net.UnixConn) {
	message, about := make([]byte, 4096), make([]byte, 256)
	for {
		n, m, _, _, err := conn.ReadMsgUnix(message, about)
		if err != nil {
			return
		}
		control, err := syscall.ParseSocketControlMessage(about[:m])
		if err != nil || len(control) == 0 {
			continue
		}
		if from, err := syscall.ParseUnixCredentials(&control[0]); err == nil {
			s.mu.Lock()
			s.messages[string(message[:n])] = int(from.Pid)
			s.mu.Unlock()
		}
	}
}

// until waits for a message.
func (s *supervisor) until(t *testing.T, message string) {
	t.Helper()
	eventually(t, message, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.messages[message] != 0
	})
}

// sender returns the process that has sent all messages.
func (s *supervisor) sender(t *testing.T) (pid int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for message, from := range s.messages {
		if pid != 0 && from != pid {
			t.Errorf("%s came from %d, and something else from %d", message, from, pid)
		}
		pid = from
	}
	return pid
}
