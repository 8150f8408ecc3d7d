package cli

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"sextant/app/testkit"
)

// runKiosk runs the command.
func runKiosk(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	status = Kiosk(t.Context(), args, &out, &errs)
	return status, out.String(), errs.String()
}

// home returns a user's configuration folder, and the paths of the files that install writes.
func home(t *testing.T) (dir, unit, secrets string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("systemd is only on Linux")
	}
	dir = t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	return dir, filepath.Join(dir, "systemd", "user",
		"sextant-kiosk.service"), filepath.Join(dir, "sextant", "kiosk.env")
}

func content(t *testing.T, path string) string {
	t.Helper()
	data := testkit.Must(os.ReadFile(path))(t)
	return string(data)
}

// TestKioskInstall writes a unit several times. Changes of the user are never lost.
func TestKioskInstall(t *testing.T) {
	dir, unit, secrets := home(t)
	list := filepath.Join(dir, `50 % "off" $HOME.toml`)
	testkit.NoError(t, os.WriteFile(list, []byte("show = [100]\n"), 0o600))
	status, out, _ := runKiosk(t, "install", "--user", "--status", ":8080", "--monitor=2", list)
	if status != 0 || !strings.Contains(out, unit) || !strings.Contains(out, secrets) ||
		!strings.Contains(out, "systemctl --user enable --now sextant-kiosk") {
		t.Fatalf("status %d, %q", status, out)
	}
	program := testkit.Must(os.Executable())(t)
	words := execStart(t, content(t, unit))
	want := []string{
		"-d", "--", "/usr/bin/env", "-u", "WATCHDOG_PID", program, "--kiosk",
		"--profile=" + filepath.Dir(secrets), "--monitor=2", "--status=:8080", list,
	}
	if filepath.Base(words[0]) != "cage" || !slices.Equal(words[1:], want) {
		t.Errorf("it runs %q", words)
	}
	if info, err := os.Stat(secrets); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(secrets, []byte("SEXTANT_STATUS_TOKEN=kept\n"), 0o644); err != nil ||
		os.Chmod(secrets, 0o644) != nil {
		t.Fatal(err)
	}
	first := content(t, unit)
	if status, out, _ = runKiosk(t, "install", "--compositor", "x", "430"); status != 0 ||
		strings.Contains(out, "is kept") {
		t.Errorf("status %d, %q", status, out)
	}
	if words = execStart(t, content(t, unit)); filepath.Base(words[0]) != "xinit" ||
		!strings.HasSuffix(strings.Join(words, " "), " 430 -- :0 vt7 -nolisten tcp") {
		t.Errorf("it runs %q", words)
	}
	if info, err := os.Stat(secrets); err != nil || info.Mode().Perm() != 0o600 ||
		content(t, secrets) != "SEXTANT_STATUS_TOKEN=kept\n" {
		t.Errorf("%v, %v", info, err)
	}
	changed := strings.Replace(first, "RestartSec=1\n", "RestartSec=5\n", 1)
	for n := 1; n <= 2; n++ {
		testkit.NoError(t, os.WriteFile(unit, []byte(changed), 0o600))
		aside := unit + ".old" + strconv.Itoa(n)
		if status, out, _ = runKiosk(t, "install"); status != 0 ||
			!strings.Contains(out, aside) || content(t, aside) != changed {
			t.Errorf("status %d, %q", status, out)
		}
	}
}

func TestRemove(t *testing.T) {
	_, unit, secrets := home(t)
	link := filepath.Join(filepath.Dir(unit), "default.target.wants", filepath.Base(unit))
	if status, _, errs := runKiosk(t, "remove"); status != 1 || !strings.Contains(errs, "there is none") {
		t.Errorf("status %d, %q", status, errs)
	}
	for _, change := range []string{"", "# mine\n"} {
		if status, _, errs := runKiosk(t, "install"); status != 0 {
			t.Fatal(errs)
		}
		text := content(t, unit) + change
		if err := errors.Join(os.WriteFile(unit, []byte(text), 0o600),
			os.MkdirAll(filepath.Dir(link), 0o700), os.Symlink(unit, link)); err != nil {
			t.Fatal(err)
		}
		status, out, _ := runKiosk(t, "remove")
		if status != 0 || !strings.Contains(out, "Taken away") {
			t.Errorf("status %d, %q", status, out)
		}
		for _, gone := range []string{unit, link} {
			if _, err := os.Lstat(gone); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s is there: %v", gone, err)
			}
		}
		if old, err := os.ReadFile(unit + ".old1"); change == "" && err == nil || change != "" && string(old) != text {
			t.Errorf("kept: %q, %v", old, err)
		}
	}
	content(t, secrets) // it is not removed
}

// TestKioskPrint prints a unit and writes nothing.
func TestKioskPrint(t *testing.T) {
	dir, _, _ := home(t)
	status, out, _ := runKiosk(t, "install", "--print", "--base-url",
		"https://service.example/api", "https://lists.example/shop.toml")
	words := execStart(t, out)
	if status != 0 ||
		!slices.Equal(words[len(words)-2:], []string{
			"--base-url=https://service.example/api", "https://lists.example/shop.toml",
		}) {
		t.Errorf("status %d, %q", status, out)
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) > 0 {
		t.Errorf("%v, %v", there, err)
	}
}

