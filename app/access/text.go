package access

import "unicode"

// A Unit is what a text is gone through by. That of a word goes on to the next word, and that of a line has its line
// feed, as a reader steps from one to the next; those at whose end it says so begin where the one before ends.
type Unit int

// The units of a text.
const (
	Character Unit = iota
	Word
	WordEnd
	Sentence
	SentenceEnd
	Line
	LineEnd
)

// Around is the unit around a character, or around the end. What lies outside of the text is taken for its nearest end.
func Around(text []rune, at int, u Unit) Range {
	at = min(max(at, 0), len(text))
	if u == Character {
		return Range{at, min(at+1, len(text))}
	}
	if at == len(text) && at > 0 && !divides(text, at, u) {
		at-- // the end belongs to the last unit
	}
	r := Range{at, at + 1}
	for r.From > 0 && !divides(text, r.From, u) {
		r.From--
	}
	for r.Before < len(text) && !divides(text, r.Before, u) {
		r.Before++
	}
	return Range{r.From, min(r.Before, len(text))}
}

// Ahead is the unit in front of the one around a character, empty where there is none.
func Ahead(text []rune, at int, u Unit) Range {
	r := Around(text, at, u)
	if r.From == 0 {
		return Range{}
	}
	return Range{Around(text, r.From-1, u).From, r.From}
}

// After is the unit behind the one around a character, empty where there is none.
func After(text []rune, at int, u Unit) Range {
	r := Around(text, at, u)
	if r.Before == len(text) {
		return Range{r.Before, r.Before}
	}
	return Range{r.Before, Around(text, r.Before, u).Before}
}

// divides reports whether one unit ends and another one begins in front of a character, or at the end.
func divides(text []rune, at int, u Unit) bool {
	switch u {
	case Word:
		return at < len(text) && inWord(text, at) && !inWord(text, at-1)
	case WordEnd:
		return inWord(text, at-1) && !inWord(text, at)
	case Sentence:
		return at < len(text) && !unicode.IsSpace(text[at]) && closed(text, at, true)
	case SentenceEnd:
		return (at == len(text) || unicode.IsSpace(text[at])) && closed(text, at, false)
	case Line:
		return text[at-1] == '\n'
	case LineEnd:
		return at < len(text) && text[at] == '\n'
	}
	return true
}

// inWord reports whether a character is part of a word, as an apostrophe or a point between two letters or digits is.
func inWord(text []rune, at int) bool {
	is := func(at int) bool {
		return at >= 0 && at < len(text) && (unicode.In(text[at], unicode.L, unicode.N, unicode.M) || text[at] == '_')
	}
	if is(at) {
		return true
	}
	if at < 0 || at >= len(text) {
		return false
	}
	switch text[at] {
	case '\'', '’', '.', ',', ':':
		return is(at-1) && is(at+1)
	}
	return false
}

// closed reports whether a sentence ends in front of a character: with its mark, and quotes or brackets behind that.
// With spaces, there must be some in between; a line feed among them ends a sentence without a mark.
func closed(text []rune, at int, spaces bool) bool {
	i := at - 1
	if spaces {
		for ; i >= 0 && unicode.IsSpace(text[i]); i-- {
			if text[i] == '\n' {
				return true
			}
		}
		if i == at-1 {
			return false
		}
	}
	for i >= 0 && unicode.In(text[i], unicode.Pe, unicode.Pf, unicode.Pi) ||
		i >= 0 && (text[i] == '"' || text[i] == '\'') {
		i--
	}
	return i >= 0 && unicode.Is(unicode.Sentence_Terminal, text[i])
}
