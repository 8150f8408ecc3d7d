package desktop

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sextant/app/testkit"
)

// privateDisplay starts an X server for the test. It skips the test if a program is not installed.
func privateDisplay(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range append(programs, "Xvfb") {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed", p)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-noreset", "-screen", "0", "320x200x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{w}
	testkit.NoError(t, server.Start())
	_ = w.Close()
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt) // lets it remove its socket
		_ = server.Wait()
	})
	number := testkit.Must(bufio.NewReader(r).ReadString('\n'))(t)
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	t.Setenv("XAUTHORITY", filepath.Join(t.TempDir(), "none"))
}

// TestCopyPicture reads the picture from the clipboard like another program, several times, and replaces it by another
// one.
func TestCopyPicture(t *testing.T) {
	privateDisplay(t, "xclip")
	want := append([]byte("\x89PNG\r\n\x1a\n"), bytes.Repeat([]byte{1, 2, 3}, 50_000)...)
	testkit.NoError(t, CopyPicture(want))
	for range 2 {
		got, err := exec.Command("xclip", "-selection", "clipboard", "-t", "image/png", "-o").Output()
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%d bytes of %d, %v", len(got), len(want), err)
		}
	}
	if targets, err := exec.Command("xclip", "-selection", "clipboard", "-t", "TARGETS", "-o").Output(); err != nil ||
		!bytes.Contains(targets, []byte("image/png")) {
		t.Errorf("it is offered as %q, %v", targets, err)
	}
	other := []byte("\x89PNG another")
	testkit.NoError(t, CopyPicture(other))
	testkit.Eventually(t, "the second picture", func() bool {
		got, _ := exec.Command("xclip", "-selection", "clipboard", "-t", "image/png", "-o").Output()
		return bytes.Equal(got, other)
	})
	if err := CopyPicture(make([]byte, MaxPicture+1)); err == nil {
		t.Error("a picture that is too large is taken")
	}
}

// A fakeManager is a clipboard manager, which saves a picture when it is asked to.
type fakeManager struct {
	x      *xgb.Conn
	window xproto.Window
	atoms  map[string]xproto.Atom
	saved  chan []byte
}

// newManager starts a clipboard manager.
func newManager(t *testing.T) *fakeManager {
	t.Helper()
	x := testkit.Must(connectX())(t)
	t.Cleanup(x.Close)
	m := &fakeManager{x: x, atoms: map[string]xproto.Atom{}, saved: make(chan []byte, 10)}
	for _, name := range []string{
		"CLIPBOARD", "CLIPBOARD_MANAGER", "SAVE_TARGETS", "MULTIPLE", "ATOM_PAIR", "TARGETS", "image/png",
	} {
		r := testkit.Must(xproto.InternAtom(x, false, uint16(len(name)), name).Reply())(t)
		m.atoms[name] = r.Atom
	}
	m.window, _ = xproto.NewWindowId(x)
	root := xproto.Setup(x).DefaultScreen(x)
	xproto.CreateWindow(x, root.RootDepth, m.window, root.Root, 0, 0, 1, 1, 0,
		xproto.WindowClassInputOutput, root.RootVisual, 0, nil)
	if err := xproto.SetSelectionOwnerChecked(x, m.window, m.atoms["CLIPBOARD_MANAGER"],
		xproto.TimeCurrentTime).Check(); err != nil {
		t.Fatal(err)
	}
	return m
}

// property returns the words of a property of a window.
func (m *fakeManager) property(w xproto.Window, name xproto.Atom) (value []byte) {
	r, err := xproto.GetProperty(m.x, true, w, name, xproto.GetPropertyTypeAny, 0, MaxPicture).Reply()
	if err != nil {
		return nil
	}
	return r.Value
}

// serve saves what is asked for, by a request for the targets and one for several targets.
func (m *fakeManager) serve(t *testing.T) {
	var asked xproto.SelectionRequestEvent
	for {
		event, err := m.x.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		switch e := event.(type) {
		case xproto.SelectionRequestEvent:
			asked = e
			if e.Target != m.atoms["SAVE_TARGETS"] ||
				!bytes.Equal(m.property(e.Requestor, e.Property), atoms(m.atoms["image/png"])) {
				t.Error("it is not asked to save a picture")
			}
			xproto.ConvertSelection(m.x, m.window, m.atoms["CLIPBOARD"], m.atoms["TARGETS"], m.atoms["TARGETS"], 0)
		case xproto.SelectionNotifyEvent:
			if e.Target == m.atoms["TARGETS"] {
				offered := m.property(m.window, e.Property)
				if !bytes.Contains(offered, atoms(m.atoms["SAVE_TARGETS"])) ||
					!bytes.Contains(offered, atoms(m.atoms["image/png"])) {
					t.Errorf("the targets are %v", offered)
				}
				list := atoms(m.atoms["image/png"], 100, m.atoms["SAVE_TARGETS"], 101, m.atoms["CLIPBOARD"], 102)
				xproto.ChangeProperty(m.x, xproto.PropModeReplace, m.window, 99, m.atoms["ATOM_PAIR"], 32, 6, list)
				xproto.ConvertSelection(m.x, m.window, m.atoms["CLIPBOARD"], m.atoms["MULTIPLE"], 99, 0)
				continue
			}
			list := m.property(m.window, 99)
			if len(list) != 24 || xgb.Get32(list[4:]) != 100 || xgb.Get32(list[20:]) != 0 {
				t.Errorf("the answers are in %v", list)
			}
			m.saved <- m.property(m.window, 100)
			answer := xproto.SelectionNotifyEvent{
				Requestor: asked.Requestor, Selection: asked.Selection, Target: asked.Target, Property: asked.Property,
			}
			xproto.SendEvent(m.x, false, asked.Requestor, 0, string(answer.Bytes()))
		}
	}
}

