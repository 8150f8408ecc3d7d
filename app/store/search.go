package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sextant/app/match"
	"sextant/app/teletext"
)

// A Hit is a subpage that a search found.
type Hit struct {
	teletext.Place
	Name string
	// Row is the row of the grid, from 0 on, with the most terms, and Line its text, trimmed.
	Row  int
	Line string
	// Marks are the words of the terms in Line.
	Marks []Span
	// Fetched is when the service last gave the page.
	Fetched time.Time
}

// A Span is a part of a text, in bytes: From up to, but without, Before.
type Span struct{ From, Before int }

// Index is the full-text index of the newest version of each page.
type Index struct{ db *database }

// Search returns the subpages, by number, that have all the words in their newest version or in the name of their page.
// A word matches the beginning of a longer one. Words between quotes are a phrase. Letters match with and without
// diacritics, unless exact. The number of a page finds that page before all others. more reports whether there are more
// hits than limit.
func (i *Index) Search(ctx context.Context, text string, exact bool, limit int) (hits []Hit, more bool, err error) {
	if limit <= 0 {
		return nil, false, nil
	}
	f := finder{query: parseQuery(text, exact), want: limit + 1}
	err = i.db.read("what was looked for", func(r *statements) error {
		return f.run(ctx, r, strings.TrimSpace(text))
	})
	if err != nil {
		return nil, false, err
	}
	hits = f.hits
	return hits[:min(len(hits), limit)], len(hits) > limit, nil
}

// A finder collects hits.
type finder struct {
	query query
	want  int
	hits  []Hit
}

// A candidate is a row of the index.
type candidate struct {
	id          int64
	name, lines string
	fetched     time.Time
}

func (c *candidate) fields() []any { return []any{&c.id, &c.name, &c.lines, stamp{&c.fetched}} }

// leastCandidates is the least number of rows of the index that are read at a time: of an exact search many may be no
// hits.
const leastCandidates = 64

func (f *finder) run(ctx context.Context, r *statements, text string) error {
	if len(f.query.terms) == 0 {
		return nil
	}
	first, err := f.numbered(r, text)
	match, after, size := f.query.expression(), int64(-1), max(f.want, leastCandidates)
	for err == nil && len(f.hits) < f.want {
		var found []candidate
		found, err = list(ctx, r, (*candidate).fields, `SELECT subpage.id, subpage.name, lines, fetched
			FROM words JOIN subpage ON subpage.id = words.rowid JOIN page ON number = subpage.id >> ?
			WHERE words MATCH ? AND words.rowid > ? ORDER BY words.rowid LIMIT ?`,
			subpageBits, match, after, size)
		f.addHits(found, first)
		if len(found) < size {
			break
		}
		after = found[len(found)-1].id
	}
	return err
}

// addHits adds the candidates that are hits, up to the limit, but for the row but, which was added before.
func (f *finder) addHits(found []candidate, but int64) {
	for _, c := range found {
		if len(f.hits) == f.want {
			return
		}
		if hit, ok := f.query.match(c); ok && c.id != but {
			f.hits = append(f.hits, hit)
		}
	}
}

// numbered adds the first subpage of the page whose number was typed, and returns its row.
func (f *finder) numbered(r *statements, text string) (row int64, err error) {
	page, err := strconv.Atoi(text)
	if err != nil || !teletext.ValidPage(page) {
		return -1, nil
	}
	var c candidate
	found, err := r.queryRow(`SELECT subpage.id, subpage.name, lines, fetched FROM subpage JOIN page ON number = ?1
		WHERE subpage.id >= ?2 AND subpage.id < ?3 ORDER BY subpage.id LIMIT 1`,
		page, rowOf(page, 0), rowOf(page+1, 0)).find(c.fields()...)
	if !found {
		return -1, err
	}
	f.hits = append(f.hits, hitAt(c, firstLine(strings.Split(c.lines, "\n"))))
	return c.id, nil
}

