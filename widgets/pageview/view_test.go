package pageview

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"reflect"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// calls is the record of a page view's calls.
type calls struct {
	followed  []teletext.Link
	menus     int
	menuRow   int // of the last menu
	linkMenus []int
	turned    []bool
	pointer   int
	keys      []fyne.KeyName
	runes     []rune
}

func newPageView(to *calls) *View {
	return New(core.NewTips(func(func()) {}), Actions{
		Pointer:  func() { to.pointer++ },
		Follow:   func(l teletext.Link) { to.followed = append(to.followed, l) },
		Name:     func(l teletext.Link) string { return fmt.Sprint(l.Page) },
		Menu:     func(row int, _ fyne.Position) { to.menus, to.menuRow = to.menus+1, row },
		LinkMenu: func(l teletext.Link, _ fyne.Position) { to.linkMenus = append(to.linkMenus, l.Page) },
		Turn:     func(forward bool) { to.turned = append(to.turned, forward) },
		Now:      time.Now,
		Keys: core.Keys{
			Key: func(k fyne.KeyName) { to.keys = append(to.keys, k) }, Rune: func(r rune) {
				to.runes = append(to.runes, r)
			},
		},
	})
}

func picture(w, h int) image.Image {
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.White})
	for i := range img.Pix {
		img.Pix[i] = 1
	}
	return img
}

func testGrid() *teletext.Grid {
	return teletext.DecodeAll(&teletext.Lines{
		0: " 345 Sport  400-401", 2: "{DH}500 Tall", 5: " {Flash}flash{Steady}{Conceal}secret", 20: " 600 low",
	})
}

func testSheet() Sheet {
	return Sheet{Grid: testGrid(), Links: []teletext.Link{
		{Row: 0, Height: 1, From: 1, Before: 4, Page: 345},
		{Row: 2, Height: 2, From: 1, Before: 4, Page: 500},
		{Row: 20, Height: 1, From: 1, Before: 4, Page: 600},
	}}
}

func testDisplay() Display { return Display{Look: render.Look{Colours: render.Palettes()[0].Colours}} }

func TestPageViewKeepsTheShape(t *testing.T) {
	for _, tt := range []struct {
		w, h    int
		display Display
		head    int // the height of row 0 in pixels
		want    image.Rectangle
	}{
		{734, 470, Display{}, 0, image.Rect(7, 7, 727, 463)},
		{1000, 470, Display{}, 0, image.Rect(140, 7, 860, 463)},
		{740, 556, Display{}, 0, image.Rect(8, 48, 732, 507)},
		{1466, 938, Display{}, 0, image.Rect(14, 14, 1451, 924)},
		{1000, 618, Display{FourToThree: true}, 0, image.Rect(100, 9, 900, 609)},
		{734, 489, Display{ShowHeader: true}, 19, image.Rect(7, 26, 727, 482)},
	} {
		v := newPageView(&calls{})
		v.SetSheet(Sheet{Picture: picture(720, 456)})
		if tt.display.FourToThree {
			v.SetSheet(Sheet{Picture: picture(600, 600)})
		}
		v.SetDisplay(tt.display)
		img := v.paint(tt.w, tt.h).(*image.RGBA)
		if v.canvas.body != tt.want || v.canvas.head.Dy() != tt.head {
			t.Errorf("%d x %d: the page is at %v, want %v", tt.w, tt.h, v.canvas.body, tt.want)
		}
		inside := tt.want.Min
		if img.RGBAAt(inside.X, inside.Y) != (color.RGBA{255, 255, 255, 255}) {
			t.Errorf("%d x %d: no picture at %v", tt.w, tt.h, inside)
		}
		if img.RGBAAt(0, 0) != (color.RGBA{255, 255, 255, 255}) {
			t.Errorf("%d x %d: the edge is not that of the page's corners", tt.w, tt.h)
		}
	}
}

