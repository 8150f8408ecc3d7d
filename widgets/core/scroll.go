package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// ScrollBarRoom is the space at the right of a form or a text for the scroll bar.
const ScrollBarRoom = 12

// ScrollByKey scrolls by a key: a little, by a page, or to an end.
func ScrollByKey(s *container.Scroll, name fyne.KeyName) {
	const line = 40
	end, screenful := s.Content.Size().Height, s.Size().Height*0.85
	if by := map[fyne.KeyName]float32{
		fyne.KeyUp: -line, fyne.KeyDown: line, fyne.KeyPageUp: -screenful,
		fyne.KeyPageDown: screenful, fyne.KeyHome: -end, fyne.KeyEnd: end,
	}[name]; by != 0 {
		ScrollBy(s, by)
	}
}

// ScrollBy scrolls by a distance, within the content.
func ScrollBy(s *container.Scroll, by float32) {
	limit := max(0, s.Content.MinSize().Height-s.Size().Height)
	if y := max(0, min(limit, s.Offset.Y+by)); y != s.Offset.Y {
		s.ScrollToOffset(fyne.NewPos(0, y))
	}
}