func TestInstallRefuses(t *testing.T) {
	dir, _, _ := home(t)
	for args, want := range map[string]string{
		"--app-key=s3cr3t":      "only you can read",
		"--app-id=me":           "only you can read",
		"--status-token=s3cr3t": "only you can read",
		"--status nowhere":      "no port",
		"--compositor weston":   "cage or x",
		"no-such.toml":          "the playlist no-such.toml does not exist",
		"--monitor main":        "--monitor counts from 1",
		"100 200":               "one page or playlist",
		"--no-such":             "no-such",
	} {
		if status, out, errs := runKiosk(t, append([]string{"install"}, strings.Fields(args)...)...); status != 2 ||
			out != "" || !strings.Contains(errs, want) || strings.Contains(errs, "s3cr3t") {
			t.Errorf("%s: status %d, %q, %q", args, status, out, errs)
		}
	}
	if there, err := os.ReadDir(dir); err != nil || len(there) > 0 {
		t.Errorf("%v, %v", there, err)
	}
	u := kioskUnit{compositor: "cage", runner: "/usr/bin/cage", program: "/sextant", secrets: "/two\nlines"}
	if text, err := u.text(); err == nil {
		t.Errorf("written: %q", text)
	}
}

// TestKioskVerified checks the units with systemd-analyze verify.
func TestKioskVerified(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil && os.Getenv("SEXTANT_NEED_SYSTEMD") == "" {
		t.Skip("systemd-analyze is not installed")
	}
	dir := t.TempDir()
	for _, compositor := range []string{"cage", "x"} {
		u := kioskUnit{
			compositor: compositor, runner: "/bin/true",
			program: `/opt/a b/50%/$HOME`, secrets: dir + "/50% off/kiosk.env",
			options: []string{"--profile=" + dir + "/50% \\ \"off\"\n", ";", "$$", "100"},
		}
		text := testkit.Must(u.text())(t)
		path := filepath.Join(dir, compositor+"-kiosk.service")
		testkit.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		cmd := exec.CommandContext(t.Context(), "systemd-analyze", "verify", "--user", path)
		cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "HOME="+dir, "SYSTEMD_LOG_LEVEL=warning")
		if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), compositor+"-kiosk.service") {
			t.Errorf("%v: %s\n%s", err, out, text)
		}
	}
}

// execStart returns the words of a unit's command.
func execStart(t *testing.T, text string) []string {
	t.Helper()
	_, rest, found := strings.Cut(text, "\nExecStart=")
	line, _, _ := strings.Cut(rest, "\n")
	if !found {
		t.Fatalf("no command in %q", text)
	}
	return splitWords(t, line)
}

// splitWords parses a command like systemd: words, some in double quotes, with escapes; then specifiers and variables,
// of which only those for a single character occur.
func splitWords(t *testing.T, line string) (words []string) {
	t.Helper()
	for line = strings.TrimLeft(line, " \t"); line != ""; line = strings.TrimLeft(line, " \t") {
		quoted := line[0] == '"'
		line = strings.TrimPrefix(line, `"`)
		word := ""
		for line != "" && (quoted && line[0] != '"' || !quoted && line[0] != ' ') {
			if line[0] != '\\' {
				if !quoted && strings.ContainsRune(`;"'`, rune(line[0])) {
					t.Fatalf("%q is not quoted", line)
				}
				word, line = word+line[:1], line[1:]
				continue
			}
			value, multibyte, rest, err := strconv.UnquoteChar(line, '"')
			if err != nil || multibyte {
				t.Fatalf("%q: %v", line, err)
			}
			word, line = word+string(rune(value)), rest
		}
		if quoted {
			if !strings.HasPrefix(line, `" `) && line != `"` {
				t.Fatalf("no end of a quoted word at %q", line)
			}
			line = line[1:]
		}
		for _, special := range []string{"%", "$"} {
			if strings.Contains(strings.ReplaceAll(word, special+special, ""), special) {
				t.Fatalf("%s would be expanded in %q", special, word)
			}
			word = strings.ReplaceAll(word, special+special, special)
		}
		words = append(words, word)
	}
	return words
}

// FuzzQuote checks that quoted words are read back unchanged.
func FuzzQuote(f *testing.F) {
	for _, word := range []string{
		"", "/usr/bin/sextant", "a b", `a"b\c'd`, "50%", "$HOME",
		"${HOME}", ";", "é\n\t\x7f", `\`, "%%$$", "#", "\u2028",
	} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		u := kioskUnit{
			compositor: "cage", runner: "/usr/bin/cage", program: "/sextant",
			options: []string{word, "end"}, secrets: "/kiosk.env",
		}
		text, err := u.text()
		if err != nil {
			if utf8.ValidString(word) && !strings.Contains(word, "\x00") {
				t.Fatal(err)
			}
			return
		}
		words := execStart(t, text)
		if got := words[len(words)-2:]; !slices.Equal(got, []string{word, "end"}) {
			t.Errorf("%q became %q", word, got)
		}
	})
}
