package relay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// TestRelayStoresDocumentsWithoutKey checks that a page in which the service echoes its key is stored, and served with
// its picture after the service is down, without the key.
func TestRelayStoresDocumentsWithoutKey(t *testing.T) {
	r := newRig(t, nil)
	r.upstream.replace("Town clock", strings.ReplaceAll(secret, "/", `\/`))
	first, picture := r.get(t, page100), r.get(t, "/v1/teletext/images/100/1.png")
	testkit.Eventually(t, "the page in the store", func() bool {
		kept, _ := r.station.Store.Page(100)
		return kept != nil
	})
	if kept, _ := r.station.Store.Page(100); strings.Contains(strings.ReplaceAll(string(kept.Raw), `\/`, "/"), secret) {
		t.Error("it is stored with the key")
	}
	r.documents.makeRoom(0)
	r.upstream.down.Store(true)
	if a := r.get(t, page100); a.status != 200 || a.body != first.body ||
		strings.Contains(strings.ReplaceAll(a.body, `\/`, "/"), secret) {
		t.Errorf("%d", a.status)
	}
	if a := r.get(t, "/v1/teletext/images/100/1.png"); a.status != 200 || a.body != picture.body {
		t.Errorf("its picture: %d, %v", a.status, a.header)
	}
}

// TestRelayReloadsDroppedPagesFromStore checks that a page dropped from memory is read from the store again, with its
// age.
func TestRelayReloadsDroppedPagesFromStore(t *testing.T) {
	r := newRig(t, nil)
	first := r.get(t, page100)
	r.get(t, "/v1/teletext/pages/100.xml")
	testkit.Eventually(t, "the page in the store", func() bool {
		kept, _ := r.station.Store.Page(100)
		return kept != nil
	})
	if one, held := int64(len(first.body)), r.documents.bytesHeld(); held < 2*one {
		t.Errorf("%d bytes are held, and one form takes %d", held, one)
	}
	r.get(t, "/v1/teletext/pages/101.json")
	r.documents.makeRoom(0)
	if r.documents.slot(100).document.Load() != nil {
		t.Fatal("it is still in memory")
	}
	r.pass(2 * time.Minute)
	if a := r.get(t, page100, "Priority", "u=3"); a.body != first.body || !a.aged(120) {
		t.Errorf("%d, %v", a.status, a.header)
	}
	r.documents.slot(100).document.Store(nil)
	if a := r.get(t, page100, asking...); a.body != first.body || !a.aged(0) {
		t.Errorf("unchanged: %d, %v", a.status, a.header)
	}
}

// TestDigestOfWhatIsGiven checks that changes have the digests of the documents that clients get, if the service's own
// document has the key.
func TestDigestOfWhatIsGiven(t *testing.T) {
	r := newRig(t, nil)
	events := r.listen(t, "")
	events.next(t)
	r.upstream.replace("Town clock", secret)
	p := testkit.Must(teletext.DecodeJSON([]byte(r.get(t, page100).body)))(t)
	want := changesOf(p)
	for range want {
		if data := events.next(t).data; !want[digestIn(data)] {
			t.Errorf("%s is of no subpage that is given", data)
		}
	}
}

// TestFoundByAnother makes another program with the same profile store a page that the relay had not found. When the
// service says that it is unchanged, the relay serves it.
func TestFoundByAnother(t *testing.T) {
	r := newRig(t, nil)
	answer := testkit.Must(http.Get(r.service.URL + page100 + "?app_id=id&app_key=" + "the%2Fservice%27s%2Bkey"))(t)
	var raw bytes.Buffer
	_, _ = raw.ReadFrom(answer.Body)
	answer.Body.Close()
	if answer.Header.Get("ETag") == "" {
		t.Fatal("the demo gives no tag")
	}
	r.upstream.down.Store(true)
	if a := r.get(t, page100); a.status != 503 {
		t.Fatalf("%d", a.status)
	}
	p := testkit.Must(teletext.DecodeJSON(raw.Bytes()))(t)
	served := api.Validators{ETag: answer.Header.Get("ETag")}
	r.station.Store.SavePage(p, raw.Bytes(), "json", r.now().Add(-time.Hour), served)
	testkit.Eventually(t, "what another program keeps", func() bool {
		kept, _ := r.station.Store.Page(100)
		return kept != nil
	})
	r.upstream.down.Store(false)
	r.pass(time.Hour)
	if a := r.get(t, page100, asking...); a.status != 200 || !a.aged(0) {
		t.Errorf("%d, %v", a.status, a.header)
	}
}

// TestWithoutNumber checks that a page whose document lacks its number survives a restart.
func TestWithoutNumber(t *testing.T) {
	r := newRig(t, nil)
	r.upstream.replace(`"number":"100"`, `"number":""`)
	first := r.get(t, page100)
	r.stop()
	r.start(t, nil)
	for range 2 {
		if a := r.get(t, page100); a.status != 200 || a.body != first.body {
			t.Errorf("%d", a.status)
		}
	}
	if a := r.get(t, "/v1/teletext/pages/100.xml"); !strings.Contains(a.body, `number="100"`) {
		t.Errorf("XML: %.300s", a.body)
	}
}

// TestMediaStay checks that memory holds more than one list or playout.
func TestMediaStay(t *testing.T) {
	r := newRig(t, nil)
	paths := []string{"/v1/downloads.json", "/v1/7-1002/playouts.json", "/v2/7-1002/playouts.json"}
	for _, path := range paths {
		r.get(t, path)
	}
	for _, path := range paths {
		if _, ok := r.media.kept.get(path); !ok {
			t.Errorf("%s is not in memory", path)
		}
	}
}

// changesOf returns the digests of a page's subpages.
func changesOf(p *teletext.Page) map[string]bool {
	all := map[string]bool{}
	for i := range p.Subpages {
		all[fmt.Sprintf("%x", p.Subpages[i].Digest())] = true
	}
	return all
}

// digestIn returns the digest of an event.
func digestIn(data string) string {
	var c change
	_ = json.Unmarshal([]byte(data), &c) // an event that is not a change has no digest
	return c.Digest
}
