package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"sextant/app/teletext"
)

// A Hit is a subpage that was found.
type Hit struct {
	Page, Subpage int
	Name          string
	// Row is the row of the grid, from 0 on, that has the most of what was looked for, and Line its text
	// without the spaces around it.
	Row  int
	Line string
	// Marks are the words in Line that were looked for.
	Marks []Mark
	// Fetched is when the service last gave the page.
	Fetched time.Time
}

// A Mark is a stretch of a text, from a byte to before another.
type Mark struct{ From, Before int }

// Index is what can be searched: the text of the newest version of each page.
type Index struct{ keeper *keeper }

// Search finds the subpages on whose newest version, or in the name of whose page, all the words stand,
// by their numbers. A word is found where it begins a longer one, and words between quotes in a row.
// Letters are as good as each other with and without the marks on them, unless they are to be exact. The
// number of a page finds that page before all others. more tells whether there are more hits than limit.
func (s *Index) Search(ctx context.Context, text string, exact bool, limit int) (hits []Hit, more bool, err error) {
	if limit <= 0 {
		return nil, false, nil
	}
	f := finder{query: parseQuery(text, exact), want: limit + 1}
	err = s.keeper.read("what was looked for", func(r *statements) error { return f.run(ctx, r, strings.TrimSpace(text)) })
	if err != nil {
		return nil, false, err
	}
	hits = f.hits
	return hits[:min(len(hits), limit)], len(hits) > limit, nil
}

// A finder gathers hits.
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

// leastCandidates is how many rows of the index are read at a time at the least: where letters must be
// exact, many of them may be no hits.
const leastCandidates = 64

func (f *finder) run(ctx context.Context, r *statements, text string) error {
	if len(f.query.terms) == 0 {
		return nil
	}
	first, err := f.numbered(r, text)
	match, after, size := f.query.match(), int64(-1), max(f.want, leastCandidates)
	for err == nil && len(f.hits) < f.want {
		var found []candidate
		found, err = list(ctx, r, (*candidate).fields, `SELECT subpage.id, subpage.name, lines, fetched
			FROM words JOIN subpage ON subpage.id = words.rowid JOIN page ON number = subpage.id >> ?
			WHERE words MATCH ? AND words.rowid > ? ORDER BY words.rowid LIMIT ?`,
			subpageBits, match, after, size)
		f.take(found, first)
		if len(found) < size {
			break
		}
		after = found[len(found)-1].id
	}
	return err
}

// take adds the candidates that are hits, as many as are wanted, but for one that is there already.
func (f *finder) take(found []candidate, but int64) {
	for _, c := range found {
		if len(f.hits) == f.want {
			return
		}
		if hit, ok := f.query.hit(c); ok && c.id != but {
			f.hits = append(f.hits, hit)
		}
	}
}

// numbered takes the first subpage of the page whose number was typed, and gives its row.
func (f *finder) numbered(r *statements, text string) (row int64, err error) {
	page, err := strconv.Atoi(text)
	if err != nil || !teletext.ValidPage(page) {
		return -1, nil
	}
	var c candidate
	found, err := r.row(`SELECT subpage.id, subpage.name, lines, fetched FROM subpage JOIN page ON number = ?1
		WHERE subpage.id >= ?2 AND subpage.id < ?3 ORDER BY subpage.id LIMIT 1`,
		page, rowOf(page, 0), rowOf(page+1, 0)).find(c.fields()...)
	if !found {
		return -1, err
	}
	f.hits = append(f.hits, hitAt(c, firstLine(strings.Split(c.lines, "\n"))))
	return c.id, nil
}

// hit looks for the terms on a subpage and in its page's name. All must be there. The row that has the
// most of them, the first of several, is the one to show.
func (q query) hit(c candidate) (Hit, bool) {
	lines := strings.Split(c.lines, "\n")
	body, name := wordsOf(lines, q.key), words(c.name, q.key)
	marked := make([]bool, len(body))
	terms := make([]int, len(lines))
	for _, t := range q.terms {
		if !t.mark(body, marked, terms) && !t.mark(name, make([]bool, len(name)), make([]int, 1)) {
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
			hit.Marks = append(hit.Marks, Mark{w.from, w.before})
		}
	}
	return hit, true
}

// mark marks the words of the term wherever it stands, and counts it in each row in which it begins. It
// tells whether it stands anywhere.
func (t term) mark(text []word, marked []bool, terms []int) bool {
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
	return Hit{Page: page, Subpage: subpage, Name: c.name, Row: row, Line: line, Fetched: c.fetched}
}

// firstLine is the first row with text, or 0.
func firstLine(lines []string) int {
	return max(0, slices.IndexFunc(lines, func(line string) bool { return line != "" }))
}
