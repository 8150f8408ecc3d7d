package lists

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/widgets/core"
)

// A Row is one row of a list: a page, a recording, or a heading.
type Row struct {
	// ID distinguishes rows that look the same, if it is set.
	ID string
	// Page is the page's number, as in "123" or "123/2", or the time of a mark; "" for a heading.
	Page string
	// Title is the page's name, or the heading.
	Title string
	// Detail is a second line, with some words in it highlighted by Marks, which are sorted.
	Detail string
	Marks  []core.Span
	// Body is a text of at most two lines below Detail. Only rows of [Tall] have room for it.
	Body string
	// Aside is a short text at the right: an age, or the number of a heading's rows.
	Aside string
	// Heading is set for a heading, and Open while its rows are not folded.
	Heading, Open bool
	// Dim is set for less important rows: a page that is not stored, a recording that was heard.
	Dim bool

	// Wide rows have no room for a page's number, but for a sign if the row is New or Playing.
	Wide, New, Playing bool
	// Icon is the name of an icon shown instead of that sign, "" for none.
	Icon string
	// Done is the progress, from 0 to 1, shown as a line below the row; Busy is set while it is in progress.
	Done float64
	Busy bool
	// Ring is a progress too, shown as a ring around the first tool while it is above 0.
	Ring float64
	// Tools are the buttons at the right.
	Tools []Tool
}

// A Tool is a button in a row, by the name of its icon.
type Tool struct{ Icon, Tip string }

// Equal reports whether two rows look the same.
func (r *Row) Equal(o *Row) bool {
	return r.ID == o.ID && r.Page == o.Page && r.Title == o.Title && r.Detail == o.Detail && r.Aside == o.Aside &&
		r.Heading == o.Heading && r.Open == o.Open && r.Dim == o.Dim && slices.Equal(r.Marks, o.Marks) &&
		r.Wide == o.Wide && r.New == o.New && r.Playing == o.Playing && r.Done == o.Done && r.Busy == o.Busy &&
		r.Body == o.Body && r.Ring == o.Ring && r.Icon == o.Icon &&
		slices.Equal(r.Tools, o.Tools)
}

// same reports whether two rows stand for the same object, even if they look different.
func (r *Row) same(o *Row) bool {
	return r.ID == o.ID && r.Page == o.Page && r.Title == o.Title && r.Heading == o.Heading
}

func (r *Row) height() float32 {
	if r.Detail != "" {
		return 44
	}
	return 28
}

// tools returns the row's tools while the pointer is over it.
func (r *Row) tools(removable bool) []Tool {
	if removable && !r.Heading {
		return []Tool{{"clear", say.Text("list.remove")}}
	}
	return r.Tools
}

// rowState is the state of a row in its list.
type rowState struct {
	current, focused bool // it is the current row, and the list is focused
	led              bool // the list is controlled by a focused entry
	hovered, held    bool
	removable        bool // it has a button to remove it while the pointer is over it
	overTool         int
}

// A listRow draws a row. It is reused for one row after another.
type listRow struct {
	core.Base
	row   Row
	state rowState
	title *core.Line
	body  *core.Lines
}

func newListRow() *listRow {
	r := &listRow{
		title: core.NewLine(13.5, theme.ColorNameForeground), body: core.NewLines(12, theme.ColorNamePlaceHolder),
	}
	r.body.SetMost(2)
	r.ExtendBaseWidget(r)
	return r
}