// TestEdgeIsBlackUnlessCornersAgree checks the colour around pages whose corners have one colour or two.
func TestEdgeIsBlackUnlessCornersAgree(t *testing.T) {
	black := color.RGBA{A: 255}
	mixed := image.NewRGBA(image.Rect(0, 0, 720, 456))
	draw.Draw(mixed, mixed.Rect, image.White, image.Point{}, draw.Src)
	mixed.SetRGBA(719, 455, black)
	blue := testGrid()
	for row := range blue {
		for col := range blue[row] {
			blue[row][col] = teletext.Cell{Rune: ' ', Bg: teletext.Blue, Size: blue[row][col].Size}
		}
	}
	two := *blue
	two[23][39].Bg = teletext.Red
	for name, tt := range map[string]struct {
		sheet Sheet
		want  color.RGBA
	}{
		"a picture of two": {Sheet{Picture: mixed}, black},
		"cells of one":     {Sheet{Grid: blue}, testDisplay().Look.Colours[teletext.Blue]},
		"cells of two":     {Sheet{Grid: &two}, black},
	} {
		v := newPageView(&calls{})
		v.SetSheet(tt.sheet)
		v.SetDisplay(testDisplay())
		if got := v.paint(900, 500).(*image.RGBA).RGBAAt(0, 0); got != tt.want {
			t.Errorf("around %s is %v, want %v", name, got, tt.want)
		}
	}
}

// TestPageViewRepaints shows all kinds of displays, and checks that each looks the same as in a new view.
func TestPageViewRepaints(t *testing.T) {
	whole := render.Paletted(testGrid()[:], image.Pt(720, 456), testDisplay().Look)
	sheets := []Sheet{testSheet(), {Picture: whole, Grid: testGrid()}, {Picture: picture(720, 432)}}
	v := newPageView(&calls{})
	for i := range 96 {
		d := testDisplay()
		d.Look.Dark, d.Look.Reveal, d.Sharp = i&1 != 0, i&2 != 0, i&4 != 0
		d.Zoom, d.ShowHeader, d.FourToThree = Zoom(i/8%3), i&16 != 0, i&32 != 0
		d.Header[3] = teletext.Cell{Rune: 'P', Fg: teletext.White}
		v.SetSheet(sheets[i/4%3])
		v.SetDisplay(d)
		got := v.paint(777, 500).(*image.RGBA)
		fresh := newPageView(&calls{})
		fresh.SetSheet(sheets[i/4%3])
		fresh.SetDisplay(d)
		if want := fresh.paint(777, 500).(*image.RGBA); !bytes.Equal(got.Pix, want.Pix) {
			t.Fatalf("round %d: %+v differs from what a new view paints", i, d)
		}
	}
}

// TestUnchangedSheetIsNotDrawn sets the same sheet again, as a page is refreshed, and then another one.
func TestUnchangedSheetIsNotDrawn(t *testing.T) {
	v := newPageView(&calls{})
	widgettest.Show(t, v, 300, 200)
	v.SetSheet(testSheet())
	r := test.WidgetRenderer(v).(*viewRenderer)
	const mark = "what drawing replaces"
	r.message.Text = mark
	if v.SetSheet(testSheet()); r.message.Text != mark {
		t.Error("what has not changed is drawn again")
	}
	changed := testSheet()
	changed.Grid[10][10].Rune = '%'
	if v.SetSheet(changed); r.message.Text == mark {
		t.Error("a change is not drawn")
	}
}

func TestPageViewMessage(t *testing.T) {
	v := newPageView(&calls{})
	widgettest.Show(t, v, 300, 200)
	v.SetMessage("Opening page 100 …")
	r := test.WidgetRenderer(v).(*viewRenderer)
	if r.message.Text != "Opening page 100 …" {
		t.Errorf("%q", r.message.Text)
	}
	v.SetSheet(Sheet{Picture: picture(2, 2)})
	if v.SetMessage("too late"); r.message.Text != "" {
		t.Errorf("over a picture stands %q", r.message.Text)
	}
}

