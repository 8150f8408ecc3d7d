package teletext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Article is a page as one running text: its subpages one after another, without what only a page needs: the
// service's header, the colour keys, what the subpages repeat, and lines that say that it continues.
type Article struct {
	Blocks []Block
	// Links are what the blocks lead to, in order.
	Links []Link
}

// A Block is a part of an article.
type Block struct {
	Kind BlockKind
	Text string
	// Links are the stretches of the text that lead elsewhere.
	Links []BlockLink
	// Lines are the rows that the text is from, in order.
	Lines []BlockLine
	// First and Last are the indices of the subpages that it is from.
	First, Last int
	// Close means that it stands right below the one before, with no row between.
	Close bool
}

// A BlockLink is a stretch of a block's text, in bytes, and the index of what it leads to in the article's links.
type BlockLink struct{ From, Before, Link int }

// A BlockLine is where a block's text stands from a byte on: in which row of the subpage at an index.
type BlockLine struct{ At, Subpage, Row int }

// BlockKind is how a block is set.
type BlockKind int

// The kinds of blocks.
const (
	// Paragraph is prose whose lines were joined.
	Paragraph BlockKind = iota
	// Heading is a line in characters of double height or size.
	Heading
	// Subheading is a line of usual height that stands alone in its colour above prose.
	Subheading
	// Table is lines whose columns must stay below each other.
	Table
)

// Article takes a page out of its 40 columns: lines of prose are joined to paragraphs, also from one subpage to the
// next, double height makes headings, lines with columns stay as tables, mosaics are left out. Concealed text is left
// out unless it is revealed.
func (p *Page) Article(guide Guide, reveal bool) Article {
	w := writer{}
	sheets := p.typedSheets(guide, reveal, &w.links)
	dropRepeated(sheets)
	for i := range sheets {
		w.sheet(i, sheets[i].kept())
	}
	return w.makeArticle()
}

// A writer joins typed lines to blocks.
type writer struct {
	links  []Link // of all subpages; glyphs refer to them
	blocks []typedBlock
	last   typedLine // the line before
	open   bool      // no row is empty between that line and the next
}

// A typedBlock is a block that still grows.
type typedBlock struct {
	Block
	glyphs []glyph
	end    typedLine // its last line
	lines  int       // that it is of
	apart  int       // how many of them stand below an empty row
}

// sheet writes the lines of a subpage.
func (w *writer) sheet(index int, lines []typedLine) {
	tables := tabled(lines)
	w.open = false
	for k, l := range lines {
		joint := k == 0
		w.open = w.open && l.row == w.last.row+w.last.height()
		before := len(w.blocks) - 1
		switch {
		case l.tall:
			w.startBlock(Heading, squeeze(l.glyphs), index, l)
		case tables[k]:
			w.table(index, l, joint)
		case before >= 0 && w.goesOn(&w.blocks[before], l, joint, fullest(lines)):
			w.blocks[before].join(l, index)
		case titles(lines, tables, k):
			w.startBlock(Subheading, squeeze(l.glyphs), index, l)
		default:
			w.startBlock(Paragraph, l.words(), index, l)
		}
		w.last, w.open = l, true
	}
}

func (w *writer) startBlock(kind BlockKind, glyphs []glyph, index int, l typedLine) {
	b := Block{Kind: kind, First: index, Last: index, Close: w.open}
	w.blocks = append(w.blocks, typedBlock{Block: b, glyphs: slices.Clone(glyphs), end: l, lines: 1})
}

// table adds a line as it is to the table before it, which may stand a row or two higher, or begins one.
func (w *writer) table(index int, l typedLine, joint bool) {
	last := len(w.blocks) - 1
	const farthest = 3 // rows
	if joint || last < 0 || w.blocks[last].Kind != Table ||
		!w.open && (l.row-w.last.row > farthest || !aligned(w.last.cells(), l.cells())) {
		w.startBlock(Table, l.glyphs, index, l)
		return
	}
	b := &w.blocks[last]
	if !w.open {
		b.glyphs = append(b.glyphs, glyph{rune: '\n'})
		b.apart++
	}
	b.glyphs = append(append(b.glyphs, glyph{rune: '\n'}), l.glyphs...)
	b.lines++
}

