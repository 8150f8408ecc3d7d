package frame

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sextant/app/render"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// page returns a page with its number in each line, and a line that flashes.
func page(n int) Tile {
	lines := teletext.Lines{}
	lines[0] = fmt.Sprintf("{Blue}{NB}{White} PAGE %d", n)
	for i := 2; i < 22; i++ {
		lines[i] = fmt.Sprintf("{White}line %d of page %d", i, n)
	}
	lines[22] = "{Flash}{Yellow} flashing"
	s := teletext.Subpage{Number: 1, All: &lines}
	return Tile{Grid: s.Grid()}
}

func screen(change func(*playlist.Screen)) *playlist.Screen {
	s := playlist.Default().Screen
	s.Sharp = true
	change(&s)
	return &s
}

// rows returns a header and a ticker.
func rows() Lines {
	header := teletext.HeaderRow(100, "Test", "Sun 22 Nov", "14:05")
	ticker := teletext.TextRow("what the ticker says", teletext.White, teletext.Blue)
	return Lines{&header, &ticker}
}

// TestLayout checks the layout on screens of all sizes: all is within the margins, nothing overlaps, and all pages have
// the same size.
func TestLayout(t *testing.T) {
	for _, size := range []image.Point{
		{480, 360}, {800, 600}, {1080, 1920}, {1920, 1080}, {3840, 2160}, {1, 1}, {40, 1000},
	} {
		for _, pages := range []int{1, 2, 3, 4, 5, 6, 9} {
			for _, scale := range []playlist.Scale{playlist.Fit, playlist.Whole, playlist.Fill} {
				for _, with := range []bool{false, true} {
					s := screen(func(s *playlist.Screen) { s.Scale, s.Countdown, s.Drift = scale, with, 3 })
					checkLayout(t, fmt.Sprint(size, pages, scale, with), size, s,
						layout(size, s, slices.Repeat([]image.Point{{720, 456}}, pages), with, with, image.Point{}))
				}
			}
		}
	}
}

func checkLayout(t *testing.T, name string, size image.Point, s *playlist.Screen, g geometry) {
	t.Helper()
	if size.X < 100 {
		return // there is no room, and layout must only not panic
	}
	room := free(size, s)
	all := append([]image.Rectangle{g.header, g.ticker, g.bar}, g.tiles...)
	for i, r := range all {
		if !r.Empty() && !r.In(room) {
			t.Errorf("%s: %v is not within %v", name, r, room)
		}
		for _, other := range all[:i] {
			if r.Overlaps(other) {
				t.Errorf("%s: %v lies over %v", name, r, other)
			}
		}
	}
	for _, tile := range g.tiles[1:] {
		if d := tile.Size().Sub(g.tiles[0].Size()); d.X*d.X > 1 || d.Y*d.Y > 1 {
			t.Errorf("%s: pages of %v and %v", name, tile.Size(), g.tiles[0].Size())
		}
	}
}

// TestBarAcross checks that the bar spans all columns if three of four places have a page.
func TestBarAcross(t *testing.T) {
	g := layout(image.Pt(1920, 1080), screen(func(s *playlist.Screen) { s.Countdown = true }),
		slices.Repeat([]image.Point{{720, 456}}, 3), false, false, image.Point{})
	if g.bar.Min.X != g.tiles[0].Min.X || g.bar.Max.X != g.tiles[1].Max.X {
		t.Errorf("the bar is at %v, the pages at %v", g.bar, g.tiles)
	}
}

// TestTurned turns a picture: each pixel is in the right place, and Upright undoes it.
func TestTurned(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 5, 3))
	for i := range src.Pix {
		src.Pix[i] = byte(i)
	}
	for _, degrees := range []int{0, 90, 180, 270} {
		size := upright(src.Rect.Size(), degrees)
		dst := image.NewRGBA(image.Rectangle{Max: size})
		turn(dst, dst.Rect, src, degrees)
		if back := Upright(dst, degrees); back.Rect != src.Rect || string(back.Pix) != string(src.Pix) {
			t.Errorf("%d degrees: it does not come upright", degrees)
		}
		for y := range 3 {
			for x := range 5 {
				at := turned(image.Rect(x, y, x+1, y+1), src.Rect.Size(), degrees)
				if at.Dx() != 1 || !at.In(dst.Rect) || dst.RGBAAt(at.Min.X, at.Min.Y) != src.RGBAAt(x, y) {
					t.Errorf("%d degrees: %d,%d is not at %v", degrees, x, y, at)
				}
			}
		}
	}
	if turned(image.Rect(0, 0, 1, 1), image.Pt(5, 3), 90) != image.Rect(2, 0, 3, 1) {
		t.Error("90 degrees is not clockwise")
	}
}

