package site

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// A parsedFeed is a feed as a reader sees it.
type parsedFeed struct {
	Updated string `xml:"http://www.w3.org/2005/Atom updated"`
	Entries []struct {
		ID      string `xml:"http://www.w3.org/2005/Atom id"`
		Title   string `xml:"http://www.w3.org/2005/Atom title"`
		Updated string `xml:"http://www.w3.org/2005/Atom updated"`
		Content string `xml:"http://www.w3.org/2005/Atom content"`
	} `xml:"http://www.w3.org/2005/Atom entry"`
}

func (r *rig) feed(t *testing.T, path string) (f parsedFeed) {
	t.Helper()
	testkit.NoError(t, r.store.Flush(t.Context()))
	resp, body := r.get(path)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", path, resp.StatusCode)
	}
	if err := xml.Unmarshal([]byte(body), &f); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return f
}

// clockPage returns a page with a line in its first row and one in its text.
func clockPage(head, line string) *teletext.Page {
	p := pageOf(101, "News", line)
	p.Network, p.Subpages[0].Text[0] = "Helm", head
	return p
}

// TestClockMakesNoEntry saves versions of a page each minute, most of which differ in a clock only: these make no entry
// and do not move the time of the feed, whenever it is read. Other changes do, also in the row of the clock.
func TestClockMakesNoEntry(t *testing.T) {
	r := newRig(t, true)
	minute := 0
	save := func(head, line string) {
		at := start.Add(time.Duration(minute) * time.Minute)
		minute++
		r.save(clockPage(strings.ReplaceAll(head, "TIME", at.Format("15:04:05")), line), at)
	}
	expect := func(what string, entries int, title string, changed int) parsedFeed {
		t.Helper()
		f := r.feed(t, "/101.atom")
		at := start.Add(time.Duration(changed) * time.Minute).Format(time.RFC3339)
		if len(f.Entries) != entries || f.Updated != at || f.Entries[0].Updated != at || f.Entries[0].Title != title {
			t.Errorf("%s: %+v", what, f)
		}
		return f
	}
	for range 30 {
		save("HELM 101 TIME", "The clock is slow")
	}
	before := expect("a clock", 1, "101 News", 0)
	for range 30 {
		save("HELM 101 TIME", "The clock is slow")
	}
	if f := expect("a clock later", 1, "101 News", 0); f.Entries[0].ID != before.Entries[0].ID {
		t.Errorf("the entry is another one: %+v", f)
	}
	save("HELM 101 TIME", "The clock is right")
	for range 30 {
		save("HELM 101 TIME", "The clock is right")
	}
	if f := expect("a change", 2, "The clock is right", 60); f.Entries[0].Content != "The clock is right" {
		t.Errorf("%q", f.Entries[0].Content)
	}
	save("HELM 101 Storm TIME", "The clock is right")
	save("HELM 101 Storm TIME", "The clock is right")
	expect("a change in the row of the clock", 3, "HELM 101 Storm 13:31:00", 91)
	save("HELM 101 Storm TIME", "Ferry at 12.30")
	save("HELM 101 Storm TIME", "Ferry at 12.45")
	save("HELM 101 Storm TIME", "Ferry at 12.45")
	expect("times that are no clock", 5, "Ferry at 12.45", 94)
	r.server.Close()
	r.serve()
	if f := expect("after a restart", 5, "Ferry at 12.45", 94); f.Entries[4].ID != before.Entries[0].ID {
		t.Errorf("the first entry is another one: %+v", f)
	}
	for n := range 3 * mostEntries {
		save("HELM 101 TIME", fmt.Sprint("Ferry number ", n))
		save("HELM 101 TIME", fmt.Sprint("Ferry number ", n))
	}
	expect("many changes", mostEntries, "Ferry number 59", 96+2*59)
}

// A refusing source refuses some documents.
type refusing struct {
	api.Source
	errs map[int]error
}

func (s refusing) Document(r *http.Request, page int, format string) (api.Answer, error) {
	if err := s.errs[page]; err != nil {
		return api.Answer{}, err
	}
	return s.Source.Document(r, page, format)
}

// TestFeedOfUnknownPage checks that HEAD has the status of GET for a page that nobody has read, that is not there, and
// that cannot be loaded, and that a feed remains of a page that is gone.
func TestFeedOfUnknownPage(t *testing.T) {
	r := newRig(t, true)
	r.source.Source = refusing{r.source.Source, map[int]error{
		150: api.ErrNone, 151: &api.Refusal{Status: http.StatusServiceUnavailable, RetryAfter: time.Minute},
		152: api.ErrNone,
	}}
	r.save(pageOf(152, "Gone", "It was here"), start)
	for path, want := range map[string]int{"/150.atom": 404, "/151.atom": 503, "/152.atom": 200, "/900.atom": 404} {
		get, _ := r.get(path)
		head, body := r.ask(http.MethodHead, path, nil)
		if get.StatusCode != want || head.StatusCode != want || body != "" ||
			get.Header.Get("Content-Type") != head.Header.Get("Content-Type") {
			t.Errorf("%s: %d, HEAD %d, want %d", path, get.StatusCode, head.StatusCode, want)
		}
		if again := get.Header.Get("Retry-After"); (again != "") != (want == 503) {
			t.Errorf("%s: again after %q", path, again)
		}
	}
}
