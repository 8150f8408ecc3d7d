package atspi

import "sextant/app/access"

// table is what a table answers besides. Its rows are its children of that role, and what is in these are the cells, one a column;
// cells are counted row by row. The row of headers is counted too.
func table() face {
	flat := func(get func(row, column int) int32) func(*call) ([]any, error) {
		return func(c *call) ([]any, error) {
			row, column := c.rowAndColumn(c.int(0))
			return []any{get(row, column)}, nil
		}
	}
	nobody := property{signature: "(so)", get: func(c *call) any { return c.ref(nil) }}
	none := property{signature: "i", get: func(*call) any { return int32(0) }}
	return face{
		name: prefix + "Table",
		has:  is(access.Table),
		props: map[string]property{
			"version":          version(),
			"NRows":            {signature: "i", get: func(c *call) any { return int32(len(rows(c.n))) }},
			"NColumns":         {signature: "i", get: func(c *call) any { return int32(columns(c.n)) }},
			"Caption":          nobody,
			"Summary":          nobody,
			"NSelectedColumns": none,
			"NSelectedRows":    {signature: "i", get: func(c *call) any { return int32(len(c.selectedRows())) }},
		},
		calls: map[string]method{
			"GetAccessibleAt": {"ii", "(so)", one(func(c *call) any { return c.ref(c.cell()) })},
			"GetIndexAt": {"ii", "i", one(func(c *call) any {
				if c.cell() == nil {
					return int32(-1)
				}
				return c.int(0)*int32(columns(c.n)) + c.int(1)
			})},
			"GetRowAtIndex":     {"i", "i", flat(func(row, _ int) int32 { return int32(row) })},
			"GetColumnAtIndex":  {"i", "i", flat(func(_, column int) int32 { return int32(column) })},
			"GetRowDescription": {"i", "s", one(func(c *call) any { return rowName(c) })},
			"GetColumnDescription": {"i", "s", one(func(c *call) any {
				if h := columnHeader(c.n, int(c.int(0))); h != nil {
					return c.name(h)
				}
				return ""
			})},
			"GetRowExtentAt":     {"ii", "i", one(span)},
			"GetColumnExtentAt":  {"ii", "i", one(span)},
			"GetRowHeader":       {"i", "(so)", one(func(c *call) any { return c.ref(nil) })},
			"GetColumnHeader":    {"i", "(so)", one(func(c *call) any { return c.ref(columnHeader(c.n, int(c.int(0)))) })},
			"GetSelectedRows":    {"", "ai", one(func(c *call) any { return c.selectedRows() })},
			"GetSelectedColumns": {"", "ai", one(func(*call) any { return []int32{} })},
			"IsRowSelected":      {"i", "b", one(rowSelected)},
			"IsColumnSelected":   {"i", "b", one(never)},
			"IsSelected":         {"ii", "b", one(rowSelected)},
			"AddRowSelection": {"i", "b", one(func(c *call) any {
				row := nth(rows(c.n), int(c.int(0)))
				return row != nil && row.Choose != nil && c.later(row.Choose)
			})},
			"AddColumnSelection":    {"i", "b", one(never)},
			"RemoveRowSelection":    {"i", "b", one(never)},
			"RemoveColumnSelection": {"i", "b", one(never)},
			"GetRowColumnExtentsAtIndex": {"i", "biiiib", func(c *call) ([]any, error) {
				row, column := c.rowAndColumn(c.int(0))
				r := nth(rows(c.n), row)
				return []any{r != nil, int32(row), int32(column), int32(1), int32(1), r != nil && r.States.Has(access.Selected)}, nil
			}},
		},
	}
}

