package compare

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// A comparedList is the rows of a comparison, inside its scroll. All rows are of the same height.
type comparedList struct {
	widget.BaseWidget
	table    *Table
	rows     []Row
	compared bool

	at, column int // the cell that is chosen; at is none where there is none
	focused    bool
	hovered    int // a row, or none
	over       int // the column that the pointer is over
	drawn      int // how often all rows had to be drawn anew
	pool       []*comparedRow
	renderer   *comparedListRenderer
}

var _ fyne.Widget = (*comparedList)(nil)

const comparedHeight = 23

func newComparedList(table *Table) *comparedList {
	l := &comparedList{table: table, at: core.None, column: Names, hovered: core.None}
	l.ExtendBaseWidget(l)
	return l
}

// setRows shows other rows.
func (l *comparedList) setRows(rows []Row, compared bool) {
	at := core.None
	if l.at != core.None {
		path := l.rows[l.at].Path
		at = slices.IndexFunc(rows, func(r Row) bool { return r.Path == path })
	}
	l.rows, l.compared, l.at, l.hovered = rows, compared, at, core.None
	l.table.tips.Hide()
	l.stale()
	l.table.scroll.Refresh()
	l.scrollTo(l.table.scroll.Offset.Y)
}

// stale makes all rows be drawn anew.
func (l *comparedList) stale() {
	l.drawn++
	l.place()
}

// scrollTo scrolls to an offset, as far as there are rows.
func (l *comparedList) scrollTo(offset float32) {
	limit := max(0, float32(len(l.rows))*comparedHeight-l.table.scroll.Size().Height)
	l.table.scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(limit, offset))))
	l.scrolled()
}

// scrolled is called when other rows are in view.
func (l *comparedList) scrolled() {
	if l.hovered != core.None {
		l.hovered = core.None
		l.table.tips.Hide()
	}
	l.place()
}

// choose chooses a cell, as near to a wanted one as there are any, and brings it into view.
func (l *comparedList) choose(row, column int) {
	if len(l.rows) == 0 {
		return
	}
	l.at, l.column = max(0, min(row, len(l.rows)-1)), column
	top, view := float32(l.at)*comparedHeight, l.table.scroll.Size().Height
	offset := max(l.table.scroll.Offset.Y, top+comparedHeight-view)
	l.scrollTo(min(offset, top))
	l.table.actions.Chosen(l.at, l.column)
}

// rowAt is the row at a height, or none.
func (l *comparedList) rowAt(y float32) int {
	if row := int(y / comparedHeight); y >= 0 && row < len(l.rows) {
		return row
	}
	return core.None
}

// columnAt is the filled column at a place, else that of the names.
func (l *comparedList) columnAt(x float32) int {
	for i, s := range l.table.spans[1:] {
		if x >= s.left && x < s.left+s.width && l.table.columns[i].Filled {
			return i
		}
	}
	return Names
}

// visible is the rows in view, from one to before another.
func (l *comparedList) visible() (from, before int) {
	top := l.table.scroll.Offset.Y
	from = max(0, min(len(l.rows), int(top/comparedHeight)))
	before = max(from, min(len(l.rows), int((top+l.table.scroll.Size().Height)/comparedHeight)+1))
	return from, before
}

// place draws the rows in view where they have changed.
func (l *comparedList) place() {
	if l.renderer != nil {
		l.renderer.place()
	}
}

// CreateRenderer makes what is drawn.
func (l *comparedList) CreateRenderer() fyne.WidgetRenderer {
	l.renderer = &comparedListRenderer{list: l}
	l.renderer.place()
	return l.renderer
}

type comparedListRenderer struct {
	list    *comparedList
	objects []fyne.CanvasObject
}

func (r *comparedListRenderer) Destroy() {}

func (r *comparedListRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *comparedListRenderer) MinSize() fyne.Size {
	return fyne.NewSize(100, float32(len(r.list.rows))*comparedHeight)
}

func (r *comparedListRenderer) Layout(fyne.Size) { r.place() }

func (r *comparedListRenderer) Refresh() { r.place() }

// place puts the rows in view where they belong. A row keeps its object as long as it is in view.
func (r *comparedListRenderer) place() {
	l := r.list
	from, before := l.visible()
	r.grow(before - from)
	count := len(l.pool)
	for i, o := range l.pool {
		row := from + (i-from%count+count)%count
		if row >= before {
			o.Hide()
			continue
		}
		o.Move(fyne.NewPos(0, float32(row)*comparedHeight))
		o.Resize(fyne.NewSize(l.Size().Width, comparedHeight))
		o.set(l.state(row))
		o.Show()
	}
}

// grow makes more objects for rows. The toolkit draws what is new only when its parent is refreshed.
func (r *comparedListRenderer) grow(count int) {
	l := r.list
	if count <= len(l.pool) && r.objects != nil {
		return
	}
	r.objects = nil
	for len(l.pool) <= count {
		l.pool = append(l.pool, newComparedRow(l))
	}
	for _, o := range l.pool {
		r.objects = append(r.objects, o)
	}
	canvas.Refresh(l)
}

// state is how a row is to be drawn.
func (l *comparedList) state(row int) comparedState {
	s := comparedState{row: row, drawn: l.drawn, hovered: row == l.hovered, chosen: row == l.at, focused: l.focused}
	if s.chosen {
		s.column = l.column
	}
	return s
}
