package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sextant/app/teletext"
)

// SetSeen notes that a subpage was on the user's screen until a time.
func (s *Visits) SetSeen(page, subpage int, until time.Time) {
	s.db.enqueue(write{do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO seen (page, subpage, at) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`, page, subpage, until.UnixMilli())
		return err
	}})
}

// LastSeen is until when anything of any page was on the user's screen, zero where nothing ever was.
func (s *Visits) LastSeen() (at time.Time, err error) {
	err = s.db.read("when anything was seen", func(r *statements) error {
		return r.queryRow("SELECT coalesce(max(at), ?) FROM seen", time.Time{}.UnixMilli()).scan(stamp{&at})
	})
	return at, err
}

// A SeenPage is a page as the user saw a subpage of it last, and versions behind that, the newest first.
type SeenPage struct {
	Seen  *teletext.Page
	Later []*teletext.Page
}

// SeenVersions reads what the user saw of a subpage last, and at most so many of the newest versions of its page. It is
// nil where the subpage was never seen, or that version is no longer kept; subpage 0 stands for the one seen last.
func (s *Pages) SeenVersions(page, subpage, most int) (seen *SeenPage, err error) {
	s.db.await(place{page: page})
	err = s.db.read(fmt.Sprintf("what was seen of page %d", page), func(r *statements) error {
		var id int64
		found, err := r.queryRow(`SELECT max(version.id) FROM version, (
				SELECT max(at) AS at FROM seen WHERE page = ?1 AND (subpage = ?2 OR ?2 = 0)) AS last
			WHERE page = ?1 AND first <= last.at HAVING max(version.id) IS NOT NULL`, page, subpage).find(&id)
		if err != nil || !found {
			return err
		}
		ids, err := list(context.Background(), r, func(n *int64) []any { return []any{n} },
			"SELECT id FROM version WHERE page = ? ORDER BY id DESC LIMIT ?", page, most)
		if err != nil {
			return err
		}
		seen = &SeenPage{}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		for _, version := range ids {
			stored, err := s.findStored(r, "version.id = ?", version)
			if err != nil || stored == nil {
				return err
			}
			if seen.Later = append(seen.Later, stored.Document); version == id {
				seen.Seen = stored.Document
			}
		}
		return nil
	})
	return seen, err
}

// ChangedSinceSeen lists those of some pages of which the user has seen an older version than the newest.
func (s *Pages) ChangedSinceSeen(pages []int) (changed []int, err error) {
	for _, page := range pages {
		s.db.await(place{page: page})
	}
	err = s.db.read("what changed since it was seen", func(r *statements) error {
		for _, page := range pages {
			var n int
			found, err := r.queryRow(`SELECT page.number FROM page JOIN version ON version.id = page.version
				WHERE page.number = ? AND page.missing IS NULL
					AND version.first > (SELECT max(at) FROM seen WHERE page = page.number)`, page).find(&n)
			if err != nil {
				return err
			}
			if found {
				changed = append(changed, n)
			}
		}
		return nil
	})
	return changed, err
}
