package shell

import (
	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// Layout is that of the main window: the page takes all the room that the panels at the right
// and the bars at the foot leave. The notice stands under the page, so that the keypad keeps its place
// when it comes. In a narrow window the downloads cover the page, and so does the finder, which has their
// place; only one of the two is ever visible.
type Layout struct {
	Page, Notice, Downloads, Keypad fyne.CanvasObject
	Finder                          fyne.CanvasObject // may be nil
	// Bars stand at the foot from top to bottom. Spare is the one of them that gives way in a low window while a
	// panel covers the page.
	Bars  []fyne.CanvasObject
	Spare fyne.CanvasObject
}

const (
	// A panel is wider where the picture leaves room for that, being as high as there is room.
	sideWidth    = 300
	widestSide   = 420
	pictureShape = 720.0 / 456

	keypadWidth = 156
	sideGap     = 10
	// PanelBeside is the width from which a panel stands beside the page.
	PanelBeside = 700
	// lowWindow is the height below which there is no room for all bars beside a panel.
	lowWindow = 480
)

// Objects lists what the layout holds, the page first.
func (s *Layout) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{s.Page, s.Notice, s.Downloads}
	if s.Finder != nil {
		objects = append(objects, s.Finder)
	}
	return append(append(objects, s.Keypad), s.Bars...)
}

// panel is the panel that is visible, or nil.
func (s *Layout) panel() fyne.CanvasObject {
	switch {
	case s.Finder != nil && s.Finder.Visible():
		return s.Finder
	case s.Downloads.Visible():
		return s.Downloads
	}
	return nil
}

// MinSize is the least the window can be.
func (s *Layout) MinSize([]fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(s.Page.MinSize().Width, s.Page.MinSize().Height) // of which the notice may take a part
	for _, b := range s.Bars {
		if b.Visible() {
			size.Width = max(size.Width, b.MinSize().Width)
			size.Height += b.MinSize().Height
		}
	}
	return size
}

// Layout places everything.
func (s *Layout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	covers := s.panel() != nil && size.Width < PanelBeside
	height := s.placeBars(size, covers)
	side := s.sideOf(size.Width, height)
	column, pageHeight := size.Width-side, height
	if covers {
		column, side = size.Width, size.Width
	}
	if s.Notice.Visible() {
		pageHeight = place(s.Notice, column, height)
	}
	if covers {
		s.Page.Resize(fyne.NewSize(0, 0))
		s.placeSide(0, side, pageHeight)
		return
	}
	s.Page.Resize(fyne.NewSize(column, pageHeight))
	s.Page.Move(fyne.NewPos(0, 0))
	s.placeSide(column, side, height)
}

// placeBars stacks the bars at the foot, and tells the height that they leave.
func (s *Layout) placeBars(size fyne.Size, covers bool) (height float32) {
	height = size.Height
	for i := len(s.Bars) - 1; i >= 0; i-- {
		b := s.Bars[i]
		switch {
		case !b.Visible():
		case b == s.Spare && covers && size.Height < lowWindow:
			core.PutAway(b)
		default:
			height = place(b, size.Width, height)
		}
	}
	return height
}

// sideOf is the width of what stands beside a page of a height.
func (s *Layout) sideOf(width, height float32) float32 {
	switch {
	case s.panel() != nil:
		return max(sideWidth, min(widestSide, width-height*pictureShape))
	case s.Keypad.Visible():
		return keypadWidth
	}
	return 0
}

// placeSide stacks the panel above the keypad. Where the height does not do for both, or the
// panel covers the page, the keypad gives way.
func (s *Layout) placeSide(x, width, height float32) {
	keys := s.Keypad.MinSize().Height + 2*sideGap
	const leastList = 320
	panel := s.panel()
	showKeys := s.Keypad.Visible() && (panel == nil || height-keys >= leastList)
	if s.Keypad.Visible() {
		if !showKeys {
			core.PutAway(s.Keypad)
		} else {
			s.Keypad.Resize(fyne.NewSize(width, s.Keypad.MinSize().Height))
			s.Keypad.Move(fyne.NewPos(x, height-keys+sideGap))
			height -= keys
		}
	}
	if panel != nil {
		panel.Resize(fyne.NewSize(width, height))
		panel.Move(fyne.NewPos(x, 0))
	}
}

// place puts a bar above a height, and tells where it begins. Laying it out may tell it that it needs another
// height than before.
func place(b fyne.CanvasObject, width, bottom float32) float32 {
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
