package relay

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"sextant/app/settings"
	"sextant/app/testkit"
)

// TestScreenReports checks that only a screen's key may report, that each screen is known by the name of its key, is
// silent without reports and stream, and is still known after a restart, but without its last report.
func TestScreenReports(t *testing.T) {
	keys := func(p *Parts, _ *settings.Service) {
		p.Know = func(_, id, key string) (string, bool, bool, time.Duration) {
			return id, strings.HasPrefix(id, "screen"), key == "right", 0
		}
	}
	r := newRig(t, keys)
	put := func(id, path, kind string, body []byte) int {
		t.Helper()
		q, err := http.NewRequest(http.MethodPut, r.server.URL+path+"?app_id="+id+"&app_key=right",
			bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Content-Type", kind)
		resp := testkit.Must(http.DefaultClient.Do(q))(t)
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	const js, png = "application/json", "image/png"
	for _, tt := range []struct {
		id, path, kind string
		body           []byte
		status         int
	}{
		{"reader", screenPath, js, []byte("{}"), http.StatusMethodNotAllowed},
		{"screen 1", screenPath, "text/plain", []byte("{}"), http.StatusUnsupportedMediaType},
		{"screen 1", screenPath, js, []byte("{"), http.StatusBadRequest},
		{"screen 1", screenPath, js, make([]byte, mostReport+1), http.StatusRequestEntityTooLarge},
		{"screen 1", screenPath, js, []byte(`{"healthy":true}`), http.StatusNoContent},
		{"screen 1", screenPicture, png, []byte("picture"), http.StatusNoContent},
		{"screen 2", screenPath, js, []byte(`{"healthy":false}`), http.StatusNoContent},
	} {
		if is := put(strings.ReplaceAll(tt.id, " ", "+"), tt.path, tt.kind, tt.body); is != tt.status {
			t.Errorf("%s %s %s: %d, want %d", tt.id, tt.path, tt.kind, is, tt.status)
		}
	}
	expect := func(want string) {
		t.Helper()
		var said []string
		for _, s := range r.Screens() {
			words := []string{s.Name, string(s.Report), string(s.Picture)}
			if s.Silent {
				words = append(words, "silent")
			}
			said = append(said, strings.Join(strings.Fields(strings.Join(words, " ")), " "))
		}
		if is := strings.Join(said, "; "); is != want {
			t.Errorf("%s, want %s", is, want)
		}
	}
	expect(`screen 1 {"healthy":true} picture; screen 2 {"healthy":false}`)
	r.pass(2 * time.Minute)
	if is := put("screen+1", screenPath, js, []byte(`{"healthy":true}`)); is != http.StatusNoContent {
		t.Error(is)
	}
	r.pass(time.Minute)
	expect(`screen 1 {"healthy":true} picture; screen 2 {"healthy":false} silent`)
	resp := testkit.Must(http.Get(r.server.URL + "/v1/relay/changes?app_id=screen+2&app_key=right"))(t)
	defer resp.Body.Close()
	expect(`screen 1 {"healthy":true} picture; screen 2 {"healthy":false}`)
	r.pass(4 * time.Minute)
	expect(`screen 1 {"healthy":true} silent; screen 2 {"healthy":false} silent`)
	_ = resp.Body.Close()
	r.stop()
	r.start(t, keys)
	expect("screen 1; screen 2") // they have a moment to come back
	r.pass(3 * time.Minute)
	expect("screen 1 silent; screen 2 silent")
	metrics := testkit.Must(http.Get(r.server.URL + "/metrics?app_id=reader&app_key=right"))(t)
	defer metrics.Body.Close()
	if said, _ := io.ReadAll(metrics.Body); !strings.Contains(string(said),
		`sextant_relay_screen_up{screen="screen 1"} 0`) {
		t.Errorf("%s", said)
	}
	r.KeepScreens([]string{"screen 2", "another"})
	expect("screen 2 silent")
}
