package service

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/media"
	"sextant/app/testkit"
)

func TestPlayouts(t *testing.T) {
	answers := map[string]string{
		"/api/v4/1-5/playouts.json": `{"data":[{"url":"http://h/x.mp3"}]}`, "/api/v5/1-5/playouts.json": "oops",
	}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			t.Errorf("a media request carries %q", r.URL.RawQuery)
		}
		if a, ok := answers[r.URL.Path]; ok {
			fmt.Fprint(w, a)
			return
		}
		http.NotFound(w, r)
	})
	if doc, err := c.Playouts(t.Context(), 4, "1-5"); len(doc.Members) != 1 || err != nil {
		t.Errorf("%v, %v", doc, err)
	}
	if _, err := c.Playouts(t.Context(), 5, "1-5"); api.KindOf(err) != api.BadContent {
		t.Error(err)
	}
	if _, err := c.Playouts(t.Context(), 6, "1-5"); api.KindOf(err) != api.NotFound {
		t.Error(err)
	}
	for _, tt := range []struct {
		version int
		id      string
	}{{0, "x"}, {7, "x"}, {1, ""}, {1, ".."}} {
		if _, err := c.Playouts(t.Context(), tt.version, tt.id); api.KindOf(err) != api.Misused {
			t.Errorf("%v: %v", tt, err)
		}
	}
}

func TestMediaIDsCannotLeaveTheirPlace(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if want := "/api/v1/a%2F..%2Fb%3Fc/playouts.json"; r.URL.EscapedPath() != want {
			t.Errorf("asked for %s", r.URL.EscapedPath())
		}
		fmt.Fprint(w, "{}")
	})
	if _, err := c.Playouts(t.Context(), 1, "a/../b?c"); err != nil {
		t.Error(err)
	}
}

func TestDownload(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/v1/download/1-5.mp3", "/direct.mp3":
			if got, want := r.URL.Query().Get("app_key"), secret; got != want {
				t.Errorf("%s: app_key %q", r.URL.Path, got)
			}
			w.Header().Set("Content-Length", "5")
			fmt.Fprint(w, "sound")
		default:
			http.NotFound(w, r)
		}
	}, func(cfg *Config) { cfg.MediaCredentials = true })
	byID, err := c.Download(t.Context(), "1-5", Resume{})
	checkDownload(t, byID, err)
	direct, err := c.DownloadFrom(t.Context(), c.media.Scheme+"://"+c.media.Host+"/direct.mp3", Resume{})
	checkDownload(t, direct, err)
	if _, err := c.Download(t.Context(), "other", Resume{}); api.KindOf(err) != api.NotFound {
		t.Error(err)
	}
	if _, err := c.DownloadFrom(t.Context(), "file:///etc/passwd", Resume{}); api.KindOf(err) != api.Misused {
		t.Error(err)
	}
}

func checkDownload(t *testing.T, d *Download, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Body.Close()
	if data, err := io.ReadAll(d.Body); string(data) != "sound" || err != nil || d.Size != 5 {
		t.Errorf("%q, size %d, %v", data, d.Size, err)
	}
}

func TestDownloadStallsAndBreaks(t *testing.T) {
	release := make(chan struct{})
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "10")
		fmt.Fprint(w, "ab")
		_ = http.NewResponseController(w).Flush()
		if strings.Contains(r.URL.Path, "stall") {
			<-release
		}
	}, func(cfg *Config) { cfg.Stall = 50 * time.Millisecond })
	defer close(release)
	for _, id := range []string{"stall", "break"} {
		d := testkit.Must(c.Download(t.Context(), id, Resume{}))(t)
		data, err := io.ReadAll(d.Body)
		if string(data) != "ab" || api.KindOf(err) != api.NoNetwork {
			t.Errorf("%s: %q, %v", id, data, err)
		}
		d.Body.Close()
	}
}

