package reading

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A flowPlace is a place between two characters of a line.
type flowPlace struct{ line, char int }

func (f flowPlace) before(b flowPlace) bool {
	return f.line < b.line || f.line == b.line && f.char < b.char
}

// A wordPlace is a place in the words of a passage, in characters, independent of wrapping.
type wordPlace struct{ passage, char int }

// wordsAt converts a place in the lines to a place in the words.
func (f *flow) wordsAt(p flowPlace) wordPlace {
	if p.line >= len(f.lines) {
		return wordPlace{}
	}
	at := wordPlace{f.lines[p.line].passage, min(p.char, f.lines[p.line].length())}
	for i := p.line; !f.lines[i].first; i-- {
		at.char += len(f.lines[i].before) + f.lines[i-1].length()
	}
	return at
}

// lineAt converts a place in the words to a place in the lines.
func (f *flow) lineAt(w wordPlace) flowPlace {
	begin := slices.IndexFunc(f.lines, func(l flowLine) bool { return l.passage == w.passage })
	if begin < 0 {
		return flowPlace{}
	}
	char := w.char
	for i := begin; ; i++ {
		length := f.lines[i].length()
		if char <= length || i+1 == len(f.lines) || f.lines[i+1].first {
			return flowPlace{i, min(char, length)}
		}
		char = max(0, char-length-len(f.lines[i+1].before))
	}
}

// length returns the number of characters of a line.
func (l *flowLine) length() int { return utf8.RuneCountInString(l.text) }

// flowText returns the text between two places, with the lines of a passage joined, and passages separated.
func flowText(lines []flowLine, passages []Passage, from, to flowPlace) string {
	if to.before(from) {
		from, to = to, from
	}
	var b strings.Builder
	for i := from.line; i <= to.line && i < len(lines); i++ {
		l := lines[i]
		runes := []rune(l.text)
		begin, end := 0, len(runes)
		if i == from.line {
			begin = min(from.char, end)
		}
		if i == to.line {
			end = min(to.char, end)
		}
		switch {
		case i == from.line:
		case !l.first:
			b.WriteString(l.before)
		case l.first && !passages[l.passage].isLink() && passages[l.passage].Kind != Field:
			b.WriteString("\n\n")
		default:
			b.WriteByte('\n')
		}
		if name := passages[l.passage].Name; name != "" && l.first && begin == 0 {
			b.WriteString(name + ": ")
		}
		b.WriteString(string(runes[min(begin, end):end]))
	}
	return b.String()
}
