package endtoend

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sextant/app/settings"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestKeyOfAService stores the key of a service, and searches for it everywhere else.
func TestKeyOfAService(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	t.Run("in a file", keyInFile)
	t.Run("in a keyring", keyInKeyring)
}

const (
	secretID  = "Meridian"
	secretKey = "Kp7/vX+q2=zR9&wTn"
)

// keyInFile stores a key in the profile and uses the program: it reads, listens, receives change notices, logs
// everything, writes exports, crashes and offers the report. Then the key is only in its file, which only the user can
// read: not in the rest of the profile, the log, the report, the exports, the list of processes, or on the bus.
func keyInFile(t *testing.T) {
	t.Parallel()
	need(t, "dbus-monitor")
	service, _ := serveDemo(t)
	d := newDisplay(t)
	desk := newDesktop(t)
	p := settings.Profile{Dir: profile(d.dir)}
	withSettings(t, d, map[string]any{
		"baseURL": service.URL, "mediaBaseURL": service.URL, "mediaCredentials": true,
		"appID": secretID, "keyPlace": string(settings.InFile), "knowsDemo": true,
	})
	if err := os.WriteFile(p.Path(settings.KeyFile), []byte(secretKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	heard := monitorBus(t, desk)
	journal := filepath.Join(d.dir, "journal")
	s := d.start(t, desk.environment(), "--log", journal, "--log-level", "debug")
	s.untilTitle("100")
	s.press("Ctrl+D", "Ctrl+M")
	s.until("the list", func() bool { return service.Count("/v1/downloads.json") > 0 })
	s.press("Escape")
	s.typed("123")
	s.untilTitle("123")
	if r := service.Asked()[0]; r.URL.Query().Get("app_key") != secretKey {
		t.Fatalf("the service is asked by %v", r.URL)
	}
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", s.cmd.Process.Pid))
	if err != nil || hasKey(line) {
		t.Errorf("the list of processes: %q, %v", line, err)
	}
	_ = s.cmd.Process.Signal(syscall.SIGABRT) // which makes it crash
	<-s.ended
	s = d.start(t, desk.environment(), "--log", journal, "--log-level", "debug")
	expectReport(s)
	s.quit()
	for _, format := range []string{"html", "json", "text"} {
		c := exec.Command(os.Args[0], "export", "--profile", p.Dir, "-o", filepath.Join(d.dir, "export."+format), "100")
		c.Env = environment(d.dir)
		if out, err := c.CombinedOutput(); err != nil || hasKey(out) {
			t.Errorf("export: %v\n%s", err, out)
		}
	}
	if data := heard(); len(data) == 0 || hasKey(data) {
		t.Errorf("%d bytes were heard on the bus", len(data))
	}
	inOwnFile(t, d.dir, p.Path(settings.KeyFile))
}

// expectReport expects that a start after a crash names the report of it, which has the stacks and what was done
// before.
func expectReport(s *session) {
	s.t.Helper()
	var report string
	s.until("the report of the crash", func() bool {
		_, report, _ = strings.Cut(s.out.String(), "it crashed; see ")
		return strings.HasSuffix(report, "\n")
	})
	text, err := os.ReadFile(strings.TrimSuffix(report, "\n"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, part := range []string{"Sextant ", "SIGABRT", "goroutine ", " start\n", " the service is open\n"} {
		if !strings.Contains(string(text), part) {
			s.t.Errorf("no %q in\n%s", part, text)
		}
	}
	if all, err := filepath.Glob(filepath.Join(profile(s.dir), "crashes", "crash-*")); err != nil || len(all) != 1 {
		s.t.Errorf("there are %q, %v", all, err)
	}
}

// monitorBus records all messages on a bus. heard ends that, and returns them.
func monitorBus(t *testing.T, desk *desktop) (heard func() []byte) {
	t.Helper()
	c := exec.Command("dbus-monitor", "--address", desk.address)
	var said output
	c.Stdout = &said
	launch(t, c, "PATH="+os.Getenv("PATH"))
	eventually(t, "the monitor", func() bool { return len(said.Bytes()) > 0 })
	return said.Bytes
}

// hasKey reports whether the key is in data, plain or encoded.
func hasKey(data []byte) bool {
	quoted := fmt.Sprintf("%q", secretKey)
	for _, form := range []string{
		secretKey, url.QueryEscape(secretKey), url.PathEscape(secretKey),
		quoted[1 : len(quoted)-1], strings.ReplaceAll(secretKey, "/", `\/`),
		strings.ReplaceAll(secretKey, "&", `\u0026`), strings.ReplaceAll(secretKey, "&", "&amp;"),
		base64.StdEncoding.EncodeToString([]byte(secretKey)),
		base64.URLEncoding.EncodeToString([]byte(secretKey)), hex.EncodeToString([]byte(secretKey)),
	} {
		if bytes.Contains(data, []byte(form)) {
			return true
		}
	}
	return false
}

// inOwnFile searches all files of a folder for the key, which must only be in its file.
func inOwnFile(t *testing.T, dir, own string) {
	t.Helper()
	found, files := false, 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		switch {
		case err != nil || !hasKey(data):
		case path == own:
			info, statErr := e.Info()
			found = statErr == nil && info.Mode().Perm() == 0o600
		default:
			t.Errorf("the key is in %s", strings.TrimPrefix(path, dir))
		}
		return err
	})
	if err != nil || !found || files < 8 {
		t.Errorf("found in its own file: %t; %d files, %v", found, files, err)
	}
}

// keyInKeyring is keyInFile with the real keyring of a desktop: the key is in no file, and on the bus only in answers
// of the keyring.
func keyInKeyring(t *testing.T) {
	t.Parallel()
	need(t, "dbus-monitor", "gnome-keyring-daemon", "secret-tool")
	service, _ := serveDemo(t)
	d := newDisplay(t)
	desk := newDesktop(t)
	keyring := exec.Command("gnome-keyring-daemon", "--foreground", "--components=secrets", "--unlock")
	keyring.Stdin = strings.NewReader("the user's own password")
	env := environment(d.dir, desk.environment()...)
	launch(t, keyring, env...)
	owner := ""
	eventually(t, "the keyring", func() bool {
		return desk.conn.BusObject().Call("org.freedesktop.DBus.GetNameOwner",
			0, "org.freedesktop.secrets").Store(&owner) == nil
	})
	keep := exec.Command("secret-tool", "store", "--label=Sextant", "service", "sextant", "username", profile(d.dir))
	keep.Stdin, keep.Env = strings.NewReader(secretKey), env
	if out, err := keep.CombinedOutput(); err != nil {
		t.Fatalf("the keyring takes nothing: %v\n%s", err, out)
	}
	withSettings(t, d, map[string]any{
		"baseURL": service.URL, "mediaBaseURL": service.URL, "mediaCredentials": true,
		"appID": secretID, "keyPlace": string(settings.InKeyring), "knowsDemo": true,
	})
	heard := monitorBus(t, desk)
	s := d.start(t, desk.environment(), "--log", filepath.Join(d.dir, "journal"), "--log-level", "debug")
	s.untilTitle("100")
	s.press("Ctrl+D", "Ctrl+M")
	s.until("the list", func() bool { return service.Count("/v1/downloads.json") > 0 })
	if r := service.Asked()[0]; r.URL.Query().Get("app_key") != secretKey {
		t.Errorf("the service is asked by %v", r.URL)
	}
	s.quit()
	answers := 0
	for _, message := range messages(heard()) {
		head, _, _ := strings.Cut(message, "\n")
		switch {
		case !hasKey([]byte(message)):
		case strings.HasPrefix(head, "method return") && strings.Contains(head, "sender="+owner+" "):
			answers++
		default:
			t.Errorf("the key is in: %s", head)
		}
	}
	if answers == 0 {
		t.Error("the keyring was not asked, or not overheard")
	}
	err := filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			var data []byte
			if data, err = os.ReadFile(path); err == nil && hasKey(data) {
				t.Errorf("the key is in %s", strings.TrimPrefix(path, d.dir))
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// messages returns the messages of a bus monitor's output, with arrays of bytes as text.
func messages(heard []byte) (list []string) {
	for line := range strings.Lines(string(heard)) {
		if !strings.HasPrefix(line, " ") || len(list) == 0 {
			list = append(list, "")
		}
		list[len(list)-1] += line
	}
	return list
}
