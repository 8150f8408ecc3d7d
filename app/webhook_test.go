package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/relay"
	"sextant/app/settings"
	"sextant/app/testkit"
)

// TestSilentScreenIsNotified calls a webhook for a relay's public screen that no longer reports.
func TestSilentScreenIsNotified(t *testing.T) {
	testkit.Long(t) // it waits for a minute
	t.Parallel()
	calls := make(chan string, 16)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		calls <- q.Header.Get("Title") + ": " + string(body)
	}))
	defer receiver.Close()
	path := filepath.Join(t.TempDir(), "tell.toml")
	section := "[tell]\nas = \"ntfy\"\nafter = \"1m\"\nurl = \"" + receiver.URL + "/secret\"\n"
	if err := os.WriteFile(path, []byte(section), 0o600); err != nil {
		t.Fatal(err)
	}
	screens := func() []relay.Screen { return []relay.Screen{{Name: "Hall"}, {Name: "Lobby", Silent: true}} }
	complain := func(err error) { t.Error(err) }
	w, err := watchAbsence(path, settings.Profile{Dir: t.TempDir()}, screens, complain)
	if err != nil {
		t.Fatal(err)
	}
	select {
	case said := <-calls:
		if !strings.HasPrefix(said, "Lobby is down: It has stopped reporting (since ") {
			t.Error(said)
		}
	case <-time.After(2 * time.Minute):
		t.Error("nothing is called")
	}
	w.close()
	if len(calls) > 0 {
		t.Errorf("and %s", <-calls)
	}
}
