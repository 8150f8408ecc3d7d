package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/say"
)

func TestMain(m *testing.M) {
	_ = say.Use("en")
	os.Exit(m.Run())
}

const appKey = "s3cret-key"

// newDemo returns the demo with credentials.
func newDemo(t testing.TB) http.Handler {
	t.Helper()
	at := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC) // fixed, so that no page changes
	d, err := demo.New(demo.Options{Now: func() time.Time { return at }, AppID: "id", AppKey: appKey})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// checked checks a server without pauses.
func checked(t testing.TB, base string, deep bool) (*Report, error) {
	t.Helper()
	return checkedWithin(t, base, deep, time.Minute)
}

// checkedWithin is checked with a timeout for each answer.
func checkedWithin(t testing.TB, base string, deep bool, within time.Duration) (*Report, error) {
	t.Helper()
	return Server(t.Context(), Config{
		BaseURL: base, MediaBaseURL: base, AppID: "id", AppKey: appKey, Page: 100, Deep: deep, Most: 200,
		Within:   within,
		Progress: func(int) {},
	})
}

// TestDemo checks that the demo breaks no rule, and the number of requests.
func TestDemo(t *testing.T) {
	server := httptest.NewServer(newDemo(t))
	defer server.Close()
	for _, deep := range []bool{false, true} {
		report, err := checked(t, server.URL, deep)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			if f.Outcome != Kept && f.Rule != "protocol" {
				t.Errorf("%s: %s, %s", f.Rule, f.Outcome, f.Found)
			}
		}
		if n := report.Requests; !deep && n > 18 || deep && n < 40 {
			t.Errorf("%d requests", n)
		}
	}
}

// A breaker answers a request with a changed form of the demo's answer.
type breaker func(w http.ResponseWriter, q *http.Request, good *httptest.ResponseRecorder)

// onPath applies a breaker to requests whose path contains part, and passes all others.
func onPath(part string, break_ breaker) breaker {
	return func(w http.ResponseWriter, q *http.Request, good *httptest.ResponseRecorder) {
		if strings.Contains(q.URL.Path, part) {
			break_(w, q, good)
			return
		}
		pass(w, good)
	}
}

// pass sends an unchanged answer.
func pass(w http.ResponseWriter, good *httptest.ResponseRecorder) {
	for name, values := range good.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(good.Code)
	_, _ = w.Write(good.Body.Bytes())
}

// with sets a header of an answer, or removes it if value is "".
func with(name, value string) breaker {
	return func(w http.ResponseWriter, _ *http.Request, good *httptest.ResponseRecorder) {
		good.Header().Del(name)
		if value != "" {
			good.Header().Set(name, value)
		}
		pass(w, good)
	}
}

// replaced replaces the first occurrence of a text in a body.
func replaced(before, after string) breaker {
	return func(w http.ResponseWriter, _ *http.Request, good *httptest.ResponseRecorder) {
		body := bytes.Replace(good.Body.Bytes(), []byte(before), []byte(after), 1)
		if good.Code == http.StatusOK && bytes.Equal(body, good.Body.Bytes()) {
			panic("there is no " + before)
		}
		good.Body = bytes.NewBuffer(body)
		good.Header().Set("Content-Length", strconv.Itoa(len(body)))
		pass(w, good)
	}
}

// status answers with a status.
func status(code int) breaker {
	return func(w http.ResponseWriter, _ *http.Request, _ *httptest.ResponseRecorder) {
		http.Error(w, "word", code)
	}
}

// says answers with 404 and a text.
func says(kind, text string) breaker {
	return func(w http.ResponseWriter, _ *http.Request, _ *httptest.ResponseRecorder) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, text)
	}
}

// unconditional removes a header from requests, such as a condition or a range.
func unconditional(name string) func(*http.Request) {
	return func(q *http.Request) { q.Header.Del(name) }
}

