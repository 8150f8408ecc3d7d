package endtoend

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

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
