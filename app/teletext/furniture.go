package teletext

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// furniture is what a subpage has besides its text: the service's header, the colour keys, the subpage counter, and
// notes that the text continues.
type furniture struct {
	page  *Page
	index int
}

// topRows is the number of rows at the top that may be a service's header, or headings with a subpage counter.
const topRows = 4

// clear drops the furniture from a subpage. keys is set if its last row holds the colour keys.
func (f furniture) clear(s *typedSheet, keys bool, links []Link) {
	for i := range s.lines {
		l := &s.lines[i]
		if l.row < topRows+2 || l.tall {
			f.cutCounter(l)
		}
		l.dropped = l.end == 0 || keys && l.row == Rows-1 ||
			l.row < topRows && f.isHeader(l.text, false) || l.row >= Rows-2 && f.isHeader(l.text, true)
	}
	kept := s.kept()
	if len(kept) == 0 {
		return
	}
	if isContinued(kept[0].text) {
		s.dropLines(kept[:1])
	}
	last := kept[len(kept)-1]
	f.onward(s, slices.IndexFunc(s.lines, func(l typedLine) bool { return l.row == last.row }), links)
}

// cutCounter removes page number and subpage counter from the end of a line, such as "123 2/3" or "2 of 3".
func (f furniture) cutCounter(l *typedLine) {
	for l.end > 0 {
		words := strings.Fields(l.text)
		n := 1
		if len(words) >= 3 && words[len(words)-2] == "of" {
			n = 3
		}
		tail := strings.Join(words[len(words)-n:], " ")
		if !strings.HasSuffix(l.text, tail) || !f.isCounter(tail) {
			return
		}
		l.glyphs = l.glyphs[:l.end-utf8.RuneCountInString(tail)]
		l.measure()
	}
}

// isCounter reports whether words are the page's number or a subpage counter.
func (f furniture) isCounter(words string) bool {
	number, count := f.page.Subpages[f.index].Number, len(f.page.Subpages)
	words = strings.Trim(words, "()")
	for _, sign := range []string{"/", " of ", "("} {
		if words == fmt.Sprint(f.index+1, sign, count) || words == fmt.Sprint(number, sign, f.page.SubpageCount) {
			return true
		}
	}
	return words == strconv.Itoa(f.page.Number) || words == Address(f.page.Number, number)
}

// isHeader reports whether a line has only the names of the service, the page's number, counters and times. At the
// foot times alone do not count: they may be the end of a table.
func (f furniture) isHeader(text string, foot bool) bool {
	names, times := false, false
	named := append(strings.Fields(strings.ToLower(f.page.Network)), "text",
		"teletext", "teksti-tv", "tekstitv", "text-tv", "videotext")
	for _, word := range strings.Fields(strings.ToLower(text)) {
		isNumber := f.isCounter(strings.TrimLeft(word, "ps."))
		isTime := strings.ContainsAny(word, ".:") && strings.Trim(word, "0123456789.:") == ""
		isSign := !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
		isNamed := slices.Contains(named, word)
		if !isNumber && !isTime && !isSign && !isNamed {
			return false
		}
		names, times = names || isNumber || isNamed, times || isTime
	}
	return names || !foot || !times
}

// arrows mean, at the end of a line, that the text continues.
const arrows = ">»›→▶"

// onward removes the arrows from a subpage's last line, or drops the line if it only says that the text continues.
func (f furniture) onward(s *typedSheet, at int, links []Link) {
	l := &s.lines[at]
	words := strings.TrimRight(l.text, arrows+" ")
	led := len(words) < len(l.text)
	isLast := f.index == len(f.page.Subpages)-1
	const mostWords = 2
	switch {
	case led && words == "", isContinued(words):
		l.dropped = true
	case led && !isLast && f.leadsOn(l.glyphs, links):
		if len(strings.Fields(words)) <= mostWords {
			l.dropped = true
			return
		}
		for strings.ContainsRune(arrows+" ", l.glyphs[len(l.glyphs)-1].rune) {
			l.glyphs = l.glyphs[:len(l.glyphs)-1]
		}
		l.measure()
	}
}

// leadsOn reports whether all links of a line lead to other subpages of the page.
func (f furniture) leadsOn(glyphs []glyph, links []Link) bool {
	for _, g := range glyphs {
		if g.link != 0 && links[g.link-1].Page != f.page.Number {
			return false
		}
	}
	return true
}

// isContinued reports whether a line only says that the text continues, in a few languages.
func isContinued(text string) bool {
	text = strings.ToLower(strings.Trim(text, arrows+".…-–() "))
	return slices.Contains(
		[]string{"continues", "continued", "more", "jatkuu", "jatkoa", "fortsätter", "forts", "weiter", "fortsetzung"},
		text)
}
