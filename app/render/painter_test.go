package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// goldenSizes are the sizes of the golden pictures of the test page.
var goldenSizes = []image.Point{{720, 432}, {720, 456}, {480, 360}, {1920, 1080}, {3840, 2160}}

// TestGolden compares the test page, pixel by pixel, with the pictures in testdata: at every size, concealed and
// revealed, in both phases of the flash clock; and in every palette, whose colours TestPalettes checks. With
// UPDATE_GOLDEN=1 in the environment it writes them, to be checked before they are committed.
func TestGolden(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	grid := teletext.DecodeAll(testLines())
	for _, size := range goldenSizes {
		for _, reveal := range []bool{false, true} {
			for _, dark := range []bool{false, true} {
				name := goldenName(size, reveal, dark)
				t.Run(name, func(t *testing.T) {
					look := Look{Colours: Palettes()[0].Colours, Reveal: reveal, Dark: dark}
					got := Paletted(grid[:], size, look)
					if os.Getenv("UPDATE_GOLDEN") != "" {
						writeGolden(t, name, got)
					}
					want := readGolden(t, name)
					comparePictures(t, got, want)
					for _, p := range Palettes() {
						look.Colours = p.Colours
						comparePaint(t, p, paintedPage(grid, size, look), want)
					}
				})
			}
		}
	}
}

func goldenName(size image.Point, reveal, dark bool) string {
	name := fmt.Sprintf("page-%dx%d", size.X, size.Y)
	if reveal {
		name += "-revealed"
	}
	if dark {
		name += "-dark"
	}
	return name + ".png"
}

func writeGolden(t *testing.T, name string, img image.Image) {
	t.Helper()
	var b bytes.Buffer
	testkit.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img))
	testkit.NoError(t, os.WriteFile(filepath.Join("testdata", name), b.Bytes(), 0o644))
}

func readGolden(t *testing.T, name string) *image.Paletted {
	t.Helper()
	data := testkit.Must(os.ReadFile(filepath.Join("testdata", name)))(t)
	img := testkit.Must(png.Decode(bytes.NewReader(data)))(t)
	return img.(*image.Paletted)
}

func comparePictures(t *testing.T, got, want *image.Paletted) {
	t.Helper()
	if got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("differs from the golden picture; %s", firstDifference(got, want))
	}
}