// shownView returns a view of 400 x 240 with cells of 10 x 10.
func shownView(t *testing.T, to *calls, d Display) *View {
	v := newPageView(to)
	widgettest.Show(t, v, 400, 240)
	v.SetSheet(testSheet())
	d.Look = testDisplay().Look
	v.SetDisplay(d)
	v.Resize(fyne.NewSize(400, 240))
	v.canvas.pixels = nil
	v.canvas.body = image.Rect(0, 0, 400, 240)
	return v
}

func at(row, col int) fyne.PointEvent {
	return fyne.PointEvent{Position: fyne.NewPos(float32(col)*10+5, float32(row)*10+5)}
}

func mouse(row, col int) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: at(row, col), Button: desktop.MouseButtonPrimary}
}

func tap(v *View, row, col int) {
	e := at(row, col)
	v.Tapped(&e)
}

// TestHoverNeedsAMovement puts other pages below the resting pointer, and moves and resizes the page: no link is
// highlighted until the pointer moves.
func TestHoverNeedsAMovement(t *testing.T) {
	var to calls
	v := shownView(t, &to, Display{})
	other := testSheet()
	other.Place, other.Links = "another", other.Links[:1]
	for name, change := range map[string]func(){
		"page": func() { v.SetSheet(other) }, "size": func() { v.followPage() },
	} {
		v.MouseMoved(mouse(0, 2))
		if v.hovered == core.None {
			t.Fatal("no link is highlighted below the pointer")
		}
		if change(); v.hovered != core.None {
			t.Errorf("another %s: link %d is highlighted below the resting pointer", name, v.hovered)
		}
		if v.MouseMoved(mouse(0, 2)); v.hovered == core.None {
			t.Errorf("another %s: no link is highlighted once the pointer moves", name)
		}
	}
}

func TestPageViewLinks(t *testing.T) {
	var to calls
	v := shownView(t, &to, Display{})
	v.MouseIn(mouse(0, 2))
	if v.Cursor() != desktop.PointerCursor {
		t.Error("no hand over a link")
	}
	v.MouseMoved(mouse(0, 30))
	if v.Cursor() != desktop.DefaultCursor || to.pointer != 2 {
		t.Error("a hand beside the link")
	}
	tap(v, 0, 1)
	tap(v, 0, 30)
	tap(v, 3, 2) // the lower half of a character in double height
	tap(v, 4, 2)
	if len(to.followed) != 2 || to.followed[0].Page != 345 || to.followed[1].Page != 500 {
		t.Errorf("followed %+v", to.followed)
	}
	e := at(5, 3)
	if v.TappedSecondary(&e); to.menus != 1 {
		t.Error("no menu")
	}
	v.SetDisplay(Display{Zoom: LowerHalf, Look: v.display.Look})
	tap(v, 16, 2) // rows are twice as high: row 20 is the ninth of the lower half
	if len(to.followed) != 3 || to.followed[2].Page != 600 {
		t.Errorf("zoomed, followed %+v", to.followed)
	}
}

