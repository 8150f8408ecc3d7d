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
	ringed           bool // the focus is shown
	led              bool // the list is controlled by a focused entry
	hovered, held    bool
	removable        bool // it has a button to remove it while the pointer is over it
	handled          bool // it has a handle, by which a finger moves it
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
		handle: canvas.NewImageFromResource(nil),
		round:  canvas.NewArc(0, 360, ringCutout, nil), arc: canvas.NewArc(0, 0, ringCutout, nil),
	}
	d.back.CornerRadius, d.ring = 4, core.NewRing(4)
	d.Face = append(core.Face{d.back}, d.ring.Objects()...)
	d.Face = append(d.Face, d.page, d.row.title, d.detail, d.row.body,
		d.aside, d.fold, d.sign, d.whole, d.done, d.round, d.arc, d.handle)
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
	handle      *canvas.Image
	sign        *canvas.Rectangle
	whole, done *canvas.Rectangle
	round, arc  *canvas.Arc // the ring of Row.Ring
	tools       [2]*canvas.Image
	ring        *core.Ring
}

func (l *listRowRenderer) MinSize() fyne.Size { return fyne.NewSize(120, l.row.row.height()) }

const (
	// Edge is the space at the left and the right of a row.
	Edge        = 8
	pageColumn  = 50
	signColumn  = 12
	foldIcon    = 16
	toolIcon    = 16
	toolWidth   = 28 // of a tool's clickable area
	handleWidth = 36
	ringSize    = 26
	ringCutout  = 0.86
)

func (l *listRowRenderer) Layout(size fyne.Size) {
	row := &l.row.row
	l.back.Resize(size)
	l.ring.Put(fyne.Position{}, size)
	first := min(size.Height, 28) // the height of the first line
	if row.Detail != "" {
		first = 25
	}
	centred := func(o fyne.CanvasObject, x, width, height float32) {
		o.Resize(fyne.NewSize(width, height))
		o.Move(fyne.NewPos(x, (first-height)/2))
	}
	page, aside := l.page.MinSize(), l.aside.MinSize()
	if l.row.state.handled {
		centred(l.handle, size.Width-(handleWidth+toolIcon)/2, toolIcon, toolIcon)
		l.handle.Move(fyne.NewPos(l.handle.Position().X, (min(size.Height, evenHeight)-toolIcon)/2))
		size.Width -= handleWidth - Edge
	}
	left, end := l.left(page.Width), l.layoutTools(size)
	right := min(end, size.Width-Edge)
	if aside.Width > 0 {
		right -= aside.Width + Edge
	}
	centred(l.page, Edge, page.Width, page.Height)
	centred(l.aside, size.Width-Edge-aside.Width, aside.Width, aside.Height)
	centred(l.row.title, left, max(0, right-left), l.row.title.MinSize().Height)
	fold := float32(2)
	if row.Icon != "" {
		fold = Edge
	}
	centred(l.fold, fold, foldIcon, foldIcon)
	l.detail.Resize(fyne.NewSize(max(0, min(end, size.Width-Edge)-left), 17))
	l.detail.Move(fyne.NewPos(left, 22))
	l.row.body.SetWidth(max(0, min(end, size.Width-Edge)-left))
	l.row.body.Move(fyne.NewPos(left, bodyTop))
	if row.Detail == "" {
		l.row.body.Move(fyne.NewPos(left, first))
	}
	l.layoutSigns(size, left, min(end, size.Width-Edge))
}

