package endtoend

import (
	"image"

	"sextant/app/render"
	"sextant/app/teletext"
)

// marksOnly reports whether the window shows a picture that differs from the plain one in all of the cells
// given, and nowhere else.
func (s *session) marksOnly(p *picture, l layout, cells []teletext.Span) bool {
	shot := s.shot(s.bounds())
	width, height := shot.Rect.Dx()-l.right, shot.Rect.Dy()-l.foot
	w, h := render.FitPage(p.Bounds().Dx(), p.Bounds().Dy(), width, height)
	at := image.Pt((width-w)/2, (height-h)/2)
	want := p.at(image.Pt(w, h))
	differs := make([]bool, len(cells))
	for y := range min(h, height-l.over-at.Y) { // above what lies over it
		for x := range w {
			if [4]byte(shot.Pix[shot.PixOffset(at.X+x, at.Y+y):][:4]) == [4]byte(want.Pix[want.PixOffset(x, y):][:4]) {
				continue
			}
			i := cellOf(cells, image.Pt(x, y), w, h)
			if i < 0 {
				return false
			}
			differs[i] = true
		}
	}
	for _, d := range differs {
		if !d {
			return false
		}
	}
	return len(cells) > 0
}

// cellOf finds the stretch of cells in which a pixel of a page of w x h is, -1 where it is in none.
func cellOf(cells []teletext.Span, at image.Point, w, h int) int {
	for i, c := range cells {
		r := image.Rect(w*c.From/teletext.Columns, h*c.Row/teletext.Rows,
			w*c.Before/teletext.Columns, h*(c.Row+1)/teletext.Rows)
		if at.In(r) {
			return i
		}
	}
	return -1
}
