package store

import (
	"strings"

	"sextant/app/fold"
)

// Bounds of a query: nobody types more, and SQLite has bounds of its own.
const (
	maxQuery = 1000 // bytes
	maxTerms = 32
)

// A query is what a user looks for: terms that must all occur.
type query struct {
	terms []term
	key   func(string) string // by which words are compared
}

// A term is a word that is the beginning of one in the text, or a phrase of words in a row.
type term struct {
	keys   []string
	folded []string
	prefix bool // the last word may go on
}

// parseQuery reads what a user typed. Words between quotes make a phrase; one that is not closed yet is
// still being typed. Whatever is neither letter nor digit only parts words.
func parseQuery(text string, exact bool) query {
	q := query{key: fold.String}
	if exact {
		q.key = same
	}
	text = text[:min(len(text), maxQuery)]
	for i, part := range strings.Split(text, `"`) {
		if phrase := i%2 == 1; phrase {
			closed := i < strings.Count(text, `"`)
			q.add(words(part, q.key), part, !closed)
			continue
		}
		for _, w := range words(part, q.key) {
			q.add([]word{w}, part, true)
		}
	}
	return q
}

func (q *query) add(found []word, text string, prefix bool) {
	t := term{prefix: prefix}
	for _, w := range found {
		if folded := fold.String(text[w.from:w.before]); folded != "" {
			t.keys = append(t.keys, w.key)
			t.folded = append(t.folded, folded)
		}
	}
	if len(t.keys) > 0 && len(q.terms) < maxTerms {
		q.terms = append(q.terms, t)
	}
}

// match writes the query in the language of FTS5. Folded words hold nothing but letters and digits, and
// between quotes they have no other meaning.
func (q query) match() string {
	var parts []string
	for _, t := range q.terms {
		part := `"` + strings.Join(t.folded, " ") + `"`
		if t.prefix {
			part += " *"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " AND ")
}

// at tells whether the term stands at a word.
func (t term) at(words []word, i int) bool {
	if i+len(t.keys) > len(words) {
		return false
	}
	last := len(t.keys) - 1
	for j, key := range t.keys {
		if w := words[i+j].key; w != key && !(j == last && t.prefix && strings.HasPrefix(w, key)) {
			return false
		}
	}
	return true
}
