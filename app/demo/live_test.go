package demo

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// scores is the page that changes while the service runs.
const scores = 206

var score = regexp.MustCompile(`Lee Haven +(\d - \d) +Sounding Deep`)

// shown is what a service shows of the scores at a time.
type shown struct {
	score    string
	document *teletext.Page
	tag      string
	picture  []byte
}

func look(t *testing.T, s *Service) shown {
	t.Helper()
	const path = "/v1/teletext/pages/206"
	w := get(t, s, path+".json")
	document := testkit.Must(teletext.DecodeJSON(w.Body.Bytes()))(t)
	fromXML := testkit.Must(teletext.DecodeXML(get(t, s, path+".xml").Body.Bytes()))(t)
	if document.Digest() != fromXML.Digest() || !document.Modified.Equal(fromXML.Modified) {
		t.Error("the page is another one in XML")
	}
	m := score.FindStringSubmatch(strings.Join(document.Subpages[0].Text[:], "\n"))
	if m == nil {
		t.Fatal("the page has no score")
	}
	picture := get(t, s, "/v1/teletext/images/206/1.png").Body.Bytes()
	drawn, err := render.EncodePicture(document.Subpages[0].Grid()[:])
	if err != nil || !bytes.Equal(drawn, picture) {
		t.Errorf("the picture is not that of %s, %v", m[1], err)
	}
	return shown{m[1], document, w.Header().Get("ETag"), picture}
}

// TestScoresChange looks at the scores every 30 seconds for two hours. Within five minutes there must be another score,
// in the document of both formats and in the picture, with another time and entity tag.
func TestScoresChange(t *testing.T) {
	now := start
	s := newService(t, func(o *Options) { o.Now = func() time.Time { return now } })
	before, since := look(t, s), now
	for ; now.Before(start.Add(2 * time.Hour)); now = now.Add(30 * time.Second) {
		l := look(t, s)
		modified := l.document.ModifiedIn(s.options.Zone)
		if modified.After(now) || now.Sub(modified) >= 5*time.Minute {
			t.Fatalf("at %v the page changed at %v", now, modified)
		}
		switch {
		case l.score != before.score:
			if l.tag == before.tag || !l.document.Modified.After(before.document.Modified) ||
				bytes.Equal(l.picture, before.picture) {
				t.Errorf("%s: tag %s, modified %v", l.score, l.tag, l.document.Modified)
			}
			before, since = l, now
		case now.Sub(since) > 5*time.Minute:
			t.Fatalf("%s since %v", l.score, since)
		}
	}
}

// TestScoresAreThoseOfTheTime compares services that were started at different times, in different zones.
func TestScoresAreThoseOfTheTime(t *testing.T) {
	at := start
	was := look(t, newService(t, nil))
	now := at.Add(-26 * time.Hour)
	other := newService(t, func(o *Options) { o.Now = func() time.Time { return now } })
	look(t, other)
	now = at
	if l := look(t, other); l.tag != was.tag {
		t.Errorf("%s instead of %s", l.score, was.score)
	}
	elsewhere := newService(t, func(o *Options) { o.Zone = time.FixedZone("", 5*3600+45*60) })
	if l := look(t, elsewhere); l.score != was.score {
		t.Errorf("%s instead of %s", l.score, was.score)
	}
}

// TestScoresConditional asks whether the scores have changed, before and after a goal.
func TestScoresConditional(t *testing.T) {
	now := start.Truncate(30 * time.Minute).Add(4 * time.Minute)
	s := newService(t, func(o *Options) { o.Now = func() time.Time { return now } })
	const path = "/v1/teletext/pages/206.json"
	h := get(t, s, path).Header()
	for _, wait := range []time.Duration{0, time.Minute, 3 * time.Minute} {
		now = now.Add(wait)
		want := http.StatusNotModified
		if wait > time.Minute {
			want = http.StatusOK
		}
		for _, c := range [][]string{
			{"If-None-Match", h.Get("ETag")}, {"If-Modified-Since", h.Get("Last-Modified")},
		} {
			if got := ask(s, http.MethodGet, path, c...).Code; got != want {
				t.Errorf("%v later, %s: %d instead of %d", wait, c[0], got, want)
			}
		}
	}
}

// TestScoresHaveAPast checks that a new store gets the scores of the last hour.
func TestScoresHaveAPast(t *testing.T) {
	past := testkit.Must(newService(t, nil).Past())(t)
	var oldest time.Time
	seen := map[string]bool{}
	for _, v := range past {
		if v.Page.Number == scores {
			if oldest.IsZero() {
				oldest = v.At
			}
			seen[score.FindString(fmt.Sprint(v.Page.Subpages[0].Text[:]))] = true
		}
	}
	if age := start.Sub(oldest); age < time.Hour || age > 65*time.Minute || len(seen) < 8 {
		t.Errorf("since %v, scores %v", age, seen)
	}
}

// TestEveryScoreIsInTheArticle makes running text of the page after each of its changes.
func TestEveryScoreIsInTheArticle(t *testing.T) {
	s := newService(t, nil)
	e := s.pages.entries[scores]
	p := must(e.source())
	for done := range len(p.steps) + 1 {
		page := s.compose(e, p.after(done), start)
		want := score.FindString(fmt.Sprint(page.Subpages[0].Text[:]))
		var text strings.Builder
		for _, b := range page.Article(present{s.pages}, true).Blocks {
			text.WriteString(b.Text + "\n")
		}
		if want == "" || !strings.Contains(text.String(), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("after %d changes %q is not in %q", done, want, text.String())
		}
	}
}
