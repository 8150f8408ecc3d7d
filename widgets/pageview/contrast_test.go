package pageview

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// linkOn returns a view of a page in one colour with a link in the middle. Rows and columns are 10 high and wide.
func linkOn(t *testing.T, back teletext.Colour) (*View, fyne.Window) {
	t.Helper()
	v := newPageView(&calls{})
	w := widgettest.Show(t, v, 400, 240)
	sheet := Sheet{
		Place: "100", Grid: &teletext.Grid{}, Links: []teletext.Link{
			{Row: 10, Height: 1, From: 10, Before: 13, Page: 123},
		},
	}
	for row := range sheet.Grid {
		for col := range sheet.Grid[row] {
			sheet.Grid[row][col] = teletext.Cell{Rune: ' ', Fg: back, Bg: back}
		}
	}
	v.SetSheet(sheet)
	v.SetDisplay(Display{Sharp: true, Look: render.Look{Colours: render.Palettes()[0].Colours}})
	w.Canvas().Capture()
	return v, w
}

// most returns the greatest contrast to a colour on a line above the link, and the contrast in the middle of the link.
func most(img image.Image, v *View, back color.Color) (around, inside float64) {
	pos, size := v.place(10, 1, 10, 13)
	x := int(pos.X + size.Width/2)
	for y := int(pos.Y) - 6; y < int(pos.Y+size.Height/2); y++ {
		if y < int(pos.Y) {
			around = max(around, widgettest.Contrast(img.At(x, y), back))
		}
	}
	return around, widgettest.Contrast(img.At(x, int(pos.Y+size.Height/2)), back)
}

// TestFocusRingIsSeenOnAllColours checks that the ring of the focused link contrasts with each background, and that the
// hovered link is marked differently and less.
func TestFocusRingIsSeenOnAllColours(t *testing.T) {
	colours := render.Palettes()[0].Colours
	for back := teletext.Black; back <= teletext.White; back++ {
		v, w := linkOn(t, back)
		ground := colours[back]
		v.hover(
			fyne.NewPos(float32(v.canvas.body.Min.X)+0.3*float32(v.canvas.body.Dx()),
				float32(v.canvas.body.Min.Y)+float32(v.canvas.body.Dy())*10.5/teletext.Rows))
		if v.hovered != 0 {
			t.Fatal("the pointer is not over the link")
		}
		around, inside := most(w.Canvas().Capture(), v, ground)
		if around > 1.05 || inside < 1.12 || inside > 2.6 {
			t.Errorf("on %v, the link below the pointer has a contrast of %.2f, and %.2f around it",
				back, inside, around)
		}
		v.setHovered(core.None)
		v.focused, v.walked = true, 0
		v.mark()
		around, inside = most(w.Canvas().Capture(), v, ground)
		if around < 4.5 || inside > 1.05 {
			t.Errorf("on %v, the ring has a contrast of %.2f, and the link inside of it of %.2f", back, around, inside)
		}
	}
}

// TestFocusRingStaysInView focuses links at the corners of a page that fills its view.
func TestFocusRingStaysInView(t *testing.T) {
	v, w := linkOn(t, teletext.Black)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(render.PictureWidth, render.PictureHeight))
	r := test.WidgetRenderer(v).(*viewRenderer)
	for _, l := range []teletext.Link{
		{Row: 0, Height: 1, From: 0, Before: 3},
		{Row: teletext.Rows - 1, Height: 1, From: teletext.Columns - 3, Before: teletext.Columns},
	} {
		v.sheet.Links = []teletext.Link{l}
		v.focused, v.walked = true, 0
		v.mark()
		for i, ring := range r.ring {
			pos, size := ring.Position(), ring.Size()
			if size.IsZero() || pos.X < 0 || pos.Y < 0 ||
				pos.X+size.Width > v.Size().Width || pos.Y+size.Height > v.Size().Height {
				t.Errorf("row %d: ring %d is at %v and as large as %v in a view of %v", l.Row, i, pos, size, v.Size())
			}
		}
	}
}

// TestColourKeysAreRead measures the contrast of the letters of colour keys on their colours, in each theme and for
// keys without a page.
func TestColourKeysAreRead(t *testing.T) {
	t.Cleanup(func() { test.ApplyTheme(t, core.Theme()) })
	for _, tt := range []struct {
		name  string
		theme fyne.Theme
		least float64
	}{{"dark", core.Theme(), 4.5}, {"light", core.LightTheme(), 4.5}, {"contrast", core.ContrastTheme(), 7}} {
		test.ApplyTheme(t, tt.theme)
		for i := range keyColours {
			for _, page := range []string{"", "123"} {
				k := newColourKey(core.NewTips(func(func()) {}), i, func() {}, func() string { return "F1" })
				k.set(ColourKey{Page: page})
				r := k.CreateRenderer().(*colourKeyRenderer)
				chip := widgettest.Over(r.chip.FillColor, theme.Color(theme.ColorNameBackground))
				if c := widgettest.Contrast(r.letter.Color, chip); c < tt.least {
					t.Errorf("%s: key %d to %q has a contrast of %.2f", tt.name, i, page, c)
				}
			}
		}
	}
}
