package store

import (
	"context"
	"strings"

	"sextant/app/fold"
	"sextant/app/teletext"
)

// subpageBits is how many bits of a row's number in the index are the subpage's.
const subpageBits = 16

func rowOf(page, subpage int) int64 { return int64(page)<<subpageBits | int64(subpage) }

// placeOf is the opposite of rowOf.
func placeOf(row int64) (page, subpage int) {
	return int(row >> subpageBits), int(row & (1<<subpageBits - 1))
}

// index makes the text of a page's newest version the one that can be found. What stays as it was is not
// touched.
func index(w *statements, doc *teletext.Page) error {
	gone, err := indexed(w, doc.Number)
	if err != nil {
		return err
	}
	name := strings.TrimSpace(doc.Name)
	for i := range doc.Subpages {
		row := rowOf(doc.Number, doc.Subpages[i].Number)
		delete(gone, row)
		if err := indexSubpage(w, row, name, readable(&doc.Subpages[i])); err != nil {
			return err
		}
	}
	return removeRows(w, gone)
}

// unindex takes a page out of what can be found.
func unindex(w *statements, page int) error {
	rows, err := indexed(w, page)
	if err != nil {
		return err
	}
	return removeRows(w, rows)
}

// indexed gives the rows of a page.
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
	_, err = w.exec("INSERT OR REPLACE INTO words (rowid, name, body) VALUES (?, ?, ?)", row, folded(name), folded(lines))
	return err
}

// readable is what can be read on a subpage at once, a line for each row up to the last one with text:
// neither mosaics nor what is concealed, nor the spaces around it.
func readable(s *teletext.Subpage) string {
	lines := strings.Split(s.Grid().Text(teletext.WholeRows(), teletext.TextForm{}), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// folded is a text as the index holds it: its words, folded, between spaces.
func folded(text string) string {
	var keys []string
	for _, w := range words(text, fold.String) {
		keys = append(keys, w.key)
	}
	return strings.Join(keys, " ")
}
