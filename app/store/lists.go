package store

import (
	"context"
	"slices"
	"strconv"
	"time"

	"sextant/app/teletext"
)

// A Favourite is a subpage that the user wants to find again. Its page never leaves the store.
type Favourite struct {
	Page, Subpage int
	Name          string
}

// Wishes has the user's favourites and watches.
type Wishes struct{ db *database }

// Favourites returns the favourites in the user's order.
func (s *Wishes) Favourites() (all []Favourite, err error) {
	err = s.db.read("the favourites", func(r *statements) (err error) {
		all, err = readFavourites(r)
		return err
	})
	return all, err
}

// SetFavourites applies the change from before to after. Changes by other programs meanwhile are kept.
func (s *Wishes) SetFavourites(before, after []Favourite) {
	s.db.enqueue(write{
		lasting: true, do: merging(before, after, Favourite.Key, Same, readFavourites, writeFavourites),
	})
}

// merging returns a function that applies the change from before to after to a stored list.
func merging[T any](before, after []T, key func(T) string, equal func(a, b T) bool,
	read func(*statements) ([]T, error), write func(*statements, []T) error,
) func(w *statements) error {
	before, after = slices.Clone(before), slices.Clone(after)
	return func(w *statements) error {
		now, err := read(w)
		if err != nil {
			return err
		}
		return write(w, Merge(before, after, now, key, equal))
	}
}

// Key identifies a favourite.
func (f Favourite) Key() string { return teletext.Address(f.Page, f.Subpage) }

func readFavourites(r *statements) ([]Favourite, error) {
	return list(context.Background(), r, func(f *Favourite) []any {
		return []any{&f.Page, &f.Subpage, &f.Name}
	}, "SELECT page, subpage, name FROM favourite ORDER BY place")
}

func writeFavourites(w *statements, all []Favourite) error {
	_, err := w.exec("DELETE FROM favourite")
	for place, f := range all {
		if err == nil {
			_, err = w.exec("INSERT INTO favourite (place, page, subpage, name) VALUES (?, ?, ?, ?)",
				place, f.Page, f.Subpage, f.Name)
		}
	}
	return err
}

// keptVisits bounds the visits. The newest are kept.
const keptVisits = 20_000

// A Visited is a subpage that the user was on.
type Visited struct {
	Page, Subpage int
	Name          string
	At            time.Time
}

// Visits has the history of the user's visits.
type Visits struct{ db *database }

// Visit records that the user came to a subpage at a time. from is the page before, 0 for none.
func (s *Visits) Visit(page, subpage, from int, at time.Time) {
	s.db.enqueue(write{do: func(w *statements) error {
		_, err := w.exec("INSERT INTO visit (page, subpage, origin, at) VALUES (?, ?, ?, ?)",
			page, subpage, from, at.UnixMilli())
		if err == nil {
			_, err = w.exec("DELETE FROM visit WHERE id <= (SELECT max(id) FROM visit) - ?", keptVisits)
		}
		if err == nil {
			_, err = w.exec("UPDATE page SET visited = ? WHERE number = ?", at.UnixMilli(), page)
		}
		return err
	}})
}

// History returns the visits, the newest first.
func (s *Visits) History(limit int) (all []Visited, err error) {
	err = s.db.read("the visits", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(v *Visited) []any {
			return []any{&v.Page, &v.Subpage, &v.Name, stamp{&v.At}}
		}, `SELECT page, subpage, coalesce(name, ''), at FROM visit LEFT JOIN page ON number = page
			ORDER BY visit.id DESC LIMIT ?`, limit)
		return err
	})
	return all, err
}

// week is the age at which a visit counts half.
const week = 7 * 24 * time.Hour

// Destinations returns the pages that the user usually goes to from one, the likeliest first. A visit counts half after
// a week, a third after two, and so on.
func (s *Visits) Destinations(from, limit int) (pages []int, err error) {
	err = s.db.read("where the user goes", func(r *statements) (err error) {
		pages, err = list(context.Background(), r, func(n *int) []any { return []any{n} },
			`SELECT page FROM visit WHERE origin = ? AND page <> origin GROUP BY page
			ORDER BY sum(1.0 / (1 + max(0, ? - at) / ?)) DESC, page LIMIT ?`,
			from, s.db.options.Now().UnixMilli(), float64(week.Milliseconds()), limit)
		return err
	})
	return pages, err
}

// VisitsTo returns how often the user was on pages from first to last. A visit counts half after a week, a third after
// two, and so on, and twice where the user came from the page from.
func (s *Visits) VisitsTo(first, last, from int) (visits map[int]float64, err error) {
	type visited struct {
		page   int
		visits float64
	}
	visits = map[int]float64{}
	err = s.db.read("where the user was", func(r *statements) error {
		all, err := list(context.Background(), r, func(v *visited) []any { return []any{&v.page, &v.visits} },
			`SELECT page, sum((1.0 + (origin = ?)) / (1 + max(0, ? - at) / ?)) FROM visit
			WHERE page BETWEEN ? AND ? GROUP BY page`,
			from, s.db.options.Now().UnixMilli(), float64(week.Milliseconds()), first, last)
		for _, v := range all {
			visits[v.page] = v.visits
		}
		return err
	})
	return visits, err
}

// Merge applies the change from before to after to now, which others may have changed meanwhile: elements are removed,
// inserted behind the same neighbour, and replaced. Where now equals before the result is after. key identifies an
// element, and equal compares two with the same key; elements with the same key are counted.
func Merge[T any](before, after, now []T, key func(T) string, equal func(a, b T) bool) []T {
	if slices.EqualFunc(before, now, func(a, b T) bool { return key(a) == key(b) && equal(a, b) }) {
		return slices.Clone(after)
	}
	was, becomes, is := keyed(before, key), keyed(after, key), keyed(now, key)
	merged := slices.DeleteFunc(is, func(e element[T]) bool {
		return indexOf(was, e.key) >= 0 && indexOf(becomes, e.key) < 0
	})
	for i, e := range becomes {
		at, known := indexOf(merged, e.key), indexOf(was, e.key)
		switch {
		case known >= 0 && at >= 0 && !equal(was[known].value, e.value):
			merged[at] = e
		case known < 0 && at < 0:
			merged = slices.Insert(merged, placeFor(merged, was, becomes, i), e)
		}
	}
	values := make([]T, len(merged))
	for i, e := range merged {
		values[i] = e.value
	}
	return values
}

// Same reports whether two elements are equal.
func Same[T comparable](a, b T) bool { return a == b }

// placeFor returns the index in list at which to insert the i-th element of becomes, which is new: after its
// predecessor, or last where there is none.
func placeFor[T any](list, was, becomes []element[T], i int) int {
	if i == 0 && len(was) > 0 {
		return 0
	}
	if i > 0 {
		if behind := indexOf(list, becomes[i-1].key); behind >= 0 {
			return behind + 1
		}
	}
	return len(list)
}

// An element of a list, with a unique key.
type element[T any] struct {
	key   string
	value T
}

func keyed[T any](list []T, key func(T) string) []element[T] {
	elements, seen := make([]element[T], len(list)), map[string]int{}
	for i, v := range list {
		k := key(v)
		elements[i] = element[T]{strconv.Itoa(seen[k]) + " " + k, v}
		seen[k]++
	}
	return elements
}

func indexOf[T any](list []element[T], key string) int {
	return slices.IndexFunc(list, func(e element[T]) bool { return e.key == key })
}
