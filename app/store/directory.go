package store

import (
	"context"
	"strings"
	"time"

	"sextant/app/teletext"
)

// A Listing is what is known of a page without reading its document.
type Listing struct {
	Page     int
	Name     string
	Subpages int
	// Prev and Next are the page's neighbours in the chain of existing pages, 0 where it names none.
	Prev, Next int
	// MarksLinks tells whether the service marked links on the page.
	MarksLinks bool
	// Fetched is when the service last gave the page, zero if it never did.
	Fetched time.Time
	// Changed is when the newest version was first seen, zero where none is kept.
	Changed time.Time
	// MissingSince is since when the service says that there is no such page, zero if it does not.
	MissingSince time.Time
}

// Directory lists all pages that are known, by number.
func (s *Pages) Directory() (all []Listing, err error) {
	const query = `SELECT number, name, subpages, prev, next, marks_links, fetched,
			coalesce(version.first, ?1), coalesce(missing, ?1)
		FROM page LEFT JOIN version ON version.id = page.version ORDER BY number`
	err = s.keeper.read("the directory of pages", func(r *statements) (err error) {
		all, err = list(context.Background(), r, func(l *Listing) []any {
			return []any{
				&l.Page, &l.Name, &l.Subpages, &l.Prev, &l.Next, &l.MarksLinks,
				stamp{&l.Fetched},
				stamp{&l.Changed},
				stamp{&l.MissingSince},
			}
		}, query, time.Time{}.UnixMilli())
		return err
	})
	return all, err
}

// enter writes what the directory tells of a page that came at a time.
func enter(w *statements, doc *teletext.Page, version int64, at time.Time) error {
	marks := false
	for i := range doc.Subpages {
		marks = marks || doc.Subpages[i].MarkedLinks() > 0
	}
	_, err := w.exec(`INSERT INTO page (number, version, name, subpages, prev, next, marks_links, fetched)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET version = excluded.version, name = excluded.name,
			subpages = excluded.subpages, prev = excluded.prev, next = excluded.next,
			marks_links = excluded.marks_links, fetched = excluded.fetched, missing = NULL`,
		doc.Number, version, strings.TrimSpace(doc.Name), len(doc.Subpages), doc.Prev, doc.Next, marks, at.UnixMilli())
	return err
}
