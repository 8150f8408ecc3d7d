package teletext

import "strings"

// A service may have keywords that the specification does not have, such as {PN201}. They look like a text in braces:
// which of the two it is follows from what the other representations show, or from the length of the line.

// longestUnknown is the length of the longest unknown keyword, with its braces.
const longestUnknown = 34

// unknownAt returns the size of what looks like a keyword at the start of s, which is not empty: letters and digits in
// braces. It is 0 if there is none, or if the keyword is known.
func unknownAt(s string) int {
	if s[0] != '{' {
		return 0
	}
	if _, known := keywordAt(s); known > 0 {
		return 0
	}
	s = s[:min(len(s), longestUnknown)]
	end := strings.IndexFunc(s[1:], func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) + 1
	if end < 2 || s[end] != '}' {
		return 0
	}
	return end + 1
}

// A lineReference has what the other representations show in a line.
type lineReference struct {
	cells [Columns]rune // a mosaic as the character of its code
	exact bool          // mosaics are among them
}

// referenceOf returns what structured, or else text, shows in a row, nil if it is blank.
func (s *Subpage) referenceOf(row int) *lineReference {
	if s.Structured != nil && showsRuns(s.Structured[row]) {
		return runsReference(s.Structured[row])
	}
	if s.Text == nil || !showsText(s.Text[row]) {
		return nil
	}
	ref, line := &lineReference{}, s.Text[row]
	for col := range ref.cells {
		ref.cells[col] = ' '
		if line != "" {
			code, size := nextRune(line)
			ref.cells[col], line = code, line[size:]
		}
	}
	return ref
}

func runsReference(runs []Run) *lineReference {
	ref := &lineReference{exact: true}
	g := decodeRuns(&RunLines{runs})
	for col, c := range g[0] {
		ref.cells[col] = c.Rune
		if c.Has(Mosaic) {
			ref.cells[col] = rune(MosaicCode(c.Sixels()))
		}
	}
	return ref
}

// A reading is a line of content type all as it was read.
type reading struct {
	codes   [Columns]rune
	count   int      // of the cells that the line fills
	unknown []string // the keywords that the specification does not have
}

// readLine reads a line with texts that may be keywords. ref has what the other representations show, nil if that is
// not known; then keywords are those with which the line fits.
func readLine(line string, ref *lineReference) reading {
	r := lineReader{line: line, ref: ref, known: map[lineState]int{}}
	if ref == nil {
		if count, _ := countCodes(line); count <= Columns || r.cost(lineState{}) >= tooLong {
			return reading{codes: Codes(line), count: count}
		}
	}
	return r.read()
}

// A lineReader finds the reading of a line that differs least from what the other representations show. The cost of
// one is the sum of its cells' deviations.
type lineReader struct {
	line  string
	ref   *lineReference
	known map[lineState]int
}

// A lineState is the state before a cell.
type lineState struct {
	at, col           int
	mosaic, concealed bool
}

// Costs of readings. A cell's deviation is more than any number of choices that no deviation decides.
const (
	choice    = 1
	deviation = 64
	tooShort  = 64 * deviation
	tooLong   = 64 * tooShort
)

// A step is one way to read what stands at a state: a control code, or a character.
type step struct {
	code    rune
	size    int
	cost    int
	unknown bool
}

// steps returns the ways to read what stands at a position; the second one has no size if there is only one.
func (r *lineReader) steps(at int) (ways [2]step) {
	code, size := nextCode(r.line[at:])
	ways[0] = step{code: code, size: size}
	if size := unknownAt(r.line[at:]); size > 0 {
		ways[1] = step{code: foldedCode(r.line[at+1 : at+size-1]), size: size, unknown: true}
		if r.ref == nil {
			ways[0].cost = choice
		} else {
			ways[1].cost = choice
		}
	}
	return ways
}

// foldedCode returns the control code of a keyword in another case, codeUnknown for none.
func foldedCode(word string) rune {
	for code, k := range keywords {
		if strings.EqualFold(k, word) {
			return rune(code)
		}
	}
	return codeUnknown
}

// cost returns the least cost of what stands from a state on.
func (r *lineReader) cost(s lineState) int {
	if s.col == Columns || s.at == len(r.line) {
		return r.endCost(s)
	}
	if cost, is := r.known[s]; is {
		return cost
	}
	_, cost := r.best(s)
	r.known[s] = cost
	return cost
}

// best returns the step from a state that costs least, and what it costs with all that follows.
func (r *lineReader) best(s lineState) (best step, cost int) {
	for i, way := range r.steps(s.at) {
		if way.size == 0 {
			break
		}
		if c := way.cost + r.cellCost(s, way.code) + r.cost(s.after(way)); i == 0 || c < cost {
			best, cost = way, c
		}
	}
	return best, cost
}

func (s lineState) after(way step) lineState {
	s.at, s.col = s.at+way.size, s.col+1
	switch {
	case way.code == codeConceal:
		s.concealed = true
	case way.code <= rune(White):
		s.mosaic, s.concealed = false, false
	case way.code >= graphicColour && way.code <= rune(GWhite):
		s.mosaic, s.concealed = true, false
	}
	return s
}

// cellCost returns the cost of a cell that differs from what the other representations show. They may leave out
// concealed characters, and text has no mosaics.
func (r *lineReader) cellCost(s lineState, code rune) int {
	if r.ref == nil {
		return 0
	}
	shown := r.ref.cells[s.col]
	switch {
	case code == shown || code < firstPrintable && shown == ' ':
		return 0
	case shown == ' ' && (s.concealed || s.mosaic && !r.ref.exact && IsMosaicCode(code)):
		return 0
	}
	return deviation
}

// endCost returns the cost of a line that ends at a state, or goes on behind its last column.
func (r *lineReader) endCost(s lineState) int {
	rest := r.line[s.at:]
	switch {
	case r.ref == nil && rest != "":
		return tooLong
	case r.ref == nil && s.col < Columns:
		return tooShort
	case r.ref == nil:
		return 0
	}
	cost := 0
	for _, shown := range r.ref.cells[s.col:] {
		if shown != ' ' {
			cost += deviation
		}
	}
	if rest = rest[:min(len(rest), Columns)]; rest != "" {
		cost += choice + deviation*len(strings.ReplaceAll(rest, " ", ""))
	}
	return cost
}

// read returns the reading that costs least.
func (r *lineReader) read() (is reading) {
	s := lineState{}
	for col := range is.codes {
		is.codes[col] = ' '
		if s.at == len(r.line) {
			continue
		}
		way, _ := r.best(s)
		if way.unknown {
			is.unknown = append(is.unknown, r.line[s.at:s.at+way.size])
		}
		is.codes[col] = way.code
		s = s.after(way)
		is.count++
	}
	rest, _ := countCodes(r.line[s.at:])
	is.count += rest
	return is
}
