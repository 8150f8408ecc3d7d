package compare

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/widgets/core"
	"sextant/widgets/lists"
)

// tableRows are the rows of a comparison. All rows are of the same height.
type tableRows struct {
	lists.Virtual[*tableRow]
	table    *Table
	rows     []Row
	compared bool

	column int // of the cell that is chosen
	drawn  int // how often all rows had to be drawn anew
}

var _ fyne.Widget = (*tableRows)(nil)

const rowHeight = 23

func newTableRows(table *Table) *tableRows {
	l := &tableRows{table: table, column: Names}
	l.Extend(l, table.tips, lists.Content[*tableRow]{
		Count: func() int { return len(l.rows) }, Top: func(row int) float32 { return float32(row) * rowHeight },
		Object: func() *tableRow { return newTableRow(l) }, Draw: func(o *tableRow, row int) { o.set(l.state(row)) },
		Part: func(_ int, x float32) int { return l.columnAt(x) }, Tip: l.tip,
		Entered: func(row int) { table.actions.Chosen(row, l.column) },
	})
	return l
}

// setRows shows other rows.
func (l *tableRows) setRows(rows []Row, compared bool) {
	at := core.None
	if l.At() != core.None {
		path := l.rows[l.At()].Path
		at = slices.IndexFunc(rows, func(r Row) bool { return r.Path == path })
	}
	l.rows, l.compared = rows, compared
	l.table.tips.Hide()
	l.drawn++
	l.Reset(at, l.Offset())
}

// stale makes all rows be drawn anew.
func (l *tableRows) stale() {
	l.drawn++
	l.Update()
}

// choose chooses a cell, as near to a wanted one as there are any, and brings it into view.
func (l *tableRows) choose(row, column int) {
	if len(l.rows) > 0 {
		l.column = column
		l.GoTo(row)
	}
}

// columnAt is the filled column at a place, else that of the names.
func (l *tableRows) columnAt(x float32) int {
	for i, s := range l.table.spans[1:] {
		if x >= s.left && x < s.left+s.width && l.table.columns[i].Filled {
			return i
		}
	}
	return Names
}

// state is how a row is to be drawn.
func (l *tableRows) state(row int) rowState {
	s := rowState{row: row, drawn: l.drawn, hovered: row == l.Hovered(), chosen: row == l.At(), focused: l.Focused()}
	if s.chosen {
		s.column = l.column
	}
	return s
}

// tipLetters is how much of a long text is told in a tip; choosing the cell shows all of it.
const tipLetters = 100

// tip is what a cell says for which there is no room.
func (l *tableRows) tip(row, column int) (tip string, left, width float32) {
	drawn, ok := l.Drawn(row)
	if !ok {
		return "", 0, 0
	}
	line, text := drawn.name, l.rows[row].Name
	if column != Names {
		line, text = drawn.cells[column], l.rows[row].Cells[column].Text
	}
	if !line.Cut() {
		return "", 0, 0
	}
	tip = beginning(text, tipLetters)
	if tip != beginning(text, tipLetters+1) {
		tip += " …"
	}
	span := l.table.spans[column+1]
	return tip, span.left, span.width
}
