package compare

import (
	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/core"
)

// Tell tells the heads and what is below them.
func (c *Table) Tell(t *core.Telling) {
	t.Role, t.Name, t.Count = access.Table, say.Text("told.table"), len(c.list.rows)
	if len(c.list.rows) == 0 {
		t.Description = c.empty.Text
	}
	t.Focus = c.list.TakeKeys
	for _, h := range c.heads {
		t.Within = append(t.Within, h)
	}
	t.Within = append(t.Within, c.frame)
}

// Tell tells which answer the column has, and its state.
func (h *columnHead) Tell(t *core.Telling) {
	h.Pressable.Tell(t)
	t.Role, t.Name, t.Key = access.ColumnHeader, h.column.Title, ""
	t.Description = core.Joined(h.column.State, h.column.Tip)
	for i := range t.Actions {
		t.Actions[i].Name = say.Text("told.table.head")
	}
}

// Tell tells the rows in view, which belong to the table.
func (l *tableRows) Tell(t *core.Telling) {
	from, before := l.InView()
	for i := from; i < before; i++ {
		t.Parts = append(t.Parts, l.rowPart(i))
	}
}

// rowPart tells a row and its cells.
func (l *tableRows) rowPart(i int) core.Part {
	r, top := &l.rows[i], l.Top(i)
	p := core.Part{Same: core.PartKey{Kind: "row", Name: r.Path}, At: fyne.NewPos(0, top), Size: fyne.NewSize(l.Size().Width, rowHeight)}
	p.Role, p.Name, p.Position, p.Count, p.Level = access.TableRow, beginning(r.Name, tipLetters), i+1, len(l.rows), r.Depth+1
	p.States = access.Selectable
	switch {
	case r.Differs:
		p.Description = say.Text("told.differs")
	case r.Within && !r.Open:
		p.Description = say.Text("told.within")
	}
	if r.Branch {
		p.States |= access.Expandable
		if r.Open {
			p.States |= access.Expanded
		}
		p.Actions = core.Action(say.Text("told.fold"), func() { l.fold(i) })
	}
	if i == l.At() {
		p.States |= access.Selected
	}
	p.Choose = func() { l.choose(i, Names) }
	p.Parts = append(p.Parts, l.cell(i, Names, say.Text("compare.field"), r.Name))
	for column := range l.table.columns {
		if c := &l.table.columns[column]; c.Filled && column < len(r.Cells) {
			p.Parts = append(p.Parts, l.cell(i, column, c.Title, r.Cells[column].Text))
		}
	}
	return p
}

// cell tells a cell, whose column has a title.
func (l *tableRows) cell(row, column int, title, text string) core.Part {
	span := l.table.spans[column+1]
	p := core.Part{
		Same: core.PartKey{Kind: "cell", Name: l.rows[row].Path, At: column}, At: fyne.NewPos(span.left, l.Top(row)), Size: fyne.NewSize(span.width, rowHeight),
	}
	p.Role, p.Name, p.Description = access.TableCell, beginning(text, tipLetters), title
	p.States = access.Focusable | access.Selectable
	if row == l.At() && column == l.column {
		p.States |= access.Selected
		if l.Focused() {
			p.States |= access.Focused
		}
	}
	p.Choose = func() { l.choose(row, column) }
	p.Focus = func() {
		l.TakeKeys()
		l.choose(row, column)
	}
	p.Actions = core.Action(say.Text("told.copy"), func() { l.table.actions.Copy(row, column) })
	return p
}

// Tell tells nothing: the table tells its rows.
func (r *tableRow) Tell(*core.Telling) {}

// Tell tells only what is offered.
func (o *Offers) Tell(t *core.Telling) { t.Within = []fyne.CanvasObject{o.scroll} }
