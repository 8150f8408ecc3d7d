package page

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/navigate"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/ui/hosttest"
)

// rewritten returns a scene whose page has another text in a row.
func rewritten(s navigate.Scene, row int, text string) navigate.Scene {
	doc := *s.Document
	doc.Subpages = slices.Clone(doc.Subpages)
	_, i := doc.Subpage(s.Subpage)
	lines := *doc.Subpages[i].All
	lines[row] = "{White}" + text
	doc.Subpages[i] = teletext.Subpage{Number: s.Subpage, All: &lines}
	a := s.Answer
	a.Document, a.Digest = &doc, doc.Digest()
	return navigate.Decode(a)
}

// TestNewsWhileOnScreen changes rows of the page on the screen. They are marked until they were seen. The first is
// announced, one that comes soon after it is not, and one after a minute is again. New rows can be read aloud even
// after they were seen.
func TestNewsWhileOnScreen(t *testing.T) {
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	p := begin(t, h, tuner, box)
	p.Nav.Run(p.Nav.GoTo(teletext.Place{Page: 300})) // a page of which the demo has one version
	h.Until(t, "page 300", func() bool { return p.sheet.scene.Page == 300 && p.sheet.scene.Grid != nil })
	first := p.sheet.scene
	h.Time = h.Time.Add(time.Minute) // something of page 100 may have been announced
	show := func(s navigate.Scene) {
		t.Helper()
		screen{p}.Show(s)
		h.Until(t, "the row", func() bool { return len(p.news.rows[s.Subpage]) > 0 })
	}
	if len(p.news.rows) != 0 {
		t.Fatalf("new are %v before anything changed", p.news.rows)
	}
	show(rewritten(first, 12, "The mayor has found the key"))
	if got := p.news.rows[first.Subpage]; !slices.Equal(got, []int{12}) {
		t.Errorf("new are %v", got)
	}
	if p.sheet.about().News != "The mayor has found the key" {
		t.Errorf("announced is %q", p.sheet.about().News)
	}
	before := p.news.announced
	show(rewritten(p.sheet.scene, 13, "and lost it again"))
	h.Until(t, "the second row", func() bool { return len(p.news.rows[first.Subpage]) == 2 })
	if p.news.announced != before {
		t.Errorf("announced at once is %q too", p.news.announced)
	}
	p.news.haveSeen()
	if len(p.news.rows) != 0 {
		t.Errorf("seen, new are %v", p.news.rows)
	}
	if said := p.spokenNew(); len(said) == 0 || !strings.Contains(said[0].Text, "mayor") {
		t.Errorf("read aloud is %+v", said)
	}
	h.Time = h.Time.Add(time.Minute)
	show(rewritten(p.sheet.scene, 14, "Nobody was surprised"))
	if got := p.news.rows[first.Subpage]; !slices.Equal(got, []int{14}) || p.news.announced != "Nobody was surprised" {
		t.Errorf("new are %v, announced is %q", got, p.news.announced)
	}
	box.Change(func(s *settings.Settings) { s.MarkNew = false })
	h.Run()
	if len(p.news.rows) != 0 {
		t.Errorf("turned off, new are %v", p.news.rows)
	}
}
