package endtoend

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
)

// needReaders skips a test if screen readers are not installed, unless SEXTANT_NEED_ATSPI is set.
func needReaders(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range append(programs, busLauncher, python) {
		if _, err := exec.LookPath(p); err != nil && os.Getenv("SEXTANT_NEED_ATSPI") != "" {
			t.Fatal(err)
		} else if err != nil {
			t.Skip(err)
		}
	}
	if err := exec.Command(python, "-c", "import pyatspi").Run(); err != nil && os.Getenv("SEXTANT_NEED_ATSPI") == "" {
		t.Skip("there is no pyatspi")
	}
}

// The system's programs: another Python would not have the modules.
const busLauncher, python = "/usr/libexec/at-spi-bus-launcher", "/usr/bin/python3"

// newReaders starts the buses that screen readers need, and returns the environment that leads to them.
func newReaders(t *testing.T, d *display, read bool) (env []string) {
	t.Helper()
	desk := newDesktop(t)
	// there is no desktop that stores settings
	env = append(desk.environment(), "DISPLAY="+d.name, "GSETTINGS_BACKEND=memory")
	launch(t, exec.Command(busLauncher, "--launch-immediately"), environment(d.dir, env...)...)
	launcher := desk.conn.Object("org.a11y.Bus", "/org/a11y/bus")
	eventually(t, "the bus of accessibility", func() bool {
		return launcher.Call("org.a11y.Bus.GetAddress", dbus.FlagNoAutoStart).Err == nil
	})
	if read {
		eventually(t, "readers to be announced", func() bool {
			return launcher.SetProperty("org.a11y.Status.IsEnabled", dbus.MakeVariant(true)) == nil
		})
	}
	return env
}

// startInBackground starts a program that is killed at the end of the test.
func startInBackground(t *testing.T, c *exec.Cmd, env ...string) {
	t.Helper()
	c.Env = env
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
}

// An observer is an AT-SPI 2 client that does not belong to the project.
type observer struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

func newObserver(t *testing.T, d *display, env []string) *observer {
	t.Helper()
	c := exec.Command(python, filepath.Join("testdata", "reader.py"))
	in, _ := c.StdinPipe()
	out, _ := c.StdoutPipe()
	startInBackground(t, c, environment(d.dir, env...)...)
	return &observer{t, in, bufio.NewReader(out)}
}

// ask sends a request, and decodes the answer.
func (o *observer) ask(answer any, words ...string) {
	o.t.Helper()
	line, err := json.Marshal(words)
	if err != nil {
		o.t.Fatal(err)
	}
	if _, err := o.in.Write(append(line, '\n')); err != nil {
		o.t.Fatal(err)
	}
	said, err := o.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(said, answer)
	}
	if err != nil {
		o.t.Fatalf("%q is answered with %q: %v", words, said, err)
	}
}

// press does the first action of the object with a role and a name, as soon as it is exposed.
func (o *observer) press(role, name string) {
	o.t.Helper()
	if poll(pollEvery, patience, func() (done bool) {
		o.ask(&done, "press", role, name)
		return done
	}) {
		return
	}
	var names []string
	for _, n := range o.window() {
		if n.Role == role {
			names = append(names, n.Name)
		}
	}
	o.t.Fatalf("there is no %s %q with an action among %q", role, name, names)
}

// An observed is an exposed object.
type observed struct {
	Role, Name, Description string
	Place                   [4]int // in the window
	Corner                  [2]int // on the screen, the upper left one
	States                  []string
	Actions                 int
}

// windows returns the objects of each window, the window itself first.
func (o *observer) windows() (list [][]observed) {
	o.t.Helper()
	o.ask(&list, "tree")
	return list
}

// window returns the objects of the first window, nil before the program has exposed it.
func (o *observer) window() []observed {
	o.t.Helper()
	if all := o.windows(); len(all) > 0 {
		return all[0]
	}
	return nil
}

// rolesWithNames are the roles of objects that must have a name.
var rolesWithNames = []string{
	"push button", "toggle button", "link", "check box", "radio button",
	"combo box", "entry", "password text", "slider", "progress bar",
	"list item", "page tab", "menu item", "dialog", "document frame", "frame", "column header", "table cell",
}