// TestPatches redraws lines: the result is the same as of drawing the whole picture again.
func TestPatches(t *testing.T) {
	for _, degrees := range []int{0, 90, 180, 270} {
		for _, pages := range []int{1, 2, 4} {
			s := screen(func(s *playlist.Screen) { s.Rotate, s.Countdown = degrees, true })
			b := NewBoard(image.Pt(640, 400), s)
			c := Content{Lines: rows(), Left: 1}
			for i := range pages {
				c.Tiles = append(c.Tiles, page(100+i))
			}
			got, want := blank(640, 400), blank(640, 400)
			d := b.Draw(got, c)
			*c.Lines.Header = teletext.HeaderRow(200, "Other", "Mon 23 Nov", "00:00")
			*c.Lines.Ticker = teletext.TextRow("something else", teletext.Yellow, teletext.Red)
			for _, patch := range []func() (Patch, bool){
				func() (Patch, bool) { return b.Header(d, c.Lines.Header) }, func() (Patch, bool) {
					return b.Ticker(d, c.Lines.Ticker)
				},
				func() (Patch, bool) { return b.Bar(d, 0.3) },
			} {
				p, is := patch()
				if !is {
					t.Fatal("there is nothing to draw")
				}
				over(got, p)
			}
			c.Left = 0.3
			b.Draw(want, c)
			if string(got.Pix) != string(want.Pix) {
				t.Errorf("%d pages at %d degrees differ", pages, degrees)
			}
		}
	}
}

// TestFlash checks that the dark patches remove all that flashes, and that the light patches restore the picture.
func TestFlash(t *testing.T) {
	for _, degrees := range []int{0, 90} {
		b := NewBoard(image.Pt(640, 400), screen(func(s *playlist.Screen) { s.Rotate = degrees }))
		dst := blank(640, 400)
		d := b.Draw(dst, Content{Tiles: []Tile{page(100), page(101)}})
		if len(d.Flashes) != 2 {
			t.Fatalf("%d pages flash", len(d.Flashes))
		}
		light := string(dst.Pix)
		for _, f := range d.Flashes {
			over(dst, f.Dark)
		}
		if count(dst, color.RGBA{255, 255, 0, 255}) != 0 {
			t.Error("something yellow is seen in the dark")
		}
		for _, f := range d.Flashes {
			over(dst, f.Light)
		}
		if string(dst.Pix) != light {
			t.Error("it is not as it was drawn")
		}
	}
}

// TestLabelsDoNotFlash checks that labels over flashing text stay whole.
func TestLabelsDoNotFlash(t *testing.T) {
	lines := teletext.Lines{}
	for i := range teletext.Rows {
		lines[i] = "{Flash}{Red}" + strings.Repeat("x", 38)
	}
	s := teletext.Subpage{Number: 1, All: &lines}
	for _, degrees := range []int{0, 90} {
		b := NewBoard(image.Pt(640, 400), screen(func(s *playlist.Screen) { s.Rotate = degrees }))
		dst := blank(640, 400)
		d := b.Draw(dst, Content{
			Tiles: []Tile{{Grid: s.Grid()}, page(100)}, Corner: "12-", Middle: []string{"PIN to leave: **"},
		})
		yellow := color.RGBA{255, 255, 0, 255}
		light := count(dst, yellow)
		over(dst, d.Flashes[0].Dark)
		if dark := count(dst, yellow); dark != light || light == 0 {
			t.Errorf("of %d pixels of the labels %d are seen in the dark", light, dark)
		}
		if count(dst, color.RGBA{255, 0, 0, 255}) != 0 {
			t.Error("what flashes is seen in the dark")
		}
	}
}

func blank(w, h int) *image.RGBA { return image.NewRGBA(image.Rect(0, 0, w, h)) }

func over(dst *image.RGBA, p Patch) {
	for y := range p.At.Dy() {
		for x := range p.At.Dx() {
			dst.SetRGBA(p.At.Min.X+x, p.At.Min.Y+y, p.Pixels.RGBAAt(x, y))
		}
	}
}

func count(p *image.RGBA, c color.RGBA) (n int) {
	for y := range p.Rect.Dy() {
		for x := range p.Rect.Dx() {
			if p.RGBAAt(x, y) == c {
				n++
			}
		}
	}
	return n
}

