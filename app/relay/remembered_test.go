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
	"sextant/app/settings"
	"sextant/app/teletext"
)

// TestSecretOfTheStore has the key in a page that was stored, by a program that did not see it in there. It is in no
// answer.
func TestSecretOfTheStore(t *testing.T) {
	r := newRig(t, nil)
	raw := strings.ReplaceAll(r.get(t, page100).body, "Town clock", strings.ReplaceAll(secret, "/", `\/`))
	p, err := teletext.DecodeJSON([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	p.Number = 105
	r.station.Store.SavePage(p, []byte(raw), "json", r.now(), api.Validators{})
	r.stop()
	r.upstream.down.Store(true)
	r.start(t, nil)
	for _, path := range []string{"/v1/teletext/pages/105.json", "/v1/teletext/pages/105.xml"} {
		a := r.get(t, path)
		if a.status != 200 || strings.Contains(strings.ReplaceAll(a.body, `\/`, "/"), secret) {
			t.Errorf("%s: %d, with the key", path, a.status)
		}
	}
}

// TestRelayStoresNoDocumentWithKey keeps a page with the key in memory alone, however little room there is, and draws
// its picture itself or does without.
func TestRelayStoresNoDocumentWithKey(t *testing.T) {
	for _, draw := range []bool{false, true} {
		r := newRig(t, func(p *Parts, _ *settings.Service) { p.Draw = draw })
		r.upstream.replace("Town clock", strings.ReplaceAll(secret, "/", `\/`))
		first := r.get(t, page100)
		r.get(t, "/v1/teletext/pages/101.json")
		r.documents.makeRoom(0)
		r.upstream.down.Store(true)
		if a := r.get(t, page100); a.status != 200 || a.body != first.body {
			t.Errorf("%d", a.status)
		}
		a := r.get(t, "/v1/teletext/images/100/1.png")
		if draw && a.header.Get("Sextant-Picture") != "drawn" || !draw && a.status != 404 {
			t.Errorf("its picture: %d, %v", a.status, a.header)
		}
		if n := r.upstream.requests("/v1/teletext/images/100/1.png"); n > 0 {
			t.Errorf("its picture was asked for %d times", n)
		}
	}
}

// TestRelayReloadsDroppedPagesFromStore drops from memory what the store has, and reads it again, with the age that it
// has.
func TestRelayReloadsDroppedPagesFromStore(t *testing.T) {
	r := newRig(t, nil)
	first := r.get(t, page100)
	r.get(t, "/v1/teletext/pages/100.xml")
	eventually(t, "the page in the store", func() bool {
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

// TestDigestOfWhatIsGiven announces a change by the digest of what clients are given, where the service's own document
// has its key.
func TestDigestOfWhatIsGiven(t *testing.T) {
	r := newRig(t, nil)
	events := r.listen(t, "")
	events.next(t)
	r.upstream.replace("Town clock", secret)
	p, err := teletext.DecodeJSON([]byte(r.get(t, page100).body))
	if err != nil {
		t.Fatal(err)
	}
	want := changesOf(p)
	for range want {
		if data := events.next(t).data; !want[digestIn(data)] {
			t.Errorf("%s is of no subpage that is given", data)
		}
	}
}

// TestFoundByAnother has another program with the profile keep a page that the relay looked for and did not find. When
// the service says that it is unchanged, the relay has it too.
func TestFoundByAnother(t *testing.T) {
	r := newRig(t, nil)
	answer, err := http.Get(r.service.URL + page100 + "?app_id=id&app_key=" + "the%2Fservice%27s%2Bkey")
	if err != nil {
		t.Fatal(err)
	}
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
	p, err := teletext.DecodeJSON(raw.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	served := api.Validators{ETag: answer.Header.Get("ETag")}
	r.station.Store.SavePage(p, raw.Bytes(), "json", r.now().Add(-time.Hour), served)
	eventually(t, "what another program keeps", func() bool {
		kept, _ := r.station.Store.Page(100)
		return kept != nil
	})
	r.upstream.down.Store(false)
	r.pass(time.Hour)
	if a := r.get(t, page100, asking...); a.status != 200 || !a.aged(0) {
		t.Errorf("%d, %v", a.status, a.header)
	}
}

// TestWithoutNumber keeps a page whose document does not say its number, over a restart.
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

// TestMediaStay keeps more than one list or playout in memory.
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

// changesOf are the digests that a page's subpages have, and its own.
func changesOf(p *teletext.Page) map[string]bool {
	all := map[string]bool{}
	for i := range p.Subpages {
		all[fmt.Sprintf("%x", p.Subpages[i].Digest())] = true
	}
	return all
}

// digestIn is that of an event.
func digestIn(data string) string {
	var c change
	_ = json.Unmarshal([]byte(data), &c) // what is none has no digest
	return c.Digest
}
