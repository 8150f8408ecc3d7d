package teletext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Article is a page as continuous text: its subpages one after another, without the service's header, the colour
// keys, lines that the subpages repeat, and lines that say that the text continues.
type Article struct {
	Blocks []Block
	// Links are the targets of the blocks' links, in order.
	Links []Link
}

// A Block is a part of an article.
type Block struct {
	Kind BlockKind
	Text string
	// Links are the parts of the text that are links.
	Links []BlockLink
	// Lines are the rows of the page that the text comes from, in order.
	Lines []BlockLine
	// First and Last are the indices of the subpages that the text comes from.
	First, Last int
	// Close means that no empty row separates the block from the one before.
	Close bool
}

// A BlockLink is a part of a block's text, in bytes, and the index of its target in the article's Links.
type BlockLink struct{ From, Before, Link int }

// A BlockLine is the source of a block's text from byte At on: a row of the subpage at an index.
type BlockLine struct{ At, Subpage, Row int }

// BlockKind says how a block is laid out.
type BlockKind int

// The kinds of blocks.
const (
	// Paragraph is prose with its lines joined.
	Paragraph BlockKind = iota
	// Heading is a line in characters of double height or size.
	Heading
	// Subheading is a line of normal height above prose of another colour.
	Subheading
	// Table is lines with aligned columns.
	Table
)

// Article reflows a page: lines of prose are joined to paragraphs, also across subpages, double height makes headings,
// lines with columns stay as tables, mosaics are left out, and so is concealed text unless reveal is set.
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
	links  []Link // of all subpages; glyphs have their indices
	blocks []typedBlock
	last   typedLine // the line before
	open   bool      // no empty row follows that line
}

// A typedBlock is a block under construction.
type typedBlock struct {
	Block
	glyphs []glyph
	end    typedLine // its last line
	lines  int       // number of its lines
	apart  int       // how many of them follow an empty row
}

// sheet adds the lines of a subpage.
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

// table adds a line to the table before it, which may end a row or two higher, or starts a new one.
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

// ragged is the distance from the right edge at which the end of a line ends its paragraph.
const ragged = 10

// goesOn reports whether a line continues a paragraph: that of the row above, at the same indent, or the last of the
// subpage before. full is the column up to which the subpage's prose reaches.
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

// hangs reports whether a line has a hanging indent: it starts below the first word of a paragraph that begins with a
// sign, such as a dash.
func (b *typedBlock) hangs(l typedLine) bool {
	sign := firstWord(b.end.text)
	isSign := !strings.ContainsFunc(sign, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	return isSign && l.indent == b.end.indent+utf8.RuneCountInString(sign)+1
}

// beginsSmall reports whether the first word of a line that is no number begins with a lower-case letter.
func (l *typedLine) beginsSmall() bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(l.text, "0123456789/ "))
	return unicode.IsLower(first)
}

// endsSentence reports whether a sentence ends with the line.
func endsSentence(text string) bool {
	text = strings.TrimRight(text, "\"'”’»)")
	return text == "" || strings.ContainsRune(".!?:", rune(text[len(text)-1])) || strings.HasSuffix(text, "…")
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// fullest returns the column up to which prose reaches, at least that of a line which can continue.
func fullest(lines []typedLine) int {
	full := Columns - ragged
	for i := range lines {
		full = max(full, lines[i].end)
	}
	return full
}

// join adds a line to a paragraph. A hyphenated word at the edge is joined if its second part begins with a lower-case
// letter.
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

// makeArticle returns the article, with those links that are in its text.
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

// setBlock adds a block, its glyphs converted to text with links.
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