// TestLooks compares pictures of one to six pages, with all that can be around them, with the approved ones.
// SEXTANT_UPDATE=1 writes the pictures again.
func TestLooks(t *testing.T) {
	four := []Tile{page(100), page(101), page(102), page(103)}
	for name, c := range map[string]struct {
		size    image.Point
		screen  *playlist.Screen
		content Content
	}{
		"one": {image.Pt(480, 270), screen(func(*playlist.Screen) {}), Content{Tiles: four[:1]}},
		"lines": {
			image.Pt(480, 360), screen(func(s *playlist.Screen) { s.Countdown = true }), Content{
				Tiles: four[:1], Lines: rows(), Left: 0.6, Corner: "From 14:05",
			},
		},
		"two": {
			image.Pt(480, 270), screen(func(s *playlist.Screen) { s.Background = color.RGBA{32, 48, 64, 255} }),
			Content{Tiles: four[:2], Corner: "12-"},
		},
		"portrait": {
			image.Pt(480, 270), screen(func(s *playlist.Screen) { s.Rotate = 90 }), Content{
				Tiles: four[:2], Lines: rows(),
			},
		},
		"six": {
			image.Pt(480, 270), screen(func(*playlist.Screen) {}), Content{
				Tiles: append(slices.Clone(four), four[:2]...), Lines: rows(),
			},
		},
		"four": {
			image.Pt(480, 270), screen(func(s *playlist.Screen) { s.Countdown = true }), Content{
				Tiles: four, Lines: rows(), Left: 1, Middle: []string{"PIN to leave: **", "then Enter, or Esc to stay"},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := image.NewRGBA(image.Rectangle{Max: c.size})
			NewBoard(c.size, c.screen).Draw(got, c.content)
			golden(t, name, got)
		})
	}
}

// notDrawn are the parts of a manner's look, such as "Caption", in which a page may differ without another picture,
// with the reason.
var notDrawn = map[string]string{}

// TestEachPartOfLookIsDrawn changes each part of how a page is shown: the picture is another one exactly where the part
// belongs to the look.
func TestEachPartOfLookIsDrawn(t *testing.T) {
	s := screen(func(*playlist.Screen) {})
	picture := func(m playlist.Manner) []byte {
		dst := blank(480, 270)
		NewBoard(dst.Rect.Size(), s).Draw(dst, Content{Tiles: []Tile{NewTile(s, m, page(100).Grid, nil)}})
		return dst.Pix
	}
	usual := playlist.Default().Lists[0].Manner
	changed, parts := usual, 0
	testkit.EachPart(t, &changed, func(path string) {
		parts++
		want := changed.Drawn() != usual.Drawn() && notDrawn[path] == ""
		if is := !bytes.Equal(picture(changed), picture(usual)); is != want {
			t.Errorf("another %s is another picture: %t", path, is)
		}
	})
	if parts < 4 {
		t.Errorf("%d parts were changed", parts)
	}
}

// TestNewTile checks when the service's picture of a page is shown.
func TestNewTile(t *testing.T) {
	grid, picture := page(100).Grid, blank(4, 3)
	for _, c := range []struct {
		sharp   bool
		grid    *teletext.Grid
		picture image.Image
		want    Tile
	}{
		{false, grid, picture, Tile{Grid: grid, Picture: picture}},
		{true, grid, picture, Tile{Grid: grid}},
		{true, nil, picture, Tile{Picture: picture}}, // it has no content
		{false, grid, nil, Tile{Grid: grid}},
	} {
		s := screen(func(s *playlist.Screen) { s.Sharp = c.sharp })
		m := playlist.Manner{Dwell: playlist.Dwell{Factor: 2}}
		if got := NewTile(s, m, c.grid, c.picture); got != c.want {
			t.Errorf("%+v, not %+v", got, c.want)
		}
	}
}

// golden compares a picture with the file of that name in testdata, exactly.
func golden(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	file := filepath.Join("testdata", name+".png")
	if os.Getenv("SEXTANT_UPDATE") != "" {
		var b strings.Builder
		if err := png.Encode(&b, got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil || want.Bounds() != got.Rect {
		t.Fatalf("%v: %v", file, err)
	}
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			if r, g, b, _ := want.At(x, y).RGBA(); got.RGBAAt(x, y) != (color.RGBA{
				byte(r >> 8), byte(g >> 8), byte(b >> 8), 255,
			}) {
				t.Fatalf("%s differs from %d,%d on", name, x, y)
			}
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	picture := image.NewPaletted(image.Rect(0, 0, render.PictureWidth, render.PictureHeight),
		color.Palette{color.Black, color.White})
	for _, size := range []image.Point{{1920, 1080}, {3840, 2160}} {
		for name, c := range map[string]Content{
			"sharp": {Tiles: []Tile{page(100)}}, "picture": {Tiles: []Tile{{Picture: picture}}}, "four": {
				Tiles: []Tile{page(100), page(101), page(102), page(103)}, Lines: rows(),
			},
		} {
			b.Run(fmt.Sprint(size.X, name), func(b *testing.B) {
				board, dst := NewBoard(size,
					screen(func(*playlist.Screen) {})), image.NewRGBA(image.Rectangle{Max: size})
				for b.Loop() {
					board.Draw(dst, c)
				}
			})
		}
	}
}
