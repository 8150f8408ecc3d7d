package lists

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sextant/widgets/core"
)

// A Content is the content of a [Virtual] list. Rows are indices from the top.
type Content[O fyne.CanvasObject] struct {
	// Count returns the number of rows.
	Count func() int
	// Top returns the top of a row; for the index after the last row, the end of the list.
	Top func(row int) float32
	// Object makes an object to draw rows, which is reused.
	Object func() O
	// Draw sets the row that an object draws.
	Draw func(o O, row int)
	// Part returns the part of a row at a position, or none. The row may be none.
	Part func(row int, x float32) int
	// Tip returns the tip of a part of a row, and the position of that part.
	Tip func(row, part int) (text string, left, width float32)
	// Entered is called with the new current row.
	Entered func(row int)
}

// A window is the part of a list in view. It has only as many objects as are in view, and a row keeps its object while
// it is in view.
type window[O fyne.CanvasObject] struct {
	content Content[O]
	list    fyne.Widget // draws the rows, inside the scroll container
	scroll  *container.Scroll

	placed  bool // the list is being scrolled by the program, and not by the wheel
	drawn   bool // there is a renderer
	rows    []O
	above   []fyne.CanvasObject // drawn over the rows
	objects []fyne.CanvasObject // all objects
}

// Offset returns the scroll offset.
func (w *window[O]) Offset() float32 { return w.scroll.Offset.Y }

// ScrollTo scrolls to an offset, within the list.
func (w *window[O]) ScrollTo(offset float32) {
	limit := max(0, w.end()-w.scroll.Size().Height)
	to := max(0, min(limit, offset))
	w.placed = to != w.Offset()
	w.scroll.ScrollToOffset(fyne.NewPos(0, to))
	w.scroll.OnScrolled(w.scroll.Offset)
	w.placed = false
}

// ShowRow scrolls a row into view.
func (w *window[O]) ShowRow(row int) {
	offset := max(w.Offset(), w.Top(row+1)-w.scroll.Size().Height)
	w.ScrollTo(min(offset, w.Top(row)))
}

// Count returns the number of rows.
func (w *window[O]) Count() int { return w.content.Count() }

// Top returns the top of a row.
func (w *window[O]) Top(row int) float32 { return w.content.Top(row) }

func (w *window[O]) height(row int) float32 { return w.Top(row+1) - w.Top(row) }

// end returns the height of all rows.
func (w *window[O]) end() float32 { return w.Top(w.Count()) }

// RowAt returns the row at a height, or none.
func (w *window[O]) RowAt(y float32) int {
	if y < 0 || y >= w.end() {
		return core.None
	}
	return sort.Search(w.Count(), func(i int) bool { return w.Top(i+1) > y })
}

// inView returns the rows in view, from one to before another.
func (w *window[O]) inView() (from, before int) {
	top := w.Offset()
	from = sort.Search(w.Count(), func(i int) bool { return w.Top(i+1) > top })
	before = sort.Search(w.Count(), func(i int) bool { return w.Top(i) >= top+w.scroll.Size().Height })
	return from, before
}

// screenful returns how many rows a page key moves by, so that one stays in view.
func (w *window[O]) screenful() int {
	from, before := w.inView()
	if from < before && w.Top(from) < w.Offset() {
		from++ // the first one is cut off
	}
	if from < before && w.Top(before) > w.Offset()+w.scroll.Size().Height {
		before--
	}
	return max(1, before-from-1)
}

// Drawn returns the object that draws a row, if that is in view.
func (w *window[O]) Drawn(row int) (o O, ok bool) {
	if from, before := w.inView(); row < from || row >= before || len(w.rows) == 0 {
		return o, false
	}
	return w.rows[row%len(w.rows)], true
}

// Update redraws the rows in view that have changed.
func (w *window[O]) Update() {
	if !w.drawn {
		return
	}
	from, before := w.inView()
	w.grow(before - from)
	count, width := len(w.rows), w.list.Size().Width
	for i, o := range w.rows {
		row := from + (i-from%count+count)%count
		if row >= before {
			o.Hide()
			continue
		}
		o.Move(fyne.NewPos(0, w.Top(row)))
		o.Resize(fyne.NewSize(width, w.height(row)))
		w.content.Draw(o, row)
		o.Show()
	}
}

// grow makes more objects for rows. The toolkit draws new objects only after their parent was refreshed.
func (w *window[O]) grow(count int) {
	if count <= len(w.rows) && w.objects != nil {
		return
	}
	for len(w.rows) <= count {
		w.rows = append(w.rows, w.content.Object())
	}
	w.objects = make([]fyne.CanvasObject, 0, len(w.rows)+len(w.above))
	for _, o := range w.rows {
		w.objects = append(w.objects, o)
	}
	w.objects = append(w.objects, w.above...)
	canvas.Refresh(w.list)
}

// windowRenderer draws the rows in view.
type windowRenderer[O fyne.CanvasObject] struct {
	window   *window[O]
	onHidden func()
	refresh  func()
}

func (r *windowRenderer[O]) Destroy() { r.onHidden() }

func (r *windowRenderer[O]) Objects() []fyne.CanvasObject { return r.window.objects }

func (r *windowRenderer[O]) MinSize() fyne.Size { return fyne.NewSize(100, r.window.end()) }

func (r *windowRenderer[O]) Layout(fyne.Size) { r.window.Update() }

func (r *windowRenderer[O]) Refresh() { r.refresh() }
