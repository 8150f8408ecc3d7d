package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A FinderRow is one row of a finder's list, in words: a page, or a heading above several.
type FinderRow struct {
	// Page is the number, as in "123" or "123/2"; a heading has none.
	Page string
	// Title is the page's name, or the heading.
	Title string
	// Detail is a second line, with some words in it brought out by Marks, which come in order.
	Detail string
	Marks  []Span
	// Aside is something short at the right: an age, or how many rows a heading has.
	Aside string
	// A heading folds its rows away and shows them again; Open tells whether they are there.
	Heading, Open bool
	// Dim is a page that is known but not stored.
	Dim bool
}

func (r *FinderRow) equal(o *FinderRow) bool {
	return r.Page == o.Page && r.Title == o.Title && r.Detail == o.Detail && r.Aside == o.Aside &&
		r.Heading == o.Heading && r.Open == o.Open && r.Dim == o.Dim && slices.Equal(r.Marks, o.Marks)
}

// same tells whether two rows stand for the same thing, however it looks.
func (r *FinderRow) same(o *FinderRow) bool {
	return r.Page == o.Page && r.Title == o.Title && r.Heading == o.Heading
}

func (r *FinderRow) height() float32 {
	if r.Detail != "" {
		return 44
	}
	return 28
}

// rowState is how a row stands among the others.
type rowState struct {
	current, focused bool // where the keys are
	hovered, held    bool
	removable        bool // a button to remove it is there while the pointer is over it
	overRemove       bool
}

// A finderRow draws a row. It is told all it shows, since it stands for one row after another.
type finderRow struct {
	widget.BaseWidget
	row   FinderRow
	state rowState
	title *Line
}

func newFinderRow() *finderRow {
	r := &finderRow{title: NewLine(13.5, theme.ColorNameForeground)}
	r.ExtendBaseWidget(r)
	return r
}

func (r *finderRow) set(row *FinderRow, s rowState) {
	if r.state != s || !r.row.equal(row) {
		r.row, r.state = *row, s
		r.Refresh()
	}
}

// CreateRenderer makes what is drawn.
func (r *finderRow) CreateRenderer() fyne.WidgetRenderer {
	d := &finderRowRenderer{
		row: r, back: canvas.NewRectangle(nil), page: newText(13), aside: newText(11.5),
		detail: newMarkedLine(12), fold: canvas.NewImageFromResource(nil), remove: canvas.NewImageFromResource(nil),
	}
	d.back.CornerRadius = 4
	d.face = face{d.back, d.page, d.row.title, d.detail, d.aside, d.fold, d.remove}
	d.Refresh()
	return d
}

type finderRowRenderer struct {
	face
	row          *finderRow
	back         *canvas.Rectangle
	page, aside  *canvas.Text
	detail       *markedLine
	fold, remove *canvas.Image
}

func (d *finderRowRenderer) MinSize() fyne.Size { return fyne.NewSize(120, d.row.row.height()) }

const (
	rowEdge     = 8 // left and right of what is in a row
	pageColumn  = 50
	foldIcon    = 16
	removeIcon  = 16
	removeWidth = 28 // of where a click removes the row
)

func (d *finderRowRenderer) Layout(size fyne.Size) {
	row := &d.row.row
	d.back.Resize(size)
	first := min(size.Height, 28) // the height of the first line
	if row.Detail != "" {
		first = 25
	}
	centred := func(o fyne.CanvasObject, x, width, height float32) {
		o.Resize(fyne.NewSize(width, height))
		o.Move(fyne.NewPos(x, (first-height)/2))
	}
	page := d.page.MinSize()
	left := rowEdge + max(pageColumn, page.Width+rowEdge)
	if row.Heading {
		left = foldIcon + 6
	}
	aside := d.aside.MinSize()
	right := size.Width - rowEdge - aside.Width
	if d.removes() {
		right = size.Width - removeWidth
	}
	centred(d.page, rowEdge, page.Width, page.Height)
	centred(d.aside, size.Width-rowEdge-aside.Width, aside.Width, aside.Height)
	centred(d.row.title, left, max(0, right-rowEdge-left), d.row.title.MinSize().Height)
	centred(d.fold, 2, foldIcon, foldIcon)
	d.remove.Resize(fyne.NewSquareSize(removeIcon))
	d.remove.Move(fyne.NewPos(size.Width-(removeWidth+removeIcon)/2, (size.Height-removeIcon)/2))
	d.detail.Resize(fyne.NewSize(max(0, size.Width-left-rowEdge), 17))
	d.detail.Move(fyne.NewPos(left, 22))
}

// removes tells whether the button to remove the row is there, in the place of what is aside.
func (d *finderRowRenderer) removes() bool { return d.row.state.removable && d.row.state.hovered }

func (d *finderRowRenderer) Refresh() {
	row, s := &d.row.row, d.row.state
	d.back.FillColor = theme.Color(s.backColour())
	setText(d.page, row.Page)
	d.row.title.SetText(row.Title)
	setText(d.aside, row.Aside)
	if d.removes() {
		d.aside.Text = ""
	}
	dim := theme.Color(theme.ColorNamePlaceHolder)
	d.page.Color, d.aside.Color = theme.Color(theme.ColorNamePrimary), dim
	d.row.title.SetColour(theme.ColorNameForeground)
	if row.Dim {
		d.page.Color = dim
		d.row.title.SetColour(theme.ColorNamePlaceHolder)
	}
	d.detail.set(row.Detail, row.Marks)
	d.icons()
	d.Layout(d.row.Size())
	canvas.Refresh(d.row)
}

// icons sets the images of a heading and of the button to remove a row.
func (d *finderRowRenderer) icons() {
	d.fold.Hidden = !d.row.row.Heading
	if !d.fold.Hidden {
		name := "right"
		if d.row.row.Open {
			name = "down"
		}
		d.fold.Resource = theme.NewColoredResource(Icon(name), theme.ColorNamePlaceHolder)
		d.fold.Refresh()
	}
	d.remove.Hidden = !d.removes()
	if !d.remove.Hidden {
		colour := theme.ColorNamePlaceHolder
		if d.row.state.overRemove {
			colour = theme.ColorNameForeground
		}
		d.remove.Resource = theme.NewColoredResource(Icon("clear"), colour)
		d.remove.Refresh()
	}
}

func (s rowState) backColour() fyne.ThemeColorName {
	switch {
	case s.held:
		return theme.ColorNamePressed
	case s.current && s.focused:
		return theme.ColorNameSelection
	case s.current || s.hovered:
		return theme.ColorNameHover
	}
	return theme.ColorNameBackground
}
