package endtoend

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sextant/app/endtoend/probe"
)

// A session is the program running in a window.
type session struct {
	*display
	t      *testing.T
	cmd    *exec.Cmd
	window xproto.Window
	probe  string // the path of its socket
	out    output // both of its streams
	ended  chan struct{}
}

// output collects the output of a program. It is safe for concurrent use.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) Bytes() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	return bytes.Clone(o.buf.Bytes())
}

func (o *output) String() string { return string(o.Bytes()) }

// environment returns the complete environment of the program: every folder is in dir, and there is no session bus.
func environment(dir string, more ...string) []string {
	return append([]string{
		programVariable + "=1", "PATH=" + os.Getenv("PATH"), "GORACE=" + os.Getenv("GORACE"),
		"HOME=" + dir, "XDG_CONFIG_HOME=" + dir + "/config", "XDG_CACHE_HOME=" + dir + "/cache",
		"XDG_DATA_HOME=" + dir + "/data", "XDG_RUNTIME_DIR=" + dir, "TMPDIR=" + dir,
		"LANG=en_GB.UTF-8", "LC_ALL=en_GB.UTF-8", "FYNE_SCALE=1",
		"DBUS_SESSION_BUS_ADDRESS=unix:path=" + dir + "/no-bus",
	}, more...)
}

// profile returns the folder of the profile of a program with dir.
func profile(dir string) string { return filepath.Join(dir, "profile") }

// start starts the program, and waits until its window is focused. On a busy machine Wine's own desktop may not be
// there in time, which ends the program: it is started a second time.
func (d *display) start(t *testing.T, env []string, args ...string) *session {
	t.Helper()
	s := d.run(t, env, args...)
	if d.wine != nil {
		poll(pollEvery, patience, func() bool { return s.hasKeyboard() || isClosed(s.ended) })
		if isClosed(s.ended) && strings.Contains(s.out.String(), "Failed to create helper window") {
			s = d.run(t, env, args...)
		}
	}
	s.until("the window", s.hasKeyboard)
	return s
}

// run starts the program, and does not wait for its window.
func (d *display) run(t *testing.T, env []string, args ...string) *session {
	t.Helper()
	s := &session{display: d, t: t, ended: make(chan struct{})}
	if _, err := os.Stat(profile(d.dir)); err != nil && !d.stranger {
		withSettings(t, d, map[string]any{"knowsDemo": true})
	}
	s.probe = filepath.Join(shortDir(t), "probe")
	if d.wine != nil {
		s.cmd = d.wine.command(d, env, append([]string{"--profile", onWine(profile(d.dir))}, args...)...)
		s.cmd.Env = append(s.cmd.Env, probe.Variable+"="+onWine(s.probe))
	} else {
		s.cmd = exec.Command(os.Args[0], append([]string{"--profile", profile(d.dir)}, args...)...)
		s.cmd.Env = environment(d.dir, append(env, "DISPLAY="+d.name, probe.Variable+"="+s.probe)...)
	}
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.out
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = s.cmd.Wait() // the status is in ProcessState
		close(s.ended)
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		<-s.ended
	})
	return s
}

// hasKeyboard finds the program's window, of several the focused one, and reports whether it is focused.
func (s *session) hasKeyboard() bool {
	s.window = s.find()
	active := s.windows("_NET_ACTIVE_WINDOW")
	if len(active) != 1 || !slices.Contains(s.own(), active[0]) {
		return false
	}
	s.window = active[0]
	focus, err := xproto.GetInputFocus(s.conn).Reply() // the window manager sets its property before the focus
	return err == nil && focus.Focus == s.window
}

// find returns the program's window, 0 if it has none yet.
func (s *session) find() xproto.Window {
	for _, w := range s.windows("_NET_CLIENT_LIST") {
		if pid := s.property(w, "_NET_WM_PID"); len(pid) == 4 && int(xgb.Get32(pid)) == s.cmd.Process.Pid {
			return w
		}
	}
	return 0
}

