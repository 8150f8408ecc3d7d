package demo

import (
	"fmt"
	"strings"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit"
)

// present is a guide to the demo's pages.
type present struct{ pages *chain }

func (p present) Existence(page int) teletext.Existence {
	if p.pages.hasPage(page) {
		return teletext.Exists
	}
	return teletext.Absent
}

func (present) MarksLinks() bool { return true }

// TestArticlesHaveAllWords makes running text of every page. Except for headers, colour keys, page counts and
// "continues", no line of its subpages may be lost.
func TestArticlesHaveAllWords(t *testing.T) {
	s := newService(t, nil)
	for _, n := range s.pages.numbers {
		p := testkit.Must(s.pageOf(s.pages.entries[n]))(t)
		var text strings.Builder
		for _, b := range p.Article(present{s.pages}, true).Blocks {
			text.WriteString(" " + b.Text)
		}
		words := " " + strings.Join(strings.Fields(text.String()), " ") + " "
		for i := range p.Subpages {
			const top, bottom = 3, 23 // rows
			g := p.Subpages[i].Grid()
			for row := top; row < bottom; row++ {
				line := g.Text([]teletext.Span{{Row: row, Before: teletext.Columns}}, teletext.TextForm{Reveal: true})
				line = strings.Join(strings.Fields(strings.TrimRight(line, " »")), " ")
				line = strings.TrimSuffix(strings.TrimSuffix(line, fmt.Sprint(i+1, " of ", len(p.Subpages))),
					fmt.Sprint(" ", n))
				if line != "continues" && !g.Covered(row) && !strings.Contains(words, line) {
					t.Errorf("page %s has no %q in its running text", teletext.Address(n, p.Subpages[i].Number), line)
				}
			}
		}
	}
}

// BenchmarkArticle makes running text of a page of fourteen subpages.
func BenchmarkArticle(b *testing.B) {
	c := allPages(b)
	source := testkit.Must(c.entries[431].source())(b)
	p := &teletext.Page{Number: 431, Subpages: source.subpages}
	b.ReportAllocs()
	for range b.N {
		p.Article(present{c}, false)
	}
}
