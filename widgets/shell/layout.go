package shell

import (
	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// Layout is the layout of the main window. The page gets all the room between what is above it and the bars below it,
// beside a panel, which ends at the foot. What is shown and hidden does not move what can be clicked elsewhere: a
// strip above the page, the player and the keypad in one row below it are as wide as the page, and take room only from
// it. It stays where it is as well if there is room around it. A notice lies over the page. In full screen everything
// lies over the page.
//
// The keypad is in the lower right corner: below a panel, or beside the page if there is room. Otherwise it is one row
// above the foot.
//
// In a narrow window a panel covers the page. At most one panel is visible.
type Layout struct {
	Page, Notice, Downloads, Finder, Keypad fyne.CanvasObject
	// Strip and Day are above the page, and at most one of them is visible: a hint, and the day strip.
	Strip, Day fyne.CanvasObject
	// Colours and Bar are at the foot, Bar below, and the player's bar above them.
	Player, Colours, Bar fyne.CanvasObject
	// Edge, which may be nil, lies over the left edge of a panel beside the page.
	Edge fyne.CanvasObject
	// Around, which may be nil, is called with the height of the room for the page and the bars that come and go, and
	// with the heights of those that are hidden now, above and below the page. soon: the panel of recordings is open,
	// so that the player is likely to come. It returns the distances of the top and of the bottom of the page's last
	// row from the bottom of the Page.
	Around func(room, above, below float32, soon bool) (top, bottom float32)
	// Full is set in full screen.
	Full bool
	// Side is the chosen width of a panel, 0 for one that suits the window.
	Side float32

	beside float32 // the width of the panel beside the page, 0 if there is none
}

const (
	// The least width of a panel. It is wider if the page, at its full height, leaves more room.
	sideWidth    = 300
	widestSide   = 420
	leastSide    = 240
	leastPage    = 320 // beside a panel with a chosen width
	edgeWidth    = 6   // of the Edge
	ownWidth     = 734 // of the service's pictures with their margin
	ownHeight    = 470
	pictureShape = 720.0 / 456

	// PanelBeside is the least width of a window for a panel beside the page.
	PanelBeside = 700
	// edge is the margin around a card over the page, and around the keypad.
	edge = 8
	// The least width of the keypad in the corner, its height as a share of that above the foot, within limits, and its
	// height in one row. A panel above it is at least leastPanel high.
	padWidth           = 180
	padShare           = 0.26
	lowestPad, highPad = 150, 212
	padRow             = 44
	leastPanel         = 340
)

// Objects returns all objects, the topmost one last.
func (l *Layout) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{
		l.Page, l.Strip, l.Colours, l.Downloads, l.Finder, l.Day, l.Player, l.Bar, l.Keypad, l.Notice,
	}
	if l.Edge != nil {
		objects = append(objects, l.Edge)
	}
	return objects
}

// DragEdge moves the edge of the panel beside the page to the right, within its limits.
func (l *Layout) DragEdge(by float32) {
	if l.beside > 0 {
		l.Side = max(leastSide, l.beside-by)
		l.beside = l.Side
	}
}

// SideWidth returns the least width of a panel that opens beside the page.
func (l *Layout) SideWidth() float32 { return max(sideWidth, l.Side) }

// IsNarrowBeside reports whether a page in a window of a width would be smaller than its picture beside a panel.
func IsNarrowBeside(width, side float32) bool { return width-side < ownWidth }

// panel returns the visible panel, or nil.
func (l *Layout) panel() fyne.CanvasObject {
	switch {
	case l.Finder.Visible():
		return l.Finder
	case l.Downloads.Visible():
		return l.Downloads
	}
	return nil
}

// MinSize returns the least size of the window.
func (l *Layout) MinSize([]fyne.CanvasObject) fyne.Size {
	size := l.Page.MinSize()
	for _, o := range []fyne.CanvasObject{l.Strip, l.Colours, l.Bar} {
		if o.Visible() {
			size.Width = max(size.Width, o.MinSize().Width)
			size.Height += o.MinSize().Height
		}
	}
	return size
}

