package site

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/demo"
	"sextant/app/guard"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

func TestMain(m *testing.M) {
	_ = say.Use("en")
	os.Exit(m.Run())
}

// start is the time at which the clock of the tests starts.
var start = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

// A fakeDoor accepts the key "right" with the ID "me", or "kiosk" for a public screen.
type fakeDoor struct {
	mu    sync.Mutex
	open  bool
	stamp string
	retry time.Duration
}

func (d *fakeDoor) Open() bool { return d.open }

func (d *fakeDoor) Know(_, id, key string) (name string, kiosk, ok bool, retry time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return "reader", id == "kiosk", d.retry == 0 && (id == "me" || id == "kiosk") && key == "right", d.retry
}

func (d *fakeDoor) Stamp(id string) (stamp, name string, kiosk bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if id != "me" && id != "kiosk" {
		return "", "", false
	}
	return d.stamp, "reader", id == "kiosk"
}

// A source is the demo's, with additional pages.
type source struct {
	api.Source
	mu    sync.Mutex
	pages map[int]*teletext.Page
}

func (s *source) Document(r *http.Request, page int, format string) (api.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.pages[page]; p != nil {
		data, err := p.EncodeJSON()
		return api.Answer{Body: api.NewBody(api.TypeJSON, time.Time{}, data)}, err
	}
	return s.Source.Document(r, page, format)
}

// A rig is a site on the demo, and a browser.
type rig struct {
	t       *testing.T
	door    *fakeDoor
	source  *source
	store   *store.Store
	server  *httptest.Server
	browser *http.Client
	screens []Screen
	now     time.Time
}

func newRig(t *testing.T, open bool) *rig {
	t.Helper()
	r := &rig{t: t, door: &fakeDoor{open: open, stamp: "1"}, now: start}
	demonstration := testkit.Must(demo.New(demo.Options{Now: time.Now}))(t)
	r.source = &source{Source: demonstration, pages: map[int]*teletext.Page{}}
	r.store, _ = store.Open(filepath.Join(t.TempDir(), "pages.sqlite"),
		store.Options{Now: func() time.Time { return r.now }})
	t.Cleanup(func() { _ = r.store.Close() })
	r.serve()
	return r
}

// serve starts the site, or starts it again with the same store.
func (r *rig) serve() {
	s := New(Parts{
		Door: r.door, Source: func(*http.Request, Client) api.Source { return r.source }, Store: r.store, Title: "Helm",
		Zone: time.UTC, Now: func() time.Time { return r.now }, Screens: func() []Screen { return r.screens },
	})
	r.server = httptest.NewServer(s)
	r.t.Cleanup(r.server.Close)
	r.browser = &http.Client{CheckRedirect: func(*http.Request,
		[]*http.Request,
	) error {
		return http.ErrUseLastResponse
	}}
}

// save saves a version of a page in the store.
func (r *rig) save(p *teletext.Page, at time.Time) {
	r.t.Helper()
	data, err := p.EncodeJSON()
	if err != nil {
		r.t.Fatal(err)
	}
	r.store.SavePage(p, data, "json", at, api.Validators{})
}

// finds waits until the store, which writes in the background, finds a word.
func (r *rig) finds(t *testing.T, word string) {
	t.Helper()
	r.stored(t, word, func() bool {
		hits, _, err := r.store.Search(t.Context(), word, false, 1)
		return err == nil && len(hits) > 0
	})
}

// stored waits until is returns true, for about 20 s.
func (r *rig) stored(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for range 4000 {
		if is() {
			return
		}
		<-tick.C
	}
	t.Fatalf("%q is not in the store", what)
}

// get sends a GET request, with headers such as "Cookie: a=b".
func (r *rig) get(path string, headers ...string) (resp *http.Response, body string) {
	r.t.Helper()
	return r.ask(http.MethodGet, path, nil, headers...)
}

