package compare

import (
	"testing"

	"sextant/app/access"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestTell looks at what a comparison tells of its heads, rows and cells.
func TestTell(t *testing.T) {
	asked := &widgettest.Asked{}
	c, canvas := newTable(t, asked)
	var table, head, rows core.Telling
	c.Tell(&table)
	c.heads[1].Tell(&head)
	c.list.Tell(&rows)
	if table.Role != access.Table || table.Name == "" || table.Count != 3 || len(table.Within) != 4 {
		t.Errorf("the table is %+v", table)
	}
	if head.Role != access.ColumnHeader || head.Name != "Version 2" || head.Description != "ask" || len(head.Actions) != 1 {
		t.Errorf("a head is %+v", head)
	}
	data, url := rows.Parts[0], rows.Parts[1]
	if data.Role != access.TableRow || !data.States.Has(access.Expandable|access.Expanded) || data.Description != "" || data.Level != 1 {
		t.Errorf("a row is %+v", data)
	}
	if url.Description != "differs" || url.Level != 2 || url.Position != 2 || len(url.Parts) != 2 {
		t.Errorf("a row is %+v", url)
	}
	cell := url.Parts[1]
	if cell.Role != access.TableCell || cell.Name != "a" || cell.Description != "Version 3" {
		t.Errorf("a cell is %+v", cell)
	}
	data.Actions[0].Do()
	head.Actions[0].Do()
	cell.Actions[0].Do()
	asked.Expect(t, "fold 0", "ask 1", "copy 1 0")
	cell.Focus()
	var now core.Telling
	if c.list.Tell(&now); !now.Parts[1].Parts[1].States.Has(access.Focused) || canvas.Focused() != c.list {
		t.Errorf("the cell is %+v", now.Parts[1].Parts[1])
	}
	c.SetRows(nil, false, "Nothing yet.")
	var empty core.Telling
	if c.Tell(&empty); empty.Description != "Nothing yet." {
		t.Errorf("an empty table is %+v", empty)
	}
}
