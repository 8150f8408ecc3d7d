package dialog

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/match"
	"sextant/app/say"
	"sextant/widgets/core"
)

// Known sets other words for the row, between commas, by which the search finds it.
func (r *Row) Known(synonyms string) *Row {
	r.synonyms = synonyms
	return r
}

// Synonyms returns the words that Known has set.
func (r *Row) Synonyms() string { return r.synonyms }

// Offers sets the names of the values to choose from, by which the search finds the row too.
func (r *Row) Offers(values ...string) *Row {
	r.values = values
	return r
}

// SetFoundBy sets further words by which the search finds the row.
func (r *Row) SetFoundBy(words string) { r.more = words }

// Further returns what else than its name and synonyms the row is found by.
func (r *Row) Further() string {
	return strings.Join([]string{r.meaning, r.usual, strings.Join(r.values, " "), r.more}, " ")
}

// IsFound reports whether a search can find the row: headings cannot be found.
func (r *Row) IsFound() bool { return !r.unfound }

// setSought highlights the words of a search in the row; "" highlights none.
func (r *Row) setSought(sought string) {
	if r.sought == sought {
		return
	}
	r.sought = sought
	var marks func(string) []core.Span
	if sought != "" {
		marks = func(line string) (spans []core.Span) {
			for _, m := range match.Marks(line, sought) {
				spans = append(spans, m)
			}
			return spans
		}
	}
	r.explain()
	r.name.SetMarks(marks)
	r.why.SetMarks(marks)
}

// foundBy returns what the search has found where that is not to be seen otherwise: values, or another word for the
// row. shown is the explanation.
func (r *Row) foundBy(shown string) string {
	has := func(text string) bool { return len(match.Marks(text, r.sought)) > 0 }
	switch i := slices.IndexFunc(strings.Split(r.synonyms, ", "), has); {
	case r.sought == "":
		return ""
	case slices.ContainsFunc(r.values, has):
		return say.Text("prefs.choices", "Choices", strings.Join(r.values, ", "))
	case has(r.name.Text()), has(shown), i < 0:
		return ""
	default:
		return say.Text("prefs.foundBy", "Word", strings.Split(r.synonyms, ", ")[i])
	}
}

// A pageRow is a row with the index of its page.
type pageRow struct {
	page int
	row  *Row
}

// foundRows returns the rows that match a search, the best first.
func (p *Pages) foundRows() (found []pageRow) {
	var all []pageRow
	var subjects []match.Subject
	for i := range p.rows {
		page := (p.at + i) % len(p.rows) // the current page comes first
		for _, r := range slices.Concat(p.rows[page], p.more[page]) {
			if r.IsFound() && r != p.folds[page] {
				all = append(all, pageRow{page, r})
				subjects = append(subjects, match.NewSubject(r.Name(), r.synonyms, r.Further()+" "+p.names[page]))
			}
		}
	}
	for _, i := range match.Find(subjects, p.sought) {
		found = append(found, all[i])
	}
	return found
}

// firstFound returns the control of the best row that a search has found, nil if there is none.
func (p *Pages) firstFound() fyne.Focusable {
	for _, r := range p.layout.rows {
		if r != nil && r.Control() != nil {
			return r.Control()
		}
	}
	return nil
}
