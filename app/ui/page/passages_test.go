package page

import (
	"strings"
	"testing"

	"sextant/app/teletext"
)

func TestReadingLinks(t *testing.T) {
	page := &teletext.Page{Number: 100, Next: 101, Subpages: []teletext.Subpage{{Number: 1, All: &teletext.Lines{
		0: " 201 SPORT     300 TV  ",
		1: "{Green}Recipes 501{Yellow}Quiz 506",
		2: " Ferries tonight ....... 431",
		3: " 201 again",
		4: " 600",
		5: " more >>>",
	}}}}
	g := page.Subpages[0].Grid()
	links := page.Links(0, g, everyPage{})
	var lines []string
	for _, p := range readingLinks(links, g, func(page int) string { return map[int]string{600: "Gallery"}[page] }) {
		lines = append(lines, p.Text)
	}
	want := "201  SPORT|300  TV|501  Recipes|506  Quiz|431  Ferries tonight|600  Gallery|101  more"
	if got := strings.Join(lines, "|"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// everyPage is a guide to whom every page exists.
type everyPage struct{}

func (everyPage) Existence(int) teletext.Existence { return teletext.Exists }
func (everyPage) MarksLinks() bool                 { return true }
