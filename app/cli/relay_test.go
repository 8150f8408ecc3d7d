package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sextant/app/guard"
	"sextant/app/testkit"
)

// runRelay runs the command. Instead of serving, it only prints that it would.
func runRelay(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	status = Relay(t.Context(), args, func(string) string { return "" }, &out,
		&errs, func(_ context.Context, o RelayOptions, _ io.Writer) error {
			fmt.Fprintf(&out, "serves at %s", o.Listen)
			return nil
		})
	return status, out.String(), errs.String()
}

// TestVerbs runs the relay, a subcommand, or neither.
func TestVerbs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct {
		args, out, errs string
		status          int
	}{
		{"", "serves at :8080", "", ExitDone},
		{"--listen :80", "serves at :80", "", ExitDone},
		{"--listen :80 x", "", `unexpected "x"`, ExitUsage},
		{"--help", "--listen ADDR", "", ExitDone},
		{"find --help", "sextant relay find", "", ExitDone},
		{"key", "", "add, list and remove", ExitUsage},
		{"key lose", "", "add, list and remove", ExitUsage},
		{"serve", "", `unknown command "serve"`, ExitUsage},
		{"find me", "", `unexpected "me"`, ExitUsage},
		{"key add --profile " + dir, "", "the client’s name", ExitUsage},
		{"key add --profile " + dir + " a b", "", "quotes", ExitUsage},
		{"key add --profile " + dir + " --class x a", "", "class", ExitUsage},
		{"key remove", "", "the client’s name", ExitUsage},
		{"key list --profile " + dir, "", "everybody can use", ExitDone},
		{"key remove --profile " + dir + " a", "", `no client key is named "a"`, ExitError},
		{"install --app-key s3cr3t", "", "only you can read", ExitUsage},
		{"install list.toml", "", "list.toml", ExitUsage},
	} {
		status, out, errs := runRelay(t, strings.Fields(tt.args)...)
		if status != tt.status || !strings.Contains(out, tt.out) || !strings.Contains(errs, tt.errs) ||
			(tt.out == "") != (out == "") || (tt.errs == "") != (errs == "") || strings.Contains(errs, "s3cr3t") {
			t.Errorf("%s: status %d, %q, %q", tt.args, status, out, errs)
		}
	}
}

// TestRelayKeysAddListRemove adds, lists and removes keys, which a relay accepts.
func TestRelayKeysAddListRemove(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	status, out, errs := runRelay(t, "key", "add", "Hall, 2nd floor", "--kiosk", "--profile", dir)
	var id, key string
	if _, err := fmt.Sscanf(out, "SEXTANT_APP_ID=%s\nSEXTANT_APP_KEY=%s\n", &id, &key); status != ExitDone ||
		err != nil || !strings.Contains(errs, "first key") {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	ring := testkit.Must(guard.OpenRing(filepath.Join(dir, guard.KeysFile)))(t)
	if c, ok := ring.Check(id, key); !ok || c != (guard.Client{Name: "Hall, 2nd floor", Kiosk: true}) {
		t.Errorf("%+v, %v", c, ok)
	}
	if status, out, errs = runRelay(t, "key", "add", "--profile", dir, "Kitchen"); status != ExitDone ||
		strings.Contains(errs, "first") {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	if status, _, errs = runRelay(t, "key", "add", "--profile", dir, "Kitchen"); status != ExitError ||
		!strings.Contains(errs, "already") {
		t.Errorf("status %d, %q", status, errs)
	}
	status, out, _ = runRelay(t, "key", "list", "--profile", dir)
	if lines := strings.Split(out, "\n"); status != ExitDone || len(lines) != 3 ||
		!strings.HasPrefix(lines[0], id+"  kiosk   ") ||
		!strings.HasSuffix(lines[1], "  Kitchen") || strings.Contains(out, key) {
		t.Errorf("status %d, %q", status, out)
	}
	if status, out, _ = runRelay(t, "key", "remove", "Kitchen", "--profile", dir); status != ExitDone ||
		strings.Contains(out, "last key") {
		t.Errorf("status %d, %q", status, out)
	}
	if status, out, _ = runRelay(t, "key", "remove", "--profile", dir, "Hall, 2nd floor"); status != ExitDone ||
		!strings.Contains(out, "last key") {
		t.Errorf("status %d, %q", status, out)
	}
	if err := ring.Reload(); err != nil || !ring.Empty() {
		t.Errorf("there are keys, %v", err)
	}
}

// TestRelayInstall writes the unit with the relay's options, and removes it.
func TestRelayInstall(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("systemd is only on Linux")
	}
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	where, profile := filepath.Join(dir, "systemd", "user", "sextant-relay.service"), filepath.Join(dir, "sextant")
	status, printed, _ := runRelay(t, "install", "--print", "--listen", ":8080")
	if there, err := os.ReadDir(dir); status != ExitDone || err != nil || len(there) > 0 {
		t.Errorf("status %d, %v, %v", status, there, err)
	}
	status, out, errs := runRelay(t, "install", "--user", "--listen", ":8080")
	if status != ExitDone || !strings.Contains(out, where) || !strings.Contains(out, "relay.env") ||
		!strings.Contains(out, "enable --now sextant-relay") {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	data, err := os.ReadFile(where)
	if text := string(data); err != nil || text != printed ||
		!strings.Contains(text, " relay --profile="+profile+" --listen=:8080\n") ||
		!strings.Contains(text, "\nReadWritePaths="+profile+"\n") {
		t.Errorf("%s, %v; printed:\n%s", data, err, printed)
	}
	if info, err := os.Stat(filepath.Join(profile, "relay.env")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if status, out, _ = runRelay(t, "remove"); status != ExitDone ||
		!strings.Contains(out, "Taken away") || !strings.Contains(out, "stop sextant-relay") {
		t.Errorf("status %d, %q", status, out)
	}
	if status, _, errs = runRelay(t, "remove"); status != ExitError || !strings.Contains(errs, "there is none") {
		t.Errorf("status %d, %q", status, errs)
	}
}

// TestRelayVerified checks the unit with systemd-analyze verify.
func TestRelayVerified(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil && os.Getenv("SEXTANT_NEED_SYSTEMD") == "" {
		t.Skip("systemd-analyze is not installed")
	}
	dir := t.TempDir()
	for name, profile := range map[string]string{
		"plain": "/home/pi/.config/sextant", "odd": dir + `/50% \ "off" $HOME`,
	} {
		text, err := relayUnit{
			program: "/bin/true", profile: profile, options: []string{"--listen=:8080", ";", "$$"},
		}.text()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name+"-relay.service")
		testkit.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		cmd := exec.CommandContext(t.Context(), "systemd-analyze", "verify", "--user", path)
		cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "HOME="+dir, "SYSTEMD_LOG_LEVEL=warning")
		if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), name+"-relay.service") {
			t.Errorf("%v: %s\n%s", err, out, text)
		}
	}
	if text, err := (relayUnit{program: "/bin/true", profile: "/two\nlines"}).text(); err == nil {
		t.Errorf("written: %q", text)
	}
}
