package relay

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestRelayLeaksNoKey makes the service send its key wherever it can. It is in no answer and in no log line.
func TestRelayLeaksNoKey(t *testing.T) {
	r := newRig(t, nil)
	r.upstream.mu.Lock()
	r.upstream.change = func(path string, body []byte) []byte {
		for old, now := range map[string]string{
			"Town clock": secret, "Wind": strings.ReplaceAll(secret, "/", `\/`), "MERIDIAN": url.QueryEscape(secret),
			".mp3": ".mp3?app_id=id&app_key=" + url.QueryEscape(secret),
		} {
			body = []byte(strings.ReplaceAll(string(body), old, now))
		}
		return body
	}
	r.upstream.mu.Unlock()
	for _, path := range []string{
		page100, "/v1/teletext/pages/100.xml", "/v1/teletext/pages/400.json", "/v1/teletext/images/100/1.png",
		"/v1/downloads.json", "/v3/7-1002/playouts.json", "/v1/download/1003.mp3", "/metrics",
		"/healthz", "/v1/teletext/pages/100.json?app_key=" + url.QueryEscape(secret),
	} {
		a := r.get(t, path)
		all := a.body
		for name, values := range a.header {
			all += name + strings.Join(values, " ")
		}
		for _, form := range []string{
			secret, strings.ReplaceAll(secret, "/", `\/`), url.QueryEscape(secret), url.PathEscape(secret),
		} {
			if strings.Contains(all, form) {
				t.Errorf("%s gives the key away as %s", path, form)
			}
		}
		if a.status == 200 && strings.HasSuffix(path, ".json") && !json.Valid([]byte(a.body)) {
			t.Errorf("%s is no JSON any more", path)
		}
	}
	if a := r.get(t, "/v1/downloads.json"); !strings.Contains(a.body, r.server.URL+"/v1/download/1003.mp3") {
		t.Errorf("%s", a.body)
	}
	r.upstream.down.Store(true)
	r.get(t, "/v1/teletext/pages/500.json")
	r.Relay.parts.Log(r.Relay.line(r.figures.tally()))
	for _, line := range r.lines {
		if strings.Contains(line, secret) {
			t.Error(line)
		}
	}
}

// FuzzCredentials compares credentials with url.ParseQuery, for queries without escapes.
func FuzzCredentials(f *testing.F) {
	f.Add("app_id=a&app_key=b%2F+c&x=y")
	f.Add("app_key=%zz&app_id")
	f.Fuzz(func(t *testing.T, query string) {
		id, key := credentials(query)
		if strings.Contains(query, ";") || strings.Contains(query, "%") {
			return
		}
		values, err := url.ParseQuery(query)
		if err == nil && id != "" && values.Get("app_id") != "" && values.Get("app_id") != id ||
			key != "" && values.Get("app_key") != "" && values.Get("app_key") != key {
			t.Errorf("%q: %q, %q", query, id, key)
		}
	})
}

// FuzzServe sends random requests to a relay.
func FuzzServe(f *testing.F) {
	r := newRig(f, nil)
	r.upstream.down.Store(true)
	for _, path := range []string{
		"v1/teletext/pages/100.json", "v1/relay/changes?since=x", "metrics",
		"healthz", "v1/download/%00.mp3", "v6/../playouts.json",
	} {
		f.Add(path, "u=1", "no-cache")
	}
	f.Fuzz(func(t *testing.T, path, priority, cache string) {
		q, err := http.NewRequest(http.MethodHead, "http://relay.example/"+path, nil)
		if err != nil {
			t.Skip()
		}
		q.RemoteAddr = "10.0.0.1:1"
		q.Header = http.Header{
			"Priority": {priority}, "Cache-Control": {cache}, "Last-Event-Id": {cache}, "Range": {priority},
		}
		w := httptest.NewRecorder()
		r.Relay.ServeHTTP(w, q)
		if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
			t.Errorf("%q: %d", path, w.Code)
		}
	})
}
