package voice

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/app/say"
	"sextant/app/teletext"
)

// A Line is a row of the subpage at an index.
type Line struct{ Subpage, Row int }

// An Utterance is spoken as one: a sentence, a row of a table, or the target of a link.
type Utterance struct {
	Text string
	// Own is set if the text is the program's, and not the page's.
	Own bool
	// Lines are its rows.
	Lines []Line
	// Block is the index of its block in the article, and From and Before its range in the block's text.
	Block, From, Before int
}

// Read returns the utterances of a page, all its subpages: prose by sentences; tables by rows, with the heading of its
// column before each cell if there is one; and after texts with links the targets. Texts without letters and digits are
// left out.
func Read(p *teletext.Page, guide teletext.Guide, reveal bool) []Utterance {
	a := p.Article(guide, reveal)
	r := reader{article: &a}
	for i := range a.Blocks {
		r.block = i
		if a.Blocks[i].Kind == teletext.Table {
			r.table()
			continue
		}
		for from, before := range sentences(a.Blocks[i].Text) {
			r.addText(from, before, a.Blocks[i].Text[from:before])
		}
	}
	return r.said
}

// ReadText returns the utterances of a text. rows are the rows that it comes from, which may be empty.
func ReadText(text string, rows []teletext.BlockLine) []Utterance {
	a := teletext.Article{Blocks: []teletext.Block{{Text: text, Lines: rows}}}
	r := reader{article: &a}
	for from, before := range sentences(text) {
		r.addText(from, before, text[from:before])
	}
	return r.said
}

// From returns the index of the first utterance in a line or below it, len(list) if there is none.
func From(list []Utterance, at Line) int {
	for i, u := range list {
		if n := len(u.Lines); n > 0 &&
			(u.Lines[n-1].Subpage > at.Subpage || u.Lines[n-1].Subpage == at.Subpage && u.Lines[n-1].Row >= at.Row) {
			return i
		}
	}
	return len(list)
}

// FromBlock is From for a place in the text of one of the article's blocks.
func FromBlock(list []Utterance, block, at int) int {
	for i, u := range list {
		if u.Block > block || u.Block == block && u.Before > at {
			return i
		}
	}
	return len(list)
}

// A reader collects the utterances of an article's blocks.
type reader struct {
	article *teletext.Article
	block   int // the index of the current one
	said    []Utterance
}

func isSpoken(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// addText adds the utterance for a part of the block's text, followed by the targets of its links.
func (r *reader) addText(from, before int, text string) {
	b := &r.article.Blocks[r.block]
	u := Utterance{Lines: linesOf(b, from, before), Block: r.block, From: from, Before: before}
	say := func(text string, own bool) {
		if strings.ContainsFunc(text, isSpoken) {
			u.Text, u.Own = text, own
			r.said = append(r.said, u)
		}
	}
	say(strings.Join(strings.Fields(text), " "), false)
	for _, l := range b.Links {
		if l.From >= from && l.From < before {
			say(announced(r.article.Links[l.Link]), true)
		}
	}
}

// announced returns the target of a link in words.
func announced(l teletext.Link) string {
	if l.Page == 0 {
		return say.Text("voice.web")
	}
	return say.Text("voice.link", "Page", teletext.Address(l.Page, l.Subpage))
}

// linesOf returns the rows of a part of a block's text.
func linesOf(b *teletext.Block, from, before int) (lines []Line) {
	for i, l := range b.Lines {
		if l.At >= before || i+1 < len(b.Lines) && b.Lines[i+1].At <= from {
			continue
		}
		lines = append(lines, Line{l.Subpage, l.Row})
		if b.Kind == teletext.Heading {
			lines = append(lines, Line{l.Subpage, l.Row + 1})
		}
	}
	return lines
}

// longestSentence is the length in bytes after which a sentence is split at a space.
const longestSentence = 500

// sentences iterates over the ranges of a text, in bytes, that are sentences or lines.
func sentences(text string) func(yield func(from, before int) bool) {
	return func(yield func(from, before int) bool) {
		from, space := 0, 0
		for i, r := range text {
			if r != ' ' && r != '\n' {
				continue
			}
			end := i
			if r == ' ' && !endsHere(text[from:i], text[i+1:]) {
				if i-from < longestSentence || space <= from {
					space = i
					continue
				}
				end = space
			}
			if end > from && !yield(from, end) {
				return
			}
			from, space = end+1, i
		}
		if from < len(text) {
			yield(from, len(text))
		}
	}
}

// endsHere reports whether a sentence ends between two texts. Abbreviations do not end one.
func endsHere(before, behind string) bool {
	bare := strings.TrimRight(before, "\"'”’»)")
	last, _ := utf8.DecodeLastRuneInString(bare)
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(behind, "\"'”’»(–- "))
	if !strings.ContainsRune(".!?…", last) || unicode.IsLower(next) {
		return false
	}
	word := bare[strings.LastIndexByte(bare, ' ')+1:]
	short := utf8.RuneCountInString(word) <= 2 && !isDigits(word[:len(word)-1]) ||
		strings.Contains(strings.TrimSuffix(word, "."), ".")
	return last != '.' || !short || unicode.IsDigit(rune(word[0]))
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
