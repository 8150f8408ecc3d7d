package export

import (
	"encoding/csv"
	"io"
	"regexp"
	"time"

	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/words"
)

// ByteOrderMark is at the start of a table for a spreadsheet.
const ByteOrderMark = "\uFEFF"

// score matches a cell with nothing but two small numbers and a hyphen between them. A spreadsheet takes no date from
// one with an en dash, and a person reads the same.
var score = regexp.MustCompile(`^(\d{1,3} ?)-( ?\d{1,3})$`)

// writeTables writes the tables of subpages as comma-separated values (RFC 4180, with line feeds), an empty line
// between two tables.
func (f Form) writeTables(w io.Writer, doc *teletext.Page, subpages []int, guide teletext.Guide) error {
	tables := doc.Tables(guide, f.Reveal, subpages)
	if len(tables) == 0 {
		return say.Error("export.noTable")
	}
	if f.ForSpreadsheet {
		if _, err := io.WriteString(w, ByteOrderMark); err != nil {
			return say.Wrap(err, "export.unwritten")
		}
	}
	for i, table := range tables {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return say.Wrap(err, "export.unwritten")
			}
		}
		out := csv.NewWriter(w)
		for _, row := range table {
			_ = out.Write(f.record(doc, row)) // Error returns the error
		}
		if out.Flush(); out.Error() != nil {
			return say.Wrap(out.Error(), "export.unwritten")
		}
	}
	return nil
}

// record returns a row of a table, with the page's time first if WithTime is set.
func (f Form) record(doc *teletext.Page, row []string) (cells []string) {
	if f.WithTime {
		at := ""
		if changed := f.Calendar.Modified(doc); !changed.IsZero() {
			at = changed.Format(time.RFC3339)
		}
		cells = append(cells, at)
	}
	for _, cell := range row {
		if f.ForSpreadsheet {
			cell = score.ReplaceAllString(cell, "$1–$2")
		}
		cells = append(cells, words.TableCell(cell))
	}
	return cells
}
