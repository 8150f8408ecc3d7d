package webhook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
)

// A receiver is a server that receives calls.
type receiver struct {
	*httptest.Server
	status int
	got    *http.Request
	body   string
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{status: http.StatusOK}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.got, r.body = q, string(body)
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	return r
}

var message = Message{
	Screen: "Lobby", State: Down, Kind: "old", Title: `Lobby “down”`, Text: "It is \"old\".\nVery.",
	Link: "http://lobby.example:8080/", Since: time.Unix(0, 0).UTC(), At: time.Unix(300, 0).UTC(),
}

// TestFormats sends a message in each format, and compares the requests.
func TestFormats(t *testing.T) {
	r := newReceiver(t)
	const text = "It is \"old\".\nVery."
	for _, format := range Formats() {
		testkit.NoError(t, Post(t.Context(), Target{URL: Secret(r.URL), Format: format, Token: "t0ken"}, message))
		if r.got.Method != http.MethodPost || r.got.Header.Get("Authorization") != "Bearer t0ken" {
			t.Errorf("%s: %s %v", format, r.got.Method, r.got.Header)
		}
		var fields map[string]string
		if format != "ntfy" {
			if err := json.Unmarshal([]byte(r.body), &fields); err != nil {
				t.Fatalf("%s: %v in %s", format, err, r.body)
			}
		}
		switch format {
		case "json":
			if fields["screen"] != "Lobby" || fields["state"] != Down || fields["kind"] != "old" ||
				fields["text"] != text ||
				fields["link"] != message.Link || fields["time"] != "1970-01-01T00:05:00Z" {
				t.Errorf("%v", fields)
			}
		case "ntfy":
			title, err := new(mime.WordDecoder).DecodeHeader(r.got.Header.Get("Title"))
			if err != nil || title != message.Title || r.got.Header.Get("Click") != message.Link || r.body != text ||
				r.got.Header.Get("Priority") != "high" {
				t.Errorf("%v with %s", r.got.Header, r.body)
			}
		case "chat":
			if want := message.Title + "\n" + text + "\n" + message.Link; fields["text"] != want ||
				fields["content"] != want {
				t.Errorf("%v", fields)
			}
		case "mail":
			if fields["title"] != message.Title || fields["body"] != text+"\n"+message.Link ||
				fields["type"] != "failure" {
				t.Errorf("%v", fields)
			}
		}
	}
}

// TestTemplate executes templates: in JSON the values stay within their quotes.
func TestTemplate(t *testing.T) {
	r := newReceiver(t)
	const template = `{"msg": "{title}: {text}", "url": "{link}"}`
	testkit.NoError(t, Post(t.Context(), Target{URL: Secret(r.URL), Template: template}, message))
	var fields map[string]string
	if err := json.Unmarshal([]byte(r.body), &fields); err != nil || fields["msg"] != message.Title+": "+message.Text ||
		r.got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%v, %s", err, r.body)
	}
	plain := Target{URL: Secret(r.URL), Template: "{screen} is {state}: {text}"}
	if err := Post(t.Context(), plain, message); err != nil ||
		r.body != "Lobby is down: "+message.Text || r.got.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%v, %s", err, r.body)
	}
}

// TestFailures tests failing calls: no error contains the address or the token, and redirects are not followed.
func TestFailures(t *testing.T) {
	r := newReceiver(t)
	target := Target{URL: Secret(r.URL) + "/secret", Token: "t0ken"}
	for _, status := range []int{302, 307, 400, 401, 404, 500} {
		r.status = status
		err := Post(t.Context(), target, message)
		var failed *StatusError
		if !errors.As(err, &failed) || failed.Status != status || r.got.URL.Path != "/secret" {
			t.Errorf("%d: %v at %s", status, err, r.got.URL)
		}
	}
	r.Close()
	for _, at := range []Secret{target.URL, "http://[::1", "nothing://x/secret"} {
		target.URL = at
		if err := Post(t.Context(), target, message); err != ErrUnreachable {
			t.Errorf("%v", err)
		}
	}
	setup := Setup{Target: target, Link: "http://lobby.example/"}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		for _, value := range []any{target, &target, setup, target.URL, target.Token} {
			said := fmt.Sprintf(verb, value)
			encoded, _ := json.Marshal(value)
			for _, secret := range []string{"secret", "t0ken", "736563726574", "74306b656e"} {
				if strings.Contains(said, secret) || strings.Contains(string(encoded), secret) {
					t.Errorf("%s: %s %s", verb, said, encoded)
				}
			}
		}
	}
	if said := fmt.Sprint(setup); !strings.Contains(said, "lobby") {
		t.Errorf("more is hidden than the secrets: %s", said)
	}
}

// TestCheck checks addresses.
func TestCheck(t *testing.T) {
	for address, want := range map[string]bool{
		"https://ntfy.example/t": true, "http://127.0.0.1:1/": true, "ftp://x/": false, "https://": false, "x": false,
		"https://user:word@host/": false, "http://[::1": false,
	} {
		if Check(address) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
}

// FuzzTemplate executes any template with any text: a template whose result is JSON with one text is JSON with every
// other one.
func FuzzTemplate(f *testing.F) {
	f.Add(`{"a": "{text}"}`, "\"\\\n")
	f.Add(`[ "{title}" ]`, "\xff")
	f.Fuzz(func(t *testing.T, template, text string) {
		plain, isJSON := fill(template, Message{Title: "x", Text: "x", Screen: "x", State: "x", Link: "x"})
		filled, _ := fill(template, Message{Title: text, Text: text, Screen: text, State: text, Link: text})
		if isJSON && json.Valid(plain) && inQuotes(template) && !json.Valid(filled) {
			t.Errorf("%q with %q is %q", template, text, filled)
		}
	})
}

// inQuotes reports whether each name in a template is between quotes.
func inQuotes(template string) bool {
	return !slices.ContainsFunc([]string{"screen", "state", "title", "text", "link"}, func(name string) bool {
		return strings.Count(template, "{"+name+"}") != strings.Count(template, `"{`+name+`}"`)
	})
}
