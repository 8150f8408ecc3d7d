package pageview

import (
	"image"
	"image/color"
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/widgets/widgettest"
)

// drawn returns the visible marks of a colour, as x, y, width and height.
func drawn(v *View, edge color.Color) [][4]float32 {
	var list [][4]float32
	for _, o := range test.WidgetRenderer(v).(*viewRenderer).marks.Objects {
		if o := o.(*canvas.Rectangle); o.StrokeColor == edge && o.Size().Width > 0 {
			list = append(list, [4]float32{o.Position().X, o.Position().Y, o.Size().Width, o.Size().Height})
		}
	}
	return list
}

func TestMarks(t *testing.T) {
	v := shownView(t, &calls{}, Display{Sharp: true})
	found := []teletext.Span{{Row: 0, From: 5, Before: 10}, {Row: 2, From: 5, Before: 9}}
	changed := []teletext.Span{
		{Row: 20, From: 3, Before: 4}, {Row: 20, From: 1, Before: 2}, {Row: 20, From: 2, Before: 3},
	}
	v.SetMarks(found, changed)
	if got, want := drawn(v, foundEdge), [][4]float32{
		{50, 0, 50, 10}, {50, 20, 40, 20},
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("found words are at %v, want %v", got, want)
	}
	if got, want := drawn(v, changedEdge), [][4]float32{{10, 200, 30, 10}}; !reflect.DeepEqual(got, want) {
		t.Errorf("changed cells are at %v, want %v", got, want)
	}
	v.SetSheet(testSheet())
	if len(drawn(v, foundEdge)) != 2 {
		t.Error("the same cells again lost the marks")
	}
	v.display.Zoom = LowerHalf
	v.mark()
	if got, want := drawn(v, changedEdge), [][4]float32{{10, 160, 30, 20}}; !reflect.DeepEqual(got, want) ||
		drawn(v, foundEdge) != nil {
		t.Errorf("zoomed, changed cells are at %v, want %v, and found words at %v", got, want, drawn(v, foundEdge))
	}
	v.SetSheet(Sheet{Picture: picture(2, 2)})
	if drawn(v, foundEdge) != nil || drawn(v, changedEdge) != nil {
		t.Error("the marks stay on another page")
	}
}

func TestMarksFollowTheHeaderAndTheShape(t *testing.T) {
	v := newPageView(&calls{})
	widgettest.Show(t, v, 1000, 600)
	v.SetSheet(testSheet())
	d := testDisplay()
	d.ShowHeader, d.FourToThree = true, true
	v.SetDisplay(d)
	v.SetMarks([]teletext.Span{{Row: 0, From: 0, Before: teletext.Columns}}, nil)
	v.paint(1000, 600)
	v.mark()
	body := v.canvas.body
	got := drawn(v, foundEdge)
	if len(got) != 1 || got[0][0] != float32(body.Min.X) ||
		got[0][1] != float32(body.Min.Y) || got[0][2] != float32(body.Dx()) {
		t.Errorf("the first row is marked at %v, the page is %v", got, body)
	}
}

// checkered returns every second cell of a page, which are as scattered as possible.
func checkered() []teletext.Span {
	var list []teletext.Span
	for row := range teletext.Rows {
		for col := row % 2; col < teletext.Columns; col += 2 {
			list = append(list, teletext.Span{Row: row, From: col, Before: col + 1})
		}
	}
	return list
}

func TestManyMarksBecomeRows(t *testing.T) {
	list := joined(checkered())
	if len(list) != teletext.Rows || list[1] != (teletext.Span{Row: 1, From: 1, Before: 40}) {
		t.Errorf("%v", list)
	}
	if joined(nil) != nil {
		t.Error("marks of nothing")
	}
}

// BenchmarkMarks marks scattered cells: some, and so many that they are joined into rows.
func BenchmarkMarks(b *testing.B) {
	scattered := checkered()
	for name, spans := range map[string][]teletext.Span{"96": scattered[:96], "480": scattered} {
		b.Run(name, func(b *testing.B) {
			v := newPageView(&calls{})
			w := test.NewWindow(v)
			defer w.Close()
			w.Resize(fyne.NewSize(800, 600))
			v.SetSheet(testSheet())
			v.canvas.body = image.Rect(0, 0, 800, 600)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				v.SetMarks(nil, spans[i%2:])
			}
		})
	}
}

// TestNewIsSeenOnAllColours checks that the marks of new rows and links contrast with each colour of each palette, and
// cover no character.
func TestNewIsSeenOnAllColours(t *testing.T) {
	for _, p := range render.Palettes() {
		for i, back := range p.Colours {
			best := max(widgettest.Contrast(newColour, back), widgettest.Contrast(newEdge, back))
			if best < 3 {
				t.Errorf("%s, colour %d: a contrast of %.1f", p.Name, i, best)
			}
		}
	}
	v := newPageView(&calls{})
	widgettest.Show(t, v, 460, 240)
	sheet := testSheet()
	v.SetSheet(sheet)
	v.paint(460, 240)
	v.SetNews(News{Rows: []int{3}, Links: sheet.Links, Opacity: 255})
	body := v.canvas.body
	at, size := v.newRowMark(3)
	if off := size.Height - float32(body.Dy())/teletext.Rows; off < -1 || off > 1 || at.X < 0 ||
		at.X+size.Width > float32(body.Min.X) {
		t.Errorf("the mark of a row is at %v, %v, and the page at %v", at, size, body)
	}
	dots := 0
	for _, l := range sheet.Links {
		at, size := v.newLinkMark(l)
		if size.IsZero() {
			continue
		}
		dots++
		row, col, _ := v.cellAt(at.AddXY(size.Width/2, size.Height/2))
		if row != l.Row || sheet.Grid[row][col].Rune != ' ' {
			t.Errorf("the dot of %d covers %q", l.Page, sheet.Grid[row][col].Rune)
		}
	}
	if dots == 0 {
		t.Error("no link has a dot")
	}
}

// BenchmarkNews marks new rows and links of the page on the screen, and removes the marks.
func BenchmarkNews(b *testing.B) {
	v := newPageView(&calls{})
	widgettest.Show(b, v, 1280, 800)
	sheet := testSheet()
	v.SetSheet(sheet)
	v.paint(1280, 800)
	for b.Loop() {
		v.SetNews(News{Rows: []int{2, 3, 10, 11}, Links: sheet.Links, Opacity: 255})
		v.SetNews(News{})
	}
}
