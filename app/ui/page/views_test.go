package page

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/browse"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
	"sextant/widgets/pageview"
)

// cell returns the middle of a cell of the page on the screen.
func (r *reader) cell(row, col int) fyne.Position {
	size := r.p.sheet.view.Size()
	w, h := render.FitPage(render.PictureWidth, render.PictureHeight, int(size.Width), int(size.Height))
	return fyne.NewPos((size.Width-float32(w))/2+(float32(col)+.5)*float32(w)/teletext.Columns,
		(size.Height-float32(h))/2+(float32(row)+.5)*float32(h)/teletext.Rows)
}

// find returns the position of a text on the subpage on the screen.
func (r *reader) find(text string) (row, col int) {
	r.t.Helper()
	shown := r.p.Nav.Shown()
	g := r.grid(shown.Page, shown.Subpage)
	for row := range g {
		if before, _, ok := strings.Cut(g.Row(row), text); ok {
			return row, len([]rune(before))
		}
	}
	r.t.Fatalf("%v does not say %q", shown, text)
	return 0, 0
}

// tap clicks a cell.
func (r *reader) tap(row, col int) {
	r.p.sheet.view.Tapped(&fyne.PointEvent{Position: r.cell(row, col)})
	r.Rest()
}

// sweep selects cells of a row with the pointer.
func (r *reader) sweep(row, from, to int) {
	r.p.sheet.view.MouseDown(&desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: r.cell(row, from)}, Button: desktop.MouseButtonPrimary,
	})
	for col := from; col <= to; col++ {
		r.p.sheet.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: r.cell(row, col)}})
	}
	r.p.sheet.view.DragEnd()
	r.Rest()
}

// still sets that the page on the screen is rarely checked.
func still(s *settings.Settings) { s.Refresh, s.Freshness = 3600, 3600 }

// expectPlace checks that a page is on the screen.
func (r *reader) expectPlace(page int) {
	r.t.Helper()
	if shown := r.p.Nav.Shown(); shown.Page != page {
		r.t.Errorf("%v is shown, not %d", shown, page)
	}
}

// TestLinksOnPage follows links on a page: by clicking a number and the lower half of a number in double height, and by
// the keyboard.
func TestLinksOnPage(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(100), still, func(t *testing.T, r *reader) {
		r.expect(100, 1)
		row, col := r.find("201 ")
		r.tap(row, col+1)
		r.expect(201, 1)
		r.do("page.back")
		row, col = r.find("102 ")
		r.tap(row+1, col)
		r.expect(102, 1)
		r.do("page.home")
		if hosttest.Press(t, r.Canvas(), "Tab"); r.shows(r.picture(100, 1)) {
			t.Error("no link is marked")
		}
		hosttest.Press(t, r.Canvas(), "Tab", "Enter")
		r.Rest()
		r.expectPlace(secondLink(t, r))
	})
}

// secondLink returns the page to which the second link of the first page leads.
func secondLink(t *testing.T, r *reader) int {
	doc := servicetest.Page(t, r.service.Handler, browse.Home)
	return doc.Links(0, doc.Subpages[0].Grid(), everything{})[1].Page
}

// everything is a guide by which every page exists.
type everything struct{}

func (everything) Existence(int) teletext.Existence { return teletext.Exists }
func (everything) MarksLinks() bool                 { return true }

// TestReveal reveals and hides concealed text, over the service's picture and on a drawn page. It is hidden again after
// another subpage was shown.
func TestReveal(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(505), still, func(t *testing.T, r *reader) {
		row, col := r.find("T I N K L E D")
		answer := []teletext.Span{{Row: row, From: 0, Before: teletext.Columns}}
		revealed := func() bool {
			differs := hosttest.Differences(r.shot(), r.picture(505, 1), answer)
			return len(differs) == 1 && differs[0]
		}
		r.expect(505, 1)
		for range 2 {
			if r.do("view.reveal"); !revealed() {
				t.Errorf("the answer at %d is not seen", col)
			}
			if r.do("view.reveal"); revealed() {
				t.Error("the answer is not hidden again")
			}
			r.expect(505, 1)
		}
		r.do("view.reveal")
		r.do("page.nextSubpage")
		r.expect(505, 2)
		r.do("page.previousSubpage")
		r.expect(505, 1)
		r.do("view.sharp")
		r.expectSharp("the drawn page", r.sharp(505, 1, render.Look{}))
		r.do("view.reveal")
		r.expectSharp("the drawn page with the answer", r.sharp(505, 1, render.Look{Reveal: true}))
	})
}

