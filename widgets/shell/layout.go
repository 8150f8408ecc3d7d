package shell

import (
	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// Layout is the layout of the main window. The page gets all the room between the strip above it, the bars below it and
// a panel beside it. Temporary objects lie over the page's edges, so that its size and position stay: a notice, and the
// keypad in the corner above the page's number. In full screen everything lies over the page.
//
// In a narrow window a panel covers the page; a panel beside the page has the keypad below it. At most one panel is
// visible.
type Layout struct {
	Page, Notice, Downloads, Finder, Keypad fyne.CanvasObject
	// Strip is above the page. Colours and Bar are at the foot, Bar below.
	Strip, Colours, Bar fyne.CanvasObject
	// Over are bars above Colours that are shown and hidden, from top to bottom: the day strip and the player's.
	Over []fyne.CanvasObject
	// Edge, which may be nil, lies over the left edge of a panel beside the page.
	Edge fyne.CanvasObject
	// Full is set in full screen.
	Full bool
	// Side is the chosen width of a panel, 0 for one that suits the window.
	Side float32

	beside float32 // the width of the panel beside the page, 0 if there is none
	docked bool    // the keypad is below the panel
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
	// edge is the margin around a card over the page.
	edge = 8
	// dockHeight is the height of the keypad below a panel, which is at least leastPanel high.
	dockHeight = 248
	leastPanel = 280
	// pageRows is the number of rows of a page below its header.
	pageRows = 24
	// leastNotice is the least width of a notice beside the keypad.
	leastNotice = 260
)

// Objects returns all objects, the topmost one last.
func (s *Layout) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{s.Page, s.Strip, s.Colours, s.Downloads, s.Finder}
	objects = append(append(objects, s.Over...), s.Bar, s.Keypad, s.Notice)
	if s.Edge != nil {
		objects = append(objects, s.Edge)
	}
	return objects
}

// DragEdge moves the edge of the panel beside the page to the right, within its limits.
func (s *Layout) DragEdge(by float32) {
	if s.beside > 0 {
		s.Side = max(leastSide, s.beside-by)
		s.beside = s.Side
	}
}

// SideWidth returns the least width of a panel that opens beside the page.
func (s *Layout) SideWidth() float32 { return max(sideWidth, s.Side) }

// IsNarrowBeside reports whether a page in a window of a width would be smaller than its picture beside a panel.
func IsNarrowBeside(width, side float32) bool { return width-side < ownWidth }

// panel returns the visible panel, or nil.
func (s *Layout) panel() fyne.CanvasObject {
	switch {
	case s.Finder.Visible():
		return s.Finder
	case s.Downloads.Visible():
		return s.Downloads
	}
	return nil
}

// MinSize returns the least size of the window.
func (s *Layout) MinSize([]fyne.CanvasObject) fyne.Size {
	size := s.Page.MinSize()
	for _, o := range []fyne.CanvasObject{s.Strip, s.Colours, s.Bar} {
		if o.Visible() {
			size.Width = max(size.Width, o.MinSize().Width)
			size.Height += o.MinSize().Height
		}
	}
	return size
}

