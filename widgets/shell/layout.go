package shell

import (
	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// Layout is that of the main window. The page has all the room that the strip above it, the bars below it and a panel
// beside it leave. What comes for a moment lies over the page's edges, so that the page keeps its size and its place: a
// notice, and the keypad in its corner above the page's number. In full screen so does everything.
//
// In a narrow window the panel covers the page; beside the page it has the keypad below it. Only one panel is ever
// visible.
type Layout struct {
	Page, Notice, Downloads, Finder, Keypad fyne.CanvasObject
	// Strip stands above the page. Colours and Bar stand at the foot, Bar below.
	Strip, Colours, Bar fyne.CanvasObject
	// Over are bars that come and go, from top to bottom: the day strip and the player's. The
	// lowest stands on Colours.
	Over []fyne.CanvasObject
	// Edge, which may be nil, lies over the left edge of a panel beside the page.
	Edge fyne.CanvasObject
	// Full is full screen.
	Full bool
	// Side is the width that a panel is to have, 0 for one that suits the window.
	Side float32

	beside float32 // the width of the panel beside the page, 0 where there is none
	docked bool    // the keypad is below the panel
}

const (
	// A panel is wider where the picture leaves room for that, being as high as there is room.
	sideWidth    = 300
	widestSide   = 420
	leastSide    = 240
	leastPage    = 320 // beside a panel whose width was chosen
	edgeWidth    = 6   // of what is dragged
	ownWidth     = 734 // of the service's pictures with the margin around them
	ownHeight    = 470
	pictureShape = 720.0 / 456

	// PanelBeside is the width from which a panel stands beside the page.
	PanelBeside = 700
	// edge is what is left free around a card over the page.
	edge = 8
	// dockHeight is that of the keypad below a panel, which has leastPanel at least.
	dockHeight = 248
	leastPanel = 280
	// pageRows is how many rows a page has below its header.
	pageRows = 24
	// leastNotice is the width below which a notice does not stand beside the keypad.
	leastNotice = 260
)

// Objects lists what the layout holds, what lies on top last.
func (s *Layout) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{s.Page, s.Strip, s.Colours, s.Downloads, s.Finder}
	objects = append(append(objects, s.Over...), s.Bar, s.Keypad, s.Notice)
	if s.Edge != nil {
		objects = append(objects, s.Edge)
	}
	return objects
}

// DragEdge moves the edge of the panel beside the page to the right, as far as there is room.
func (s *Layout) DragEdge(by float32) {
	if s.beside > 0 {
		s.Side = max(leastSide, s.beside-by)
		s.beside = s.Side
	}
}

// SideWidth is the least width of a panel that opens beside the page.
func (s *Layout) SideWidth() float32 { return max(sideWidth, s.Side) }

// IsNarrowBeside reports whether a page in a window of a width would be smaller than its picture beside a panel.
func IsNarrowBeside(width, side float32) bool { return width-side < ownWidth }

// panel is the panel that is visible, or nil.
func (s *Layout) panel() fyne.CanvasObject {
	switch {
	case s.Finder.Visible():
		return s.Finder
	case s.Downloads.Visible():
		return s.Downloads
	}
	return nil
}

// MinSize is the least the window can be.
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

// FirstSize is how large a window is to be in some room: about two thirds of it, in the shape of the page and what
// stands around it, and so large that the page has at least its own size, if there is room for that. Beside that it has
// room for a panel that is visible.
func (s *Layout) FirstSize(room fyne.Size) fyne.Size {
	const part = 0.8165 // of each side, the square root of two thirds
	const most = 0.94   // which leaves something for the window's frame
	size := fyne.NewSize(max(ownWidth, room.Width*part), ownHeight)
	for range 2 { // the bars may be higher in another width
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

// around is the height of what stands above and below the page in a width.
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

// placeStrip puts the strip at the top, and returns where it ends.
func (s *Layout) placeStrip(width float32) float32 {
	if !s.Strip.Visible() {
		return 0
	}
	s.Strip.Resize(fyne.NewSize(width, s.Strip.MinSize().Height))
	height := s.Strip.MinSize().Height // in this width
	s.Strip.Resize(fyne.NewSize(width, height))
	s.Strip.Move(fyne.Position{})
	return height
}

// placeEdge puts the edge between the page and a panel beside it.
func (s *Layout) placeEdge(column, top, bottom float32) {
	if s.Edge == nil {
		return
	}
	core.SetVisible(s.Edge, s.beside > 0)
	s.Edge.Resize(fyne.NewSize(edgeWidth, bottom-top))
	s.Edge.Move(fyne.NewPos(column-edgeWidth/2, top))
}

// placePanel puts a panel beside a page that ends at bottom, or over it where there is no room beside, and returns what
// width is left for the page. It is the same whatever bars come above foot.
func (s *Layout) placePanel(panel fyne.CanvasObject, width, top, foot, bottom float32) (column float32) {
	side := max(sideWidth, min(widestSide, width-(foot-top)*pictureShape))
	if s.Side > 0 {
		side = max(leastSide, min(s.Side, width-leastPage))
	}
	side = max(side, panel.MinSize().Width) // which depends on the language
	if width < PanelBeside {
		side = width
	} else {
		s.beside = side
	}
	// also while bars come above foot
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

// placeCards puts the keypad into the left corner of the page's column, above a height, and the notice beside it or,
// where there is no room for that, above it, and above the page's last row, which has its coloured keys. Where a panel
// covers the page, the keypad gives way, and the notice lies over the panel.
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
	height := s.Notice.MinSize().Height // for this width
	s.Notice.Resize(fyne.NewSize(width, height))
	s.Notice.Move(fyne.NewPos(left+(room-width)/2, max(0, y-height)))
}

// place puts a bar above a height, and returns where it begins. One that is hidden begins where it would end. Laying it
// out may change the height that it needs.
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