// expectWhole checks that every object has a role and a place in the window, and each control a name, and an action
// unless a menu or a dialog covers it.
func (o *observer) expectWhole(where string, least int, covered bool) {
	o.t.Helper()
	for _, w := range o.windows() {
		if len(w) < least {
			o.t.Errorf("%s: only %d things are exposed", where, len(w))
		}
		in := w[0].Place
		for _, n := range w {
			p := n.Place
			inside := p[0] >= in[0] && p[1] >= in[1] && p[0]+p[2] <= in[0]+in[2] &&
				p[1]+p[3] <= in[1]+in[3] && p[2] > 0 && p[3] > 0
			switch {
			case n.Role == "" || n.Role == "unknown" || n.Role == "invalid":
				o.t.Errorf("%s: %q has no role", where, n.Name)
			case slices.Contains(rolesWithNames, n.Role) && n.Name == "":
				o.t.Errorf("%s: a %s at %v has no name", where, n.Role, p)
			case slices.Contains(n.States, "showing") && !inside:
				o.t.Errorf("%s: the %s %q is at %v, outside of %v", where, n.Role, n.Name, p, in)
			case slices.Contains([]string{"push button", "link", "menu item", "check box", "page tab"}, n.Role) &&
				n.Actions == 0 && !covered && slices.Contains(n.States, "sensitive"):
				o.t.Errorf("%s: nothing can be done with the %s %q", where, n.Role, n.Name)
			}
		}
	}
}

// TestObserved tests the program with an AT-SPI client that does not belong to the project.
func TestObserved(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	t.Run("a window", windowObserved)
	t.Run("a public screen", kioskObserved)
}

// windowObserved checks all objects of the main window, its panels, menus and dialogs, and does some actions. The tests
// of app/ui/window run all commands in that way.
func windowObserved(t *testing.T) {
	t.Parallel()
	needReaders(t)
	d := newDisplay(t)
	env := newReaders(t, d, true)
	service, _ := serveDemo(t)
	s := d.start(t, env, append(service.options(), "101")...)
	s.untilTitle("101")
	o := newObserver(t, d, env)
	s.until("the program among the others", func() bool {
		var name string
		o.ask(&name, "name")
		return name == "Sextant"
	})
	o.expectWhole("the page", 40, false)
	s.until("the window's place and page", func() bool {
		all, at := o.window(), s.bounds().Min
		return len(all) > 0 && all[0].Corner == [2]int{at.X, at.Y} && strings.HasSuffix(all[0].Name, "101/1 News index")
	})
	for _, k := range []struct {
		key, has string
		least    int
	}{
		{"Ctrl+M", "list item", 60},
		{"Ctrl+F", "entry", 50},
		{"F10", "menu item", 60},
		{"Ctrl+,", "dialog", 60},
		{"Shift+/", "dialog", 60},
		{"Ctrl+Shift+P", "list item", 50},
	} {
		s.press(k.key)
		s.until("a "+k.has+" by "+k.key, func() bool {
			return slices.ContainsFunc(o.window(), func(n observed) bool { return n.Role == k.has })
		})
		o.expectWhole("after "+k.key, k.least, k.key != "Ctrl+M" && k.key != "Ctrl+F")
		s.press("Escape")
	}
	s.settled()
	o.choose("View", "Text view")
	s.untilSetting(`"view": "text"`)
	o.choose("Page", "Page information")
	s.until("the information", func() bool {
		return slices.ContainsFunc(o.window(), func(n observed) bool { return n.Role == "dialog" })
	})
	s.press("Escape")
	s.settled()
	o.choose("Quit")
	s.expectEnd()
}

// kioskObserved checks a public screen, before and after a viewer turns its page.
func kioskObserved(t *testing.T) {
	t.Parallel()
	needReaders(t)
	d := newDisplay(t)
	env := newReaders(t, d, true)
	service, picture := serveDemo(t)
	k := startKiosk(t, d, service, picture, "show = [\"104\"]\n[dwell]\nfixed = \"1h\"\n", env...)
	o := newObserver(t, d, env)
	sees := func(page int, name, text string) {
		k.untilPage(page)
		k.until(name, func() bool {
			var there string
			o.ask(&there, "name")
			return there == "Sextant" && slices.ContainsFunc(o.window(), func(n observed) bool {
				return n.Role == "document frame" && n.Name == name &&
					strings.Contains(n.Description, text) && slices.Contains(n.States, "focused")
			})
		})
	}
	sees(104, "104 Bell buoy", "Bell buoy to be tuned")
	o.expectWhole("the screen", 2, false)
	k.press("Right")
	sees(105, "105 Council in fog", "Council lost in fog, found")
	k.end()
}

// choose runs a command by the window's menu.
func (o *observer) choose(path ...string) {
	o.t.Helper()
	o.press("push button", "Menu")
	for _, name := range path {
		o.press("menu item", name)
	}
}
