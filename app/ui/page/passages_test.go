package page

import (
	"testing"

	"sextant/app/browse"
	"sextant/app/teletext"
	"sextant/widgets/reading"
)

// TestPassages checks that the passages have all subpages of a page, with their links, and end with the previous and
// next page.
func TestPassages(t *testing.T) {
	page := &teletext.Page{Number: 100, Prev: 899, Next: 101, Subpages: []teletext.Subpage{
		{Number: 1, All: &teletext.Lines{2: "{DH}Isles", 5: " Ferries tonight: see page 431."}},
		{Number: 2, All: &teletext.Lines{5: " Sport"}},
	}}
	d := browse.NewDirectory()
	d.List(101, "News", 0, 0, false)
	d.List(431, "Ferries", 0, 0, false)
	list, links := passages(page.Article(d, false), page, d)
	var text string
	for _, p := range list {
		text += p.Text + "\n"
	}
	if want := "Isles\nFerries tonight: see page 431.\nSport\nPrevious page 899\nNext page 101 News\n"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	if l := list[1].Links; len(l) != 1 || links[l[0].Link].Page != 431 || text[6:][l[0].From:l[0].Before] != "431" {
		t.Errorf("the links %+v lead to %+v", l, links)
	}
	if end := list[4]; end.Kind != reading.Reference ||
		links[end.Link].Page != 101 || end.Last != 1 || list[2].First != 1 {
		t.Errorf("%+v", list)
	}
	blank := &teletext.Page{Number: 100, Subpages: []teletext.Subpage{{Number: 1, All: &teletext.Lines{}}}}
	empty, _ := passages(blank.Article(d, false), blank, d)
	if len(empty) != 1 || empty[0].Text != "This page has no text." {
		t.Errorf("%+v", empty)
	}
}
