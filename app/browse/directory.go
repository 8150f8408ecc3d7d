package browse

import (
	"strings"

	"sextant/app/teletext"
)

// A Directory knows what the documents seen so far tell of which pages there are: those in the chain of
// existing pages exist, and those that the chain passes over do not. It is not safe for concurrent use.
type Directory struct {
	pages map[int]listing
	marks bool
}

type listing struct {
	existence teletext.Existence
	name      string
}

var _ teletext.Guide = (*Directory)(nil)

// NewDirectory makes a directory that knows nothing.
func NewDirectory() *Directory { return &Directory{pages: map[int]listing{}} }

// Learn takes in what a document tells.
func (d *Directory) Learn(p *teletext.Page) {
	d.pages[p.Number] = listing{teletext.Exists, strings.TrimSpace(p.Name)}
	if p.Next > p.Number {
		d.exists(p.Next)
		d.absent(p.Number+1, p.Next)
	}
	if p.Prev != 0 && p.Prev < p.Number {
		d.exists(p.Prev)
		d.absent(p.Prev+1, p.Number)
	}
	for i := range p.Subpages {
		d.marks = d.marks || p.Subpages[i].MarkedLinks() > 0
	}
}

func (d *Directory) exists(page int) {
	d.pages[page] = listing{teletext.Exists, d.pages[page].name}
}

// absent says that there are no pages from one number to before another.
func (d *Directory) absent(from, before int) {
	for page := max(from, teletext.FirstPage); page < min(before, teletext.LastPage+1); page++ {
		d.Missing(page)
	}
}

// Missing says that there is no such page.
func (d *Directory) Missing(page int) { d.pages[page] = listing{existence: teletext.Absent} }

// Existence tells what is known of a page number.
func (d *Directory) Existence(page int) teletext.Existence { return d.pages[page].existence }

// Name is the name of a page, empty where it is not known.
func (d *Directory) Name(page int) string { return d.pages[page].name }

// MarksLinks tells whether the service marks links itself.
func (d *Directory) MarksLinks() bool { return d.marks }
