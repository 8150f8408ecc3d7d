package lists

import (
	"slices"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// Actions is what a list calls back, rows being counted from the top. Those for a
// heading, tools, a menu, drop and entered may be nil where there are none.
type Actions struct {
	Open, Fold func(row int)
	// Pick is a click on a row where that does not open it, and sideways is Left or Right where those do not
	// fold. Both may be nil.
	Pick     func(row int)
	Sideways func(row int, right bool)
	// Tool is a click on one of a row's tools, and menu on a row with the other button.
	Tool func(row, tool int, at fyne.Position)
	Menu func(row int, at fyne.Position)
	// Remove and move are only called while the list can be changed; drop is the Delete key otherwise.
	Remove, Drop func(row int)
	Move         func(from, to int)
	// Entered tells on which row the keys are.
	Entered func(row int)
	// Up leaves the list at its beginning, and typed and typedKey are for characters and keys that the list
	// itself has no use for.
	Up       func()
	Typed    func(r rune)
	TypedKey func(k *fyne.KeyEvent)
	Shortcut func(s fyne.Shortcut)
	Keys     core.Keys
}

// A rowSource is what a list shows.
type Source interface {
	count() int
	row(i int) *Row
	// top is where a row begins; that of the row behind the last is where the list ends.
	top(i int) float32
}

// someRows are rows of several heights.
type someRows struct {
	rows []Row
	tops []float32
}

// Rows are rows of several heights. They must not be changed afterwards.
func Rows(rows []Row) Source {
	s := &someRows{rows, make([]float32, 1, len(rows)+1)}
	for i := range rows {
		s.tops = append(s.tops, s.tops[i]+rows[i].height())
	}
	return s
}

func (s *someRows) count() int        { return len(s.rows) }
func (s *someRows) row(i int) *Row    { return &s.rows[i] }
func (s *someRows) top(i int) float32 { return s.tops[i] }

// evenRows are rows of one height that are made when they are looked at.
type evenRows struct {
	n       int
	makeRow func(i int) Row
}

// Even are so many rows of one height, each of which is made when it is looked at.
func Even(count int, row func(i int) Row) Source { return evenRows{count, row} }

const evenHeight = 46

func (e evenRows) count() int        { return e.n }
func (e evenRows) top(i int) float32 { return float32(i) * evenHeight }

func (e evenRows) row(i int) *Row {
	r := e.makeRow(i)
	return &r
}

// A rowList is a list of rows. It draws the rows that are in view and no others, with as many
// objects as that takes, so that it does not matter how many there are.
type List struct {
	widget.BaseWidget
	tips    *core.Tips
	actions Actions
	scroll  *container.Scroll

	source     Source
	at         int // the row where the keys are, or none
	focused    bool
	changeable bool // rows can be moved and removed

	hovered  int     // a row, or none
	overTool int     // one of its tools, or none
	pointer  float32 // how far below the top of what is in view the pointer is
	drag     rowDrag

	renderer *rowListRenderer
}

var _ fyne.Widget = (*List)(nil)

// New makes an empty list, which stands in its scroll.
func New(tips *core.Tips, actions Actions) *List {
	l := &List{tips: tips, actions: actions, at: core.None, hovered: core.None, overTool: core.None, drag: noDrag, source: evenRows{}}
	l.ExtendBaseWidget(l)
	l.scroll = container.NewVScroll(l)
	l.scroll.OnScrolled = func(fyne.Position) { l.scrolled() }
	return l
}

// Frame is the list's scroll in a container that places the rows whenever its size changes.
func (l *List) Frame() *fyne.Container { return container.New(&listFrame{l}, l.scroll) }

type listFrame struct{ list *List }

func (*listFrame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, 60) }

func (f *listFrame) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l := f.list
	shrinks := size.Height < l.scroll.Size().Height
	l.scroll.Resize(size)
	l.Update()
	if shrinks && l.at >= 0 && l.at < l.Count() {
		l.showRow(l.at) // a notice or the player must not hide the row where the user is
	}
}

// SetRows shows other rows. The keys stay on the row where they are, if it is still there.
func (l *List) SetRows(rows []Row) {
	at := l.at
	if at >= 0 && at < l.Count() && (at >= len(rows) || !rows[at].same(l.Row(at))) {
		was := l.Row(at)
		if i := slices.IndexFunc(rows, func(r Row) bool { return r.same(was) }); i >= 0 {
			at = i
		}
	}
	l.SetSource(Rows(rows), at, l.scroll.Offset.Y)
}

// SetSource shows rows, with the keys at one of them and the list scrolled to an offset.
func (l *List) SetSource(rows Source, at int, offset float32) {
	l.endDrag()
	if l.focused {
		at = max(at, 0)
	}
	l.source, l.at = rows, min(at, rows.count()-1)
	l.scroll.Refresh()
	l.ScrollTo(offset)
}

// At is the row where the keys are, below 0 where there is none.
func (l *List) At() int { return l.at }

// Offset is how far the list is scrolled.
func (l *List) Offset() float32 { return l.scroll.Offset.Y }

// SetChangeable tells whether rows can be moved and removed.
func (l *List) SetChangeable(changeable bool) { l.changeable = changeable }

