package playlist

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
)

// A server serves a playlist, with the validators of its versions.
type server struct {
	*httptest.Server
	text, etag, signature string
	modified              time.Time
	asked                 []http.Header
	statuses              []int
}

func serve(t *testing.T) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked = append(s.asked, r.Header)
		recorded := httptest.NewRecorder()
		switch {
		case r.URL.Path == "/list.toml.minisig" && s.signature != "":
			recorded.WriteString(s.signature)
		case r.URL.Path != "/list.toml" || s.text == "":
			recorded.WriteHeader(http.StatusNotFound)
		default:
			if s.etag != "" {
				recorded.Header().Set("ETag", s.etag)
			}
			http.ServeContent(recorded, r, "", s.modified, strings.NewReader(s.text))
		}
		s.statuses = append(s.statuses, recorded.Code)
		for name, values := range recorded.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(recorded.Code)
		_, _ = w.Write(recorded.Body.Bytes())
	}))
	t.Cleanup(s.Close)
	return s
}

// source returns a source of the server's playlist that polls only when the test calls poll.
func (s *server) source(t *testing.T, path string, o Options) *Source {
	t.Helper()
	key := testkit.Must(parseKey(o.Key))(t)
	from := testkit.Must(originOf(s.URL+path, key != nil))(t)
	o.Now = time.Now
	source := &Source{
		options: o, key: key, origin: from, copy: copyFileOf(o.Keep, s.URL+path), state: State{Playlist: Default()},
	}
	source.loadCopy()
	return source
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"etag", "time", "nothing"} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			from := s.source(t, "/list.toml", Options{})
			look := func(what, want string, status int) {
				t.Helper()
				from.poll(t.Context())
				expect(t, what, short(from.State()), want)
				if got := s.statuses[len(s.statuses)-1]; got != status {
					t.Errorf("%s: the server answered %d, not %d", what, got, status)
				}
			}
			change := func(text, etag string, day int) {
				s.text = text
				if by == "etag" {
					s.etag = etag
				}
				if by == "time" {
					s.modified = time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)
				}
			}
			same := http.StatusNotModified
			if by == "nothing" {
				same = http.StatusOK
			}
			look("missing", "100-199: it could not be loaded: the server answered 404 Not Found", 404)
			change(listOf(200), `"a"`, 1)
			look("there", "200", 200)
			look("the same", "200", same)
			change("show = 5", `"b"`, 2)
			for range 2 { // it is requested again, without a 304 for the version before
				look("broken", "200: line 1: show must be a list in [ ], not a whole number", 200)
			}
			change(listOf(200), `"a"`, 1)
			look("as before", "200", same)
			change(listOf(201), `"c"`, 3)
			look("another", "201", 200)
			s.CloseClientConnections()
			s.Close()
			from.poll(t.Context())
			expect(t, "away", short(from.State()),
				"201: it could not be loaded: The server does not accept connections")
			for _, h := range s.asked {
				for name := range h {
					if !strings.Contains("User-Agent Accept-Encoding Connection If-None-Match If-Modified-Since",
						name) {
						t.Errorf("the server was sent %s", name)
					}
				}
			}
		})
	}
}

// TestAddressKept starts from the saved copy, before the first answer and without the network.
func TestAddressKept(t *testing.T) {
	t.Parallel()
	s, keep := serve(t), t.TempDir()
	s.text, s.etag = listOf(200), `"a"`
	s.source(t, "/list.toml", Options{Keep: keep}).poll(t.Context())

	again := s.source(t, "/list.toml", Options{Keep: keep})
	expect(t, "before the first answer", short(again.State()), "200")
	again.poll(t.Context())
	expect(t, "after it", short(again.State()), "200")
	if last := s.asked[len(s.asked)-1].Get("If-None-Match"); last != `"a"` {
		t.Errorf("the server was asked for what is not %q", last)
	}
	s.Close()
	followed, _ := follow(t, s.URL+"/list.toml", Options{Keep: keep})
	expect(t, "without the network", shown(followed.Current()), "200")
}

