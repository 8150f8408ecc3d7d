package compare

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
	"sextant/widgets/lists"
)

// rowState is all that decides how a row of a comparison looks: which row it is, what is done with
// it, and how often everything had to be drawn anew.
type rowState struct {
	row, drawn               int
	hovered, chosen, focused bool
	column                   int
}

// A tableRow draws a row of a comparison, one after another.
type tableRow struct {
	core.Base
	list  *tableRows
	state rowState
	name  *core.Line
	cells []*core.Line
}

func newTableRow(l *tableRows) *tableRow {
	r := &tableRow{list: l, state: rowState{row: core.None}, name: core.NewLine(core.SmallText, theme.ColorNameForeground)}
	for range l.table.columns {
		r.cells = append(r.cells, core.NewLine(core.SmallText, theme.ColorNameForeground))
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *tableRow) set(s rowState) {
	if r.state != s {
		r.state = s
		r.Refresh()
	}
}

// row is what is drawn, nil where there is no such row any more.
func (r *tableRow) row() *Row {
	if r.state.row < 0 || r.state.row >= len(r.list.rows) {
		return nil
	}
	return &r.list.rows[r.state.row]
}

// CreateRenderer makes what is drawn.
func (r *tableRow) CreateRenderer() fyne.WidgetRenderer {
	d := &tableRowRenderer{row: r, back: canvas.NewRectangle(color.Transparent), mark: canvas.NewRectangle(color.Transparent), bar: canvas.NewRectangle(color.Transparent), fold: canvas.NewImageFromResource(nil)}
	d.mark.CornerRadius, d.mark.StrokeWidth, d.bar.CornerRadius = 3, 1.5, 1.5
	d.Face = core.Face{d.back, d.mark, d.bar, d.fold, r.name}
	for _, c := range r.cells {
		d.Face = append(d.Face, c)
	}
	d.Refresh()
	return d
}

type tableRowRenderer struct {
	core.Face
	row             *tableRow
	back, mark, bar *canvas.Rectangle
	fold            *canvas.Image
}

func (d *tableRowRenderer) MinSize() fyne.Size { return fyne.NewSize(100, rowHeight) }

const (
	cellInset   = 8  // left and right of a value
	depthIndent = 14 // of each level of the tree
	mostIndent  = 8  // levels that are indented
	foldSide    = 14
	barWidth    = 3
)

func (d *tableRowRenderer) Layout(size fyne.Size) {
	row := d.row.row()
	if row == nil {
		return
	}
	d.back.Resize(size)
	spans := d.row.list.table.spans
	left := lists.Edge + depthIndent*float32(min(row.Depth, mostIndent))
	d.fold.Resize(fyne.NewSquareSize(foldSide))
	d.fold.Move(fyne.NewPos(left, (size.Height-foldSide)/2))
	left += foldSide + 3
	d.put(d.row.name, columnSpan{left - cellInset, spans[0].width - left + cellInset}, row.Name)
	for i, c := range d.row.cells {
		c.Hidden = i >= len(row.Cells) || !d.row.list.table.columns[i].Filled
		if !c.Hidden {
			d.put(c, spans[i+1], row.Cells[i].Text)
		}
	}
	d.putBar(row, size)
	d.putMark(size)
}

// put writes a text into a span. Of a long one no more is handed over than could ever fit.
func (d *tableRowRenderer) put(l *core.Line, s columnSpan, text string) {
	width := max(0, s.width-2*cellInset+4)
	core.PutMiddle(l, s.left+cellInset, 0, width, rowHeight)
	l.SetText(beginning(text, int(width/2)+2))
}

// beginning is a text on one line, cut after so many letters.
func beginning(text string, most int) string {
	const bytesPerLetter = 4
	if cut := bytesPerLetter * most; len(text) > cut {
		text = text[:cut]
	}
	runes := []rune(strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), ""))
	return string(runes[:min(len(runes), most)])
}

// putBar draws the sign of a difference: a bar for one in this row, and half a bar for one in the rows
// that are folded away below it.
func (d *tableRowRenderer) putBar(row *Row, size fyne.Size) {
	height := float32(0)
	switch {
	case row.Differs:
		height = size.Height - 2
	case row.Within && !row.Open:
		height = size.Height / 3
	}
	core.Cover(d.bar, fyne.NewPos(2, (size.Height-height)/2), fyne.NewSize(barWidth, height), theme.Color(theme.ColorNamePrimary))
}

// putMark draws the mark of the cell that is chosen.
func (d *tableRowRenderer) putMark(size fyne.Size) {
	s := d.row.state
	if !s.chosen {
		core.Cover(d.mark, fyne.Position{}, fyne.Size{}, color.Transparent)
		return
	}
	fill, edge := color.Color(color.Transparent), theme.ColorNameInputBorder
	if s.focused {
		fill, edge = theme.Color(theme.ColorNameSelection), theme.ColorNameForeground
	}
	d.mark.StrokeColor = theme.Color(edge)
	span := d.row.list.table.spans[s.column+1]
	core.Cover(d.mark, fyne.NewPos(span.left+2, 1), fyne.NewSize(max(0, span.width-3), size.Height-2), fill)
}

func (d *tableRowRenderer) Refresh() {
	row := d.row.row()
	if row == nil {
		return
	}
	d.back.FillColor = color.Transparent
	if d.row.state.hovered {
		d.back.FillColor = theme.Color(theme.ColorNameHover)
	}
	value := theme.ColorNameForeground
	if d.row.list.compared && !row.Differs {
		value = theme.ColorNamePlaceHolder
	}
	d.row.name.SetColour(value)
	for i, c := range d.row.cells {
		colour := value
		if i < len(row.Cells) && row.Cells[i].Dim {
			colour = theme.ColorNamePlaceHolder
		}
		c.SetColour(colour)
	}
	d.setFold(row)
	d.Layout(d.row.Size())
	canvas.Refresh(d.row)
}

// setFold sets the sign of a branch: open or folded.
func (d *tableRowRenderer) setFold(row *Row) {
	d.fold.Hidden = !row.Branch
	if row.Branch {
		name := "right"
		if row.Open {
			name = "down"
		}
		d.fold.Resource = theme.NewColoredResource(core.Icon(name), theme.ColorNamePlaceHolder)
		d.fold.Refresh()
	}
}
