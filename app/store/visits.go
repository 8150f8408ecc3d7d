package store

import (
	"context"
	"time"
)

// keptVisits is how many visits are kept, the newest.
const keptVisits = 20_000

// A Visited is a subpage that the user was on.
type Visited struct {
	Page, Subpage int
	Name          string
	At            time.Time
}

// Visits are where the user was.
type Visits struct{ keeper *keeper }

// Visit notes that the user came to a subpage at a time. from is the page before, 0 if there was none.
func (s *Visits) Visit(page, subpage, from int, at time.Time) {
	s.keeper.enqueue(write{do: func(w *statements) error {
		_, err := w.exec("INSERT INTO visit (page, subpage, origin, at) VALUES (?, ?, ?, ?)", page, subpage, from, at.UnixMilli())
		if err == nil {
			_, err = w.exec("DELETE FROM visit WHERE id <= (SELECT max(id) FROM visit) - ?", keptVisits)
		}
		if err == nil {
			_, err = w.exec("UPDATE page SET visited = ? WHERE number = ?", at.UnixMilli(), page)
		}
		return err
	}})
}

// History lists the visits, the newest first.
func (s *Visits) History(limit int) (all []Visited, err error) {
	err = s.keeper.read("the visits", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(v *Visited) []any {
			return []any{&v.Page, &v.Subpage, &v.Name, stamp{&v.At}}
		}, `SELECT page, subpage, coalesce(name, ''), at FROM visit LEFT JOIN page ON number = page
			ORDER BY visit.id DESC LIMIT ?`, limit)
		return err
	})
	return all, err
}

// Destinations lists the pages that the user usually goes to from one, the likeliest first. A visit
// counts half after a week, a third after two, and so on.
func (s *Visits) Destinations(from, limit int) (pages []int, err error) {
	const week = 7 * 24 * time.Hour
	err = s.keeper.read("where the user goes", func(r *statements) (err error) {
		pages, err = list(context.Background(), r, func(n *int) []any { return []any{n} },
			`SELECT page FROM visit WHERE origin = ? AND page <> origin GROUP BY page
			ORDER BY sum(1.0 / (1 + max(0, ? - at) / ?)) DESC, page LIMIT ?`,
			from, s.keeper.options.Now().UnixMilli(), float64(week.Milliseconds()), limit)
		return err
	})
	return pages, err
}