func (r *rig) ask(method, path string, form url.Values, headers ...string) (resp *http.Response, body string) {
	r.t.Helper()
	q, err := http.NewRequest(method, r.server.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	if form != nil {
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		q.Header.Set(name, value)
	}
	resp, err = r.browser.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return resp, string(data)
}

// pageOf returns a page of one subpage with a line of text.
func pageOf(number int, name, line string) *teletext.Page {
	lines := &teletext.Lines{4: line}
	return &teletext.Page{
		Number: number, Name: name, SubpageCount: 1,
		Subpages: []teletext.Subpage{{Number: 1, Text: lines}},
	}
}

// TestPages requests each kind of page of the site.
func TestPages(t *testing.T) {
	r := newRig(t, true)
	for _, p := range []*teletext.Page{pageOf(101, "News", "Town clock slow"), pageOf(104, "Buoy", "A bell buoy")} {
		r.save(p, start)
	}
	r.finds(t, "slow")
	r.finds(t, "bell")
	r.screens = []Screen{
		{
			Name: "Lobby <1>", LastSeen: start, Picture: []byte("png"),
			Report: []byte(`{"healthy":true,"screen":{"places":[` +
				`{"page":104,"subpage":1}],"since":"2026-11-25T11:00:00Z"}}`),
		},
		{Name: "Shop", LastSeen: start, Report: []byte(`{"healthy":true,"asleep":{"until":"2026-11-25T18:00:00Z"}}`)},
		{Name: "Bar", Report: []byte(`{"healthy":false,"reason":"the window is hidden"}`)},
		{Name: "Hall", Silent: true},
		{Name: "Yard"},
	}
	for path, want := range map[string][]string{
		"/": {`<a href="/101"><span class="number">101</span><span>News</span></a>`, "<h1>Helm</h1>"},
		"/103": {
			"103 Vernier light", `href="/103.atom"`, "Subpage 1 of 3", "Subpage 3 of 3",
			`rel="prev" href="/101"`,
		},
		"/103/2":          {"Subpage 2 of 3", `href="/103/1"`, `href="/103/3"`},
		"/search?q=bell":  {`href="/104/1"`, "<mark>bell</mark> buoy"},
		"/search?q=xyzzy": {"Nothing was found."},
		"/search":         {`type="search"`},
		"/recordings":     {"Harbour news", `<audio controls preload="none" src="/recordings/7-1001.mp3"`},
		"/screens": {
			"Lobby &lt;1&gt;", "All is well.", "Showing 104/1 since 11:00", "Off until 18:00",
			"The window is hidden.", "It has stopped reporting.", "It has not reported yet.",
			`src="/screens/Lobby%20%3C1%3E.png"`,
		},
		"/screens/Shop2.png": nil, "/898": nil, "/103/9": nil, "/go?page=99": nil,
	} {
		resp, body := r.get(path)
		if status := resp.StatusCode; (status == http.StatusOK) != (want != nil) {
			t.Errorf("%s: %d", path, status)
		}
		for _, w := range want {
			if !strings.Contains(body, w) {
				t.Errorf("%s does not have %q", path, w)
			}
		}
		if csp := resp.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") ||
			strings.Contains(csp, "unsafe") || strings.Contains(body, "<script") || strings.Contains(body, "style=") {
			t.Errorf("%s: %s", path, csp)
		}
	}
	if resp, body := r.get("/screens/Lobby%20%3C1%3E.png"); body != "png" ||
		resp.Header.Get("Content-Type") != "image/png" {
		t.Errorf("a picture: %s", body)
	}
	if resp, _ := r.get("/go?page=104"); resp.Header.Get("Location") != "/104" {
		t.Errorf("the keypad: %v", resp.Header)
	}
	if resp, _ := r.get("/recordings/7-1001.mp3", "Range: bytes=0-99"); resp.StatusCode != http.StatusPartialContent {
		t.Errorf("a part of a recording: %d", resp.StatusCode)
	}
	resp, _ := r.get("/104")
	if again, _ := r.get("/104",
		"If-None-Match: "+resp.Header.Get("ETag")); again.StatusCode != http.StatusNotModified ||
		!strings.HasPrefix(resp.Header.Get("Cache-Control"), "public") {
		t.Errorf("asked again: %d", again.StatusCode)
	}
}

// TestLanguageOfTheReader checks that all that a reader sees is in the language that the browser prefers, and in the
// program's where it prefers none of ours.
func TestLanguageOfTheReader(t *testing.T) {
	testkit.UseMarked(t)
	r := newRig(t, true)
	r.save(pageOf(101, "News", "Vernier light"), start)
	r.finds(t, "Vernier")
	report := func(kind, cause string) []byte {
		return fmt.Appendf(nil, `{"healthy":false,"reason":"%s it is","kind":%q,`+
			`"screen":{"cause":%q,"age_seconds":7200}}`, testkit.Mark, kind, cause)
	}
	r.screens = []Screen{
		{Name: "a", LastSeen: start.Add(-30 * time.Hour), Report: []byte(
			`{"healthy":true,"screen":{"places":[{"page":104,"subpage":1}],"since":"2026-11-23T11:00:00Z"}}`)},
		{
			Name: "b", Picture: []byte("png"),
			Report: []byte(`{"healthy":true,"asleep":{"until":"2026-11-25T18:00:00Z"}}`),
		},
		{Name: "c", Report: []byte(`{"healthy":true,"asleep":{}}`)},
		{Name: "d", Silent: true},
		{Name: "e"},
		{Name: "f", Report: report("silent", "")},
		{Name: "g", Report: report("off", "")},
		{Name: "h", Report: report("empty", "waiting")},
		{Name: "i", Report: report("empty", "listed")},
		{Name: "j", Report: report("old", "listed")},
	}
	for _, path := range []string{
		"/", "/103", "/103/2", "/103/9", "/898", "/search", "/search?q=vernier", "/search?q=xyzzy", "/recordings",
		"/screens", "/screens/none.png", "/go?page=9", "/none.atom", "/login/none", "/recordings/.mp3",
	} {
		resp, body := r.get(path, "Accept-Language: ja, sv-FI;q=0.9, en;q=0.5")
		if strings.Contains(body, testkit.Mark) || !strings.Contains(body, `<html lang="sv">`) {
			t.Errorf("%s is not only in Swedish:\n%s", path, body)
		}
		if vary := resp.Header.Values("Vary"); !slices.Contains(vary, "Accept-Language") {
			t.Errorf("%s varies by %q", path, vary)
		}
		if _, body = r.get(path, "Accept-Language: ja"); !strings.Contains(body, testkit.Mark) {
			t.Errorf("%s is not in the program's language", path)
		}
	}
	if _, body := r.get("/screens", "Accept-Language: de"); !strings.Contains(body, "gestern") {
		t.Errorf("no day in German:\n%s", body)
	}
	locked := newRig(t, false)
	if _, body := locked.get("/103", "Accept-Language: fi"); strings.Contains(body, testkit.Mark) {
		t.Errorf("the login is not only in Finnish:\n%s", body)
	}
	for _, retry := range []time.Duration{0, time.Minute} {
		locked.door.retry = retry
		_, body := locked.ask(http.MethodPost, "/login", url.Values{"id": {"me"}, "key": {"no"}}, "Accept-Language: fi")
		if strings.Contains(body, testkit.Mark) || !strings.Contains(body, `role="alert"`) {
			t.Errorf("the refusal is not only in Finnish:\n%s", body)
		}
	}
}

// TestKey checks that the site asks for the key once, and that the cookie is invalid after the key was changed.
func TestKey(t *testing.T) {
	r := newRig(t, false)
	resp, body := r.get("/103")
	if resp.StatusCode != http.StatusUnauthorized || !strings.Contains(body, `name="to" value="/103"`) {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	login := func(id, key string) *http.Response {
		t.Helper()
		resp, body := r.ask(http.MethodPost, "/login", url.Values{"id": {id}, "key": {key}, "to": {"/103"}})
		if strings.Contains(body, key) {
			t.Error("the key is in the answer")
		}
		return resp
	}
	if resp := login("me", "wr0ng"); resp.StatusCode != http.StatusUnauthorized || len(resp.Cookies()) > 0 {
		t.Errorf("a wrong key: %d", resp.StatusCode)
	}
	resp = login("me", "right")
	if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != "/103" || len(resp.Cookies()) != 1 {
		t.Fatalf("%d %v", resp.StatusCode, resp.Header)
	}
	c := resp.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Secure || strings.Contains(c.Value, "right") {
		t.Errorf("%+v", c)
	}
	cookie := "Cookie: " + c.Name + "=" + c.Value
	expect := func(want int, headers ...string) {
		t.Helper()
		if resp, _ := r.get("/103", headers...); resp.StatusCode != want {
			t.Errorf("%v: %d, want %d", headers, resp.StatusCode, want)
		}
	}
	expect(http.StatusOK, cookie)
	r.stored(t, "the secret", func() bool {
		kept, err := r.store.State(secretKey)
		return err == nil && kept != ""
	})
	r.serve() // a restart
	expect(http.StatusOK, cookie)
	expect(http.StatusUnauthorized, "Cookie: "+c.Name+"="+strings.Replace(c.Value, ".", ".0", 1))
	for _, wrong := range []string{"", "..", "a.b.c", "zzzz.00.6d65", c.Value[:20]} {
		expect(http.StatusUnauthorized, "Cookie: "+c.Name+"="+wrong)
	}
	if resp, body := r.get("/103", cookie); resp.Header.Get("Cache-Control") != "private, no-cache" ||
		!strings.Contains(resp.Header.Get("Vary"), "Cookie") || !strings.Contains(body, "/logout") {
		t.Errorf("%v", resp.Header)
	}
	r.door.mu.Lock()
	r.door.stamp = "2" // another key
	r.door.mu.Unlock()
	expect(http.StatusUnauthorized, cookie)
	r.door.mu.Lock()
	r.door.stamp = "1"
	r.door.mu.Unlock()
	r.now = start.Add(guard.CookieLasts + time.Hour)
	expect(http.StatusUnauthorized, cookie)
	r.door.retry = time.Second
	if resp := login("me", "right"); resp.StatusCode != http.StatusTooManyRequests ||
		resp.Header.Get("Retry-After") != "2" {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
}

// TestElsewhere checks that forms from other sites are refused, and that login never redirects to another site.
func TestElsewhere(t *testing.T) {
	r := newRig(t, false)
	form := url.Values{"id": {"me"}, "key": {"right"}, "to": {"//evil.example/"}}
	if resp, _ := r.ask(http.MethodPost, "/login", form,
		"Sec-Fetch-Site: cross-site"); resp.StatusCode != http.StatusForbidden {
		t.Errorf("%d", resp.StatusCode)
	}
	for _, to := range []string{"//evil.example/", "https://evil.example/", "/v1/downloads.json", "/login", ""} {
		form.Set("to", to)
		if resp, _ := r.ask(http.MethodPost, "/login", form); resp.Header.Get("Location") != "/" {
			t.Errorf("%q leads to %q", to, resp.Header.Get("Location"))
		}
	}
	resp, _ := r.ask(http.MethodPost, "/login", form, "X-Forwarded-Proto: https")
	if !resp.Cookies()[0].Secure {
		t.Error("the cookie is sent in the clear")
	}
}

// TestKioskSeesNoScreens checks that a public screen's own key can read pages, but not what other screens show.
func TestKioskSeesNoScreens(t *testing.T) {
	r := newRig(t, false)
	r.screens = []Screen{{Name: "Lobby", Picture: []byte("png")}}
	const basic = "Authorization: Basic a2lvc2s6cmlnaHQ=" // kiosk:right
	for path, want := range map[string]int{"/103": 200, "/screens": 404, "/screens/Lobby.png": 404} {
		if resp, _ := r.get(path, basic); resp.StatusCode != want {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
}

// TestHostilePage checks that text that looks like markup is escaped, and that links to scripts are dropped.
func TestHostilePage(t *testing.T) {
	r := newRig(t, true)
	const evil = `"><script>alert(1)</script>`
	p := pageOf(200, evil, evil)
	p.Subpages[0].Structured = &teletext.RunLines{
		5: {{Length: 4, Text: "here", Link: "javascript:alert(1)", Fg: teletext.White}},
		6: {{Length: 5, Text: "there", Link: `https://example.org/"onclick="x`, Fg: teletext.White}},
	}
	r.source.pages[200] = p
	_, body := r.get("/200")
	for _, wrong := range []string{"<script", "javascript:", `"onclick`} {
		if strings.Contains(body, wrong) {
			t.Errorf("the page has %s", wrong)
		}
	}
	r.save(p, start)
	r.finds(t, "alert")
	if _, body := r.get("/200.atom"); strings.Contains(body, "<script") {
		t.Error(body)
	}
	for _, path := range []string{"/", "/search?q=alert", "/search?q=" + url.QueryEscape(evil)} {
		if _, body := r.get(path); strings.Contains(body, "<script") {
			t.Errorf("%s has markup", path)
		}
	}
}

// TestFeed reads a feed in the format of RFC 4287: one entry per version with its new text, newest first.
func TestFeed(t *testing.T) {
	r := newRig(t, false)
	for i, line := range []string{"The clock is slow", "The clock is right\x00", "The clock is gone"} {
		r.save(pageOf(101, "News & more", line), start.Add(time.Duration(i)*time.Hour))
	}
	resp, _ := r.get("/101.atom")
	if resp.StatusCode != http.StatusUnauthorized || !strings.HasPrefix(resp.Header.Get("WWW-Authenticate"), "Basic ") {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
	resp, body := r.get("/101.atom", "Authorization: Basic bWU6cmlnaHQ=") // me:right
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/atom+xml") {
		t.Errorf("%v", resp.Header)
	}
	var f struct {
		XMLName xml.Name
		ID      string `xml:"http://www.w3.org/2005/Atom id"`
		Title   string `xml:"http://www.w3.org/2005/Atom title"`
		Updated string `xml:"http://www.w3.org/2005/Atom updated"`
		Author  string `xml:"http://www.w3.org/2005/Atom author>name"`
		Entries []struct {
			ID      string `xml:"http://www.w3.org/2005/Atom id"`
			Title   string `xml:"http://www.w3.org/2005/Atom title"`
			Updated string `xml:"http://www.w3.org/2005/Atom updated"`
			Content string `xml:"http://www.w3.org/2005/Atom content"`
		} `xml:"http://www.w3.org/2005/Atom entry"`
	}
	if err := xml.Unmarshal([]byte(body), &f); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	if f.XMLName.Space != "http://www.w3.org/2005/Atom" || f.Title != "101 News & more" || f.Author != "Helm" ||
		f.Updated != "2026-11-25T14:00:00Z" || len(f.Entries) != 3 {
		t.Errorf("%+v", f)
	}
	ids := map[string]bool{f.ID: true}
	for i, want := range []string{"The clock is gone", "The clock is right", "The clock is slow"} {
		e := f.Entries[i]
		if at, err := time.Parse(time.RFC3339, e.Updated); err != nil ||
			!at.Equal(start.Add(time.Duration(2-i)*time.Hour)) ||
			!strings.Contains(e.Content, want) || e.Title == "" || ids[e.ID] {
			t.Errorf("%+v", e)
		}
		ids[e.ID] = true
	}
	if f.Entries[0].Title != "The clock is gone" {
		t.Errorf("%q", f.Entries[0].Title)
	}
}

// TestFeedWhileVersionsAreTrimmed asks for a feed while another program trims the store: versions that are listed, and
// gone when they are read, are left out.
func TestFeedWhileVersionsAreTrimmed(t *testing.T) {
	r := newRig(t, true)
	path := filepath.Join(t.TempDir(), "pages.sqlite")
	clock := func() time.Time { return r.now }
	var reads, trimAt atomic.Int64
	r.store, _ = store.Open(path, store.Options{Now: clock, Disk: func(u store.Use) error {
		if u == store.Reading && reads.Add(1) == trimAt.Load() {
			other, _ := store.Open(path, store.Options{Now: clock, Limit: 1})
			for n := -1; n != 0; time.Sleep(time.Millisecond) {
				all, err := other.Versions(101)
				if n = len(all); err != nil {
					t.Error(err)
				}
			}
			return other.Close()
		}
		return nil
	}})
	t.Cleanup(func() { _ = r.store.Close() })
	r.serve()
	for i := range 3 {
		r.save(pageOf(101, "News", fmt.Sprint("The clock is slow by ", i)), start.Add(time.Duration(i)*time.Hour))
	}
	trimAt.Store(reads.Load() + 4) // the second version, after the page and the list of versions
	resp, body := r.get("/101.atom")
	if resp.StatusCode != http.StatusOK || !strings.Contains(body, "slow by 0") || strings.Contains(body, "slow by 1") {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}

// TestTallLink checks that a link of double height appears once.
func TestTallLink(t *testing.T) {
	r := newRig(t, true)
	_, body := r.get("/100")
	if n := strings.Count(body, `<a href="/102">`); n != 1 || !strings.Contains(body,
		`<span class="w3 f3 tall">102</span>`) {
		t.Errorf("%d links to 102", n)
	}
}

// FuzzGrid writes random lines as HTML, and checks that no text becomes markup.
func FuzzGrid(f *testing.F) {
	f.Add("<b>&amp; 101 >>>", true)
	f.Add("\x1b[31m https://example.org/\"x", false)
	f.Fuzz(func(t *testing.T, line string, reveal bool) {
		p := pageOf(100, "", line)
		grid := p.Subpages[0].Grid()
		said := gridHTML(grid, p.Links(0, grid, unknown{}), reveal)
		bare := said
		for _, tag := range []string{"div", "span", "i", "a"} {
			bare = strings.ReplaceAll(bare, "<"+tag+" ", "")
			bare = strings.ReplaceAll(bare, "</"+tag+">", "")
		}
		if strings.Contains(bare, "<") {
			t.Errorf("%q is %s", line, said)
		}
	})
}

// BenchmarkPage measures writing a page as HTML.
func BenchmarkPage(b *testing.B) {
	p := pageOf(100, "Index", strings.Repeat("News 101 ", 4))
	grid := p.Subpages[0].Grid()
	links := p.Links(0, grid, unknown{})
	for b.Loop() {
		if gridHTML(grid, links, false) == "" {
			b.Fatal("nothing")
		}
	}
}