// TestKeepPicture ends the program with a picture on the clipboard: without a clipboard manager, with one that is
// silent, with one that saves it, and when something else was copied meanwhile.
func TestKeepPicture(t *testing.T) {
	privateDisplay(t)
	picture := append([]byte("\x89PNG"), bytes.Repeat([]byte{1, 2, 3}, 50_000)...)
	keep := func(most time.Duration) {
		t.Helper()
		began := time.Now()
		if KeepPicture(); time.Since(began) > most {
			t.Errorf("it took %v", time.Since(began))
		}
	}
	testkit.NoError(t, CopyPicture(picture))
	keep(managerAnswers / 2)
	m := newManager(t)
	testkit.NoError(t, CopyPicture(picture))
	keep(5 * managerAnswers)
	if _, err := m.x.WaitForEvent(); err != nil { // the request that the silent one has got
		t.Fatal(err)
	}
	go m.serve(t)
	testkit.NoError(t, CopyPicture(picture))
	keep(managerAnswers)
	select {
	case got := <-m.saved:
		if !bytes.Equal(got, picture) {
			t.Errorf("%d bytes of %d are saved", len(got), len(picture))
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing is saved")
	}
	testkit.NoError(t, xproto.SetSelectionOwnerChecked(m.x, m.window, m.atoms["CLIPBOARD"], 0).Check())
	testkit.Eventually(t, "the end of the picture", func() bool { return served.Load() == nil })
	keep(managerAnswers / 2)
	if len(m.saved) > 0 {
		t.Error("something else was saved as a picture")
	}
}

// privateCompositor starts a Wayland compositor for the test. cage refuses to run as root, so root is mapped to another
// user.
func privateCompositor(t *testing.T, programs ...string) {
	t.Helper()
	privateDisplay(t, append(programs, "cage")...)
	dir := t.TempDir()
	named := filepath.Join(dir, "named")
	c := exec.Command("cage", "--", "sh", "-c",
		`echo "$WAYLAND_DISPLAY" >"$0.new" && mv "$0.new" "$0" && exec sleep 600`, named)
	c.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "WLR_BACKENDS=x11", "WLR_RENDERER=pixman")
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, Setpgid: true,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getgid(), Size: 1}},
	}
	if err := c.Start(); err != nil {
		t.Skipf("nobody can be another user here: %v", err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
		_ = c.Wait()
	})
	var name []byte
	testkit.Eventually(t, "the compositor to start", func() (ok bool) {
		var err error
		name, err = os.ReadFile(named)
		return err == nil
	})
	t.Setenv("WAYLAND_DISPLAY", strings.TrimSpace(string(name)))
	t.Setenv("XDG_RUNTIME_DIR", dir)
	t.Setenv("DISPLAY", "")
	t.Setenv(PlatformVariable, platformWayland)
}

// TestCopyPictureWayland copies a picture over a text, and checks the error if wl-copy is missing.
func TestCopyPictureWayland(t *testing.T) {
	privateCompositor(t, "wl-copy", "wl-paste")
	run := func(stdin, name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Stdin = strings.NewReader(stdin)
		var out strings.Builder
		if name == "wl-paste" {
			c.Stdout = &out // wl-copy continues in the background, and would keep it open
		}
		if err := c.Run(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return out.String()
	}
	run("the old text", "wl-copy")
	want := "\x89PNG\r\n\x1a\n" + strings.Repeat("abc", 50_000)
	testkit.NoError(t, CopyPicture([]byte(want)))
	if got := run("", "wl-paste", "--list-types"); got != "image/png\n" {
		t.Errorf("it is offered as %q", got)
	}
	if got := run("", "wl-paste", "--no-newline", "--type", "image/png"); got != want {
		t.Errorf("%d bytes of %d", len(got), len(want))
	}
	t.Setenv("PATH", t.TempDir())
	if err := CopyPicture([]byte(want)); !errors.Is(err, errNoWlCopy) {
		t.Errorf("without wl-copy: %v", err)
	}
}

// TestBadWlCopy copies by programs that fail, hang, or leave another one with their input. Each call must end.
func TestBadWlCopy(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv(PlatformVariable, platformWayland)
	for name, tt := range map[string]struct {
		script string
		fails  bool
	}{
		"takes it": {"exec cat >/dev/null", false}, "fails": {"exit 1", true}, "hangs": {"exec sleep 1000", true},
		"leaves another one": {"exec 3<&0; sleep 20 <&3 & exit 0", true},
	} {
		path := filepath.Join(dir, "wl-copy")
		testkit.NoError(t, os.WriteFile(path+".new", []byte("#!/bin/sh\n"+tt.script+"\n"), 0o700))
		testkit.NoError(t, os.Rename(path+".new", path))
		began := time.Now()
		if err := CopyPicture(make([]byte, MaxPicture)); (err != nil) != tt.fails {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 2*displayPatience {
			t.Errorf("%s: it took %v", name, took)
		}
	}
}