func (r *listRow) set(row *Row, s rowState) {
	if r.state != s || !r.row.Equal(row) {
		r.row, r.state = *row, s
		r.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (r *listRow) CreateRenderer() fyne.WidgetRenderer {
	d := &listRowRenderer{
		row: r, back: canvas.NewRectangle(nil), page: core.NewCanvasText(13), aside: core.NewCanvasText(11.5),
		detail: core.NewMarkedLine(12), fold: canvas.NewImageFromResource(nil),
		sign: canvas.NewRectangle(nil), whole: canvas.NewRectangle(nil), done: canvas.NewRectangle(nil),
		round: canvas.NewArc(0, 360, ringCutout, nil), arc: canvas.NewArc(0, 0, ringCutout, nil),
	}
	d.back.CornerRadius, d.ring = 4, core.NewRing(4)
	d.Face = append(core.Face{d.back}, d.ring.Objects()...)
	d.Face = append(d.Face, d.page, d.row.title, d.detail, d.row.body,
		d.aside, d.fold, d.sign, d.whole, d.done, d.round, d.arc)
	for i := range d.tools {
		d.tools[i] = canvas.NewImageFromResource(nil)
		d.Face = append(d.Face, d.tools[i])
	}
	d.Refresh()
	return d
}

type listRowRenderer struct {
	core.Face
	row         *listRow
	back        *canvas.Rectangle
	page, aside *canvas.Text
	detail      *core.MarkedLine
	fold        *canvas.Image
	sign        *canvas.Rectangle
	whole, done *canvas.Rectangle
	round, arc  *canvas.Arc // the ring of Row.Ring
	tools       [2]*canvas.Image
	ring        *core.Ring
}

func (d *listRowRenderer) MinSize() fyne.Size { return fyne.NewSize(120, d.row.row.height()) }

const (
	// Edge is the space at the left and the right of a row.
	Edge       = 8
	pageColumn = 50
	signColumn = 12
	foldIcon   = 16
	toolIcon   = 16
	toolWidth  = 28 // of a tool's clickable area
	ringSize   = 26
	ringCutout = 0.86
)

func (d *listRowRenderer) Layout(size fyne.Size) {
	row := &d.row.row
	d.back.Resize(size)
	d.ring.Put(fyne.Position{}, size)
	first := min(size.Height, 28) // the height of the first line
	if row.Detail != "" {
		first = 25
	}
	centred := func(o fyne.CanvasObject, x, width, height float32) {
		o.Resize(fyne.NewSize(width, height))
		o.Move(fyne.NewPos(x, (first-height)/2))
	}
	page, aside := d.page.MinSize(), d.aside.MinSize()
	left, end := d.left(page.Width), d.layoutTools(size)
	right := min(end, size.Width-Edge)
	if aside.Width > 0 {
		right -= aside.Width + Edge
	}
	centred(d.page, Edge, page.Width, page.Height)
	centred(d.aside, size.Width-Edge-aside.Width, aside.Width, aside.Height)
	centred(d.row.title, left, max(0, right-left), d.row.title.MinSize().Height)
	fold := float32(2)
	if row.Icon != "" {
		fold = Edge
	}
	centred(d.fold, fold, foldIcon, foldIcon)
	d.detail.Resize(fyne.NewSize(max(0, min(end, size.Width-Edge)-left), 17))
	d.detail.Move(fyne.NewPos(left, 22))
	d.row.body.SetWidth(max(0, min(end, size.Width-Edge)-left))
	d.row.body.Move(fyne.NewPos(left, bodyTop))
	if row.Detail == "" {
		d.row.body.Move(fyne.NewPos(left, first))
	}
	d.layoutSigns(size, left, min(end, size.Width-Edge))
}

// left returns where the title starts, after a page's number of a width.
func (d *listRowRenderer) left(page float32) float32 {
	switch row := &d.row.row; {
	case row.Heading:
		return foldIcon + 6
	case row.Icon != "":
		return Edge + foldIcon + 6
	case row.Wide:
		return Edge + signColumn
	}
	return Edge + max(pageColumn, page+Edge)
}

// layoutTools lays out the tools, and returns where the first one starts.
func (d *listRowRenderer) layoutTools(size fyne.Size) (end float32) {
	tools := d.shownTools()
	end = toolsLeft(tools, size.Width)
	for i := range tools {
		d.tools[i].Resize(fyne.NewSquareSize(toolIcon))
		d.tools[i].Move(
			fyne.NewPos(end+float32(i)*toolWidth+(toolWidth-toolIcon)/2, (min(size.Height, evenHeight)-toolIcon)/2))
	}
	for _, o := range []*canvas.Arc{d.round, d.arc} {
		o.Resize(fyne.NewSquareSize(ringSize))
		o.Move(fyne.NewPos(end+(toolWidth-ringSize)/2, (min(size.Height, evenHeight)-ringSize)/2))
	}
	return end
}

// layoutSigns lays out the sign at the left and the line of the progress.
func (d *listRowRenderer) layoutSigns(size fyne.Size, left, right float32) {
	row := &d.row.row
	switch {
	case row.Playing:
		d.sign.CornerRadius = 0
		d.sign.Resize(fyne.NewSize(3, size.Height-14))
		d.sign.Move(fyne.NewPos(Edge, 7))
	case row.New:
		const dot = 6
		d.sign.CornerRadius = dot / 2
		d.sign.Resize(fyne.NewSquareSize(dot))
		d.sign.Move(fyne.NewPos(Edge-1, 10))
	}
	width, y := max(0, right-left), size.Height-4
	d.whole.Resize(fyne.NewSize(width, 2))
	d.whole.Move(fyne.NewPos(left, y))
	d.done.Resize(fyne.NewSize(width*float32(max(0, min(1, row.Done))), 2))
	d.done.Move(fyne.NewPos(left, y))
}

// shownTools returns the tools to draw: the one that removes the row only while the pointer is over it.
func (d *listRowRenderer) shownTools() []Tool {
	if d.row.state.removable && !d.row.state.hovered {
		return nil
	}
	return d.row.row.tools(d.row.state.removable)
}

func (d *listRowRenderer) Refresh() {
	row, s := &d.row.row, d.row.state
	d.back.FillColor = color.Transparent
	if name := s.backColour(); name != "" {
		d.back.FillColor = theme.Color(name)
	}
	d.ring.Show(s.current && s.focused)
	d.back.StrokeWidth, d.back.StrokeColor = s.edge()
	core.SetCanvasText(d.page, row.Page)
	d.row.title.SetText(row.Title)
	core.SetCanvasText(d.aside, row.Aside)
	if len(d.shownTools()) > 0 {
		d.aside.Text = ""
	}
	dim := theme.Color(theme.ColorNamePlaceHolder)
	d.page.Color, d.aside.Color = theme.Color(theme.ColorNamePrimary), dim
	d.row.title.SetColour(row.titleColour())
	if row.Dim {
		d.page.Color = dim
	}
	d.detail.Set(row.Detail, row.Marks)
	d.row.body.SetText(row.Body)
	d.signs()
	d.icons()
	d.Layout(d.row.Size())
	canvas.Refresh(d.row)
}

func (r *Row) titleColour() fyne.ThemeColorName {
	switch {
	case r.Playing:
		return theme.ColorNamePrimary
	case r.Dim:
		return theme.ColorNamePlaceHolder
	}
	return theme.ColorNameForeground
}

// signs sets the colours of the sign and of the line of the progress.
func (d *listRowRenderer) signs() {
	row := &d.row.row
	d.sign.Hidden = !row.Playing && !row.New
	d.sign.FillColor = theme.Color(theme.ColorNamePrimary)
	d.whole.Hidden, d.done.Hidden = row.Done <= 0, row.Done <= 0
	d.whole.FillColor = theme.Color(theme.ColorNameSeparator)
	d.done.FillColor = theme.Color(theme.ColorNamePlaceHolder)
	if row.Busy {
		d.done.FillColor = theme.Color(theme.ColorNamePrimary)
	}
	d.round.Hidden = row.Ring <= 0 || len(d.shownTools()) == 0
	d.arc.Hidden = d.round.Hidden
	d.round.FillColor, d.arc.FillColor = theme.Color(theme.ColorNameSeparator), theme.Color(theme.ColorNamePrimary)
	d.arc.EndAngle = float32(360 * min(1, row.Ring))
}

// icons sets the images of a heading and of the tools.
func (d *listRowRenderer) icons() {
	fold := d.row.row.Icon
	switch {
	case d.row.row.Heading && d.row.row.Open:
		fold = "down"
	case d.row.row.Heading:
		fold = "right"
	}
	setIcon(d.fold, fold, theme.ColorNamePlaceHolder)
	tools := d.shownTools()
	for i, image := range d.tools {
		name, colour := "", theme.ColorNamePlaceHolder
		if i < len(tools) {
			name = tools[i].Icon
		}
		if i == d.row.state.overTool {
			colour = theme.ColorNameForeground
		}
		setIcon(image, name, colour)
	}
}

// setIcon shows an icon in a colour, or none.
func setIcon(image *canvas.Image, name string, colour fyne.ThemeColorName) {
	image.Hidden = name == ""
	if !image.Hidden {
		image.Resource = theme.NewColoredResource(core.Icon(name), colour)
		image.Refresh()
	}
}

// backColour returns the colour of the row's background, "" for none.
func (s rowState) backColour() fyne.ThemeColorName {
	switch {
	case s.held:
		return theme.ColorNamePressed
	case s.current && (s.focused || s.led):
		return theme.ColorNameSelection
	case s.hovered:
		return theme.ColorNameHover
	}
	return ""
}

// edge returns the frame of the current row while the list is not focused; while it is focused there is the ring. Other
// rows have a frame of width 0: a transparent one would still be visible as a shade.
func (s rowState) edge() (width float32, colour color.Color) {
	if s.current && !s.focused {
		return 1.5, theme.Color(theme.ColorNameInputBorder)
	}
	return 0, nil
}
