package access

import "unicode"

// A Unit is a unit of text by which readers step through it. A word includes the space up to the next word, and a line
// its line feed; the units named after an end start where the one before ends.
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

// Around returns the unit around a character, or around the end. Indices outside of the text are clamped.
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

// Ahead returns the unit before the one around a character, empty if there is none.
func Ahead(text []rune, at int, u Unit) Range {
	r := Around(text, at, u)
	if r.From == 0 {
		return Range{}
	}
	return Range{Around(text, r.From-1, u).From, r.From}
}

// After returns the unit after the one around a character, empty if there is none.
func After(text []rune, at int, u Unit) Range {
	r := Around(text, at, u)
	if r.Before == len(text) {
		return Range{r.Before, r.Before}
	}
	return Range{r.Before, Around(text, r.Before, u).Before}
}

// divides reports whether there is a boundary between units before a character, or at the end.
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

// inWord reports whether a character is part of a word, including an apostrophe or a point between two letters or
// digits.
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

// maxClosing bounds the spaces, quotes and brackets that are looked at between a sentence's last mark and the next
// sentence, in characters: two rows of a page. Without it a text of spaces would take quadratic time.
const maxClosing = 80

// closed reports whether a sentence ends before a character: with a punctuation mark, and quotes or brackets after it.
// If spaces is set, spaces must follow; a line feed among them ends a sentence without a mark.
func closed(text []rune, at int, spaces bool) bool {
	text = text[max(0, at-maxClosing):at]
	i := len(text) - 1
	if spaces {
		for ; i >= 0 && unicode.IsSpace(text[i]); i-- {
			if text[i] == '\n' {
				return true
			}
		}
		if i == len(text)-1 {
			return false
		}
	}
	for i >= 0 && unicode.In(text[i], unicode.Pe, unicode.Pf, unicode.Pi) ||
		i >= 0 && (text[i] == '"' || text[i] == '\'') {
		i--
	}
	return i >= 0 && unicode.Is(unicode.Sentence_Terminal, text[i])
}
