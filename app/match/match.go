package match

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// A Subject is what can be found.
type Subject struct {
	title             string // folded
	named, also, more []string
	behind            bool
}

// NewSubject returns a subject with a title. Synonyms are other words for it, which count for less than its title, and
// more is a text that counts for less than both.
func NewSubject(title, synonyms, more string) Subject {
	return Subject{title: plain(title), named: pieces(title), also: pieces(synonyms), more: pieces(more)}
}

// Behind returns the subject so that it is found behind others that match as well.
func (s Subject) Behind() Subject {
	s.behind = true
	return s
}

// plain returns a text as titles are compared.
func plain(text string) string {
	return strings.Join(strings.Fields(strings.TrimRight(strings.TrimSpace(folded(text)), "… ")), " ")
}

// folded is Fold, with the keyboard's apostrophe and minus sign.
func folded(text string) string {
	return strings.NewReplacer("’", "'", "−", "-").Replace(Fold(text))
}

// wordsOf returns the folded words of a text, without the punctuation around them.
func wordsOf(text string) (list []string) {
	for _, word := range strings.Fields(folded(text)) {
		if bare := strings.TrimFunc(word, isOuter); bare != "" {
			word = bare
		}
		list = append(list, word)
	}
	return list
}

// pieces returns the words of a text, and the parts of those with a hyphen and the like.
func pieces(text string) (list []string) {
	for _, word := range wordsOf(text) {
		list = append(list, word)
		if parts := strings.FieldsFunc(word, isOuter); len(parts) > 1 {
			list = append(list, parts...)
		}
	}
	return list
}

func isOuter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// How well a word matches a subject, the best first.
const (
	isTitle = iota // all words are the title
	wholeNamed
	wholeAlso
	startNamed
	startAlso
	wholeMore
	startMore
	inside // somewhere in a word
	similar
	not
)

// Find returns the indices of the subjects that match all words of a text, in any order, the best first. A word may be
// the start of one. Only if there are none, words with a typing error and with an ending of their own match too. An
// empty text matches all subjects, in their order.
func Find(subjects []Subject, text string) []int {
	sought, whole := wordsOf(text), plain(text)
	if found := find(subjects, sought, whole, false); len(found) > 0 {
		return found
	}
	return find(subjects, sought, whole, true)
}

// A hit is a subject that matches.
type hit struct {
	index, worst, sum int
	behind, starts    bool
}

func find(subjects []Subject, sought []string, whole string, tolerant bool) (found []int) {
	var hits []hit
	for i, s := range subjects {
		h := hit{index: i, behind: s.behind, starts: strings.HasPrefix(s.title, whole)}
		for _, word := range sought {
			level := s.level(word, tolerant)
			h.worst, h.sum = max(h.worst, level), h.sum+level
		}
		if whole != "" && s.title == whole {
			h.worst = isTitle
		}
		if h.worst < not {
			hits = append(hits, h)
		}
	}
	if len(sought) > 0 {
		slices.SortStableFunc(hits, compare)
	}
	for _, h := range hits {
		found = append(found, h.index)
	}
	return found
}

func compare(a, b hit) int {
	last := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.worst, b.worst), cmp.Compare(last(a.behind), last(b.behind)),
		cmp.Compare(last(!a.starts), last(!b.starts)), cmp.Compare(a.sum, b.sum))
}

// level returns how well a word matches.
func (s *Subject) level(sought string, tolerant bool) int {
	has := func(is func(word, sought string) bool, list []string) bool {
		return slices.ContainsFunc(list, func(word string) bool { return is(word, sought) })
	}
	equal := func(word, sought string) bool { return word == sought }
	switch {
	case has(equal, s.named):
		return wholeNamed
	case has(equal, s.also):
		return wholeAlso
	case has(strings.HasPrefix, s.named):
		return startNamed
	case has(strings.HasPrefix, s.also):
		return startAlso
	case has(equal, s.more):
		return wholeMore
	case has(strings.HasPrefix, s.more):
		return startMore
	case len(sought) >= leastInside && (has(strings.Contains, s.named) || has(strings.Contains, s.also) ||
		has(strings.Contains, s.more)):
		return inside
	case tolerant && (has(isSimilar, s.named) || has(isSimilar, s.also)):
		return similar
	}
	return not
}

// Least lengths of typed words, in characters, that are found within a word and in spite of a typing error, and of a
// word that is found with another ending.
const (
	leastInside  = 3
	leastMended  = 5
	leastBending = 4
)

// isSimilar reports whether a word, or its start, differs from the sought one in a single typing error, or in its
// ending.
func isSimilar(word, sought string) bool {
	w, s := []rune(word), []rune(sought)
	if len(w) >= leastBending && strings.HasPrefix(sought, word) {
		return true
	}
	if len(s) < leastMended {
		return false
	}
	return oneError(w, s) || len(w) > len(s) && oneError(w[:len(s)], s)
}

// oneError reports whether two words differ in a letter too many, one too few, a wrong one, or two in the wrong order.
func oneError(a, b []rune) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	same := 0
	for same < len(b) && a[same] == b[same] {
		same++
	}
	restA, restB := a[same:], b[same:]
	switch {
	case len(a) == len(b)+1:
		return slices.Equal(restA[1:], restB)
	case len(a) != len(b):
		return false
	case len(restA) == 0:
		return true
	case slices.Equal(restA[1:], restB[1:]):
		return true
	}
	return len(restA) > 1 && restA[0] == restB[1] && restA[1] == restB[0] && slices.Equal(restA[2:], restB[2:])
}

// Marks returns the parts of a text, in bytes, that begin like one of the sought words: [from, before].
func Marks(text, sought string) (marks [][2]int) {
	words := wordsOf(sought)
	start := true // of a word
	for at, r := range text {
		if isOuter(r) {
			start = true
			continue
		}
		if !start {
			continue
		}
		start = false
		longest := 0
		for _, word := range words {
			longest = max(longest, spelled(text[at:], word))
		}
		if longest > 0 {
			marks = append(marks, [2]int{at, at + longest})
		}
	}
	return marks
}

// spelled returns the length in bytes of the start of a text that folds to a word, 0 if none does.
func spelled(text, word string) int {
	rest := word
	for at, r := range text {
		if rest == "" {
			return at
		}
		part := folded(string(r))
		if strings.HasPrefix(part, rest) {
			rest = ""
			continue
		}
		if !strings.HasPrefix(rest, part) {
			return 0
		}
		rest = rest[len(part):]
	}
	if rest != "" {
		return 0
	}
	return len(text)
}