// until waits until something is true while the program runs.
func (s *session) until(what string, ok func() bool) {
	s.t.Helper()
	if !poll(pollEvery, patience, func() bool {
		is := ok()
		if !is && isClosed(s.ended) {
			s.t.Fatalf("the program ended (%v) while waiting for %s:\n%s", s.cmd.ProcessState, what, &s.out)
		}
		return is
	}) {
		s.t.Fatalf("timed out waiting for %s; the title is %q%s\n%s", what, s.title(), s.keepShot(), &s.out)
	}
}

// keepShot saves a screenshot if SEXTANT_SHOTS names a folder, and returns its path for a message.
func (s *session) keepShot() string {
	dir := os.Getenv("SEXTANT_SHOTS")
	if dir == "" {
		return ""
	}
	var b bytes.Buffer
	err := png.Encode(&b, s.shot(s.screen))
	name := filepath.Join(dir, strings.ReplaceAll(s.t.Name(), "/", "-")+".png")
	if err == nil {
		err = os.WriteFile(name, b.Bytes(), 0o600)
	}
	if err != nil {
		return fmt.Sprintf("; no picture was kept: %v", err)
	}
	return "; see " + name
}

// bounds returns the window's inside on the screen.
func (s *session) bounds() image.Rectangle {
	g, err := xproto.GetGeometry(s.conn, xproto.Drawable(s.window)).Reply()
	if err != nil {
		return image.Rectangle{}
	}
	at, err := xproto.TranslateCoordinates(s.conn, s.window, s.root, 0, 0).Reply()
	if err != nil {
		return image.Rectangle{}
	}
	return image.Rect(0, 0, int(g.Width), int(g.Height)).Add(image.Pt(int(at.DstX), int(at.DstY)))
}

func (s *session) title() string { return string(s.property(s.window, "_NET_WM_NAME")) }

// untilTitle waits for a title with a page, or with a subpage if the place has one.
func (s *session) untilTitle(place string) {
	s.t.Helper()
	s.until("a title with "+place, func() bool {
		rest, ok := strings.CutPrefix(s.title(), "Sextant – "+place)
		return ok && (rest == "" || rest[0] == ' ' || rest[0] == '/')
	})
}

// clickAt clicks a point of the window, counted from its right edge and its top.
func (s *session) clickAt(fromRight, y int) {
	b := s.bounds()
	s.click(image.Pt(b.Max.X-fromRight, b.Min.Y+y))
}

// pointAway moves the pointer away from everything with a tooltip, and then out of the window. The toolkit does not
// report that the pointer left a window, so a tooltip would stay.
func (s *session) pointAway() {
	b := s.bounds()
	s.pointTo(image.Pt(b.Min.X+b.Dx()/2, b.Min.Y+b.Dy()/4))
	s.pointTo(s.screen.Max.Sub(image.Pt(1, 1)))
}

// quit ends the program by its key, and expects status 0.
func (s *session) quit() {
	s.t.Helper()
	s.press("Ctrl+Q")
	s.expectEnd()
}

// expectEnd expects status 0, which also means that no goroutine waits on the network and, under the
// race detector, that there was no race.
func (s *session) expectEnd() {
	s.t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		shot := s.keepShot()
		_ = s.cmd.Process.Signal(syscall.SIGQUIT) // the runtime then prints the stacks of all goroutines
		<-s.ended
		s.t.Fatalf("the program does not end%s\n%s", shot, &s.out)
	}
	switch status := s.cmd.ProcessState; {
	case s.wine != nil && !status.Exited():
		// Under Wine whatever the program does ends it with a status, also a violation of memory. A signal ends Wine.
		s.t.Logf("Wine was ended: %v\n%s", status, &s.out)
	case !status.Success():
		s.t.Errorf("it ended with %v:\n%s", status, &s.out)
	}
	said := s.out.String()
	for _, bad := range []string{"panic:", "Fyne error", "Error in Fyne call thread"} {
		if strings.Contains(said, bad) {
			s.t.Errorf("the program wrote:\n%s", &s.out)
			break
		}
	}
}

// step runs a subtest with the same window as the ones before it. After a failure the others do not run.
func (s *session) step(name string, f func()) {
	whole := s.t
	ok := whole.Run(name, func(t *testing.T) {
		s.t = t
		f()
	})
	s.t = whole
	if !ok {
		whole.FailNow()
	}
}
