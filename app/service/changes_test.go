package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/httpclient"
	"sextant/app/testkit"
)

// eventsOf reads all events of a text.
func eventsOf(text string) (all []streamEvent, err error) {
	for r := newEventReader(iotest.OneByteReader(strings.NewReader(text))); ; {
		e, err := r.nextEvent()
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
}

func TestEventStream(t *testing.T) {
	for text, want := range map[string][]streamEvent{
		"data: a\n\n":                                 {{"", "a", ""}},
		"data: a\r\rdata: b\r\n\r\n":                  {{"", "a", ""}, {"", "b", ""}},
		"\uFEFFdata:a\ndata:  b\ndata\n\n":            {{"", "a\n b\n", ""}},
		": ping\n\nevent: x\nid: 7\ndata: {}\n\n":     {{"x", "{}", "7"}},
		"event: x\nid: 8\n\ndata: a\n\n":              {{"", "a", "8"}},
		"id: 1\ndata: a\n\ndata: b\n\n":               {{"", "a", "1"}, {"", "b", "1"}},
		"id: 1\nid\ndata: a\n\n":                      {{"", "a", ""}},
		"id: 1\nid: a\x00b\ndata: a\n\n":              {{"", "a", "1"}},
		"retry: 5\nunknown: 1\nnonsense\ndata: a\n\n": {{"", "a", ""}},
		"data: cut off\n":                             nil,
		"data: cut off":                               nil,
		"":                                            nil,
	} {
		if got, err := eventsOf(text); !reflect.DeepEqual(got, want) || isEventTrouble(err) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"data: " + strings.Repeat("x", maxEventLine), ":" + strings.Repeat(" ", 1<<20),
		strings.Repeat("data: 12345678\n", maxEventData/8),
	} {
		if _, err := eventsOf(text); !isEventTrouble(err) {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	}
}

// TestEventAtOnce checks that an event is returned at the first byte of the empty line's end.
func TestEventAtOnce(t *testing.T) {
	here, there := net.Pipe()
	go func() { _, _ = there.Write([]byte("data: a\r\n\r")) }()
	if e, err := newEventReader(here).nextEvent(); err != nil || e.data != "a" {
		t.Errorf("%+v, %v", e, err)
	}
}

func FuzzEventStream(f *testing.F) {
	f.Add("event: change\nid: 1\ndata: {\"page\":1}\n\n: ping\r\rdata\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := eventsOf(text)
		for _, e := range all {
			if len(e.name) > maxEventLine || len(e.data) > maxEventData || len(e.id) > maxEventLine ||
				strings.ContainsAny(e.name+e.id, "\r\n\x00") && !strings.Contains(e.name, "\x00") {
				t.Errorf("%+v", e)
			}
			if n, err := api.ParseNotice(e.name, e.id, e.data); err == nil && n.Kind == api.Changed &&
				(n.Page <= 0 || n.Subpage < 0 || n.Gone && n.Subpage != 0) {
				t.Errorf("%+v", n)
			}
		}
	})
}

func TestMonitor(t *testing.T) {
	const at, home = "http://relay.example/api/v1/teletext/pages/123.json", "http://relay.example/api/v1/relay/changes"
	for field, want := range map[string]string{
		`<../../relay/changes>; rel="monitor-group"`:                                      home,
		`<../../relay/changes>;rel=monitor-group`:                                         home,
		`</api/v1/relay/changes>;title="a,b;c\"<d>"; REL="next Monitor-Group"; rel=x`:     home,
		`<a>; rel=next, <b>; rel="prev", <../../relay/changes?x=1#y>; rel=monitor-group,`: home + "?x=1",
		`<http://other.example/api/v1/relay/changes>; rel=monitor-group`:                  "",
		`<https://relay.example/changes>; rel=monitor-group`:                              "",
		`<http://me:you@relay.example/changes>; rel=monitor-group`:                        "",
		`<../../relay/changes>; rel=monitor-group; anchor="/other"`:                       "",
		`<../../relay/changes>; rel="monitor"`:                                            "",
		`<../../relay/changes?app_id=me&app_key=s3cret%2Fk%2By&k=1>; rel=monitor-group`:   home + "?k=1",
		`</s3cret/k+y/changes>; rel=monitor-group`:                                        "",
		`<../../relay/changes`: "",
		`<:>; rel=monitor-group, <../../relay/changes>; rel=monitor-group`: home,
		``: "",
	} {
		c := testkit.Must(New(Config{BaseURL: "http://relay.example/api", AppID: "me", AppKey: secret}))(t)
		here, _ := url.Parse(at + "?app_id=me&app_key=s3cret%2Fk%2By")
		if got := c.monitorOf(http.Header{"Link": {field}}, here); got != want {
			t.Errorf("%s: %q, not %q", field, got, want)
		}
		elsewhere, _ := url.Parse("http://other.example/pages/123.json")
		if got := c.monitorOf(http.Header{"Link": {field}}, elsewhere); got != "" {
			t.Errorf("of an answer from another host: %q", got)
		}
	}
}

func FuzzLinks(f *testing.F) {
	f.Add(`<a>; rel="next", <b?c=1>;rel=monitor-group;title="x\"y"`)
	f.Fuzz(func(t *testing.T, field string) {
		c, _ := New(Config{BaseURL: "http://relay.example", AppID: "me", AppKey: secret})
		at, _ := url.Parse("http://relay.example/v1/teletext/pages/123.json")
		if m := c.monitorOf(http.Header{"Link": {field}}, at); m != "" {
			if u, err := url.Parse(m); err != nil || !httpclient.SameOrigin(u, c.base) || c.key.Load().isIn(m) {
				t.Errorf("%q: %v", m, err)
			}
		}
	})
}

// TestDocumentNamesMonitor requests a new document, and then an unchanged one.
func TestDocumentNamesMonitor(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Link", "<x>; rel=next")
		w.Header().Add("Link", `<../../relay/changes>; rel="monitor-group"`)
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		data, _ := testPage().EncodeJSON()
		_, _ = w.Write(data)
	})
	for _, known := range []api.Validators{{}, {ETag: `"1"`}} {
		doc, err := c.Page(t.Context(), 123, api.JSON, known)
		if err != nil || doc.Monitor != c.base.String()+"/v1/relay/changes" || doc.Unchanged != (known.ETag != "") {
			t.Errorf("%+v, %v", doc, err)
		}
	}
}

