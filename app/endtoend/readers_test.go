package endtoend

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
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

// A listener records the speech of Orca.
type listener struct {
	*session
	said     string // the path of the file with the speech
	compared int    // the length that was compared already
}

// all returns the speech so far as one text, because the speech server receives it in pieces.
func (l *listener) all() string {
	data, _ := os.ReadFile(l.said) // it may not exist yet
	return blanks.ReplaceAllString(string(data), "$1$2")
}

// blanks are spaces between words, of which speech needs one, and at the ends of lines.
var blanks = regexp.MustCompile(` *(\n) *|( ) +`)

// hears waits until Orca has spoken texts in order, after those that were compared before.
func (l *listener) hears(when string, want ...string) {
	l.t.Helper()
	l.until("what Orca says "+when, func() bool { return l.heard(want...) })
}

// heard reports whether Orca has spoken texts in order, after those that were compared before.
func (l *listener) heard(want ...string) bool {
	all, at := l.all(), l.compared
	for _, w := range want {
		i := strings.Index(all[at:], w)
		if i < 0 {
			return false
		}
		at += i + len(w)
	}
	l.compared = at
	return true
}

// hearsAfter presses a key and waits for texts as long as Orca speaks, which is slow on a busy machine. Orca stops
// reading at any event, such as the names of prefetched pages, and sometimes (v43.1, on a busy machine) although the
// program sends none: once it has been silent for ten seconds the key is pressed again, as a reader would do.
func (l *listener) hearsAfter(key, when string, want ...string) {
	l.t.Helper()
	const tries, silent = 3, 10 * time.Second
	for range tries {
		l.press(key)
		for said := ""; said != l.all(); {
			said = l.all()
			if poll(pollEvery, silent, func() bool { return l.heard(want...) }) {
				return
			}
		}
	}
	l.t.Fatalf("timed out waiting for what Orca says %s", when)
}

// newSpeech starts a speech server for Orca that writes all speech to a file, and returns the file and the environment
// that leads to the server. It is configured not to end after five seconds without a client, because Orca may take
// longer to start.
func newSpeech(t *testing.T, d *display) (said string, env []string) {
	t.Helper()
	dir := shortDir(t)
	said = filepath.Join(dir, "said")
	module := "GenericExecuteSynth \"printf '%s' \\'$DATA\\' >> " + said + "\"\nGenericCmdDependency \"printf\"\n" +
		"AddVoice \"en\" \"male1\" \"x\"\nGenericLanguage \"en\" \"en\" \"utf-8\"\nGenericMaxChunkLength " +
		"10000\nGenericDelimiters \"\\n\"\n"
	server := "Timeout 0\nLogLevel 1\nLogDir \"" + dir +
		"\"\nAddModule \"log\" \"sd_generic\" \"log.conf\"\nDefaultModule log\nDefaultLanguage en\n" +
		"AudioOutputMethod \"alsa\"\nAudioALSADevice \"null\"\n"
	if err := errors.Join(
		os.Mkdir(filepath.Join(dir, "modules"), 0o700),
		os.WriteFile(filepath.Join(dir, "modules", "log.conf"), []byte(module), 0o600),
		os.WriteFile(filepath.Join(dir, "speechd.conf"), []byte(server), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "s")
	c := exec.Command("speech-dispatcher", "-s", "-c", "unix_socket", "-S",
		socket, "-C", dir, "-P", filepath.Join(dir, "pid"), "-L", dir)
	startInBackground(t, c, environment(d.dir, "LANG=C.UTF-8", "LC_ALL=C.UTF-8")...) // it needs an installed locale
	eventually(t, "the speech server", func() bool {
		c, err := net.Dial("unix", socket)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	return said, []string{"SPEECHD_ADDRESS=unix_socket:" + socket}
}

// TestOrca reads the screen with the real Orca, and checks that it speaks all that a blind user needs.
func TestOrca(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "what Orca says waits for its own moments")
	t.Parallel()
	needReaders(t, "orca", "speech-dispatcher")
	d := newDisplay(t)
	env := newReaders(t, d, false)
	service, _ := serveDemo(t)
	said, speech := newSpeech(t, d)
	l := &listener{said: said}
	env = append(env, speech...)
	// Orca does not start if pgrep finds another one, which may belong to another test.
	alone := filepath.Join(d.dir, "bin")
	if err := errors.Join(os.Mkdir(alone, 0o700),
		os.WriteFile(filepath.Join(alone, "pgrep"), []byte("#!/bin/sh\nexit 1\n"), 0o700)); err != nil {
		t.Fatal(err)
	}
	// Its alarm would kill it if its start takes ten seconds.
	const patient = "import runpy, shutil, signal; signal.alarm = lambda seconds: 0; " +
		"runpy.run_path(shutil.which('orca'), run_name='__main__')"
	startInBackground(t, exec.Command(python, "-c", patient),
		environment(d.dir, append(env, "PATH="+alone+":"+os.Getenv("PATH"))...)...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("Orca said %q", l.all())
		}
	})
	eventually(t, "Orca", func() bool { return strings.Contains(l.all(), "Screen reader on.") })
	l.session = d.start(t, append(alsaDevice(t, d.dir, "{ type null }"), env...), append(service.options(), "100")...)
	l.hears("at the start", "Sextant – 100/1 Index frame.", "Index, page 100, subpage 1 of 4 read-only document frame.")
	l.untilPrefetched(service)
	l.hearsAfter("KP_Add", "when it is to say all", "THE MERIDIAN ISLES, NOW 199 A-Z",
		"102 Town clock slow since 1911\n", "Signing off")
	l.press("KP_Page_Up")
	l.hears("of what is above the page", "1 of 4")
	l.press("KP_Page_Up")
	l.hears("of the page's first line", "THE MERIDIAN ISLES, NOW")
	if strings.Contains(l.all(), "Nothing is playing.") {
		t.Error("the window got a key that Orca took")
	}
	l.press("1", "0", "1")
	l.hears("of page 101", "News index, page 101, subpage 1 of 2", "Town clock slow since 1911 Port Almanac")
	l.press("Tab")
	l.hears("of a link", "Town clock slow since 1911 102 link.")
	l.press("Tab")
	l.hears("of the next one", "Vernier light gets a keeper again 103 link.")
	l.press("Return")
	l.hears("of where it leads", "Vernier light, page 103, subpage 1 of 3 read-only document frame.",
		"Vernier light gets a keeper")
	l.press("Ctrl+D")
	l.hears("of a notice", "notification Page 103 added to favourites.")
	l.press("Ctrl+M")
	// it speaks the number of recordings only if they were there before the focus
	l.hears("of the recordings", "Recordings", "Harbour news.")
	l.press("Down")
	l.hears("of the next recording", "The Long Watch: the first week.")
	l.press("Return")
	l.hears("while it plays", "playing")
	l.press("Escape")
	l.hears("of the page again", "Vernier light, page 103")
	l.press("Ctrl+,")
	l.hears("of the settings", "Settings dialog")
	l.press("Down")
	l.hears("of the sections", "List with 8 items.", "Connection.")
	l.press("Down")
	l.hears("of a section", "Display.")
	l.press("Tab")
	l.hears("of a setting", "Language combo box.", "Same as system.")
	l.press("Tab")
	l.hears("of another one", "Theme combo box.", "Same as system.")
	l.press("Right")
	l.hears("of another value", "Dark.")
	l.press("Left")
	l.hears("of the one before", "Same as system.")
	l.press("Escape")
	l.hears("of the page behind it", "Vernier light, page 103")
	l.quit()
}
