package browse

import (
	"maps"
	"strings"

	"sextant/app/teletext"
)

// A Directory knows which pages there are, by the documents seen so far: those in the chain of
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

// Clone is a copy of what the directory knows now.
func (d *Directory) Clone() *Directory { return &Directory{pages: maps.Clone(d.pages), marks: d.marks} }

// NewDirectory makes a directory that knows nothing.
func NewDirectory() *Directory { return &Directory{pages: map[int]listing{}} }

// Record records what a document says.
func (d *Directory) Record(p *teletext.Page) {
	marks := false
	for i := range p.Subpages {
		marks = marks || p.Subpages[i].MarkedLinks() > 0
	}
	d.List(p.Number, p.Name, p.Prev, p.Next, marks)
}

// List records a page of the chain with its neighbours, 0 for none, and whether the service marks links
// on it.
func (d *Directory) List(page int, name string, prev, next int, marks bool) {
	d.pages[page] = listing{teletext.Exists, strings.TrimSpace(name)}
	if next > page {
		d.exists(next)
		d.absent(page+1, next)
	}
	if prev != 0 && prev < page {
		d.exists(prev)
		d.absent(prev+1, page)
	}
	d.marks = d.marks || marks
}

// Between lists the pages known to exist from one number to before another.
func (d *Directory) Between(from, before int) []int {
	var pages []int
	for page := from; page < before; page++ {
		if d.Existence(page) == teletext.Exists {
			pages = append(pages, page)
		}
	}
	return pages
}

// Named finds the page of a name, regardless of case, or else the first one whose name begins with it;
// 0 where there is none.
func (d *Directory) Named(name string) int {
	begins := 0
	for page := teletext.FirstPage; page <= teletext.LastPage; page++ {
		l := d.pages[page]
		switch {
		case l.existence != teletext.Exists || len(l.name) < len(name) || !strings.EqualFold(l.name[:len(name)], name):
		case len(l.name) == len(name):
			return page
		case begins == 0:
			begins = page
		}
	}
	return begins
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

// Existence returns what is known of a page number.
func (d *Directory) Existence(page int) teletext.Existence { return d.pages[page].existence }

// Name is the name of a page, empty where it is not known.
func (d *Directory) Name(page int) string { return d.pages[page].name }

// MarksLinks reports whether the service marks links itself.
func (d *Directory) MarksLinks() bool { return d.marks }