func firstDifference(got, want image.Image) string {
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			if got.At(x, y) != want.At(x, y) {
				return fmt.Sprintf("first at %d,%d: %v, want %v", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
	return "the sizes differ"
}

func paintedPage(grid *teletext.Grid, size image.Point, look Look) *image.RGBA {
	dst := image.NewRGBA(image.Rectangle{Max: size})
	new(Painter).Paint(dst, dst.Rect, grid[:], look)
	return dst
}

// comparePaint compares a painted picture with the golden one in a palette's colours.
func comparePaint(t *testing.T, p Palette, got *image.RGBA, golden *image.Paletted) {
	t.Helper()
	want := image.NewRGBA(golden.Rect)
	for i, code := range golden.Pix {
		c := p.Colours[code]
		copy(want.Pix[4*i:], []byte{c.R, c.G, c.B, c.A})
	}
	if !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("palette %s: %s", p.Name, firstDifference(got, want))
	}
}

// oddPage returns a page with double sizes in odd places, also cut off by the edges of the grid.
func oddPage() *teletext.Grid {
	lines := testLines()
	lines[20] = "{DS}{Yellow}g{NH}{DW}ab{DH}c{Conceal}d{Flash}{DS}xy"
	lines[21] = "{DH}{GGreen}\x7f5j{SG}5j"
	lines[23] = "{DS}{Flash}low"
	return teletext.DecodeAll(lines)
}

// TestPaintRepeated checks that painting over another picture has the same result as painting a new one.
func TestPaintRepeated(t *testing.T) {
	grids := []*teletext.Grid{oddPage(), teletext.DecodeAll(testLines()), teletext.DecodeAll(&teletext.Lines{})}
	var p Painter
	dst := image.NewRGBA(image.Rect(0, 0, 777, 501))
	area := image.Rect(13, 7, 770, 490)
	for i := range 24 {
		look := Look{Colours: Palettes()[i/6%len(Palettes())].Colours, Reveal: i&1 != 0, Dark: i&2 != 0}
		p.Paint(dst, area, grids[i%len(grids)][:], look)
		want := image.NewRGBA(dst.Rect)
		new(Painter).Paint(want, area, grids[i%len(grids)][:], look)
		if !bytes.Equal(dst.Pix, want.Pix) {
			t.Fatalf("round %d: %s", i, firstDifference(dst, want))
		}
	}
}

// TestFlashRepaintsFlashingCellsOnly clears the picture, and checks that the next phase paints only the flashing cells.
func TestFlashRepaintsFlashingCellsOnly(t *testing.T) {
	grid := teletext.DecodeAll(testLines())
	dst := image.NewRGBA(image.Rect(0, 0, 960, 600))
	look := testLook()
	var p Painter
	if !p.Paint(dst, dst.Rect, grid[:], look) || p.Paint(dst, dst.Rect, grid[:], look) {
		t.Fatal("the first paint must paint and the second must not")
	}
	clear(dst.Pix)
	look.Dark = true
	if !p.Paint(dst, dst.Rect, grid[:], look) {
		t.Fatal("the other phase paints nothing")
	}
	for row := range grid {
		for col, c := range grid[row] {
			touched := dst.RGBAAt(col*24+3, row*25+3).A != 0
			if flashes := c.Has(teletext.Flash) && c.Rune != ' '; flashes != touched {
				t.Errorf("row %d column %d: flashes %v, painted %v", row, col, flashes, touched)
			}
		}
	}
	still := teletext.DecodeAll(&teletext.Lines{3: "no flash"})
	p.Paint(dst, dst.Rect, still[:], look)
	look.Dark = false
	if p.Paint(dst, dst.Rect, still[:], look) {
		t.Error("a page without flash is repainted")
	}
}

// TestOver checks that a picture of a page with the differences painted over it is the same as the painted page.
func TestOver(t *testing.T) {
	grid := oddPage()
	for _, look := range []Look{{}, {Reveal: true}, {Dark: true}, {Reveal: true, Dark: true}} {
		look.Colours = testLook().Colours
		dst := paintedPage(grid, image.Pt(1000, 700), testLook())
		new(Painter).Over(dst, dst.Rect, grid[:], look)
		if want := paintedPage(grid, image.Pt(1000, 700), look); !bytes.Equal(dst.Pix, want.Pix) {
			t.Errorf("%+v: %s", look, firstDifference(dst, want))
		}
	}
}

// TestHalvesMatch checks that rows look the same if they are painted without their neighbours.
func TestHalvesMatch(t *testing.T) {
	grid := teletext.DecodeAll(&teletext.Lines{11: "{DH}Straddles{DS}both"})
	size := image.Pt(960, 600)
	whole := paintedPage(grid, size, testLook())
	for i, rows := range [][]teletext.Row{grid[:12], grid[12:]} {
		half := image.NewRGBA(image.Rect(0, 0, 960, 300))
		new(Painter).Paint(half, half.Rect, rows, testLook())
		if !bytes.Equal(half.Pix, whole.Pix[i*len(half.Pix):][:len(half.Pix)]) {
			t.Errorf("half %d is drawn otherwise", i)
		}
	}
}

func TestPaintTiny(t *testing.T) {
	grid := oddPage()
	for _, size := range []image.Point{{1, 1}, {3, 50}, {41, 25}, {79, 30}, {120, 72}} {
		dst := image.NewRGBA(image.Rectangle{Max: size})
		new(Painter).Paint(dst, dst.Rect, grid[:], testLook())
		for i := 3; i < len(dst.Pix); i += 4 {
			if dst.Pix[i] != 255 {
				t.Fatalf("%v: pixel %d was left out", size, i/4)
			}
		}
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	page, blank := oddPage(), teletext.DecodeAll(&teletext.Lines{})
	dst := image.NewRGBA(image.Rect(0, 0, 1000, 633))
	var p Painter
	look := testLook()
	frame := func() {
		look.Dark = !look.Dark
		p.Paint(dst, dst.Rect, page[:], look)
		p.Paint(dst, dst.Rect, blank[:], look)
		p.Over(dst, dst.Rect, page[:], look)
		p.Forget()
	}
	frame()
	frame()
	if n := testing.AllocsPerRun(10, frame); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzPaint(f *testing.F) {
	f.Add("{DS}{Flash}a{NB}\x7f", 640, 480, true)
	f.Fuzz(func(t *testing.T, line string, w, h int, reveal bool) {
		if w < 1 || h < 1 || w > 500 || h > 500 {
			t.Skip("a window has a size")
		}
		var lines teletext.Lines
		for i := range lines {
			lines[i] = line
		}
		grid := teletext.DecodeAll(&lines)
		dst := image.NewRGBA(image.Rect(0, 0, w, h))
		new(Painter).Paint(dst, dst.Rect, grid[:], Look{Colours: testLook().Colours, Reveal: reveal})
		for i := 3; i < len(dst.Pix); i += 4 {
			if dst.Pix[i] != 255 {
				t.Fatalf("pixel %d was left out", i/4)
			}
		}
	})
}

// BenchmarkPaint paints a page with every kind of cell: cold with a new painter, warm with all cells painted again,
// flash with only the flashing cells.
func BenchmarkPaint(b *testing.B) {
	grid := teletext.DecodeAll(testLines())
	for _, size := range []image.Point{{720, 456}, {1920, 1080}, {3840, 2160}} {
		dst := image.NewRGBA(image.Rectangle{Max: size})
		run := func(name string, paint func(i int)) {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					paint(i)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.X*size.Y), "ns/pixel")
			})
		}
		look := testLook()
		run("cold", func(int) { new(Painter).Paint(dst, dst.Rect, grid[:], look) })
		var p Painter
		run("warm", func(int) {
			p.Forget()
			p.Paint(dst, dst.Rect, grid[:], look)
		})
		run("flash", func(i int) {
			look.Dark = i&1 != 0
			p.Paint(dst, dst.Rect, grid[:], look)
		})
	}
}