// TestBrokenServers checks servers that break one rule each, which must be found and described.
func TestBrokenServers(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		t.Errorf("another host is asked for %s", q.URL)
	}))
	defer elsewhere.Close()
	const js, x, images = "pages/100.json", "pages/100.xml", "/images/100/1.png"
	for name, tt := range map[string]struct {
		breaks  breaker
		changes func(*http.Request)
		rule    string
		outcome Outcome
		found   string
	}{
		"JSON as text": {
			onPath(js, with("Content-Type", "text/plain")), nil, "json.answer", Broken,
			`has the type “text/plain”, not application/json`,
		},
		"XML as HTML": {
			onPath(x, with("Content-Type", "text/html")), nil, "xml.answer", Broken,
			`has the type “text/html”`,
		},
		"no XML":   {onPath(x, status(501)), nil, "xml.answer", Broken, "is answered with 501, not 200"},
		"cut JSON": {onPath(js, replaced("}", "")), nil, "json.document", Broken, "cannot be read"},
		"a number": {
			onPath(js, replaced(`"subpagecount":"4"`, `"subpagecount":4`)), nil, "json.strings",
			Broken, "the value of /teletext/page/subpagecount is not a string",
		},
		"wrong count": {
			onPath(js, replaced(`"subpagecount":"4"`, `"subpagecount":"9"`)), nil, "json.document",
			Broken, "subpagecount is 9, but the page has 4",
		},
		"wrong page": {
			onPath(js, replaced(`"number":"100"`, `"number":"200"`)), nil, "json.number", Broken,
			"claims to be page 200",
		},
		"wrong chain": {
			onPath(js, replaced(`"nextpg":"101"`, `"nextpg":"099"`)), nil, "json.number", Broken,
			"cannot be 99",
		},
		"unknown colour": {
			onPath(js, replaced(`"fg":"gyellow"`, `"fg":"ochre"`)), nil, "json.document", Broken,
			"fg “ochre” is not a teletext colour",
		},
		"too long a run": {
			onPath(js, replaced(`"length":"4`, `"length":"94`)), nil, "json.document", Broken,
			"characters",
		},
		"23 lines": {
			onPath(js, replaced(`,{"number":"23"}`, "")),
			nil, "content.lines", Broken, "the content text has 23 lines, not 24",
		},
		"no text content": {
			onPath(js, replaced(`"type":"text"`, `"type":"texts"`)), nil, "content.types", Broken,
			"has no content of the type text",
		},
		"other text": {
			onPath(js, replaced(`"Text":"Town clock`, `"Text":"Town cloak`)), nil, "content.agree",
			Broken, "“structured” and “all” differ in line",
		},
		"XML differs": {
			onPath(x, replaced("Town clock slow since 1911", "Town clock slow since 1912")), nil,
			"xml.same", Broken, "differs from the JSON",
		},
		"bad XML": {onPath(x, replaced("</page>", "")), nil, "xml.document", Broken, "cannot be read"},
		"200 for no page": {
			onPath("pages/999", func(w http.ResponseWriter, _ *http.Request,
				_ *httptest.ResponseRecorder,
			) {
				fmt.Fprint(w, "{}")
			}), nil, "page.missing", Broken,
			"is answered with 200, not 404",
		},
		"500 for a format": {
			onPath("100.txt", status(500)), nil, "page.format", Broken,
			"is answered with 500, not 404",
		},
		"no PNG": {onPath(images, replaced("PNG", "GIF")), nil, "image.form", Broken, "is not a PNG"},
		"a picture as text": {
			onPath(images, with("Content-Type", "text/plain")), nil, "image.answer", Broken,
			"image/png",
		},
		"no picture": {onPath(images, status(404)), nil, "image.answer", Advice, "there is no picture"},
		"any picture": {
			onPath("/images/100/9999", func(w http.ResponseWriter, _ *http.Request,
				_ *httptest.ResponseRecorder,
			) {
				fmt.Fprint(w, "x")
			}), nil, "image.missing", Broken,
			"is answered with 200, not 404",
		},
		"any key": {
			nil, func(q *http.Request) { setKey(q, appKey) }, "credentials", Advice,
			"accepts any key",
		},
		"500 for a key": {func(w http.ResponseWriter, q *http.Request, good *httptest.ResponseRecorder) {
			if q.URL.Query().Get("app_key") != appKey && good.Code == http.StatusForbidden {
				good.Code = 500
			}
			pass(w, good)
		}, nil, "credentials", Broken, "is answered with 500"},
		"ETag ignored": {nil, unconditional("If-None-Match"), "validators", Broken, "is answered with 200, not 304"},
		"always 304": {func(w http.ResponseWriter, q *http.Request, good *httptest.ResponseRecorder) {
			if q.Header.Get("If-Modified-Since") != "" {
				good.Code, good.Body = http.StatusNotModified, &bytes.Buffer{}
				good.Header().Del("Content-Length")
			}
			pass(w, good)
		}, nil, "validators.changed", Broken, "is answered with 304 whatever If-Modified-Since says"},
		"404 as a web page": {
			onPath("pages/999", says("text/html", "<html>Not found")), nil, "errors.text", Advice,
			"the body of the answer 404 is a web page",
		},
		"a gateway": {
			onPath("pages/999", says("text/plain", "No Mapping Rule matched")), nil, "errors.text", Broken,
			"the gateway does not know the address",
		},
		"an old picture": {func(w http.ResponseWriter, q *http.Request, good *httptest.ResponseRecorder) {
			good.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
			good.Header().Set("Age", "3600")
			pass(w, good)
		}, nil, "image.fresh", Broken, "was made before its page changed"},
		"no validators": {onPath(js, func(w http.ResponseWriter, q *http.Request, good *httptest.ResponseRecorder) {
			good.Header().Del("ETag")
			with("Last-Modified", "")(w, q, good)
		}), nil, "validators", Advice, "neither ETag nor Last-Modified"},
		"no recordings": {
			onPath("downloads.json", status(404)), nil, "media.list", Advice,
			"there are no recordings",
		},
		"a list as HTML": {
			onPath("downloads.json", with("Content-Type", "text/html")), nil, "media.list", Broken,
			"text/html",
		},
		"no such version": {onPath("/v6/", status(404)), nil, "media.playouts", Broken, "there is no version 6"},
		"a sound as text": {
			onPath(".mp3", with("Content-Type", "text/plain")), nil, "media.download", Broken,
			"audio/mpeg",
		},
		"no MP3": {onPath(".mp3", func(w http.ResponseWriter, _ *http.Request, good *httptest.ResponseRecorder) {
			good.Body = bytes.NewBufferString(strings.Repeat("x", good.Body.Len()))
			pass(w, good)
		}), nil, "media.download", Broken, "does not start like an MP3 file"},
		"no ranges": {nil, unconditional("Range"), "media.range", Advice, "can only be loaded whole"},
		"another range": {onPath(".mp3", func(w http.ResponseWriter, _ *http.Request, good *httptest.ResponseRecorder) {
			if good.Code == 206 {
				good.Header().Set("Content-Range", "bytes 0-199/361508")
			}
			pass(w, good)
		}), nil, "media.range", Broken, "says “bytes 0-199/361508”"},
		"another host": {onPath(x, func(w http.ResponseWriter, q *http.Request, _ *httptest.ResponseRecorder) {
			http.Redirect(w, q, elsewhere.URL+q.URL.RequestURI(), http.StatusFound)
		}), nil, "redirects", Broken, "/v1/teletext/pages/100.xml redirects to 127.0.0.1"},
		"round and round": {onPath(x, func(w http.ResponseWriter, q *http.Request, _ *httptest.ResponseRecorder) {
			http.Redirect(w, q, q.URL.Path, http.StatusFound)
		}), nil, "redirects", Broken, "redirects endlessly"},
		"endless": {onPath(x, func(w http.ResponseWriter, _ *http.Request, _ *httptest.ResponseRecorder) {
			_, _ = io.Copy(w, endless{})
		}), nil, "lengths", Broken, "is larger than 8192"},
		"too short": {onPath(x, func(w http.ResponseWriter, _ *http.Request, good *httptest.ResponseRecorder) {
			w.Header().Set("Content-Length", "1000000")
			_, _ = w.Write(good.Body.Bytes())
		}), nil, "lengths", Broken, "is shorter than announced"},
		"hanging": {onPath(x, func(_ http.ResponseWriter, q *http.Request,
			_ *httptest.ResponseRecorder,
		) {
			<-q.Context().Done()
		}), nil, "xml.answer", Unchecked, "no answer in time"},
		"enough": {onPath(x, status(429)), nil, "page.missing", Unchecked, "no requests were left"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			good := newDemo(t)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
				if tt.changes != nil {
					tt.changes(q)
				}
				rec := httptest.NewRecorder()
				good.ServeHTTP(rec, q)
				if tt.breaks == nil {
					pass(w, rec)
					return
				}
				tt.breaks(w, q, rec)
			}))
			defer server.Close()
			within := time.Minute
			if tt.outcome == Unchecked {
				within = 2 * time.Second
			}
			report, err := checkedWithin(t, server.URL, false, within)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Findings {
				switch {
				case strings.Contains(f.Found, appKey):
					t.Errorf("the key is in %q", f.Found)
				case f.Rule == tt.rule && (f.Outcome != tt.outcome || !strings.Contains(f.Found, tt.found)):
					t.Errorf("%s: %s, %q", f.Rule, f.Outcome, f.Found)
				}
			}
			if report.Broken() != (tt.outcome == Broken) && tt.outcome != Unchecked {
				t.Errorf("broken: %v", report.Broken())
			}
		})
	}
}