// left returns where the title starts, after a page's number of a width.
func (l *listRowRenderer) left(page float32) float32 {
	switch row := &l.row.row; {
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
func (l *listRowRenderer) layoutTools(size fyne.Size) (end float32) {
	tools := l.shownTools()
	end = toolsLeft(tools, size.Width)
	for i := range tools {
		l.tools[i].Resize(fyne.NewSquareSize(toolIcon))
		l.tools[i].Move(
			fyne.NewPos(end+float32(i)*toolWidth+(toolWidth-toolIcon)/2, (min(size.Height, evenHeight)-toolIcon)/2))
	}
	for _, o := range []*canvas.Arc{l.round, l.arc} {
		o.Resize(fyne.NewSquareSize(ringSize))
		o.Move(fyne.NewPos(end+(toolWidth-ringSize)/2, (min(size.Height, evenHeight)-ringSize)/2))
	}
	return end
}

// layoutSigns lays out the sign at the left and the line of the progress.
func (l *listRowRenderer) layoutSigns(size fyne.Size, left, right float32) {
	row := &l.row.row
	switch {
	case row.Playing:
		l.sign.CornerRadius = 0
		l.sign.Resize(fyne.NewSize(3, size.Height-14))
		l.sign.Move(fyne.NewPos(Edge, 7))
	case row.New:
		const dot = 6
		l.sign.CornerRadius = dot / 2
		l.sign.Resize(fyne.NewSquareSize(dot))
		l.sign.Move(fyne.NewPos(Edge-1, 10))
	}
	width, y := max(0, right-left), size.Height-4
	l.whole.Resize(fyne.NewSize(width, 2))
	l.whole.Move(fyne.NewPos(left, y))
	l.done.Resize(fyne.NewSize(width*float32(max(0, min(1, row.Done))), 2))
	l.done.Move(fyne.NewPos(left, y))
}

// shownTools returns the tools to draw: the one that removes the row only while the pointer is over it.
func (l *listRowRenderer) shownTools() []Tool {
	if l.row.state.removable && !l.row.state.hovered {
		return nil
	}
	return l.row.row.tools(l.row.state.removable)
}

func (l *listRowRenderer) Refresh() {
	row, s := &l.row.row, l.row.state
	l.back.FillColor = color.Transparent
	if name := s.backColour(); name != "" {
		l.back.FillColor = theme.Color(name)
	}
	l.ring.Show(s.current && s.focused && s.ringed)
	l.back.StrokeWidth, l.back.StrokeColor = s.edge()
	core.SetCanvasText(l.page, row.Page)
	l.row.title.SetText(row.Title)
	core.SetCanvasText(l.aside, row.Aside)
	if len(l.shownTools()) > 0 {
		l.aside.Text = ""
	}
	dim := theme.Color(theme.ColorNamePlaceHolder)
	l.page.Color, l.aside.Color = theme.Color(theme.ColorNamePrimary), dim
	l.row.title.SetColour(row.titleColour())
	if row.Dim {
		l.page.Color = dim
	}
	l.detail.Set(row.Detail, row.Marks)
	l.row.body.SetText(row.Body)
	l.signs()
	l.icons()
	l.Layout(l.row.Size())
	canvas.Refresh(l.row)
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
func (l *listRowRenderer) signs() {
	row := &l.row.row
	l.sign.Hidden = row.Icon != "" || !row.Playing && !row.New
	l.sign.FillColor = theme.Color(theme.ColorNamePrimary)
	l.whole.Hidden, l.done.Hidden = row.Done <= 0, row.Done <= 0
	l.whole.FillColor = theme.Color(theme.ColorNameSeparator)
	l.done.FillColor = theme.Color(theme.ColorNamePlaceHolder)
	if row.Busy {
		l.done.FillColor = theme.Color(theme.ColorNamePrimary)
	}
	l.round.Hidden = row.Ring <= 0 || len(l.shownTools()) == 0
	l.arc.Hidden = l.round.Hidden
	l.round.FillColor, l.arc.FillColor = theme.Color(theme.ColorNameSeparator), theme.Color(theme.ColorNamePrimary)
	l.arc.EndAngle = float32(360 * min(1, row.Ring))
}

// icons sets the images of a heading and of the tools.
func (l *listRowRenderer) icons() {
	fold := l.row.row.Icon
	switch {
	case l.row.row.Heading && l.row.row.Open:
		fold = "down"
	case l.row.row.Heading:
		fold = "right"
	}
	setIcon(l.fold, fold, theme.ColorNamePlaceHolder)
	handle := ""
	if l.row.state.handled {
		handle = "handle"
	}
	setIcon(l.handle, handle, theme.ColorNamePlaceHolder)
	tools := l.shownTools()
	for i, image := range l.tools {
		name, colour := "", theme.ColorNamePlaceHolder
		if i < len(tools) {
			name = tools[i].Icon
		}
		if i == l.row.state.overTool {
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

// edge returns the frame of the current row while there is no focus ring. Other rows have a frame of width 0: a
// transparent one would still be visible as a shade.
func (s rowState) edge() (width float32, colour color.Color) {
	if s.current && !(s.focused && s.ringed) {
		return 1.5, theme.Color(theme.ColorNameInputBorder)
	}
	return 0, nil
}
