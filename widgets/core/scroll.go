package core

import (
	"slices"
	"weak"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// ScrollBarRoom is the space at the right of a form or a text for the scroll bar.
const ScrollBarRoom = 12

// scrolls has all scrollers that are in use. It belongs to the UI goroutine.
var scrolls []weak.Pointer[container.Scroll]

// NewVScroll returns a vertical scroller, whose bar OnScrollBar finds.
func NewVScroll(content fyne.CanvasObject) *container.Scroll {
	s := container.NewVScroll(content)
	scrolls = slices.DeleteFunc(scrolls, func(p weak.Pointer[container.Scroll]) bool { return p.Value() == nil })
	scrolls = append(scrolls, weak.Make(s))
	return s
}

// OnScrollBar reports whether the bar of a scroller is at a position, be it below something else.
func OnScrollBar(c fyne.Canvas, at fyne.Position) bool {
	driver := fyne.CurrentApp().Driver()
	return slices.ContainsFunc(scrolls, func(p weak.Pointer[container.Scroll]) bool {
		s := p.Value()
		if s == nil || !s.Visible() || driver.CanvasForObject(s) != c || s.Content.Size().Height <= s.Size().Height {
			return false
		}
		from, size := driver.AbsolutePositionForObject(s), s.Size()
		bar := from.X + size.Width - ScrollBarRoom
		return at.X >= bar && at.X <= bar+ScrollBarRoom && at.Y >= from.Y && at.Y <= from.Y+size.Height
	})
}

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