// Count is how many rows there are, and Row is one of them.
func (l *List) Count() int     { return l.source.count() }
func (l *List) Row(i int) *Row { return l.source.row(i) }

// Top is where a row begins.
func (l *List) Top(i int) float32        { return l.source.top(i) }
func (l *List) heightOf(row int) float32 { return l.Top(row+1) - l.Top(row) }

// end is the height of all rows.
func (l *List) end() float32 { return l.Top(l.Count()) }

// ScrollTo scrolls to an offset, as far as there are rows.
func (l *List) ScrollTo(offset float32) {
	limit := max(0, l.end()-l.scroll.Size().Height)
	l.scroll.ScrollToOffset(fyne.NewPos(0, max(0, min(limit, offset))))
	l.scrolled()
}

// scrolled is called when other rows are in view.
func (l *List) scrolled() {
	if l.hovered != core.None {
		l.hovered = l.rowAt(l.scroll.Offset.Y + l.pointer)
		l.tips.Hide()
	}
	l.Update()
}

// rowAt is the row at a height, or none.
func (l *List) rowAt(y float32) int {
	if y < 0 || y >= l.end() {
		return core.None
	}
	return sort.Search(l.Count(), func(i int) bool { return l.Top(i+1) > y })
}

// visible is the rows in view, from one to before another.
func (l *List) visible() (from, before int) {
	top := l.scroll.Offset.Y
	from = sort.Search(l.Count(), func(i int) bool { return l.Top(i+1) > top })
	before = sort.Search(l.Count(), func(i int) bool { return l.Top(i) >= top+l.scroll.Size().Height })
	return from, before
}

// GoTo moves the keys to a row and brings it into view.
func (l *List) GoTo(row int) {
	if l.Count() == 0 {
		return
	}
	l.enter(max(0, min(row, l.Count()-1)))
	l.showRow(l.at)
}

// showRow brings a row into view.
func (l *List) showRow(row int) {
	offset := max(l.scroll.Offset.Y, l.Top(row+1)-l.scroll.Size().Height)
	l.ScrollTo(min(offset, l.Top(row)))
}

// enter takes the keys to a row, wherever that is.
func (l *List) enter(row int) {
	l.at = row
	if l.actions.Entered != nil {
		l.actions.Entered(row)
	}
}

// Update draws the rows in view anew where they have changed.
func (l *List) Update() {
	if l.renderer != nil {
		l.renderer.place()
	}
}

func (l *List) state(i int) rowState {
	s := rowState{
		current: i == l.at, focused: l.focused,
		hovered: i == l.hovered && !l.drag.moving, held: l.drag.moving && i == l.drag.row,
		removable: l.changeable, overTool: core.None,
	}
	if i == l.hovered {
		s.overTool = l.overTool
	}
	return s
}

// CreateRenderer makes what is drawn.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	l.renderer = &rowListRenderer{list: l, landing: canvas.NewRectangle(nil)}
	l.renderer.place()
	return l.renderer
}

type rowListRenderer struct {
	list    *List
	rows    []*listRow
	landing *canvas.Rectangle // where the row that is dragged will stand
	objects []fyne.CanvasObject
}

func (r *rowListRenderer) Destroy() { r.list.endDrag() }

func (r *rowListRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *rowListRenderer) MinSize() fyne.Size {
	return fyne.NewSize(100, r.list.end())
}

func (r *rowListRenderer) Layout(fyne.Size) { r.place() }

func (r *rowListRenderer) Refresh() { r.place() }

// place puts the rows in view where they belong. A row keeps its object as long as it is in view.
func (r *rowListRenderer) place() {
	l := r.list
	from, before := l.visible()
	r.grow(before - from)
	for i, o := range r.rows {
		row := from + (i-from%len(r.rows)+len(r.rows))%len(r.rows)
		if row >= before {
			o.Hide()
			continue
		}
		o.Move(fyne.NewPos(0, l.Top(row)))
		o.Resize(fyne.NewSize(l.Size().Width, l.heightOf(row)))
		o.set(l.Row(row), l.state(row))
		o.Show()
	}
	r.mark()
}

// rowObject is what draws a row in view.
func (r *rowListRenderer) rowObject(row int) *listRow { return r.rows[row%len(r.rows)] }

// grow makes more objects for rows. The toolkit draws what is new only when its parent is refreshed.
func (r *rowListRenderer) grow(count int) {
	if count <= len(r.rows) && r.objects != nil {
		return
	}
	r.objects = nil
	for len(r.rows) <= count {
		r.rows = append(r.rows, newListRow())
	}
	for _, o := range r.rows {
		r.objects = append(r.objects, o)
	}
	r.objects = append(r.objects, r.landing)
	canvas.Refresh(r.list)
}

// mark draws the line where the row that is dragged will stand.
func (r *rowListRenderer) mark() {
	l := r.list
	gap := l.drag.gap
	if !l.drag.moving || gap == l.drag.row || gap == l.drag.row+1 {
		core.Cover(r.landing, fyne.Position{}, fyne.Size{}, theme.Color(theme.ColorNamePrimary))
		return
	}
	y := min(max(l.Top(gap)-1, 0), l.end()-2)
	core.Cover(r.landing, fyne.NewPos(Edge, y), fyne.NewSize(l.Size().Width-2*Edge, 2), theme.Color(theme.ColorNamePrimary))
}