// FirstSize returns the size of a new window: about two thirds of the room, in the shape of the page with its bars,
// and, if there is room, large enough for the page at its own size and for a visible panel.
func (s *Layout) FirstSize(room fyne.Size) fyne.Size {
	const part = 0.8165 // of each side, the square root of two thirds
	const most = 0.94   // leaves room for the window's frame
	size := fyne.NewSize(max(ownWidth, room.Width*part), ownHeight)
	for range 2 { // the height of the bars depends on the width
		around := s.around(size.Width)
		height := max(ownHeight, min(room.Height*part-around, room.Width*part/pictureShape))
		size = fyne.NewSize(height*pictureShape, height+around)
	}
	if s.panel() != nil {
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
func (s *Layout) around(width float32) (height float32) {
	for _, o := range []fyne.CanvasObject{s.Strip, s.Colours, s.Bar} {
		height -= place(o, width, 0)
	}
	return height
}

// Layout places everything.
func (s *Layout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	top := s.placeStrip(size.Width)
	bar := place(s.Bar, size.Width, size.Height)
	foot := place(s.Colours, size.Width, bar)
	over := foot
	for i := len(s.Over) - 1; i >= 0; i-- {
		over = place(s.Over[i], size.Width, over)
	}
	bottom := over
	if s.Full {
		bottom = size.Height
	}
	column := size.Width
	s.docked, s.beside = false, 0
	if panel := s.panel(); panel != nil {
		column = s.placePanel(panel, size.Width, top, foot, bottom)
	}
	s.Page.Resize(fyne.NewSize(column, max(0, bottom-top)))
	s.Page.Move(fyne.NewPos(0, top))
	if column == 0 {
		s.Page.Resize(fyne.Size{})
	}
	s.placeEdge(column, top, bottom)
	lastRow := float32(0)
	if column > 0 {
		lastRow = (bottom - top) / pageRows
	}
	s.placeCards(size.Width, column, over, lastRow)
}

// placeStrip lays out the strip at the top, and returns where it ends.
func (s *Layout) placeStrip(width float32) float32 {
	if !s.Strip.Visible() {
		return 0
	}
	s.Strip.Resize(fyne.NewSize(width, s.Strip.MinSize().Height))
	height := s.Strip.MinSize().Height // depends on the width
	s.Strip.Resize(fyne.NewSize(width, height))
	s.Strip.Move(fyne.Position{})
	return height
}

// placeEdge lays out the edge between the page and a panel beside it.
func (s *Layout) placeEdge(column, top, bottom float32) {
	if s.Edge == nil {
		return
	}
	core.SetVisible(s.Edge, s.beside > 0)
	s.Edge.Resize(fyne.NewSize(edgeWidth, bottom-top))
	s.Edge.Move(fyne.NewPos(column-edgeWidth/2, top))
}

// placePanel lays out a panel beside a page that ends at bottom, or over it if there is no room beside it, and returns
// the width left for the page, which does not depend on the bars above foot.
func (s *Layout) placePanel(panel fyne.CanvasObject, width, top, foot, bottom float32) (column float32) {
	side := max(sideWidth, min(widestSide, width-(foot-top)*pictureShape))
	if s.Side > 0 {
		side = max(leastSide, min(s.Side, width-leastPage))
	}
	side = max(side, panel.MinSize().Width) // depends on the language
	if width < PanelBeside {
		side = width
	} else {
		s.beside = side
	}
	// By foot and not by bottom, so that bars above foot do not change it.
	s.docked = s.Keypad.Visible() && side < width && foot-top >= dockHeight+leastPanel
	if s.docked {
		bottom -= dockHeight
		s.Keypad.Resize(fyne.NewSize(side-2*edge, dockHeight-edge))
		s.Keypad.Move(fyne.NewPos(width-side+edge, bottom))
	}
	panel.Resize(fyne.NewSize(side, bottom-top))
	panel.Move(fyne.NewPos(width-side, top))
	return width - side
}

// placeCards lays out the keypad in the left corner of the page's column, above a height, and the notice beside it or,
// if there is no room, above it, and above the page's last row with its coloured keys. If a panel covers the page, the
// keypad is hidden, and the notice lies over the panel.
func (s *Layout) placeCards(width, column, bottom, lastRow float32) {
	keypad := s.Keypad.Visible() && column > 0 && !s.docked
	switch {
	case column == 0:
		column = width
		core.PutAway(s.Keypad)
	case keypad:
		size := s.Keypad.MinSize()
		s.Keypad.Resize(size)
		s.Keypad.Move(fyne.NewPos(edge, max(0, bottom-size.Height-edge)))
	}
	if !s.Notice.Visible() {
		return
	}
	left, room, y := float32(edge), column-2*edge, bottom-max(edge, lastRow)
	if keypad {
		end := s.Keypad.Position().X + s.Keypad.Size().Width
		if beside := column - end - 2*edge; beside >= leastNotice {
			left, room = end+edge, beside
		} else {
			y = s.Keypad.Position().Y - edge
		}
	}
	width = room
	if n, is := s.Notice.(*Notice); is {
		width = min(room, n.WidthWanted())
	}
	s.Notice.Resize(fyne.NewSize(width, 0))
	height := s.Notice.MinSize().Height // depends on the width
	s.Notice.Resize(fyne.NewSize(width, height))
	s.Notice.Move(fyne.NewPos(left+(room-width)/2, max(0, y-height)))
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
