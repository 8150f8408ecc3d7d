package endtoend

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// An editor is a service whose pages can be changed while it runs, and who knows how they look in a window.
type editor struct {
	*servicetest.Editor
	t *testing.T
}

func newEditor(t *testing.T) *editor { return &editor{servicetest.NewEditor(t), t} }

// picture is what the editor would answer for a subpage now.
func (e *editor) picture(page, subpage int) *picture {
	e.t.Helper()
	return newPicture(e.t, fmt.Sprintf("%d/%d", page, subpage), servicetest.Body(e, servicetest.PicturePath(page, subpage)))
}

// sharp is what the sharp view shows of a subpage now, and what is shown for want of a picture.
func (e *editor) sharp(page, subpage int, rows func(*teletext.Grid) []teletext.Row) *picture {
	e.t.Helper()
	s, _ := e.Page(page).Subpage(subpage)
	return sharpGrid(s.Grid(), teletext.Address(page, subpage)+" drawn", rows)
}

func sharpGrid(g *teletext.Grid, name string, rows func(*teletext.Grid) []teletext.Row) *picture {
	look := render.Look{Colours: render.Palettes()[0].Colours}
	return &picture{
		Image: image.Rect(0, 0, render.PictureWidth, render.PictureHeight), name: name,
		scaled: map[image.Point]*image.RGBA{},
		draw:   func(dst *image.RGBA) { new(render.Painter).Paint(dst, dst.Rect, rows(g), look) },
	}
}

// spansOf finds words on a subpage, in each row that has them. Both rows of double height have what stands
// there.
func (e *editor) spansOf(page, subpage int, words ...string) []teletext.Span {
	e.t.Helper()
	s, _ := e.Page(page).Subpage(subpage)
	g := s.Grid()
	var spans []teletext.Span
	for _, word := range words {
		found := len(spans)
		for row := range g {
			if before, _, ok := strings.Cut(g.Row(row), word); ok {
				from := len([]rune(before))
				spans = append(spans, teletext.Span{Row: row, From: from, Before: from + len([]rune(word))})
			}
		}
		if len(spans) == found {
			e.t.Fatalf("page %d does not say %q", page, word)
		}
	}
	return spans
}