// changes returns the address of the changes of a test's service.
func (c *Client) changes() string { return c.base.String() + "/v1/relay/changes" }

func TestClientReadsNotices(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.URL.Path != "/api/v1/relay/changes" || q.Get("app_key") != secret || q.Get("since") != "a&b" ||
			r.Header.Get("Last-Event-ID") != "a&b" || r.Header.Get("Accept") != "text/event-stream" {
			t.Errorf("%s, %v", r.URL, r.Header)
		}
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		fmt.Fprintf(w,
			"event: open\nid: 1\ndata: {\"time\":\"2026-11-22T10:00:00Z\"}\n\n: ping\n\nevent: other\ndata: x\n\n")
		fmt.Fprintf(w, "event: change\nid: 2\ndata: {\"page\":100,\"subpage\":3,\"digest\":%q}\n\n",
			strings.Repeat("01", 32))
		fmt.Fprintf(w, "event: change\nid: 3\ndata: {\"page\":101,\"subpage\":0,\"digest\":\"\"}\n\n")
	})
	var got []api.Notice
	err := c.Changes(t.Context(), c.changes(), "a&b", func(n api.Notice) { got = append(got, n) })
	if api.KindOf(err) != api.NoNetwork || len(got) != 3 {
		t.Fatalf("%+v, %v", got, err)
	}
	if got[0].Kind != api.Opened || got[0].ID != "1" || got[0].Time.IsZero() || got[1].Page != 100 ||
		got[1].Subpage != 3 || got[1].Digest[31] != 1 || !got[2].Gone || got[2].ID != "3" {
		t.Errorf("%+v", got)
	}
}

// TestNoChanges tests answers that are not a stream of notices. No error contains the key, and no other host gets a
// request.
func TestNoChanges(t *testing.T) {
	other := httptest.NewServer(
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			t.Errorf("another host is asked for %s", r.URL)
		}))
	defer other.Close()
	for name, v := range map[string]struct {
		answer http.HandlerFunc
		want   api.Kind
	}{
		"not there": {http.NotFound, api.NotFound},
		"refused": {
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, api.Refused,
		},
		"a web page": {
			func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>", secret) }, api.BadContent,
		},
		"another host": {
			func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) },
			api.BadContent,
		},
		"nonsense":          {stream("event: change\ndata: " + secret + "\n\n"), api.BadContent},
		"an endless line":   {stream(strings.Repeat(secret, 1000)), api.TooLarge},
		"an endless notice": {stream("event: change\n" + strings.Repeat("data: "+secret+"\n", 10_000)), api.TooLarge},
		"broken off":        {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, api.NoNetwork},
	} {
		c := serve(t, v.answer)
		err := c.Changes(t.Context(), c.changes(), "", func(n api.Notice) { t.Errorf("%s: %+v", name, n) })
		if api.KindOf(err) != v.want {
			t.Errorf("%s: %v", name, err)
		}
		checkSecret(t, err.Error())
	}
	c := serve(t, stream(""))
	if err := c.Changes(t.Context(), other.URL, "", nil); api.KindOf(err) != api.Misused {
		t.Errorf("another host: %v", err)
	}
}

func stream(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, text)
	}
}

// TestChangesStall sends only pings for an hour, and then nothing.
func TestChangesStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		go func() {
			_, _ = there.Read(make([]byte, 4096))
			_, _ = there.Write([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"))
			for range 240 {
				time.Sleep(15 * time.Second)
				_, _ = there.Write([]byte(": ping\n\n"))
			}
		}()
		c, err := New(Config{
			BaseURL: "http://relay.example", AppKey: secret, Now: time.Now,
			Dial: func(context.Context, string, string) (net.Conn, error) { return here, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		err = c.Changes(t.Context(), c.changes(), "", nil)
		if took := time.Since(start); api.KindOf(err) != api.NoNetwork ||
			!errors.Is(err, errStalled) || took != time.Hour+changesStall {
			t.Errorf("after %v: %v", took, err)
		}
		c.Close()
		_ = there.Close()
	})
}

// TestPurpose checks the headers of requests that depend on their purpose.
func TestPurpose(t *testing.T) {
	var got []string
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Priority")+" "+r.Header.Get("Cache-Control")+" "+r.Header.Get("If-None-Match"))
		w.WriteHeader(http.StatusNotModified)
	})
	urgency := 6
	ctx := WithPriority(t.Context(), func() int { return urgency })
	known := api.Validators{ETag: `"1"`}
	_, _ = c.Page(ctx, 100, api.JSON, known)
	urgency = 4
	_, _ = c.Picture(ctx, 100, 1, known)
	_, _ = c.Page(NoCache(t.Context()), 100, api.JSON, known)
	if want := []string{`u=6  "1"`, `u=4  "1"`, `u=1 no-cache "1"`}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}
