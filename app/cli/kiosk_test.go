package cli

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/screen/playlist"
	"sextant/app/testkit"
)

func TestKioskCommandLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good": "show = [100]\n", "wrong": "show = [100]\ntogether = 5\nholiday = 1\n",
	} {
		testkit.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	good, wrong := filepath.Join(dir, "good"), filepath.Join(dir, "wrong")
	const fine = ": no mistakes: 0 dayparts, 0 interruptions; showing now: Main list\n"
	mistakes := wrong + ":2: together can be 1, 2, 3, 4, 6 or 9: 5 is not valid\n" +
		wrong +
		":3: \"holiday\" is not allowed here; did you mean \"holidays\"?\n"
	for _, tt := range []struct {
		args           []string
		status         int
		stdout, stderr string
	}{
		{nil, 2, "", "give a command"},
		{[]string{"cheque"}, 2, "", `unknown command "cheque"`},
		{[]string{"--help"}, 0, "sextant kiosk check", ""},
		{[]string{"--example"}, 0, playlist.Example(), ""},
		{[]string{"check"}, 2, "", "give the playlist’s file"},
		{[]string{"check", "--help"}, 0, "sextant kiosk check", ""},
		{[]string{"check", "--no-such", good}, 2, "", "no-such"},
		{[]string{"check", good}, 0, good + fine, ""},
		{[]string{"check", wrong, good}, 1, mistakes + good + fine, ""},
		{[]string{"check", wrong + "er"}, 1, "", wrong + "er: it could not be read: The file or folder"},
		{[]string{"check", server.URL + "/good"}, 0, server.URL + "/good" + fine, ""},
		{[]string{"check", server.URL + "/none"}, 1, "", "404"},
		{[]string{"check", "--playlist-key", "none", good}, 1, "", "not a minisign public key"},
		{
			[]string{"check", "--playlist-key", "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3", good},
			1, "", "signature",
		},
	} {
		var stdout, stderr strings.Builder
		status := Kiosk(t.Context(), tt.args, &stdout, &stderr)
		if status != tt.status || !strings.Contains(stdout.String(), tt.stdout) ||
			!strings.Contains(stderr.String(), tt.stderr) ||
			(stdout.Len() > 0) != (tt.stdout != "") || (stderr.Len() > 0) != (tt.stderr != "") {
			t.Errorf("%q: status %d, %q, %q", tt.args, status, stdout.String(), stderr.String())
		}
	}
}

// TestKioskCheckReadsInput checks a playlist from standard input.
func TestKioskCheckReadsInput(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	before := os.Stdin
	os.Stdin = r
	defer func() { os.Stdin = before }()
	if _, err := w.WriteString("show = []\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	var stdout, stderr strings.Builder
	if status := Kiosk(context.Background(), []string{"check", "-"}, &stdout, &stderr); status != 1 ||
		stdout.String() != "-:1: show is empty: it has nothing to show\n" {
		t.Errorf("status %d, %q, %q", status, stdout.String(), stderr.String())
	}
}

// TestLongWords checks that a long argument is shortened in messages.
func TestLongWords(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100_000)
	for _, args := range [][]string{
		{"check", long}, {"check", "http://127.0.0.1:1/" + long}, {"check", "--" + long}, {long}, {"pin", long},
	} {
		var stdout, stderr strings.Builder
		status := Kiosk(context.Background(), args, &stdout, &stderr)
		if said := stdout.String() + stderr.String(); status == 0 || said == "" || len(said) > 1500 {
			t.Errorf("%.20s: status %d and %d bytes", args, status, len(said))
		}
	}
}

// TestPasswords checks playlists at addresses with a password, which no message repeats.
func TestPasswords(t *testing.T) {
	t.Parallel()
	var stdout, stderr strings.Builder
	for _, where := range []string{
		"http://user:geheim@127.0.0.1:1/list.toml", "http://user:geheim%@127.0.0.1/",
		"ftp://geheim@x", "http://a:geheim@b@127.0.0.1:1/",
	} {
		if status := Kiosk(context.Background(), []string{"check", where}, &stdout, &stderr); status != 1 {
			t.Errorf("%s: status %d", where, status)
		}
	}
	if said := stdout.String() + stderr.String(); strings.Contains(said, "geheim") ||
		!strings.Contains(said, "http://…@127.0.0.1:1/list.toml: ") {
		t.Error(said)
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	p := testkit.Must(playlist.Parse([]byte(playlist.Example())))(t)
	for at, want := range map[string]string{
		"2026-11-20 07:00": "no mistakes: 2 dayparts, 2 interruptions; showing now: morning, until 09:30",
		"2026-11-20 23:00": "no mistakes: 2 dayparts, 2 interruptions; the screen is off now",
		"2026-11-21 12:00": "no mistakes: 2 dayparts, 2 interruptions; showing now: Main list, until 22:00",
		"2026-11-22 12:00": "no mistakes: 2 dayparts, 2 interruptions; showing now: Main list, until Mon 06:00",
		"2026-12-05 12:00": "no mistakes: 2 dayparts, 2 interruptions; showing now: Main list, until 22:00",
		"2026-12-06 11:00": "no mistakes: 2 dayparts, 2 interruptions; the screen is off now",
	} {
		now := testkit.Must(time.Parse("2006-01-02 15:04", at))(t)
		if got := summary(p, now); got != want {
			t.Errorf("at %s: %q, not %q", at, got, want)
		}
	}
}
