package export

import (
	"encoding/csv"
	"io"
	"time"

	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/words"
)

// writeTables writes the tables of subpages as comma-separated values (RFC 4180, with line feeds), an empty line
// between two tables.
func (e Form) writeTables(w io.Writer, doc *teletext.Page, subpages []int, guide teletext.Guide) error {
	tables := doc.Tables(guide, e.Reveal, subpages)
	if len(tables) == 0 {
		return say.Error("export.noTable")
	}
	for i, table := range tables {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return say.Wrap(err, "export.unwritten")
			}
		}
		out := csv.NewWriter(w)
		for _, row := range table {
			_ = out.Write(e.record(doc, row)) // Error returns the error
		}
		if out.Flush(); out.Error() != nil {
			return say.Wrap(out.Error(), "export.unwritten")
		}
	}
	return nil
}

// record returns a row of a table, with the page's time first if WithTime is set.
func (e Form) record(doc *teletext.Page, row []string) (cells []string) {
	if e.WithTime {
		at := ""
		if changed := e.Calendar.Modified(doc); !changed.IsZero() {
			at = changed.Format(time.RFC3339)
		}
		cells = append(cells, at)
	}
	for _, cell := range row {
		cells = append(cells, words.TableCell(cell))
	}
	return cells
}
