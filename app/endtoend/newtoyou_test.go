package endtoend

import (
	"image"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// newMark is the colour of marks of new lines.
const newMark = "\xff\xc0\x40"

// TestNewToYou reads a page, and again after one of its lines has changed: the line has a mark at the edge, and an
// index has a dot beside the page's number until the page is read.
func TestNewToYou(t *testing.T) {
	t.Parallel()
	e := newAnnouncer(t)
	service := serve(t, e)
	d := newDisplay(t)
	withSettings(t, d, quick())
	s := d.start(t, nil, append(service.options(), "203")...)
	s.untilPicture(e.picture(203, 1), plain)
	s.typed("201")
	s.untilPicture(e.picture(201, 1), plain)
	s.until("somebody who listens", func() bool { return e.announcer.Listeners() == 1 })
	if s.hasColour(s.bounds(), newMark) {
		t.Error("something is new before anything changed")
	}
	before := service.Count(servicetest.DocumentPath(203))
	e.announcer.Change(203, func(doc *teletext.Page) {
		servicetest.Write(doc, 1, 10, "{Cyan}4 Mizzen Athletic 14  7  1  6  16-13 21")
	})
	s.until("the page to be fetched", func() bool { return service.Count(servicetest.DocumentPath(203)) > before })
	s.typed("100")
	s.untilTitle("100")
	s.typed("201")
	in := s.bounds()
	s.until("a dot beside the page's number", func() bool { return s.hasColour(in, newMark) })
	s.typed("203")
	edge := image.Rect(in.Min.X, in.Min.Y, in.Min.X+20, in.Max.Y-2*barHeight)
	s.until("the mark of the line", func() bool { return s.hasColour(edge, newMark) })
	s.keepShot()
	marked := 0
	for y := edge.Min.Y; y < edge.Max.Y; y++ {
		if s.hasColour(image.Rect(edge.Min.X, y, edge.Max.X, y+1), newMark) {
			marked++
		}
	}
	if height := edge.Dy() / teletext.Rows; marked < height/2 || marked > height+2 {
		t.Errorf("%d lines of pixels have a mark, where a row has %d", marked, height)
	}
	s.until("the mark to go", func() bool { return !s.hasColour(edge, newMark) })
	s.typed("201")
	s.untilPicture(e.picture(201, 1), plain)
	s.quit()
}