func TestPageViewWalk(t *testing.T) {
	var to calls
	v := shownView(t, &to, Display{})
	core.CanvasOf(v).Focus(v)
	press := func(keys ...fyne.KeyName) {
		for _, k := range keys {
			v.TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
	press(fyne.KeyReturn, fyne.KeyTab, fyne.KeyReturn)
	if len(to.followed) != 2 || to.followed[0].Page != 345 || to.followed[1].Page != 500 {
		t.Errorf("followed %+v", to.followed)
	}
	if press(desktop.KeyMenu); !reflect.DeepEqual(to.linkMenus, []int{500}) {
		t.Errorf("the menu is that of %v", to.linkMenus)
	}
	press(fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEscape, desktop.KeyMenu, fyne.KeyF10, fyne.KeyF5)
	if !reflect.DeepEqual(to.keys, []fyne.KeyName{
		fyne.KeyReturn, fyne.KeyEscape, desktop.KeyMenu, fyne.KeyF10, fyne.KeyF5,
	}) {
		t.Errorf("handed on %v", to.keys)
	}
	if v.TypedRune('1'); string(to.runes) != "1" {
		t.Errorf("handed on %q", to.runes)
	}
	v.Walk(false)
	if v.walked != 2 {
		t.Errorf("backwards begins at %d", v.walked)
	}
	v.SetDisplay(Display{Zoom: UpperHalf, Look: v.display.Look})
	v.walked = 1
	if v.Walk(true); v.walked != core.None {
		t.Error("the walk comes to a link that the zoom leaves out")
	}
}

func TestSelection(t *testing.T) {
	v := shownView(t, &calls{}, Display{Sharp: true})
	drag := func(m fyne.KeyModifier, fromRow, fromCol, toRow, toCol int) []teletext.Span {
		e := mouse(fromRow, fromCol)
		e.Modifier = m
		v.MouseDown(e)
		v.Dragged(&fyne.DragEvent{PointEvent: at(toRow, toCol)})
		v.DragEnd()
		return v.Selection()
	}
	span := func(row, from, before int) teletext.Span { return teletext.Span{Row: row, From: from, Before: before} }
	if got := drag(0, 0, 5, 0, 9); !reflect.DeepEqual(got, []teletext.Span{span(0, 5, 10)}) {
		t.Errorf("in a line: %v", got)
	}
	lines := []teletext.Span{span(1, 30, 40), span(2, 0, 40), span(4, 0, 8)}
	if got := drag(0, 1, 30, 4, 7); !reflect.DeepEqual(got, lines) {
		t.Errorf("lines, without the lower half of a tall one: %v", got)
	}
	if got := drag(0, 4, 7, 1, 30); !reflect.DeepEqual(got, lines) {
		t.Errorf("backwards: %v", got)
	}
	if got := drag(fyne.KeyModifierControl, 5, 9, 4, 2); !reflect.DeepEqual(got, []teletext.Span{
		span(4, 2, 10), span(5, 2, 10),
	}) {
		t.Errorf("rectangle: %v", got)
	}
	v.SetSheet(testSheet())
	if len(v.Selection()) == 0 {
		t.Error("the same cells again lost the selection")
	}
	if tap(v, 10, 10); len(v.Selection()) > 0 {
		t.Error("a click keeps the selection")
	}
	if v.SelectAll(); len(v.Selection()) != teletext.Rows-1 || !v.ClearSelection() || v.ClearSelection() {
		t.Errorf("all: %v", v.Selection())
	}
}

// BenchmarkPaint paints new pages, without the toolkit's drawing.
func BenchmarkPaint(b *testing.B) {
	pictures := []Sheet{{Picture: picture(720, 456)}, {Picture: picture(720, 456)}}
	grids := []Sheet{{Grid: testGrid()}, {Grid: teletext.DecodeAll(&teletext.Lines{})}}
	for _, size := range []image.Point{{720, 456}, {1200, 760}, {3840, 2160}} {
		for name, sheets := range map[string][]Sheet{"image": pictures, "sharp": grids} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(b *testing.B) {
				v := newPageView(&calls{})
				v.display = testDisplay()
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					v.sheet = sheets[i%2]
					v.paint(size.X, size.Y)
				}
			})
		}
	}
}

// TestNextVersionKeepsWhatTheReaderDoes checks that the selection and the focused link stay with another version of the
// same place, but not with anything else.
func TestNextVersionKeepsWhatTheReaderDoes(t *testing.T) {
	v := New(core.NewTips(func(func()) {}), Actions{})
	sheet := testSheet()
	sheet.Place = "100/1"
	v.SetSheet(sheet)
	v.walked = 1
	v.selection.begin(cellPlace{1, 1}, false)
	v.selection.extend(cellPlace{1, 5})
	next := testSheet()
	grid := *next.Grid
	grid[5][5].Rune = '?'
	next.Place, next.Grid, next.Links = "100/1", &grid, next.Links[1:]
	v.SetSheet(next)
	if v.walked != 0 || !v.selection.made {
		t.Errorf("walked to %d, selected %v", v.walked, v.selection.made)
	}
	next.Place = "101/1"
	next.Links = nil
	v.SetSheet(next)
	if v.walked != core.None || v.selection.made {
		t.Errorf("elsewhere: walked to %d, selected %v", v.walked, v.selection.made)
	}
}