// setKey sets the right key in a request.
func setKey(q *http.Request, key string) {
	values := q.URL.Query()
	values.Set("app_key", key)
	q.URL.RawQuery = values.Encode()
}

// endless is a reader without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestNotToBeAsked checks the message and the status for servers that cannot be checked.
func TestNotToBeAsked(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	for name, tt := range map[string]struct {
		handler http.HandlerFunc
		words   string
	}{
		"gone": {nil, "the server does not answer"},
		"no key": {
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) },
			"the credentials are missing or wrong (status 403)",
		},
		"no page": {http.NotFound, "there is no page 100"},
		"no server": {
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) },
			"the server answers with status 502",
		},
	} {
		base := gone.URL
		if tt.handler != nil {
			server := httptest.NewServer(tt.handler)
			defer server.Close()
			base = server.URL
		}
		var out, errs strings.Builder
		if status := Run(t.Context(), []string{base}, func(string) string { return "" }, &out, &errs); status != 2 ||
			!strings.Contains(errs.String(), tt.words) || strings.Contains(errs.String(), "cannot be asked") {
			t.Errorf("%s: status %d, %s%s", name, status, &out, &errs)
		}
	}
}

// TestCommand checks the command's output as a table and as JSON, and its status.
func TestCommand(t *testing.T) {
	good := newDemo(t)
	isBroken := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if isBroken && strings.HasSuffix(q.URL.Path, ".xml") {
			http.Error(w, "no", http.StatusInternalServerError)
			return
		}
		good.ServeHTTP(w, q)
	}))
	defer server.Close()
	env := func(name string) string {
		return map[string]string{
			"SEXTANT_APP_ID": "id", "SEXTANT_APP_KEY": appKey,
			"SEXTANT_BASE_URL": "http://no.example",
		}[name]
	}
	run := func(want int, args ...string) string {
		t.Helper()
		var out, errs strings.Builder
		if status := Run(t.Context(), args, env, &out, &errs); status != want {
			t.Errorf("%q: status %d, %s", args, status, &errs)
		}
		if strings.Contains(out.String()+errs.String(), appKey) {
			t.Errorf("%q prints the key", args)
		}
		return out.String() + errs.String()
	}
	if said := run(0, server.URL); !strings.Contains(said, "\n27 kept, 0 broken, 0 with advice, 1 not checked; ") {
		t.Error(said)
	}
	isBroken = true
	said := run(1, server.URL+"/", "--format", "json")
	var report Report
	if err := json.Unmarshal([]byte(said), &report); err != nil || len(report.Findings) != len(rules) ||
		!report.Broken() {
		t.Errorf("%v in %s", err, said)
	}
	for _, wrong := range [][]string{
		{},
		{"here"},
		{server.URL, server.URL},
		{server.URL, "--format", "xml"},
		{"--no-such"},
	} {
		run(2, wrong...)
	}
	if said := run(0, "--help"); !strings.Contains(said, "sextant check [options] URL") {
		t.Error(said)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status := Run(ctx, []string{server.URL}, env, io.Discard, io.Discard); status != 2 {
		t.Errorf("interrupted: %d", status)
	}
}