// TestResume requests parts of a recording.
func TestResume(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789"), 100)
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"e1"`)
		w.Header().Set("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg==")
		http.ServeContent(w, r, "x.mp3", time.Unix(1, 0), bytes.NewReader(data))
	})
	for name, tt := range map[string]struct {
		resume Resume
		from   int64
	}{
		"all":       {Resume{}, 0},
		"a part":    {Resume{From: 500}, 500},
		"the known": {Resume{From: 500, Known: api.Validators{ETag: `"e1"`}}, 500},
		"by date": {
			Resume{From: 500, Known: api.Validators{ETag: `W/"x"`, LastModified: "Thu, 01 Jan 1970 00:00:01 GMT"}}, 500,
		},
		"another": {Resume{From: 500, Known: api.Validators{ETag: `"e0"`}}, 0},
	} {
		d, err := c.Download(t.Context(), "x", tt.resume)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := io.ReadAll(d.Body)
		d.Body.Close()
		if err != nil || d.From != tt.from || d.Size != int64(len(data)) || !d.Ranges ||
			!bytes.Equal(got, data[tt.from:]) || (d.MD5 != nil) != (tt.from == 0) {
			t.Errorf("%s: from %d of %d, ranges %v, %d bytes, MD5 %x, %v",
				name, d.From, d.Size, d.Ranges, len(got), d.MD5, err)
		}
	}
	var e *api.Error
	if _, err := c.Download(t.Context(), "x", Resume{From: 5000}); !errors.As(err, &e) ||
		e.Status != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("beyond the end: %v", err)
	}
}

func TestContentRange(t *testing.T) {
	for s, want := range map[string][3]int64{
		"bytes 100-199/1000": {100, 200, 1000}, "bytes 0-0/*": {0, 1, -1},
		"bytes 100-/1000": {100, 0, 1000}, "bytes 100-99/1000": {100, 0, 1000},
		"": {}, "bytes */1000": {}, "bytes 5-9/3": {}, "bytes -5-9/30": {}, "bytes x-9/30": {}, "bytes 1-2": {},
	} {
		from, before, size, err := contentRange(s)
		got := [3]int64{from, before, size}
		if bad := want == [3]int64{}; bad != (err != nil) || !bad && got != want {
			t.Errorf("%q: %d to %d of %d, %v", s, from, before, size, err)
		}
	}
}

// TestMediaDocumentsKnowTheirAddress checks that relative addresses in playouts and lists become absolute, also after a
// redirect, without credentials.
func TestMediaDocumentsKnowTheirAddress(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/v2/7/playouts.json":
			fmt.Fprint(w, `{"media_url":"/v1/x.mp3","alternative":{"url":"x.mp3"}}`)
		case "/api/v1/downloads.json":
			http.Redirect(w, r, "/moved/list.json?"+r.URL.RawQuery, http.StatusFound)
		case "/moved/list.json":
			fmt.Fprint(w, `{"7":{"title":"Tide","file":"sounds/7.mp3"}}`)
		}
	}, func(cfg *Config) { cfg.MediaCredentials = true })
	host := c.media.Scheme + "://" + c.media.Host
	doc := testkit.Must(c.Playouts(t.Context(), 2, "7"))(t)
	var found []string
	for _, p := range media.Playables(doc) {
		found = append(found, p.URL)
	}
	if want := []string{host + "/v1/x.mp3", host + "/api/v2/7/x.mp3"}; !slices.Equal(found, want) {
		t.Errorf("playouts offer %q, want %q", found, want)
	}
	list := testkit.Must(c.Downloads(t.Context()))(t)
	if items := media.Items(list, nil); len(items) != 1 ||
		items[0].URL != host+"/moved/sounds/7.mp3" || items[0].ID != "7" {
		t.Errorf("the list has %+v", items)
	}
	if strings.Contains(fmt.Sprint(doc.Base, list.Base, found), secret) {
		t.Error("the key is in an address")
	}
}

// TestListsHaveNoCredentials echoes the key, and another one, in the addresses of a list: the recordings are the same
// whatever the key is, and are asked for with the current one.
func TestListsHaveNoCredentials(t *testing.T) {
	echo, host := "", ""
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".mp3") {
			if got := r.URL.Query().Get("app_key"); got != secret {
				t.Errorf("%s is asked for with %q", r.URL.Path, got)
			}
			fmt.Fprint(w, "sound")
			return
		}
		fmt.Fprintf(w, `[{"title":"A","url":"http://%s/a.mp3?app_id=me&app_key=%s"},
			{"title":"B","url":"\/b.mp3?x=1\u0026app_key=%s&y=2#z"},
			{"title":"C","url":"https:\/\/cdn.example\/c.mp3?app_key=%s"},
			{"title":"D","url":"https://cdn.example/d.mp3?app_key=its-own"},
			{"title":"E","url":"https://cdn.example/e.mp3?token=%s&n=1"}]`, host, echo, echo,
			url.QueryEscape(secret), url.QueryEscape(secret))
	}, func(cfg *Config) { cfg.MediaCredentials = true })
	host = c.media.Host
	for _, echo = range []string{url.QueryEscape(secret), "another-key", ""} {
		list := testkit.Must(c.Downloads(t.Context()))(t)
		var keys []string
		for _, it := range media.Items(list, nil) {
			keys = append(keys, it.Key())
			checkSecret(t, fmt.Sprint(it))
		}
		want := []string{
			"url http://" + host + "/a.mp3", "url http://" + host + "/b.mp3?x=1&y=2#z", "url https://cdn.example/c.mp3",
			"url https://cdn.example/d.mp3?app_key=its-own", "url https://cdn.example/e.mp3?n=1",
		}
		if !slices.Equal(keys, want) {
			t.Errorf("with %q: %q", echo, keys)
		}
	}
	d, err := c.DownloadFrom(t.Context(), "http://"+host+"/a.mp3", Resume{})
	checkDownload(t, d, err)
}

// TestUnaskedPartIsAll answers with 206 to a request without a range.
func TestUnaskedPartIsAll(t *testing.T) {
	for stated, isRight := range map[string]bool{
		"": true, "bytes 0-4/5": true, "bytes 0-4/*": true, "bytes 2-6/7": true, "seconds 0-4": false,
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			if w.Header().Set("Content-Length", "5"); stated != "" {
				w.Header().Set("Content-Range", stated)
			}
			w.WriteHeader(http.StatusPartialContent)
			fmt.Fprint(w, "sound")
		})
		d, err := c.Download(t.Context(), "1", Resume{})
		if err != nil {
			if isRight {
				t.Errorf("%q: %v", stated, err)
			}
			continue
		}
		if data, err := io.ReadAll(d.Body); !isRight || string(data) != "sound" || err != nil ||
			stated == "" && (d.From != 0 || d.Size != 5) || stated == "bytes 2-6/7" && (d.From != 2 || d.Before != 7) {
			t.Errorf("%q: %q, %+v, %v", stated, data, d, err)
		}
		d.Body.Close()
	}
}

// TestCompressedRecording compresses a recording that was to come as it is, says so where it is not, and cuts it.
func TestCompressedRecording(t *testing.T) {
	sound := bytes.Repeat([]byte("sound "), 10_000)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(sound)
	_ = z.Close()
	for name, tt := range map[string]struct {
		body []byte
		fail api.Kind
		size int64
	}{
		"gzip":              {packed.Bytes(), 0, -1},
		"gzip with rubbish": {append(bytes.Clone(packed.Bytes()), "rubbish"...), 0, -1},
		"not in truth":      {sound, 0, int64(len(sound))},
		"cut":               {packed.Bytes()[:packed.Len()/2], api.NoNetwork, -1},
		"with a bad header": {[]byte{0x1f, 0x8b, 8, 0xff}, api.NoNetwork, 0},
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(tt.body)
		})
		d, err := c.Download(t.Context(), "1", Resume{})
		if err == nil {
			var got []byte
			got, err = io.ReadAll(d.Body)
			if err == nil && (!bytes.Equal(got, sound) || d.Size >= 0 && d.Size != tt.size) {
				t.Errorf("%s: %d bytes of %d", name, len(got), d.Size)
			}
			d.Body.Close()
		}
		if api.KindOf(err) != tt.fail {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNothingThereStatesTheSize reads what a 416 says.
func TestNothingThereStatesTheSize(t *testing.T) {
	for stated, want := range map[string]int64{"bytes */1000": 1000, "": -1, "bytes */*": -1, "bytes */-5": -1} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Range", stated)
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		})
		var r *RangeError
		if _, err := c.Download(t.Context(), "1", Resume{From: 5000}); !errors.As(err, &r) || r.Size != want {
			t.Errorf("%q: %v, %+v", stated, err, r)
		}
	}
}