// match reports whether a subpage with its page's name has all the terms. The hit's row is the first with the most
// terms.
func (q query) match(c candidate) (Hit, bool) {
	lines := strings.Split(c.lines, "\n")
	body, name := wordsOf(lines, q.key), words(c.name, q.key)
	marked := make([]bool, len(body))
	terms := make([]int, len(lines))
	for _, t := range q.terms {
		if !t.markIn(body, marked, terms) && !t.markIn(name, make([]bool, len(name)), make([]int, 1)) {
			return Hit{}, false
		}
	}
	most := slices.Max(terms)
	if most == 0 {
		return hitAt(c, firstLine(lines)), true
	}
	hit := hitAt(c, slices.Index(terms, most))
	for i, w := range body {
		if marked[i] && w.row == hit.Row {
			hit.Marks = append(hit.Marks, Span{w.from, w.before})
		}
	}
	return hit, true
}

// markIn marks the words of the term wherever it occurs, counts it in each row in which it begins, and reports whether
// it occurs.
func (t term) markIn(text []word, marked []bool, terms []int) bool {
	last := -1
	for i, w := range text {
		if !t.at(text, i) {
			continue
		}
		for j := range t.keys {
			marked[i+j] = true
		}
		if w.row != last {
			terms[w.row]++
			last = w.row
		}
	}
	return last >= 0
}

func hitAt(c candidate, row int) Hit {
	page, subpage := placeOf(c.id)
	line := strings.Split(c.lines, "\n")[row]
	at := teletext.Place{Page: page, Subpage: subpage}
	return Hit{Place: at, Name: c.name, Row: row, Line: line, Fetched: c.fetched}
}

// firstLine is the first row with text, or 0.
func firstLine(lines []string) int {
	return max(0, slices.IndexFunc(lines, func(line string) bool { return line != "" }))
}

// Bounds of a query, below those of SQLite.
const (
	maxQuery = 1000 // bytes
	maxTerms = 32
)

// A query is a list of terms that must all occur.
type query struct {
	terms []term
	key   func(string) string // by which words are compared
}

// A term is the beginning of a word, or a phrase.
type term struct {
	keys   []string
	folded []string
	prefix bool // the last word may go on
}

// parseQuery parses what the user typed. Words between quotes are a phrase; the last word of one without its end quote
// is still being typed. Anything but letters and digits separates words.
func parseQuery(text string, exact bool) query {
	q := query{key: match.Fold}
	if exact {
		q.key = same
	}
	text = text[:min(len(text), maxQuery)]
	for i, part := range strings.Split(text, `"`) {
		if phrase := i%2 == 1; phrase {
			closed := i < strings.Count(text, `"`)
			q.addTerm(words(part, q.key), part, !closed)
			continue
		}
		for _, w := range words(part, q.key) {
			q.addTerm([]word{w}, part, true)
		}
	}
	return q
}

func (q *query) addTerm(found []word, text string, prefix bool) {
	t := term{prefix: prefix}
	for _, w := range found {
		if folded := match.Fold(text[w.from:w.before]); folded != "" {
			t.keys = append(t.keys, w.key)
			t.folded = append(t.folded, folded)
		}
	}
	if len(t.keys) > 0 && len(q.terms) < maxTerms {
		q.terms = append(q.terms, t)
	}
}

