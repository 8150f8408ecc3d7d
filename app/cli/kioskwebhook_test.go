package cli

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/testkit"
)

// TestTryWebhook sends a test notification, and prints why it fails without showing the address.
func TestTryWebhook(t *testing.T) {
	got, status := "", http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Method + " " + r.URL.Path + " " + r.Header.Get("Title")
		w.WriteHeader(status)
	}))
	defer server.Close()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		testkit.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	configured := write("playlist.toml",
		"show = [100]\n[tell]\nname = 'Lobby'\nas = 'ntfy'\nurl = '"+server.URL+"/secret'\n")
	silent := write("silent.toml", "show = [100]\n")
	try := func(args ...string) (int, string) {
		var out strings.Builder
		status := Kiosk(t.Context(), append([]string{"tell"}, args...), &out, &out)
		if strings.Contains(out.String(), "secret") {
			t.Errorf("%q says %s", args, out.String())
		}
		return status, out.String()
	}
	for _, tt := range []struct {
		args   []string
		answer int
		status int
		words  string
	}{
		{[]string{"--try", configured}, 200, 0, "The notification was sent.\n"},
		{[]string{"--try", "--profile", dir}, 204, 0, "The notification was sent.\n"},
		{[]string{"--try", configured}, 403, 1, "the server answers with status 403"},
		{[]string{"--try", silent}, 200, 1, "it has no [tell] section"},
		{[]string{"--try", silent + "er"}, 200, 1, "it could not be read"},
		{[]string{configured}, 200, 2, "sextant kiosk tell --try"},
		{[]string{"--try", configured, configured}, 200, 2, "sextant kiosk tell --try"},
	} {
		got, status = "", tt.answer
		if status, said := try(tt.args...); status != tt.status || !strings.Contains(said, tt.words) {
			t.Errorf("%q: status %d, %s", tt.args, status, said)
		}
		if tt.status == 0 && got != "POST /secret Test from Lobby" {
			t.Errorf("%q: it got %q", tt.args, got)
		}
	}
	server.Close()
	status, said := try("--try", configured)
	if status != 1 || !strings.Contains(said, "the server cannot be reached") {
		t.Errorf("status %d, %s", status, said)
	}
}
