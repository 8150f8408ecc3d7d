package teletext

import (
	"fmt"
	"slices"
	"time"
)

// Rows and Columns are the size of a page's body: lines 1 to 24 of 40 characters. The header row 0 is not part of a
// page document.
const (
	Rows    = 24
	Columns = 40
)

// FirstPage and LastPage are the lowest and the highest page number: magazines 1 to 8 of 100 pages each.
const (
	FirstPage = 100
	LastPage  = 899
)

// ValidPage reports whether n is a page number of three digits in magazines 1 to 8.
func ValidPage(n int) bool { return n >= FirstPage && n <= LastPage }

// A Page is one page document of the specification, section "Teletext page document".
type Page struct {
	Network string
	Number  int
	Name    string
	// Modified is the time of the last change as the document states it: local time without a zone, stored
	// as UTC. [Page.ModifiedIn] puts it in a zone. Zero if the document has none.
	Modified time.Time
	// SubpageCount is the number that the document states; it may differ from len(Subpages).
	SubpageCount int
	// Prev and Next are the neighbours in the chain of existing pages, 0 if the document states none.
	Prev, Next int
	TOPType    string
	Animated   string
	Subpages   []Subpage
	// Warnings lists the document's deviations from the specification.
	Warnings []Warning
}

// A Subpage is a subpage with its content in up to three representations, nil if the document does not have them.
type Subpage struct {
	Number int
	// Dwell is how long the subpage is shown before the next one, 0 if the document does not state it.
	Dwell      time.Duration
	Text       *Lines
	All        *Lines
	Structured *RunLines
}

// Lines holds lines 1 to 24 of content type text or all at indices 0 to 23. An empty string is a
// blank line.
type Lines [Rows]string

// RunLines holds lines 1 to 24 of content type structured at indices 0 to 23.
type RunLines [Rows][]Run

// A Run is a stretch of characters that share their colours.
type Run struct {
	Bg, Fg Colour
	Length int
	// Charcode is the teletext code of the run's mosaic characters, 0 if there is none.
	Charcode byte
	// Text is empty for a blank run, which shows Length spaces.
	Text string
	// Link is a page number or a URL, and Size is "double height" or empty. Neither is in the specification;
	// the service sends both.
	Link string
	Size string
}

// SizeDoubleHeight is the value of [Run.Size] on both lines of double-height text.
const SizeDoubleHeight = "double height"

// ModifiedIn returns the time of the last change, stated without a zone, as local time in loc; zero if the page has
// none.
func (p *Page) ModifiedIn(loc *time.Location) time.Time {
	if p.Modified.IsZero() {
		return time.Time{}
	}
	m := p.Modified
	return time.Date(m.Year(), m.Month(), m.Day(), m.Hour(), m.Minute(), m.Second(), 0, loc)
}

// Subpage returns the subpage with the given number and its index, or nil and -1.
func (p *Page) Subpage(number int) (*Subpage, int) {
	for i := range p.Subpages {
		if p.Subpages[i].Number == number {
			return &p.Subpages[i], i
		}
	}
	return nil, -1
}

// Empty reports whether the subpage came without any content.
func (s *Subpage) Empty() bool { return s.Text == nil && s.All == nil && s.Structured == nil }

// Blank reports whether nothing of the subpage's content shows more than its background.
func (s *Subpage) Blank() bool {
	u := s.useful()
	return (u.Structured == nil || !slices.ContainsFunc(u.Structured[:], showsRuns)) &&
		(u.All == nil || !slices.ContainsFunc(u.All[:], showsCodes)) &&
		(u.Text == nil || !slices.ContainsFunc(u.Text[:], showsText))
}

// MarkedLinks returns the number of the subpage's runs with a link, each double-height one once.
func (s *Subpage) MarkedLinks() int {
	n := 0
	s.eachUpperRun(func(r Run) {
		if r.Link != "" {
			n++
		}
	})
	return n
}

// DoubleHeightLines returns the number of lines of double-height text.
func (s *Subpage) DoubleHeightLines() int {
	if s.useful().Structured == nil {
		return s.Grid().doubleHeightRows()
	}
	n, last := 0, -1
	s.eachUpperRunLine(func(line int, r Run) {
		if r.Size == SizeDoubleHeight && line != last {
			n, last = n+1, line
		}
	})
	return n
}

func (s *Subpage) eachUpperRun(visit func(Run)) {
	s.eachUpperRunLine(func(_ int, r Run) { visit(r) })
}

// eachUpperRunLine visits every run except those of lines that are covered by a double-height line above: the
// service repeats the upper line's runs there.
func (s *Subpage) eachUpperRunLine(visit func(int, Run)) {
	if s.Structured == nil {
		return
	}
	covered := false
	for line, runs := range s.Structured {
		double := false
		for _, r := range runs {
			double = double || r.Size == SizeDoubleHeight
		}
		if covered && double {
			covered = false
			continue
		}
		covered = double
		for _, r := range runs {
			visit(line, r)
		}
	}
}

// A Place is a page and one of its subpages. Subpage 0 is the page's first one, whatever its number.
type Place struct{ Page, Subpage int }

// String writes a place as 123 or 123/4.
func (p Place) String() string { return Address(p.Page, p.Subpage) }

// Address returns the usual notation of a page or subpage: 123 or 123/2.
func Address(page, subpage int) string {
	if subpage == 0 {
		return fmt.Sprint(page)
	}
	return fmt.Sprintf("%d/%d", page, subpage)
}