// expression returns the query in the syntax of FTS5. Folded words have letters and digits only, and are quoted, so
// that none is an operator.
func (q query) expression() string {
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

// at reports whether the term occurs at a word.
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

// subpageBits is how many bits of a row's number in the index are the subpage's.
const subpageBits = 16

func rowOf(page, subpage int) int64 { return int64(page)<<subpageBits | int64(subpage) }

// placeOf is the inverse of rowOf.
func placeOf(row int64) (page, subpage int) {
	return int(row >> subpageBits), int(row & (1<<subpageBits - 1))
}

// index updates the full-text index with the newest version of a page. Unchanged subpages are not written.
func index(w *statements, doc *teletext.Page) error {
	removed, err := indexed(w, doc.Number)
	if err != nil {
		return err
	}
	name := strings.TrimSpace(doc.Name)
	for i := range doc.Subpages {
		row := rowOf(doc.Number, doc.Subpages[i].Number)
		delete(removed, row)
		if err := indexSubpage(w, row, name, readable(&doc.Subpages[i])); err != nil {
			return err
		}
	}
	return removeRows(w, removed)
}

// unindex removes a page from the full-text index.
func unindex(w *statements, page int) error {
	rows, err := indexed(w, page)
	if err != nil {
		return err
	}
	return removeRows(w, rows)
}

// indexed returns the rows of a page.
func indexed(w *statements, page int) (map[int64]bool, error) {
	rows, err := list(context.Background(), w, func(id *int64) []any { return []any{id} },
		"SELECT id FROM subpage WHERE id >= ? AND id < ?", rowOf(page, 0), rowOf(page+1, 0))
	set := map[int64]bool{}
	for _, row := range rows {
		set[row] = true
	}
	return set, err
}

func removeRows(w *statements, rows map[int64]bool) error {
	for row := range rows {
		for _, query := range [...]string{"DELETE FROM subpage WHERE id = ?", "DELETE FROM words WHERE rowid = ?"} {
			if _, err := w.exec(query, row); err != nil {
				return err
			}
		}
	}
	return nil
}

func indexSubpage(w *statements, row int64, name string, lines string) error {
	changed, err := w.exec(`INSERT INTO subpage (id, name, lines) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET name = excluded.name, lines = excluded.lines
		WHERE name <> excluded.name OR lines <> excluded.lines`, row, name, lines)
	if err != nil || changed == 0 {
		return err
	}
	_, err = w.exec("INSERT OR REPLACE INTO words (rowid, name, body) VALUES (?, ?, ?)",
		row, folded(name), folded(lines))
	return err
}

// readable returns the visible text of a subpage, a trimmed line for each row up to the last one with text, without
// mosaics and concealed text.
func readable(s *teletext.Subpage) string {
	lines := strings.Split(s.Grid().Text(teletext.WholeRows(), teletext.TextForm{}), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// folded returns a text in the form of the index: its words, folded, between spaces.
func folded(text string) string {
	var keys []string
	for _, w := range words(text, match.Fold) {
		keys = append(keys, w.key)
	}
	return strings.Join(keys, " ")
}

// A word is a run of letters and digits in a text.
type word struct {
	from, before int // bytes of the text
	key          string
	row          int // the text's number, where there are many
}

// words returns the words of a text that have a letter or digit, each with its key, by which words are compared.
func words(text string, key func(string) string) []word {
	var found []word
	from := -1
	end := func(before int) {
		if from >= 0 {
			if k := key(text[from:before]); k != "" {
				found = append(found, word{from: from, before: before, key: k})
			}
		}
		from = -1
	}
	for i, r := range text {
		switch inside := unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r); {
		case !inside:
			end(i)
		case from < 0:
			from = i
		}
	}
	end(len(text))
	return found
}

// wordsOf returns the words of many lines.
func wordsOf(lines []string, key func(string) string) []word {
	var all []word
	for row, line := range lines {
		for _, w := range words(line, key) {
			w.row = row
			all = append(all, w)
		}
	}
	return all
}

// same is the key of words that differ in case only.
func same(s string) string { return strings.ToLower(norm.NFC.String(s)) }

// Spans returns the matches of a search in each of some lines. A phrase may continue on the next line.
func Spans(lines []string, text string, exact bool) [][]Span {
	q := parseQuery(text, exact)
	body := wordsOf(lines, q.key)
	marked := make([]bool, len(body))
	for _, t := range q.terms {
		t.markIn(body, marked, make([]int, len(lines)))
	}
	marks := make([][]Span, len(lines))
	for i, w := range body {
		if marked[i] {
			marks[w.row] = append(marks[w.row], Span{w.from, w.before})
		}
	}
	return marks
}
