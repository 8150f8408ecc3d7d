package atspi

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
	"sextant/app/testkit"
)

// changed returns the windowful after many changes: a button of the dialog is focused, and there is a notice.
func changed() *access.Node {
	w := newWindowful()
	find := func(id access.ID) *access.Node { return access.NewTree(w.root).Find(id) }
	find(page).Name, find(page).Announcement = "Page 101", "Gulls – Terns 1–0"
	find(rowTwo).Text.Content = "Zwei. Vier."
	find(itemOne).States, find(itemTwo).States = access.Selectable, access.Selectable|access.Selected
	find(volume).Value.Now = 35
	find(entry).States &^= access.Focused
	find(ok).States |= access.Focused
	f := find(frame)
	f.Children = append(f.Children, &access.Node{ID: notice, Role: access.Notice, Name: "Saved"})
	return w.root
}

// another is changed with one more window, which is focused.
func another() *access.Node {
	root := changed()
	root.Children[0].States = 0
	root.Children = append(root.Children, &access.Node{
		ID: 50, Role: access.Window, Name: "Settings", States: access.Active, Children: []*access.Node{
			{ID: 51, Role: access.Button, Name: "Close", States: access.Focused},
		},
	})
	return root
}

// withoutDialog returns the windowful without the dialog, at which the reader ends.
func withoutDialog() *access.Node {
	root := changed()
	f := root.Children[0]
	f.Name, f.States = "the end", 0
	f.Children = append(f.Children[:len(f.Children)-2:len(f.Children)-2], f.Children[len(f.Children)-1])
	return root
}

// python returns a Python with the modules of AT-SPI.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c",
			"import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi").Run() == nil {
			return name
		}
	}
	missing(t, "Python with AT-SPI")
	return ""
}

// launcherProgram returns the path of the accessibility bus's launcher.
func launcherProgram(t *testing.T) string {
	t.Helper()
	for _, path := range []string{
		"/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher", "/usr/lib/at-spi-bus-launcher",
	} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	missing(t, "launcher of the bus of accessibility")
	return ""
}

// TestRealReaderHearsChanges reads the windowful with a real reader, launcher and registry, and checks the events of
// its changes.
func TestRealReaderHearsChanges(t *testing.T) {
	interpreter, program := python(t), launcherProgram(t)
	session, _ := testkit.StartBus(t)
	dir := t.TempDir()
	environment := append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"DISPLAY", "WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS"}, name)
	}), "DBUS_SESSION_BUS_ADDRESS="+session, "XDG_RUNTIME_DIR="+dir, "HOME="+dir,
		"GSETTINGS_BACKEND=memory", "G_MESSAGES_DEBUG=", "PYTHONIOENCODING=utf-8")
	run := func(name string, args ...string) *exec.Cmd {
		c := exec.Command(name, args...)
		c.Env = environment
		return c
	}
	launch(t, run(program, "--launch-immediately"))
	s := start(t, session)
	conn := connect(t, session)
	testkit.Eventually(t, "the launcher is notified of a reader", func() bool {
		return conn.Object(launcher, launcherPath).Call(properties+".Set",
			0, status, "IsEnabled", dbus.MakeVariant(true)).Err == nil
	})
	reader := run(interpreter, "testdata/reader.py", "Sextant test",
		"object:state-changed", "object:children-changed", "object:property-change",
		"object:text-changed", "object:text-caret-moved",
		"object:announcement", "object:selection-changed", "window:", "document:load-complete")
	reader.Stderr = os.Stderr
	out := testkit.Must(reader.StdoutPipe())(t)
	end := launch(t, reader)
	late := time.AfterFunc(2*patience, end)
	defer late.Stop()
	said := bufio.NewScanner(out)
	var saw, heard []string
	for said.Scan() && said.Text() != "listening" {
		saw = append(saw, said.Text())
	}
	compare(t, "seen", saw)
	for len(s.ui) > 0 {
		(<-s.ui)()
	}
	if got, want := fmt.Sprint(s.window.done), "[open 101 volume 40 choose 2 write 200 focus entry]"; got != want {
		t.Errorf("done: %s, not %s", got, want)
	}
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for said.Scan() {
			lines <- said.Text()
		}
	}()
	s.warmUp(t, lines)
	for _, root := range []*access.Node{changed(), another(), withoutDialog()} {
		s.Show(access.NewTree(root))
		testkit.Eventually(t, "the tree is taken", s.taken)
	}
	for l := range lines {
		heard = append(heard, l)
	}
	compare(t, "heard", heard)
}

// taken reports whether the tree that was shown last is being sent. A tree that is shown before that is replaced by the
// next one.
func (s *screen) taken() bool {
	s.Service.mu.Lock()
	defer s.Service.mu.Unlock()
	return s.next == nil
}

// warmUp changes the page until the reader receives an event, because the registry confirms a listener to the reader
// before it notifies programs. Listeners become known in order, so an event of the last one is enough. Afterwards the
// windowful is as before, and all events are read.
func (s *screen) warmUp(t *testing.T, lines <-chan string) {
	t.Helper()
	heard := func(what string) (is bool) {
		for len(lines) > 0 {
			is = strings.Contains(<-lines, what) || is
		}
		return is
	}
	show := func(name, description string) {
		w := newWindowful()
		p := w.root.Children[0].Children[0]
		p.Name, p.Description = name, description
		s.Show(access.NewTree(w.root))
		testkit.Eventually(t, "the tree is taken", s.taken)
	}
	names := []string{"Page 99", "Page 100"}
	n := 0
	testkit.Eventually(t, "the reader hears of a page", func() bool {
		show(names[n%2], "")
		n++
		return heard("document:load-complete")
	})
	show(names[1], "begin")
	testkit.Eventually(t, "the reader hears of the beginning", func() bool { return heard("'begin'") })
	show(names[1], "")
	testkit.Eventually(t, "the reader hears of its end", func() bool {
		return heard("accessible-description 0 0 'Page 100' ''")
	})
}

// compare compares lines with a golden file.
func compare(t *testing.T, what string, lines []string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join("testdata", what+".txt"))
	if got := strings.Join(lines, "\n") + "\n"; err != nil || got != string(want) {
		t.Errorf("%s:\n%s\nnot:\n%s(%v)", what, got, want, err)
	}
}