// TestFlash checks that flashing text flashes, over the service's picture and on a drawn page, but not if the settings
// forbid it.
func TestFlash(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(431), still, func(t *testing.T, r *reader) {
		for range 2 {
			r.expect(431, 1)
			if r.Pass(flashPhase); r.shows(r.picture(431, 1)) {
				t.Error("there is no dark phase")
			}
			r.Pass(flashPhase)
		}
		r.do("view.sharp")
		for range 2 {
			r.expectSharp("the light phase", r.sharp(431, 1, render.Look{}))
			r.Pass(flashPhase)
			r.expectSharp("the dark phase", r.sharp(431, 1, render.Look{Dark: true}))
			r.Pass(flashPhase)
		}
	})
	inReader(t, servicetest.Demo(t), at(431), func(s *settings.Settings) {
		still(s)
		s.Flash = settings.FlashNever
	}, func(_ *testing.T, r *reader) {
		for range 8 {
			r.expect(431, 1)
			r.Pass(flashPhase / 2)
		}
	})
}

// TestSelectAndCopy selects and copies a headline, and then the whole page.
func TestSelectAndCopy(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(100), still, func(t *testing.T, r *reader) {
		r.expect(100, 1)
		row, col := r.find("Gull Skerry")
		r.sweep(row, col, col+len("Gull Skerry")-1)
		if r.shows(r.picture(100, 1)) {
			t.Error("what is selected is not marked")
		}
		r.do("page.copy")
		r.p.Back()
		r.expect(100, 1)
		r.do("page.selectAll")
		r.do("page.copy")
		g := r.grid(100, 1)
		var spans []teletext.Span
		for _, s := range teletext.WholeRows() {
			if !g.Covered(s.Row) {
				spans = append(spans, s)
			}
		}
		if len(r.Copied) != 2 || r.Copied[0] != "Gull Skerry" || r.Copied[1] != g.Text(spans, teletext.TextForm{}) {
			t.Errorf("copied %q", r.Copied)
		}
	})
}

// TestSharpDrawing draws pages from their cells, whole and in halves, and follows a link. No pictures are requested.
func TestSharpDrawing(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(100), still, func(t *testing.T, r *reader) {
		r.do("view.sharp")
		r.expectSharp("page 100", r.sharp(100, 1, render.Look{}))
		row, col := r.find("430")
		r.tap(row, col+1)
		r.expectPlace(430)
		r.expectSharp("page 430", r.sharp(430, 1, render.Look{}))
		r.do("page.home")
		whole := r.grid(100, 1)
		for _, rows := range [][]teletext.Row{whole[:], whole[:teletext.Rows/2], whole[teletext.Rows/2:], whole[:]} {
			r.expectSharp("the page or its half", hosttest.Sharp(rows, render.Look{}))
			r.do("view.zoom")
		}
		r.do("view.zoom")
		r.do("view.zoom")
		if r.p.sheet.zoom != pageview.WholePage {
			t.Errorf("half %v is seen", r.p.sheet.zoom)
		}
		r.Pass(time.Minute)
		before := len(r.service.Asked())
		r.typed(602) // not prefetched
		r.expectSharp("page 602", r.sharp(602, 1, render.Look{}))
		r.typed(103)
		r.do("page.nextSubpage")
		r.expectSharp("page 103/2", r.sharp(103, 2, render.Look{}))
		asked := r.service.Asked()[before:]
		for _, q := range asked {
			if strings.HasPrefix(q.URL.Path, "/v1/teletext/images/") {
				t.Errorf("asked for %s", q.URL.Path)
			}
		}
		if len(asked) == 0 {
			t.Error("nothing was asked for, which is no test")
		}
		r.do("view.sharp")
		r.expect(103, 2)
	})
}

// TestPageWithoutPicture checks that pages are drawn from their cells if the service has no pictures.
func TestPageWithoutPicture(t *testing.T) {
	inReader(t, servicetest.WithoutPictures(servicetest.Demo(t)), at(100), still, func(t *testing.T, r *reader) {
		for _, page := range []int{100, 120} {
			r.typed(page)
			r.expectPlace(page)
			r.expectSharp("the drawn page", r.sharp(page, 1, render.Look{}))
		}
	})
}

// TestHeaderRow shows row 0 above the page. Its clock changes while the page stays as it is.
func TestHeaderRow(t *testing.T) {
	inReader(t, servicetest.Demo(t), at(120), func(s *settings.Settings) {
		still(s)
		s.Header, s.Drawing = true, settings.SharpDrawing
	}, func(t *testing.T, r *reader) {
		split := func() (row0, page string) {
			shot := r.shot()
			size := shot.Rect.Size()
			_, h := render.FitPage(render.PictureWidth*teletext.Rows, render.PictureHeight*(teletext.Rows+1),
				size.X, size.Y)
			edge := (size.Y-h)/2 + h/(teletext.Rows+1)
			return string(shot.Pix[:(edge-1)*shot.Stride]), string(shot.Pix[(edge+2)*shot.Stride:])
		}
		row0, page := split()
		if strings.Count(row0, "\x00\x00\x00\xFF") == len(row0)/4 {
			t.Error("row 0 is empty")
		}
		r.Pass(time.Second)
		later, same := split()
		if later == row0 {
			t.Error("the clock stands still")
		}
		if same != page {
			t.Error("the page changes with the clock")
		}
	})
}
