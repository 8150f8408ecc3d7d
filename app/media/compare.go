package media

import "strings"

// MaxRows is how many rows a comparison has at most. A playout has a few dozen; the bound keeps a strange
// answer from taking the memory and the patience of whoever compares it.
const MaxRows = 5000

// A Comparison is several documents merged into the rows of one tree, with a column for each document.
//
// It is how the six versions of playouts are laid side by side, of which the specification says that
// they are there and not how they differ (sections "Media endpoints" and "Versioning").
type Comparison struct {
	// Rows are the places in the documents, each before those inside it.
	Rows []Row
	// Answers is how many documents were compared, and Differing how many rows differ between them.
	Answers, Differing int
	// Cut tells that there was more than MaxRows rows hold.
	Cut bool
}

// A Row is one place in the documents: a field, or an element of an array.
type Row struct {
	// Name is the field's name, or which element it is, counted from 1 over all documents.
	Name string
	// Path is how the place is reached, in words, from the outside to the inside.
	Path  string
	Depth int
	// Cells are what each document has here.
	Cells []Cell
	// Differs tells that the documents do not have the same here, or that one of them has nothing.
	Differs bool
	// Below is the number of rows inside this one, and Within tells whether any of those differs.
	Below  int
	Within bool
}

// A Cell is what one document has at a place.
type Cell struct {
	Present bool
	// Name is the name that the document has for it, where that is another than the row's.
	Name    string
	Kind    Kind
	Text    string // of a scalar
	Members int    // of an object or array
}

// Compare merges documents, the newest first; nil stands for one that did not come, which has a column
// but is compared with nothing. Fields stand in the order of the first document that has them, and those
// that only others have where they belong among them. Elements of arrays are set beside each other by
// their id, address or name where they have one, and else by their place. Where one document has an object
// and another an array, fields and elements with the same id, address or name are taken for the same.
func Compare(docs []*Value) Comparison {
	c := comparer{docs: docs}
	for _, d := range docs {
		if d != nil {
			c.Answers++
		}
	}
	if c.rooted() {
		c.add(&place{at: docs, own: make([]string, len(docs))}, "", 0)
	} else {
		c.children(docs, "", 0)
	}
	return c.Comparison
}

type comparer struct {
	Comparison
	docs []*Value
}

// rooted tells whether the documents themselves need a row: where they are not all objects, or all arrays.
func (c *comparer) rooted() bool {
	var first *Value
	for _, d := range c.docs {
		switch {
		case d == nil:
		case d.Kind == Scalar || first != nil && first.Kind != d.Kind:
			return true
		case first == nil:
			first = d
		}
	}
	return false
}

// add makes the row of a place and those inside it.
func (c *comparer) add(p *place, path string, depth int) {
	if len(c.Rows) == MaxRows {
		c.Cut = true
		return
	}
	i := len(c.Rows)
	row := Row{Name: p.name, Path: path, Depth: depth, Cells: make([]Cell, len(p.at)), Differs: p.renamed || c.differ(p.at)}
	for column, v := range p.at {
		if v != nil {
			row.Cells[column] = Cell{Present: true, Kind: v.Kind, Text: v.Text, Members: len(v.Members)}
			if p.own[column] != p.name {
				row.Cells[column].Name = p.own[column]
			}
		}
	}
	c.Rows = append(c.Rows, row)
	if row.Differs {
		c.Differing++
	}
	before := c.Differing
	c.children(p.at, path, depth+1)
	c.Rows[i].Below = len(c.Rows) - i - 1
	c.Rows[i].Within = c.Differing > before
}

// children makes the rows inside a place.
func (c *comparer) children(at []*Value, path string, depth int) {
	places, cut := align(at, MaxRows-len(c.Rows))
	c.Cut = c.Cut || cut
	for _, p := range places {
		c.add(p, joinPath(path, p.name), depth)
	}
}

// differ tells whether the documents that came differ at a place. What is inside objects and arrays has
// rows of its own.
func (c *comparer) differ(at []*Value) bool {
	var first *Value
	seen := false
	for column, v := range at {
		switch {
		case c.docs[column] == nil:
		case !seen:
			first, seen = v, true
		case (v == nil) != (first == nil), v != nil && (v.Kind != first.Kind || v.Text != first.Text):
			return true
		}
	}
	return false
}

const (
	pathSeparator = " › "
	maxPathName   = 60 // letters of a name in a path
)

func joinPath(path, name string) string {
	if runes := []rune(name[:min(len(name), 4*maxPathName)]); len(runes) > maxPathName {
		name = string(runes[:maxPathName]) + "…"
	}
	name = strings.ToValidUTF8(name, "")
	if path == "" {
		return name
	}
	return path + pathSeparator + name
}

// Visible lists the rows that are shown: all but those inside a folded one and, where only differences
// are wanted, those that neither differ nor have a difference inside them.
func (c *Comparison) Visible(folded func(path string) bool, onlyDifferences bool) []int {
	var shown []int
	for i := 0; i < len(c.Rows); i++ {
		r := &c.Rows[i]
		if onlyDifferences && !r.Differs && !r.Within {
			i += r.Below
			continue
		}
		shown = append(shown, i)
		if r.Below > 0 && folded(r.Path) {
			i += r.Below
		}
	}
	return shown
}

// Scalars counts the scalars of a document.
func (v *Value) Scalars() int {
	if v.Kind == Scalar {
		return 1
	}
	n := 0
	for i := range v.Members {
		n += v.Members[i].Value.Scalars()
	}
	return n
}