// FirstSize returns the size of a new window: about two thirds of the room, in the shape of the page with its bars,
// and, if there is room, large enough for the page at its own size and for a visible panel.
func (l *Layout) FirstSize(room fyne.Size) fyne.Size {
	const part = 0.8165 // of each side, the square root of two thirds
	const most = 0.94   // leaves room for the window's frame
	size := fyne.NewSize(max(ownWidth, room.Width*part), ownHeight)
	for range 2 { // the height of the bars depends on the width
		around := l.around(size.Width)
		height := max(ownHeight, min(room.Height*part-around, room.Width*part/pictureShape))
		size = fyne.NewSize(height*pictureShape, height+around)
	}
	if l.panel() != nil {
		size.Width += sideWidth
	}
	if room.IsZero() {
		return size
	}
	return fyne.NewSize(min(size.Width, room.Width*most), min(size.Height, room.Height*most))
}

// HasRoomBeside reports whether a screen has room for a panel beside the page at its own size.
func HasRoomBeside(room fyne.Size) bool { return room.Width >= 1200 && room.Height >= 700 }

// around returns the height of what is above and below the page in a width.
func (l *Layout) around(width float32) (height float32) {
	for _, o := range []fyne.CanvasObject{l.Strip, l.Colours, l.Bar} {
		height -= place(o, width, 0)
	}
	return height
}

// Layout places everything.
func (l *Layout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	bar := place(l.Bar, size.Width, size.Height)
	foot := place(l.Colours, size.Width, bar)
	panel := l.panel()
	covered := panel != nil && size.Width < PanelBeside
	column := size.Width
	if l.beside = 0; panel != nil && !covered {
		l.beside = l.sideOf(panel, size.Width, foot)
		column -= l.beside
	}
	cornered := !covered && l.padCornered(column, foot)
	if cornered && l.beside == 0 {
		column -= padWidth + 2*edge
	}
	top, over := l.placeTop(column), foot
	if l.Keypad.Visible() {
		over = l.placeKeypad(size, column, foot, covered, cornered)
	}
	room := over
	over = place(l.Player, column, over)
	bottom := over
	if l.Full {
		top, bottom, room = 0, size.Height, size.Height
	}
	l.placePanel(panel, size.Width, covered, cornered, top, foot, over)
	l.placeEdge(column, foot)
	l.Page.Resize(fyne.NewSize(column, max(0, bottom-top)))
	l.Page.Move(fyne.NewPos(0, top))
	if covered {
		l.Page.Resize(fyne.Size{})
	}
	rowTop, rowBottom := float32(0), float32(0)
	if l.Around != nil {
		above, below := l.hidden(column, top)
		rowTop, rowBottom = l.Around(room, above, below, l.Downloads.Visible())
	}
	l.placeNotice(column, over, bottom-rowTop, bottom-rowBottom)
}

// hidden returns the heights of what is hidden above and below the page in a width, below the top of the page.
func (l *Layout) hidden(width, top float32) (above, below float32) {
	if l.Full {
		return 0, 0
	}
	for _, o := range []fyne.CanvasObject{l.Strip, l.Day} {
		above = max(above, heightIn(o, width)-top)
	}
	if !l.Player.Visible() {
		below = heightIn(l.Player, width)
	}
	return above, below
}

// heightIn returns the height of an object in a width.
func heightIn(o fyne.CanvasObject, width float32) float32 {
	if !o.Visible() {
		o.Resize(fyne.NewSize(width, o.Size().Height))
	}
	return o.MinSize().Height
}

// placeTop lays out what is above the page, and returns where it ends.
func (l *Layout) placeTop(width float32) float32 {
	for _, o := range []fyne.CanvasObject{l.Strip, l.Day} {
		if o.Visible() {
			o.Resize(fyne.NewSize(width, o.MinSize().Height))
			height := o.MinSize().Height // depends on the width
			o.Resize(fyne.NewSize(width, height))
			o.Move(fyne.Position{})
			return height
		}
	}
	return 0
}

// placeEdge lays out the edge between the page and a panel beside it.
func (l *Layout) placeEdge(column, bottom float32) {
	if l.Edge == nil {
		return
	}
	core.SetVisible(l.Edge, l.beside > 0)
	l.Edge.Resize(fyne.NewSize(edgeWidth, bottom))
	l.Edge.Move(fyne.NewPos(column-edgeWidth/2, 0))
}

