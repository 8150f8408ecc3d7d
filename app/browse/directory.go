package browse

import (
	"maps"
	"strings"

	"sextant/app/teletext"
)

// A Directory has the pages of a service that are known to exist or not, by the documents seen so far: those in the
// chain of pages exist, and those that the chain skips do not. A page that the service says is missing does not exist
// whatever the chain says. It is not safe for concurrent use.
type Directory struct {
	pages    map[int]listing
	missing  map[int]bool
	marks    bool
	revision int
}

type listing struct {
	existence teletext.Existence
	name      string
}

var _ teletext.Guide = (*Directory)(nil)

// Clone returns a copy.
func (d *Directory) Clone() *Directory {
	c := *d
	c.pages, c.missing = maps.Clone(d.pages), maps.Clone(d.missing)
	return &c
}

// NewDirectory makes an empty directory.
func NewDirectory() *Directory { return &Directory{pages: map[int]listing{}, missing: map[int]bool{}} }

// Revision returns a number that grows when pages become known to exist or not.
func (d *Directory) Revision() int { return d.revision }

// Record adds the page of a document and its neighbours.
func (d *Directory) Record(p *teletext.Page) {
	marks := false
	for i := range p.Subpages {
		marks = marks || p.Subpages[i].MarkedLinks() > 0
	}
	d.List(p.Number, p.Name, p.Prev, p.Next, marks)
}

// List adds a page of the chain with its neighbours, 0 for none. marks: the service marks links on it.
func (d *Directory) List(page int, name string, prev, next int, marks bool) {
	d.set(page, listing{teletext.Exists, strings.TrimSpace(name)})
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

// Between returns the pages known to exist from from up to, but without, before.
func (d *Directory) Between(from, before int) []int {
	var pages []int
	for page := from; page < before; page++ {
		if d.Existence(page) == teletext.Exists {
			pages = append(pages, page)
		}
	}
	return pages
}

// Named returns the page with a name, regardless of case, or else the first one whose name begins with it; 0 for none.
func (d *Directory) Named(name string) int {
	begins := 0
	for page := teletext.FirstPage; page <= teletext.LastPage; page++ {
		l := d.pages[page]
		switch {
		case d.Existence(page) != teletext.Exists || len(l.name) < len(name):
		case !strings.EqualFold(l.name[:len(name)], name):
		case len(l.name) == len(name):
			return page
		case begins == 0:
			begins = page
		}
	}
	return begins
}

func (d *Directory) exists(page int) { d.set(page, listing{teletext.Exists, d.pages[page].name}) }

func (d *Directory) set(page int, l listing) {
	if d.pages[page].existence != l.existence {
		d.revision++
	}
	d.pages[page] = l
}

// Answered records whether the service has a page.
func (d *Directory) Answered(page int, has bool) {
	if !teletext.ValidPage(page) {
		return
	}
	d.setMissing(page, !has)
	if has {
		d.exists(page)
	}
}

// Reconsider forgets that pages are missing unless they still are.
func (d *Directory) Reconsider(stillMissing func(page int) bool) {
	for page := range d.missing {
		if !stillMissing(page) {
			d.setMissing(page, false)
		}
	}
}

func (d *Directory) setMissing(page int, missing bool) {
	if d.missing[page] == missing {
		return
	}
	d.revision++
	if missing {
		d.missing[page] = true
	} else {
		delete(d.missing, page)
	}
}

// absent records that there are no pages from from up to before.
func (d *Directory) absent(from, before int) {
	for page := max(from, teletext.FirstPage); page < min(before, teletext.LastPage+1); page++ {
		d.Missing(page)
	}
}

// Missing records that a page does not exist.
func (d *Directory) Missing(page int) { d.set(page, listing{existence: teletext.Absent}) }

// Existence returns whether a page exists, as far as that is known.
func (d *Directory) Existence(page int) teletext.Existence {
	if d.missing[page] {
		return teletext.Absent
	}
	return d.pages[page].existence
}

// beyond returns the page of the chain after one in a direction that is known to exist, 0 for none.
func (d *Directory) beyond(page, direction int) int {
	for page += direction; teletext.ValidPage(page); page += direction {
		if d.Existence(page) == teletext.Exists {
			return page
		}
	}
	return 0
}

// Name returns the name of a page, empty where it is not known.
func (d *Directory) Name(page int) string { return d.pages[page].name }

// MarksLinks reports whether the service marks links itself.
func (d *Directory) MarksLinks() bool { return d.marks }
