package window

import (
	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// A layout is the layout of the main window. The page gets all the room between what is above it and the bars below it,
// beside a panel, which ends at the foot. What is shown and hidden does not move what can be clicked elsewhere: a strip
// above the page, the player and the keypad in one row below it are as wide as the page, and take room only from it. It
// stays where it is as well if there is room around it. A notice lies over the page. In full screen everything lies
// over the page.
//
// The keypad is in the lower right corner: below a panel, or beside the page if there is room. Otherwise it is one row
// above the foot.
//
// In a narrow window a panel covers the page. At most one panel is visible.
type layout struct {
	page, notice, downloads, finder, keypad fyne.CanvasObject
	// strip and day are above the page, and at most one of them is visible: a hint, and the day strip.
	strip, day fyne.CanvasObject
	// colours and bar are at the foot, bar below, and the player's bar above them.
	player, colours, bar fyne.CanvasObject
	// edge, which may be nil, lies over the left edge of a panel beside the page.
	edge fyne.CanvasObject
	// setAround, which may be nil, is called with the height of the room for the page and the bars that come and go,
	// and with the heights of those that are hidden now, above and below the page. soon: the panel of recordings is
	// open, so that the player is likely to come. It returns the distances of the top and of the bottom of the page's
	// last row from the bottom of the page.
	setAround func(room, above, below float32, soon bool) (top, bottom float32)
	// full is set in full screen.
	full bool
	// side is the chosen width of a panel, 0 for one that suits the window.
	side float32

	beside float32 // the width of the panel beside the page, 0 if there is none
}

const (
	// The least width of a panel. It is wider if the page, at its full height, leaves more room.
	sideWidth    = 300
	widestSide   = 420
	leastSide    = 240
	leastPage    = 320 // beside a panel with a chosen width
	edgeWidth    = 6   // of the edge
	ownWidth     = 734 // of the service's pictures with their margin
	ownHeight    = 470
	pictureShape = 720.0 / 456

	// panelBeside is the least width of a window for a panel beside the page.
	panelBeside = 700
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

// objects returns all objects, the topmost one last.
func (l *layout) objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{
		l.page, l.strip, l.colours, l.downloads, l.finder, l.day, l.player, l.bar, l.keypad, l.notice,
	}
	if l.edge != nil {
		objects = append(objects, l.edge)
	}
	return objects
}

// dragEdge moves the edge of the panel beside the page to the right, within its limits.
func (l *layout) dragEdge(by float32) {
	if l.beside > 0 {
		l.side = max(leastSide, l.beside-by)
		l.beside = l.side
	}
}

// leastBeside returns the least width of a panel that opens beside the page.
func (l *layout) leastBeside() float32 { return max(sideWidth, l.side) }

// isNarrowBeside reports whether a page in a window of a width would be smaller than its picture beside a panel.
func isNarrowBeside(width, side float32) bool { return width-side < ownWidth }

// panel returns the visible panel, or nil.
func (l *layout) panel() fyne.CanvasObject {
	switch {
	case l.finder.Visible():
		return l.finder
	case l.downloads.Visible():
		return l.downloads
	}
	return nil
}

// MinSize returns the least size of the window.
func (l *layout) MinSize([]fyne.CanvasObject) fyne.Size {
	size := l.page.MinSize()
	for _, o := range []fyne.CanvasObject{l.strip, l.colours, l.bar} {
		if o.Visible() {
			size.Width = max(size.Width, o.MinSize().Width)
			size.Height += o.MinSize().Height
		}
	}
	return size
}

// firstSize returns the size of a new window: about two thirds of the room, in the shape of the page with its bars,
// and, if there is room, large enough for the page at its own size and for a visible panel.
func (l *layout) firstSize(room fyne.Size) fyne.Size {
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

// hasRoomBeside reports whether a screen has room for a panel beside the page at its own size.
func hasRoomBeside(room fyne.Size) bool { return room.Width >= 1200 && room.Height >= 700 }

// around returns the height of what is above and below the page in a width.
func (l *layout) around(width float32) (height float32) {
	for _, o := range []fyne.CanvasObject{l.strip, l.colours, l.bar} {
		height -= placeBar(o, width, 0)
	}
	return height
}

// Layout places everything.
func (l *layout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	bar := placeBar(l.bar, size.Width, size.Height)
	foot := placeBar(l.colours, size.Width, bar)
	panel := l.panel()
	covered := panel != nil && size.Width < panelBeside
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
	if l.keypad.Visible() {
		over = l.placeKeypad(size, column, foot, covered, cornered)
	}
	room := over
	over = placeBar(l.player, column, over)
	bottom := over
	if l.full {
		top, bottom, room = 0, size.Height, size.Height
	}
	l.placePanel(panel, size.Width, covered, cornered, top, foot, over)
	l.placeEdge(column, foot)
	l.page.Resize(fyne.NewSize(column, max(0, bottom-top)))
	l.page.Move(fyne.NewPos(0, top))
	if covered {
		l.page.Resize(fyne.Size{})
	}
	rowTop, rowBottom := float32(0), float32(0)
	if l.setAround != nil {
		above, below := l.hidden(column, top)
		rowTop, rowBottom = l.setAround(room, above, below, l.downloads.Visible())
	}
	l.placeNotice(column, over, bottom-rowTop, bottom-rowBottom)
}

// hidden returns the heights of what is hidden above and below the page in a width, below the top of the page.
func (l *layout) hidden(width, top float32) (above, below float32) {
	if l.full {
		return 0, 0
	}
	for _, o := range []fyne.CanvasObject{l.strip, l.day} {
		above = max(above, heightIn(o, width)-top)
	}
	if !l.player.Visible() {
		below = heightIn(l.player, width)
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
func (l *layout) placeTop(width float32) float32 {
	for _, o := range []fyne.CanvasObject{l.strip, l.day} {
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
func (l *layout) placeEdge(column, bottom float32) {
	if l.edge == nil {
		return
	}
	core.SetVisible(l.edge, l.beside > 0)
	l.edge.Resize(fyne.NewSize(edgeWidth, bottom))
	l.edge.Move(fyne.NewPos(column-edgeWidth/2, 0))
}

// sideOf returns the width of a panel beside the page. It does not depend on what is shown above and below the page.
func (l *layout) sideOf(panel fyne.CanvasObject, width, foot float32) float32 {
	side := max(sideWidth, min(widestSide, width-foot*pictureShape))
	if l.side > 0 {
		side = max(leastSide, min(l.side, width-leastPage))
	}
	return max(side, panel.MinSize().Width) // depends on the language
}

// placePanel lays out a panel beside the page, as high as the window to the foot, or over the page.
func (l *layout) placePanel(panel fyne.CanvasObject, width float32, covers, cornered bool, top, foot, over float32) {
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
func (l *layout) padCornered(column, foot float32) bool {
	switch {
	case !l.keypad.Visible() || l.full:
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
func (l *layout) placeKeypad(size fyne.Size, column, foot float32, covered, cornered bool) (over float32) {
	switch {
	case covered:
		core.PutAway(l.keypad)
		return foot
	case cornered:
		width := max(padWidth, l.beside-2*edge)
		height := padHeight(foot)
		l.keypad.Resize(fyne.NewSize(width, height))
		l.keypad.Move(fyne.NewPos(size.Width-edge-width, foot-edge-height))
		return foot
	case l.full:
		foot = min(foot, size.Height-l.bar.MinSize().Height)
	}
	l.keypad.Resize(fyne.NewSize(column, padRow))
	l.keypad.Move(fyne.NewPos(0, foot-padRow))
	return foot - padRow
}

// placeNotice lays out the notice in the middle of the page's column: above a height, if there is room below the page's
// last row, which is from rowTop to rowBottom, or else above that row, which often has links.
func (l *layout) placeNotice(column, over, rowTop, rowBottom float32) {
	if !l.notice.Visible() {
		return
	}
	room := column - 2*edge
	width := room
	if n, is := l.notice.(*notice); is {
		width = min(room, n.widthWanted())
	}
	l.notice.Resize(fyne.NewSize(width, 0))
	height := l.notice.MinSize().Height // depends on the width
	l.notice.Resize(fyne.NewSize(width, height))
	bottom := over - edge
	if bottom-height < rowBottom {
		bottom = min(bottom, rowTop)
	}
	l.notice.Move(fyne.NewPos(edge+(room-width)/2, max(0, bottom-height)))
}

// placeBar lays out a bar above a height, and returns its top; the height itself if it is hidden. Its height may depend
// on its width.
func placeBar(b fyne.CanvasObject, width, bottom float32) float32 {
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
