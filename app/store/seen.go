package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sextant/app/teletext"
)

// SetSeen records that a subpage was on the user's screen until a time.
func (s *Visits) SetSeen(page, subpage int, until time.Time) {
	s.db.enqueue(write{place: teletext.Place{Page: page}, do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO seen (page, subpage, at) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`, page, subpage, until.UnixMilli())
		return err
	}})
}

// LastSeen returns until when any page was last on the user's screen, zero for never.
func (s *Visits) LastSeen() (at time.Time, err error) {
	err = s.db.read("when anything was seen", func(r *statements) error {
		return r.queryRow("SELECT coalesce(max(at), ?) FROM seen", time.Time{}.UnixMilli()).scan(stamp{&at})
	})
	return at, err
}

// A SeenPage is the version of a page that the user saw last, and its newest versions, the newest first.
type SeenPage struct {
	Seen   *teletext.Page
	Newest []*teletext.Page
}

// SeenVersions returns the version of a subpage that the user saw last, and up to most newest versions of its page. It
// is nil where the subpage was never seen, or that version is no longer kept. Subpage 0 is the one seen last.
func (p *Pages) SeenVersions(page, subpage, most int) (seen *SeenPage, err error) {
	p.db.await(teletext.Place{Page: page})
	err = p.db.read(fmt.Sprintf("what was seen of page %d", page), func(r *statements) error {
		var at time.Time
		found, err := r.queryRow(`SELECT max(at) FROM seen WHERE page = ?1 AND (subpage = ?2 OR ?2 = 0)
			HAVING max(at) IS NOT NULL`, page, subpage).find(stamp{&at})
		if err == nil && found {
			seen, err = p.versionsSince(r, page, at, most)
		}
		return err
	})
	return seen, err
}

// SeenIsNewest reports whether the version of a subpage that the user saw last is the newest one of its page.
func (p *Pages) SeenIsNewest(page, subpage int) (is bool, err error) {
	p.db.await(teletext.Place{Page: page})
	err = p.db.read(fmt.Sprintf("whether page %d was seen", page), func(r *statements) error {
		return r.queryRow(`SELECT coalesce((SELECT max(first) FROM version WHERE page = ?1) <=
			(SELECT max(at) FROM seen WHERE page = ?1 AND subpage = ?2), 0)`, page, subpage).scan(&is)
	})
	return is, err
}

// VersionsSince returns the version of a page that was known at a time, and up to most newest versions. It is nil where
// there was none, or that version is no longer kept.
func (p *Pages) VersionsSince(page int, at time.Time, most int) (known *SeenPage, err error) {
	err = p.db.read(fmt.Sprintf("the versions of page %d", page), func(r *statements) (err error) {
		known, err = p.versionsSince(r, page, at, most)
		return err
	})
	return known, err
}

func (p *Pages) versionsSince(r *statements, page int, at time.Time, most int) (*SeenPage, error) {
	var id int64
	found, err := r.queryRow(`SELECT max(id) FROM version WHERE page = ? AND first <= ? HAVING max(id) IS NOT NULL`,
		page, at.UnixMilli()).find(&id)
	if err != nil || !found {
		return nil, err
	}
	ids, err := list(context.Background(), r, func(n *int64) []any { return []any{n} },
		"SELECT id FROM version WHERE page = ? ORDER BY id DESC LIMIT ?", page, most)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(ids, id) {
		ids = append(ids, id)
	}
	seen := &SeenPage{}
	for _, version := range ids {
		stored, ok, err := p.findStored(r, "version.id = ?", version)
		if err != nil || !ok {
			return nil, err
		}
		if seen.Newest = append(seen.Newest, stored.Document); version == id {
			seen.Seen = stored.Document
		}
	}
	return seen, nil
}

// ChangedSinceSeen returns those of some pages that have changed since the user saw them.
func (p *Pages) ChangedSinceSeen(pages []int) (changed []int, err error) {
	for _, page := range pages {
		p.db.await(teletext.Place{Page: page})
	}
	err = p.db.read("what changed since it was seen", func(r *statements) error {
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
