package relay

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"sextant/app/budget"
	"sextant/app/settings"
	"sextant/app/testkit"
)

// TestAddresses checks that addresses of recordings start with the address under which clients know the relay, however
// their IDs are escaped.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ public, host, want string }{
		{"", "relay.example:8080", "http://relay.example:8080"},
		{"https://text.example/tt", "10.0.0.1", "https://text.example/tt"},
		{"", "", ""},
	} {
		r := newRig(t, func(p *Parts, _ *settings.Service) { p.PublicURL = c.public })
		long := strings.Repeat("x", 300)
		r.upstream.replace("1003.mp3", "a%3Fb%20c.mp3")
		r.upstream.replace("1003.mp3", "a%3Fb%20c.mp3\",\"also\":\""+r.service.URL+"/v1/download/"+long+".mp3")
		connection := testkit.Must(net.Dial("tcp", r.server.Listener.Addr().String()))(t)
		fmt.Fprintf(connection, "GET /v1/downloads.json HTTP/1.0\r\n")
		if c.host != "" {
			fmt.Fprintf(connection, "Host: %s\r\n", c.host)
		}
		fmt.Fprintf(connection, "\r\n")
		answer := testkit.Must(http.ReadResponse(bufio.NewReader(connection), nil))(t)
		var body strings.Builder
		_, _ = bufio.NewReader(answer.Body).WriteTo(&body)
		connection.Close()
		if want := `"` + c.want + `/v1/download/a%3Fb%20c.mp3"`; !strings.Contains(body.String(), want) {
			t.Errorf("%s is not in %s", want, body.String())
		}
		if strings.Contains(body.String(), `"`+c.want+"/v1/download/"+long) {
			t.Error("it names an address that it has nothing under")
		}
	}
}

// TestNoRedirects checks that odd paths return 404: a redirect would repeat the client's key.
func TestNoRedirects(t *testing.T) {
	r := newRig(t, nil)
	for _, path := range []string{
		"//v1/downloads.json?app_key=x", "/v1/../metrics?app_key=x", "/metrics/?app_key=x", "/v1/relay/changes/",
	} {
		if w := r.from("10.0.0.1", path); w.Code != 404 || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d, %s", path, w.Code, w.Header().Get("Location"))
		}
	}
}

// TestClockSetBack sets the clock back while the relay is not running. A reader gets a newer page, and no Age is too
// small.
func TestClockSetBack(t *testing.T) {
	r := newRig(t, nil)
	r.get(t, page100)
	r.get(t, "/v1/downloads.json")
	r.pass(30 * time.Minute)
	r.stop()
	r.pass(-time.Hour)
	r.upstream.down.Store(true)
	r.start(t, nil)
	for _, path := range []string{page100, "/v1/downloads.json"} {
		if a := r.get(t, path, "Priority", "u=3"); a.status != 200 || a.header.Get("Age") < "1800" {
			t.Errorf("%s: %d, %v", path, a.status, a.header)
		}
	}
	r.upstream.down.Store(false)
	r.pass(time.Minute)
	for _, path := range []string{page100, "/v1/downloads.json"} {
		if a := r.get(t, path, asking...); a.status != 200 || !a.aged(0) {
			t.Errorf("%s for a reader: %d, %v", path, a.status, a.header)
		}
	}
}

// TestLastModified checks that Last-Modified changes with the document, even if the service sends the same time, and is
// never in the future.
func TestLastModified(t *testing.T) {
	r := newRig(t, nil)
	first := r.get(t, page100)
	r.pass(2 * time.Minute)
	r.upstream.replace("Town clock", "Tower clock")
	if a := r.get(t, page100, "Priority", "u=1", "If-Modified-Since",
		first.header.Get("Last-Modified")); a.status != 200 || !strings.Contains(a.body, "Tower clock") {
		t.Errorf("%d, %v", a.status, a.header)
	}
	r.upstream.replace(`"time":"2`, `"time":"3`)
	modified, err := http.ParseTime(r.get(t, "/v1/teletext/pages/101.json").header.Get("Last-Modified"))
	if err != nil || modified.After(r.now()) {
		t.Errorf("%v, %v", modified, err)
	}
}

// TestRelayAnswersHead checks that HEAD returns the headers of GET.
func TestRelayAnswersHead(t *testing.T) {
	r := newRig(t, nil)
	for _, path := range []string{
		page100, "/v1/teletext/pages/100.xml", "/v1/teletext/images/100/1.png", "/v1/downloads.json",
		"/v3/7-1002/playouts.json", "/v1/download/1003.mp3", "/v1/teletext/pages/99.json", "/none",
	} {
		get := r.get(t, path)
		q := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodHead, r.server.URL+path, nil))(t)
		q.Header.Set("Accept-Encoding", "gzip")
		head := testkit.Must(http.DefaultClient.Do(q))(t)
		head.Body.Close()
		if head.StatusCode != get.status {
			t.Errorf("%s: %d and %d", path, get.status, head.StatusCode)
		}
		for _, name := range []string{
			"Etag", "Last-Modified", "Cache-Control", "Content-Type", "Vary", "Link", "Accept-Ranges",
		} {
			if got, want := head.Header.Get(name), get.header.Get(name); got != want &&
				!(name == "Etag" && want == "") {
				t.Errorf("%s, %s: %q and %q", path, name, want, got)
			}
		}
	}
	if r.parts.Budget.Wait(budget.User) > 0 {
		t.Error("all is spent")
	}
}
