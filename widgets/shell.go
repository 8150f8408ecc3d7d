package widgets

import "fyne.io/fyne/v2"

// A Shell is the layout of the main window: the page takes all the room that the panels at the right
// and the bars at the foot leave. In a narrow window the side panel covers the page.
type Shell struct {
	Page, Downloads, Keypad fyne.CanvasObject
	// Bars stand at the foot from top to bottom.
	Bars []fyne.CanvasObject
}

const (
	sideWidth   = 300
	keypadWidth = 156
	sideGap     = 10
	// sideBeside is the width from which the downloads stand beside the page.
	sideBeside = 700
)

// Objects lists what the layout holds, the page first.
func (s *Shell) Objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{s.Page, s.Downloads, s.Keypad}, s.Bars...)
}

// MinSize is the least the window can be.
func (s *Shell) MinSize([]fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(s.Page.MinSize().Width, s.Page.MinSize().Height)
	for _, b := range s.Bars {
		if b.Visible() {
			size.Width = max(size.Width, b.MinSize().Width)
			size.Height += b.MinSize().Height
		}
	}
	return size
}

// Layout places everything.
func (s *Shell) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	height := size.Height
	for i := len(s.Bars) - 1; i >= 0; i-- {
		b := s.Bars[i]
		if b.Visible() {
			height = place(b, size.Width, height)
		}
	}
	// Laying a bar out may tell it that it needs another height.
	side := float32(0)
	switch {
	case s.Downloads.Visible():
		side = sideWidth
	case s.Keypad.Visible():
		side = keypadWidth
	}
	covers := s.Downloads.Visible() && size.Width < sideBeside
	page := fyne.NewSize(size.Width-side, height)
	if covers {
		side = size.Width
		page = fyne.NewSize(0, 0)
	}
	s.Page.Resize(page)
	s.Page.Move(fyne.NewPos(0, 0))
	s.placeSide(size.Width-side, side, height)
}

// placeSide stacks the downloads above the keypad. Where the height does not do for both, or the
// panel covers the page, the keypad gives way.
func (s *Shell) placeSide(x, width, height float32) {
	keys := s.Keypad.MinSize().Height + 2*sideGap
	const leastList = 220
	showKeys := s.Keypad.Visible() && (!s.Downloads.Visible() || height-keys >= leastList)
	if s.Keypad.Visible() {
		if !showKeys {
			s.Keypad.Resize(fyne.NewSize(0, 0))
			s.Keypad.Move(fyne.NewPos(-1000, 0))
		} else {
			s.Keypad.Resize(fyne.NewSize(width, s.Keypad.MinSize().Height))
			s.Keypad.Move(fyne.NewPos(x, height-keys+sideGap))
			height -= keys
		}
	}
	if s.Downloads.Visible() {
		s.Downloads.Resize(fyne.NewSize(width, height))
		s.Downloads.Move(fyne.NewPos(x, 0))
	}
}

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
