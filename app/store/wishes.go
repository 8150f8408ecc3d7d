package store

import (
	"context"
	"slices"
	"time"

	"sextant/app/teletext"
)

// A Favourite is a subpage that the user wants to find again. Its page never leaves the store.
type Favourite struct {
	Page, Subpage int
	Name          string
}

// A Watch is what the user wants to be told of: a page that changes, or a phrase that appears anywhere.
type Watch struct {
	Page   int // 0 for a phrase
	Phrase string
	// Since is when the watch was set, Told when the user was last told, zero if never.
	Since, Told time.Time
}

// Wishes are the user's favourites and watches.
type Wishes struct{ keeper *keeper }

// Favourites lists the favourites in the user's order.
func (s *Wishes) Favourites() (all []Favourite, err error) {
	err = s.keeper.read("the favourites", func(r *statements) (err error) {
		all, err = readFavourites(r)
		return err
	})
	return all, err
}

// SetFavourites puts other favourites in the place of those before. What other programs have changed of them
// meanwhile stays so.
func (s *Wishes) SetFavourites(before, after []Favourite) {
	before, after = slices.Clone(before), slices.Clone(after)
	s.keeper.enqueue(write{do: func(w *statements) error {
		now, err := readFavourites(w)
		if err != nil {
			return err
		}
		return writeFavourites(w, Merge(before, after, now, Favourite.Key))
	}})
}

// Key tells favourites apart.
func (f Favourite) Key() string { return teletext.Address(f.Page, f.Subpage) }

// Watches lists the watches in the user's order.
func (s *Wishes) Watches() (all []Watch, err error) {
	err = s.keeper.read("the watches", func(r *statements) (err error) {
		all, err = readWatches(r)
		return err
	})
	return all, err
}

// SetWatches puts other watches in the place of those before. What other programs have changed of them
// meanwhile stays so.
func (s *Wishes) SetWatches(before, after []Watch) {
	before, after = slices.Clone(before), slices.Clone(after)
	s.keeper.enqueue(write{do: func(w *statements) error {
		now, err := readWatches(w)
		if err != nil {
			return err
		}
		return writeWatches(w, Merge(before, after, now, Watch.Key))
	}})
}

// Key tells watches apart.
func (v Watch) Key() string { return teletext.Address(v.Page, 0) + " " + v.Phrase }

func readFavourites(r *statements) ([]Favourite, error) {
	return list(context.Background(), r, func(f *Favourite) []any {
		return []any{&f.Page, &f.Subpage, &f.Name}
	}, "SELECT page, subpage, name FROM favourite ORDER BY place")
}

func writeFavourites(w *statements, all []Favourite) error {
	_, err := w.exec("DELETE FROM favourite")
	for place, f := range all {
		if err == nil {
			_, err = w.exec("INSERT INTO favourite (place, page, subpage, name) VALUES (?, ?, ?, ?)", place, f.Page, f.Subpage, f.Name)
		}
	}
	return err
}

func readWatches(r *statements) ([]Watch, error) {
	return list(context.Background(), r, func(v *Watch) []any {
		return []any{&v.Page, &v.Phrase, stamp{&v.Since}, stamp{&v.Told}}
	}, "SELECT page, phrase, since, told FROM watch ORDER BY place")
}

func writeWatches(w *statements, all []Watch) error {
	_, err := w.exec("DELETE FROM watch")
	for place, v := range all {
		if err == nil {
			_, err = w.exec("INSERT INTO watch (place, page, phrase, since, told) VALUES (?, ?, ?, ?, ?)",
				place, v.Page, v.Phrase, v.Since.UnixMilli(), v.Told.UnixMilli())
		}
	}
	return err
}
