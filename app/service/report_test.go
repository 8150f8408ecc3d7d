package service

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
)

// TestReportScreen reports to a relay, with its key and to no other host, and not to a service that is not a relay.
func TestReportScreen(t *testing.T) {
	var got []string
	redirect := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		got = append(got, q.Method+" "+q.URL.Path+" "+q.Header.Get("Content-Type")+" "+q.URL.Query().Get("app_key")+" "+
			string(body))
		if redirect != "" {
			http.Redirect(w, q, redirect, http.StatusTemporaryRedirect)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		t.Errorf("another host hears %s", q.URL)
	}))
	defer other.Close()
	c, err := New(Config{
		BaseURL: server.URL + "/api", MediaBaseURL: server.URL + "/api", AppID: "id", AppKey: "k3y",
		Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, wrong := range []string{"", server.URL + "/api/v1/changes", other.URL + "/v1/relay/changes", ":"} {
		if err := c.ReportScreen(t.Context(), wrong, []byte("{}"), false); api.KindOf(err) != api.Misused {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	at := server.URL + "/api/v1/relay/changes"
	for _, isPicture := range []bool{false, true} {
		testkit.Check(t, c.ReportScreen(t.Context(), at, []byte("{}"), isPicture))
	}
	const want = "PUT /api/v1/relay/screen application/json k3y {}\nPUT /api/v1/relay/screen.png image/png k3y {}"
	if said := strings.Join(got, "\n"); said != want {
		t.Errorf("heard\n%s\nnot\n%s", said, want)
	}
	for _, redirect = range []string{other.URL, "/elsewhere"} {
		if err := c.ReportScreen(t.Context(), at, []byte("{}"), false); err == nil || strings.Contains(err.Error(),
			"k3y") {
			t.Errorf("a redirect: %v", err)
		}
	}
}
