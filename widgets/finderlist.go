package widgets

import (
	"slices"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// listActions is what a finder's list calls back, rows being counted from the top.
type listActions struct {
	open, fold func(row int)
	// remove and move are only called while the list can be changed.
	remove func(row int)
	move   func(from, to int)
	// up leaves the list at its beginning, and typed is for keys and characters that belong to the entry.
	up       func()
	typed    func(r rune)
	typedKey func(k *fyne.KeyEvent)
	shortcut func(s fyne.Shortcut)
	keys     Keys
}

// A finderList is the list of a finder. It draws the rows that are in view and no others, with as many
// objects as that takes, so that it does not matter how many there are.
type finderList struct {
	widget.BaseWidget
	tips    *Tips
	actions listActions
	scroll  *container.Scroll

	rows       []FinderRow
	tops       []float32 // where each row begins, and where the last ends
	at         int       // the row where the keys are, or none
	focused    bool
	changeable bool // rows can be moved and removed

	hovered    int // a row, or none
	overRemove bool
	pointer    float32 // how far below the top of what is in view the pointer is
	drag       rowDrag

	renderer *finderListRenderer
}

var _ fyne.Widget = (*finderList)(nil)

// newFinderList makes an empty list, which stands in its scroll.
func newFinderList(tips *Tips, actions listActions) *finderList {
	l := &finderList{tips: tips, actions: actions, at: none, hovered: none, drag: noDrag, tops: []float32{0}}
	l.ExtendBaseWidget(l)
	l.scroll = container.NewVScroll(l)
	l.scroll.OnScrolled = func(fyne.Position) { l.scrolled() }
	return l
}

// frame is the list's scroll in a container that places the rows whenever its size changes.
func (l *finderList) frame() *fyne.Container { return container.New(&listFrame{l}, l.scroll) }

type listFrame struct{ list *finderList }

func (*listFrame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 60) }

func (f *listFrame) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	f.list.scroll.Resize(size)
	f.list.place()
}

// setRows shows other rows. The keys stay on the row where they are, if it is still there.
func (l *finderList) setRows(rows []FinderRow) {
	at := l.at
	if at >= 0 && at < len(l.rows) && (at >= len(rows) || !rows[at].same(&l.rows[at])) {
		was := &l.rows[at]
		if i := slices.IndexFunc(rows, func(r FinderRow) bool { return r.same(was) }); i >= 0 {
			at = i
		}
	}
	l.show(rows, at, l.scroll.Offset.Y)
}

// show shows rows, with the keys at one of them and the list scrolled to an offset.
func (l *finderList) show(rows []FinderRow, at int, offset float32) {
	l.endDrag()
	l.rows, l.at = rows, min(at, len(rows)-1)
	l.tops = make([]float32, 1, len(rows)+1)
	for i := range rows {
		l.tops = append(l.tops, l.tops[i]+rows[i].height())
	}
	l.scroll.Refresh()
	l.scrollTo(offset)
}

// scrollTo scrolls to an offset, as far as there are rows.
func (l *finderList) scrollTo(offset float32) {
	limit := max(0, l.tops[len(l.rows)]-l.scroll.Size().Height)
	l.scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(limit, offset))))
	l.scrolled()
}

// scrolled is called when other rows are in view.
func (l *finderList) scrolled() {
	if l.hovered != none {
		l.hovered = l.rowAt(l.scroll.Offset.Y + l.pointer)
		l.tips.Hide()
	}
	l.place()
}

// rowAt is the row at a height, or none.
func (l *finderList) rowAt(y float32) int {
	if y < 0 || y >= l.tops[len(l.rows)] {
		return none
	}
	return sort.Search(len(l.rows), func(i int) bool { return l.tops[i+1] > y })
}

// visible is the rows in view, from one to before another.
func (l *finderList) visible() (from, before int) {
	top := l.scroll.Offset.Y
	from = sort.Search(len(l.rows), func(i int) bool { return l.tops[i+1] > top })
	before = sort.Search(len(l.rows), func(i int) bool { return l.tops[i] >= top+l.scroll.Size().Height })
	return from, before
}

// setAt moves the keys to a row and brings it into view.
func (l *finderList) setAt(row int) {
	if len(l.rows) == 0 {
		return
	}
	l.at = max(0, min(row, len(l.rows)-1))
	offset := max(l.scroll.Offset.Y, l.tops[l.at+1]-l.scroll.Size().Height)
	l.scrollTo(min(offset, l.tops[l.at]))
}

// place draws the rows in view anew where they have changed.
func (l *finderList) place() {
	if l.renderer != nil {
		l.renderer.place()
	}
}

func (l *finderList) state(i int) rowState {
	return rowState{
		current: i == l.at, focused: l.focused,
		hovered: i == l.hovered && !l.drag.moving, held: l.drag.moving && i == l.drag.row,
		removable: l.changeable && !l.rows[i].Heading, overRemove: i == l.hovered && l.overRemove,
	}
}

// CreateRenderer makes what is drawn.
func (l *finderList) CreateRenderer() fyne.WidgetRenderer {
	l.renderer = &finderListRenderer{list: l, landing: canvas.NewRectangle(nil)}
	l.renderer.place()
	return l.renderer
}

type finderListRenderer struct {
	list    *finderList
	rows    []*finderRow
	landing *canvas.Rectangle // where the row that is dragged will stand
	objects []fyne.CanvasObject
}

func (r *finderListRenderer) Destroy() { r.list.endDrag() }

func (r *finderListRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *finderListRenderer) MinSize() fyne.Size {
	return fyne.NewSize(100, r.list.tops[len(r.list.rows)])
}

func (r *finderListRenderer) Layout(fyne.Size) { r.place() }

func (r *finderListRenderer) Refresh() { r.place() }

// place puts the rows in view where they belong. A row keeps its object as long as it is in view.
func (r *finderListRenderer) place() {
	l := r.list
	from, before := l.visible()
	r.grow(before - from)
	for i, o := range r.rows {
		row := from + (i-from%len(r.rows)+len(r.rows))%len(r.rows)
		if row >= before {
			o.Hide()
			continue
		}
		o.Move(fyne.NewPos(0, l.tops[row]))
		o.Resize(fyne.NewSize(l.Size().Width, l.rows[row].height()))
		o.set(&l.rows[row], l.state(row))
		o.Show()
	}
	r.mark()
}

// rowObject is what draws a row in view.
func (r *finderListRenderer) rowObject(row int) *finderRow { return r.rows[row%len(r.rows)] }

// grow makes more objects for rows. The toolkit draws what is new only when its parent is refreshed.
func (r *finderListRenderer) grow(count int) {
	if count <= len(r.rows) && r.objects != nil {
		return
	}
	r.objects = nil
	for len(r.rows) <= count {
		r.rows = append(r.rows, newFinderRow())
	}
	for _, o := range r.rows {
		r.objects = append(r.objects, o)
	}
	r.objects = append(r.objects, r.landing)
	canvas.Refresh(r.list)
}

// mark draws the line where the row that is dragged will stand.
func (r *finderListRenderer) mark() {
	l := r.list
	gap := l.drag.gap
	if !l.drag.moving || gap == l.drag.row || gap == l.drag.row+1 {
		cover(r.landing, fyne.Position{}, fyne.Size{}, theme.Color(theme.ColorNamePrimary))
		return
	}
	y := min(max(l.tops[gap]-1, 0), l.tops[len(l.rows)]-2)
	cover(r.landing, fyne.NewPos(rowEdge, y), fyne.NewSize(l.Size().Width-2*rowEdge, 2), theme.Color(theme.ColorNamePrimary))
}
