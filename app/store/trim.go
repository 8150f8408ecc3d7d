package store

import (
	"context"
	"fmt"
)

// A step of trimming removes no more than this, so that what waits to be written does not wait long.
const (
	trimVersions = 16
	trimPages    = 4
	trimFree     = 256 // pages of the file that are given back to the disk
)

// sizes gives how many bytes of the file are used, and how many are free to be used again.
func sizes(s *statements) (used, free int64, err error) {
	var pages, unused, bytes int64
	err = s.row(`SELECT page_count, freelist_count, page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).scan(&pages, &unused, &bytes)
	return (pages - unused) * bytes, unused * bytes, err
}

// trim takes a step towards the limit, and tells whether there may be another one. The versions that
// were superseded longest ago go first, then the pages that nobody fetched or visited for the longest
// time; of a favourite the newest version stays.
func (k *keeper) trim() (more bool, err error) {
	w := k.base.writes
	used, free, err := sizes(w)
	switch limit := k.limit(); {
	case err != nil:
		return false, err
	case used > limit:
		_, err = k.transact([]write{{do: func(w *statements) (err error) {
			more, err = removeOldest(w)
			return err
		}}})
		return err == nil && more, err
	case used+free > limit && free > 0:
		_, err = w.exec(fmt.Sprintf("PRAGMA incremental_vacuum(%d)", trimFree))
		return err == nil, err
	}
	return false, nil
}

func (k *keeper) limit() int64 {
	if k.base.path == "" {
		return min(k.options.Limit, memoryLimit)
	}
	return k.options.Limit
}

// removeOldest tells whether there was anything to remove.
func removeOldest(w *statements) (removed bool, err error) {
	n, err := w.exec(`DELETE FROM version WHERE id IN (
		SELECT id FROM version AS v
		WHERE NOT EXISTS (SELECT 1 FROM page WHERE number = v.page AND version = v.id)
		ORDER BY last LIMIT ?)`, trimVersions)
	if n > 0 || err != nil {
		return n > 0, err
	}
	pages, err := list(context.Background(), w, func(n *int) []any { return []any{n} },
		`SELECT number FROM page
		WHERE version IS NOT NULL AND number NOT IN (SELECT page FROM favourite)
		ORDER BY max(fetched, visited) LIMIT ?`, trimPages)
	for _, page := range pages {
		if err == nil {
			err = forget(w, page)
		}
	}
	return len(pages) > 0, err
}

// forget removes all that a page says. That there is such a page stays known.
func forget(w *statements, page int) error {
	if _, err := w.exec("DELETE FROM version WHERE page = ?", page); err != nil {
		return err
	}
	if _, err := w.exec("UPDATE page SET version = NULL WHERE number = ?", page); err != nil {
		return err
	}
	return unindex(w, page)
}