func TestFollowAddress(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.text = listOf(200)
	states := make(chan State, 10)
	options := Options{Now: time.Now, Changed: func(s State) { states <- s }}
	source := testkit.Must(Follow(s.URL+"/list.toml", options))(t)
	defer source.Close()
	for source.State().Seen.IsZero() {
		expect(t, "asked", short(<-states), "200")
	}
	expect(t, "asked", short(source.State()), "200")
}

func TestSignedAddress(t *testing.T) {
	t.Parallel()
	s := serve(t)
	public, private := keys(t)
	from := s.source(t, "/list.toml?screen=1", Options{Key: public})
	look := func(what, want string) {
		t.Helper()
		from.poll(t.Context())
		expect(t, what, short(from.State()), want)
	}
	s.text, s.etag = listOf(200), `"a"`
	look("unsigned",
		"100-199: its signature, the file beside it with the extension .minisig, could not be loaded: the server "+
			"answered 404 Not Found")
	s.signature = hashed(t, private, listOf(200))
	look("signed", "200")
	s.text, s.etag = listOf(201), `"b"`
	const refused = "200: its signature does not match: another key signed it, or it has changed since"
	look("not signed yet", refused)
	look("still not signed", refused)
	s.signature = hashed(t, private, listOf(201))
	look("signed again", "201")
	s.signature = strings.Repeat("x", 2*maxSignature)
	s.text, s.etag = listOf(202), `"c"`
	look("no signature", "201: its signature does not match: another key signed it, or it has changed since")
	if _, err := Read(t.Context(), s.URL+"/list.toml", public); err == nil {
		t.Error("it was read once without a signature that fits")
	}
}

// TestHostileServer tests answers that are too large, invalid or missing, and redirects.
func TestHostileServer(t *testing.T) {
	t.Parallel()
	var mux http.ServeMux
	secure := httptest.NewTLSServer(http.RedirectHandler("http://127.0.0.1:1/", http.StatusFound))
	defer secure.Close()
	mux.HandleFunc("/large", func(w http.ResponseWriter, r *http.Request) {
		for range 1000 {
			if _, err := w.Write([]byte(strings.Repeat("# x\n", 1000))); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/unasked", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNotModified) })
	mux.HandleFunc("/cut", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(listOf(200)))
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.Handle("/circle", http.RedirectHandler("/circle", http.StatusFound))
	mux.Handle("/file", http.RedirectHandler("file:///etc/passwd", http.StatusFound))
	mux.Handle("/moved", http.RedirectHandler("/list.toml", http.StatusMovedPermanently))
	mux.HandleFunc("/list.toml", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(listOf(200))) })
	s := &server{Server: httptest.NewServer(&mux)}
	defer s.Close()
	const cannot = "100-199: it could not be loaded: "
	for path, want := range map[string]string{
		"/large":   "100-199: line 1: the file is too large: a playlist has at most 256\u00a0kB",
		"/unasked": cannot + "the server answered 304 Not Modified",
		"/cut":     cannot + "The data ended too early",
		"/slow":    cannot + "the server did not answer in time",
		"/circle":  cannot + "the address redirects too many times",
		"/file":    cannot + "the address redirects from http to file",
		"/moved":   "200",
	} {
		from := s.source(t, path, Options{})
		if path == "/slow" {
			from.origin.(*address).client.Timeout = time.Second / 10
		}
		from.poll(t.Context())
		expect(t, path, short(from.State()), want)
	}
	s.Server = secure
	from := s.source(t, "/", Options{})
	from.origin.(*address).client.Transport = secure.Client().Transport
	from.poll(t.Context())
	expect(t, "less safe", short(from.State()), cannot+"the address redirects from https to http")
}

// TestReadFile reads a file once.
func TestReadFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "list.toml")
	if _, err := Read(t.Context(), path, ""); err == nil {
		t.Error("a file that is not there was read")
	}
	write(t, path, listOf(200))
	p, err := Read(t.Context(), path, "")
	if err != nil || shown(p) != "200" {
		t.Error(p, err)
	}
}