// sideOf returns the width of a panel beside the page. It does not depend on what is shown above and below the page.
func (l *Layout) sideOf(panel fyne.CanvasObject, width, foot float32) float32 {
	side := max(sideWidth, min(widestSide, width-foot*pictureShape))
	if l.Side > 0 {
		side = max(leastSide, min(l.Side, width-leastPage))
	}
	return max(side, panel.MinSize().Width) // depends on the language
}

// placePanel lays out a panel beside the page, as high as the window to the foot, or over the page.
func (l *Layout) placePanel(panel fyne.CanvasObject, width float32, covers, cornered bool, top, foot, over float32) {
	switch {
	case panel == nil:
		return
	case covers:
		panel.Resize(fyne.NewSize(width, max(0, over-top)))
		panel.Move(fyne.NewPos(0, top))
		return
	case cornered:
		foot -= padHeight(foot) + edge
	}
	panel.Resize(fyne.NewSize(l.beside, foot))
	panel.Move(fyne.NewPos(width-l.beside, 0))
}

// padCornered reports whether the keypad is in the corner: below a panel that has room for it, or else beside the page,
// if that is not smaller for it. What is shown above and below the page does not count.
func (l *Layout) padCornered(column, foot float32) bool {
	switch {
	case !l.Keypad.Visible() || l.Full:
		return false
	case l.beside > 0:
		return foot >= padHeight(foot)+edge+leastPanel
	}
	return column-padWidth-2*edge >= foot*pictureShape
}

// padHeight returns the height of the keypad in the corner of a window with a foot.
func padHeight(foot float32) float32 { return max(lowestPad, min(highPad, foot*padShare)) }

// placeKeypad lays out the keypad in the corner, or in one row above the foot. It returns the top of that row, else the
// foot. In full screen the row is above the page bar, also while that is hidden.
func (l *Layout) placeKeypad(size fyne.Size, column, foot float32, covered, cornered bool) (over float32) {
	switch {
	case covered:
		core.PutAway(l.Keypad)
		return foot
	case cornered:
		width := max(padWidth, l.beside-2*edge)
		height := padHeight(foot)
		l.Keypad.Resize(fyne.NewSize(width, height))
		l.Keypad.Move(fyne.NewPos(size.Width-edge-width, foot-edge-height))
		return foot
	case l.Full:
		foot = min(foot, size.Height-l.Bar.MinSize().Height)
	}
	l.Keypad.Resize(fyne.NewSize(column, padRow))
	l.Keypad.Move(fyne.NewPos(0, foot-padRow))
	return foot - padRow
}

// placeNotice lays out the notice in the middle of the page's column: above a height, if there is room below the page's
// last row, which is from rowTop to rowBottom, or else above that row, which often has links.
func (l *Layout) placeNotice(column, over, rowTop, rowBottom float32) {
	if !l.Notice.Visible() {
		return
	}
	room := column - 2*edge
	width := room
	if n, is := l.Notice.(*Notice); is {
		width = min(room, n.WidthWanted())
	}
	l.Notice.Resize(fyne.NewSize(width, 0))
	height := l.Notice.MinSize().Height // depends on the width
	l.Notice.Resize(fyne.NewSize(width, height))
	bottom := over - edge
	if bottom-height < rowBottom {
		bottom = min(bottom, rowTop)
	}
	l.Notice.Move(fyne.NewPos(edge+(room-width)/2, max(0, bottom-height)))
}

// place lays out a bar above a height, and returns its top; the height itself if it is hidden. Its height may depend on
// its width.
func place(b fyne.CanvasObject, width, bottom float32) float32 {
	if !b.Visible() {
		return bottom
	}
	b.Resize(fyne.NewSize(width, b.MinSize().Height))
	top := bottom - b.MinSize().Height
	b.Move(fyne.NewPos(0, top))
	if h := b.MinSize().Height; h != b.Size().Height {
		b.Resize(fyne.NewSize(width, h))
		top = bottom - h
		b.Move(fyne.NewPos(0, top))
	}
	return top
}