// A line that stops this far from the right edge ends its paragraph.
const ragged = 10

// goesOn reports whether a line continues a paragraph: that of the row above, at the same indent, or the last of the
// subpage before. full is how far the subpage's prose reaches to the right.
func (w *writer) goesOn(b *typedBlock, l typedLine, joint bool, full int) bool {
	hangs := b.lines == 1 && b.hangs(l)
	if b.Kind != Paragraph || !joint && (!w.open || l.indent != b.end.indent && !hangs) {
		return false
	}
	forced := b.end.end+1+utf8.RuneCountInString(firstWord(l.text)) > full // the word did not fit above
	ended, isSmall := endsSentence(b.end.text), l.beginsSmall()
	runsOn := (forced || b.end.end >= Columns-ragged) && !ended
	switch {
	case l.beginsEntry(), l.fg != b.end.fg && !joint:
		return runsOn && isSmall
	case joint:
		return !ended && isSmall || runsOn && b.lines > 1 && l.fg == b.end.fg
	}
	return runsOn && len(l.cells()) == 1 && (ended || len(b.end.cells()) == 1) ||
		forced && !isDigit([]rune(l.text)[0]) && len(b.end.cells()) == 1
}

// hangs reports whether a line stands below the first word of a paragraph that begins with a sign, such as a dash.
func (b *typedBlock) hangs(l typedLine) bool {
	sign := firstWord(b.end.text)
	isSign := !strings.ContainsFunc(sign, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	return isSign && l.indent == b.end.indent+utf8.RuneCountInString(sign)+1
}

// beginsSmall reports whether the first word of a line that is no number begins with a small letter.
func (l *typedLine) beginsSmall() bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(l.text, "0123456789/ "))
	return unicode.IsLower(first)
}

// endsSentence reports whether a line ends with a sentence.
func endsSentence(text string) bool {
	text = strings.TrimRight(text, "\"'”’»)")
	return text == "" || strings.ContainsRune(".!?:", rune(text[len(text)-1])) || strings.HasSuffix(text, "…")
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// fullest is how far prose reaches to the right, at least as far as a line must to go on.
func fullest(lines []typedLine) int {
	full := Columns - ragged
	for i := range lines {
		full = max(full, lines[i].end)
	}
	return full
}

// join adds a line to a paragraph. A word that was broken with a hyphen at the edge is mended where its rest begins
// with a small letter.
func (b *typedBlock) join(l typedLine, index int) {
	words, n := l.words(), len(b.glyphs)
	hyphen := n > 1 && b.glyphs[n-1].rune == '-' && unicode.IsLetter(b.glyphs[n-2].rune)
	if hyphen && unicode.IsLower(words[0].rune) {
		b.glyphs = b.glyphs[:n-1]
	} else {
		b.glyphs = append(b.glyphs, glyph{rune: ' '})
	}
	b.glyphs = append(b.glyphs, words...)
	b.Last, b.end, b.lines = index, l, b.lines+1
}

// makeArticle is what was written. It has the links that are in its text.
func (w *writer) makeArticle() (a Article) {
	for i := range w.blocks {
		b := &w.blocks[i]
		if b.Kind == Table {
			b.glyphs = outdent(b.glyphs, b.apart == b.lines-1)
		}
		a.setBlock(b, w.links)
	}
	return a
}

// setBlock writes a block's glyphs as text with links.
func (a *Article) setBlock(b *typedBlock, links []Link) {
	var text strings.Builder
	last, row := 0, 0
	for _, g := range b.glyphs {
		at := text.Len()
		text.WriteRune(g.rune)
		if g.at != 0 && g.at != row {
			row = g.at
			b.Lines = append(b.Lines, BlockLine{at, (row - 1) / Rows, (row - 1) % Rows})
		}
		switch n := len(b.Links); {
		case g.link == 0:
		case g.link == last:
			b.Links[n-1].Before = text.Len()
		default:
			b.Links = append(b.Links, BlockLink{at, text.Len(), len(a.Links)})
			a.Links = append(a.Links, links[g.link-1])
		}
		last = g.link
	}
	b.Text = text.String()
	a.Blocks = append(a.Blocks, b.Block)
}