// tableCell is where a cell is in its table.
func tableCell() face {
	one32 := property{signature: "i", get: func(*call) any { return int32(1) }}
	return face{
		name: prefix + "TableCell",
		has:  func(c *call) bool { return c.around() != nil },
		props: map[string]property{
			"version":    version(),
			"ColumnSpan": one32,
			"RowSpan":    one32,
			"Position":   {signature: "(ii)", get: func(c *call) any { return c.cellPosition() }},
			"Table":      {signature: "(so)", get: func(c *call) any { return c.ref(c.around()) }},
		},
		calls: map[string]method{
			"GetRowColumnSpan": {"", "biiii", func(c *call) ([]any, error) {
				p := c.cellPosition()
				return []any{true, p.Row, p.Column, int32(1), int32(1)}, nil
			}},
			"GetColumnHeaderCells": {"", "a(so)", one(func(c *call) any {
				list := []*access.Node{}
				if h := columnHeader(c.around(), int(c.cellPosition().Column)); h != nil && h != c.n {
					list = append(list, h)
				}
				return c.refs(list)
			})},
			"GetRowHeaderCells": {"", "a(so)", one(func(*call) any { return []reference{} })},
		},
	}
}

// rows lists the rows of a table.
func rows(table *access.Node) (list []*access.Node) {
	for _, n := range table.Children {
		if n.Role == access.TableRow {
			list = append(list, n)
		}
	}
	return list
}

// columns is the number of columns of a table.
func columns(table *access.Node) (n int) {
	for _, r := range rows(table) {
		n = max(n, len(r.Children))
	}
	return n
}

// nth is one of a list, nil for none.
func nth(list []*access.Node, i int) *access.Node {
	if i < 0 || i >= len(list) {
		return nil
	}
	return list[i]
}

// columnHeader is the header of a column, nil for none.
func columnHeader(table *access.Node, column int) *access.Node {
	for _, r := range rows(table) {
		if h := nth(r.Children, column); h != nil && h.Role == access.ColumnHeader {
			return h
		}
	}
	return nil
}

// cell is the one in the row and the column of the first two arguments, nil for none.
func (c *call) cell() *access.Node {
	row := nth(rows(c.n), int(c.int(0)))
	if row == nil {
		return nil
	}
	return nth(row.Children, int(c.int(1)))
}

// rowAndColumn is where a cell is, by its number; -1 and -1 for none.
func (c *call) rowAndColumn(i int32) (row, column int) {
	n := columns(c.n)
	if i < 0 || n == 0 || int(i) >= n*len(rows(c.n)) {
		return -1, -1
	}
	return int(i) / n, int(i) % n
}

func (c *call) selectedRows() []int32 {
	list := []int32{}
	for i, r := range rows(c.n) {
		if r.States.Has(access.Selected) {
			list = append(list, int32(i))
		}
	}
	return list
}

func rowSelected(c *call) any {
	row := nth(rows(c.n), int(c.int(0)))
	return row != nil && row.States.Has(access.Selected)
}

func rowName(c *call) string {
	if row := nth(rows(c.n), int(c.int(0))); row != nil {
		return c.name(row)
	}
	return ""
}

func span(c *call) any {
	if c.cell() == nil {
		return int32(0)
	}
	return int32(1)
}

// around is the table that a cell is in, nil for what is no cell of one.
func (c *call) around() *access.Node {
	if c.n == nil || c.n.Role != access.TableCell && c.n.Role != access.ColumnHeader {
		return nil
	}
	row := c.tree.Parent(c.n.ID)
	if row == nil || row.Role != access.TableRow {
		return nil
	}
	if t := c.tree.Parent(row.ID); t != nil && t.Role == access.Table {
		return t
	}
	return nil
}

// A cellPlace is where a cell is in its table.
type cellPlace struct{ Row, Column int32 }

func (c *call) cellPosition() cellPlace {
	row := c.tree.Parent(c.n.ID)
	for i, r := range rows(c.around()) {
		if r == row {
			return cellPlace{int32(i), int32(c.tree.Index(c.n.ID))}
		}
	}
	return cellPlace{-1, -1}
}
