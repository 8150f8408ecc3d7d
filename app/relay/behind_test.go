package relay

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/settings"
	"sextant/app/station"
)

// A hoarder is a proxy in front of a relay that caches pictures forever, unless a request has Cache-Control: no-cache.
type hoarder struct {
	next http.Handler
	mu   sync.Mutex
	kept map[string]*httptest.ResponseRecorder
}

func (h *hoarder) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	path := q.URL.Path
	if h.kept[path] == nil || !strings.HasSuffix(path, ".png") || q.Header.Get("Cache-Control") == "no-cache" {
		h.kept[path] = httptest.NewRecorder()
		h.next.ServeHTTP(h.kept[path], q)
	}
	for name, values := range h.kept[path].Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(h.kept[path].Code)
	_, _ = w.Write(h.kept[path].Body.Bytes())
}

// TestPictureOfAnother puts a proxy between client and relay that caches a picture for longer than its headers allow,
// and checks that the client shows no picture of an old version of the page.
func TestPictureOfAnother(t *testing.T) {
	r := newRig(t, nil)
	between := httptest.NewServer(&hoarder{next: r.Relay, kept: map[string]*httptest.ResponseRecorder{}})
	defer between.Close()
	st, err := station.Open(settings.DefaultSettings().Service, station.Access{BaseURL: between.URL},
		settings.Profile{Dir: t.TempDir()}, r.now, station.NoEvents(), &station.Libraries{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Release()
	defer st.Retire()
	want := acquire.Want{Page: 100, Subpage: 1, Picture: true}
	before := st.Pages.Fetch(t.Context(), want)
	if before.Picture == nil {
		t.Fatalf("%+v", before)
	}
	r.pass(2 * time.Minute)
	r.upstream.replace("Town clock", "Tower clock")
	if a := r.get(t, page100, asking...); !strings.Contains(a.body, "Tower clock") {
		t.Fatal("the relay does not know")
	}
	r.pass(2 * time.Minute)
	after := st.Pages.Fetch(t.Context(), want)
	if after.Digest == before.Digest || after.Picture == nil || after.Picture.Validators == before.Picture.Validators {
		t.Errorf("page changed: %v; there is a picture: %v, %v",
			after.Digest != before.Digest, after.Picture != nil, after.PictureErr)
	}
}