// FuzzAnswers checks arbitrary answers of a server.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"teletext":{"page":{"number":"100","subpage":[{"number":"1"}]}}}`), "application/json")
	f.Add([]byte("\x89PNG\r\n\x1a\n"), "image/png\x00")
	f.Fuzz(func(t *testing.T, body []byte, kind string) {
		c := Config{BaseURL: "http://127.0.0.1", MediaBaseURL: "http://127.0.0.1", Page: 100, Progress: func(int) {}}
		r := newRun(c)
		a := &answer{status: 200, body: body, header: http.Header{"Content-Type": {kind}}, at: "/x"}
		r.document("json", a, 100)
		r.document("xml", a, 100)
		r.picture(a)
		for _, finding := range r.findings {
			if strings.ContainsAny(finding.Found, "\x00\x1b\n") {
				t.Errorf("%q", finding.Found)
			}
		}
	})
}

// TestProtocol checks the version of HTTP that is spoken over TLS.
func TestProtocol(t *testing.T) {
	for http2, want := range map[bool]Outcome{true: Kept, false: Advice} {
		server := httptest.NewUnstartedServer(newDemo(t))
		server.EnableHTTP2 = http2
		server.StartTLS()
		before := http.DefaultTransport
		http.DefaultTransport = server.Client().Transport
		report, err := checked(t, server.URL, false)
		http.DefaultTransport = before
		server.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			if f.Outcome != Kept && f.Rule != "protocol" || f.Rule == "protocol" && f.Outcome != want {
				t.Errorf("HTTP/2 %v: %s: %s, %s", http2, f.Rule, f.Outcome, f.Found)
			}
		}
	}
}
