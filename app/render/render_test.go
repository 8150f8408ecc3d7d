package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"slices"
	"testing"

	"sextant/app/teletext"
)

// testLines returns a page with every kind of shape that the painter distinguishes.
func testLines() *teletext.Lines {
	return &teletext.Lines{
		0:  "{Blue}{NB}{GWhite}h hh p abcdefghijklmno",
		1:  " ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789",
		2:  " abcdefghijklmnopqrstuvwxyz !\"#$%&'()*+",
		3:  " ,-./:;<=>?@[\\]^_`{|}~¡¢£¤¥¦§©ª«¬®°±²³",
		4:  " ÄÖÅäöåÉéÈèÊêËëÑñÕõÃãÇçŞşÆæØøŒœßÐðÞþŁł",
		5:  " ČčĎďĚěŇňŘřŠšŤťŮůŽžŰűŐőĄąĘęĶķĢģĻļȚțĀāĪī",
		7:  "{DH}Double height{Yellow}gåÅÖ",
		9:  "{DW}Double width",
		11: "{DS}{Green}Double size",
		14: "{GRed}5j~\x7fpxz{SG}5j~\x7fpxz   {Conceal}hidden",
		16: "{Flash}{Cyan}{NB}{Blue}Tide tables and news 199",
		17: "\x7f{SB}{SB}boxed{EB}{EB}",
	}
}

// testPicture returns the test page as the service would send it.
func testPicture() *image.Paletted {
	return Paletted(teletext.DecodeAll(testLines())[:], image.Pt(PictureWidth, PictureHeight), testLook())
}

func testLook() Look { return Look{Colours: Palettes()[0].Colours} }

func TestEveryLetterHasItsOwnShape(t *testing.T) {
	f := loadFont()
	seen := map[glyph]rune{}
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" +
		"ÄÖÅÉÈÊËÑÕÃÇŞÆØŒßÞŁČĎĚŇŘŠŤŮŽŰŐĄĘĀäöåéèêëñõãçşæøœþłčďěňřšťůžűőąęā" +
		"!\"#$%&'()*+,-./:;<=>?@[]^_{|}~£§°" {
		g := f.lookup(r)
		if other, ok := seen[g]; ok {
			t.Errorf("%c looks like %c", r, other)
		}
		seen[g] = r
		if g == f.glyphs['?'] && r != '?' {
			t.Errorf("%c has no shape", r)
		}
	}
}

func TestScalesKeepStrokesEven(t *testing.T) {
	for _, size := range []image.Point{{12, 19}, {18, 18}, {18, 19}, {20, 25}, {48, 45}, {96, 90}, {37, 41}} {
		x, y := dotScales(size.X, size.Y)
		first := x.edges[dotParts] - x.edges[0]
		for i := 1; i < glyphColumns; i++ {
			if d := x.edges[(i+1)*dotParts] - x.edges[i*dotParts] - first; d < -1 || d > 1 {
				t.Errorf("%v: columns of uneven width: %v", size, x)
			}
		}
		if y.edges[partsTall] != size.Y || x.edges[partsWide] > size.X ||
			!slices.IsSorted(x.edges) || !slices.IsSorted(y.edges) {
			t.Errorf("%v: dots leave the box: %v %v", size, x, y)
		}
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct{ w, h, bw, bh, wantW, wantH int }{
		{720, 456, 1440, 2000, 1440, 912},
		{720, 456, 5000, 912, 1440, 912},
		{720, 456, 100, 100, 100, 63},
		{720, 456, 0, 100, 0, 0},
		{0, 0, 10, 10, 0, 0},
		{4096, 1, 10, 10, 10, 1},
	} {
		if w, h := Fit(tt.w, tt.h, tt.bw, tt.bh); w != tt.wantW || h != tt.wantH {
			t.Errorf("Fit(%d x %d in %d x %d) = %d x %d", tt.w, tt.h, tt.bw, tt.bh, w, h)
		}
	}
}

// TestScale checks that a whole factor repeats pixels, and that with any factor each pixel is the mean of the area
// below it.
func TestScale(t *testing.T) {
	src := image.NewPaletted(image.Rect(0, 0, 9, 7), testPicture().Palette)
	for i := range src.Pix {
		src.Pix[i] = uint8(i * 5 % 8)
	}
	var s Scaler
	for _, size := range []image.Point{{9, 7}, {18, 14}, {27, 21}, {13, 11}, {20, 9}, {5, 3}, {1, 1}, {100, 70}} {
		dst := image.NewRGBA(image.Rectangle{Max: size})
		s.Scale(dst, src)
		for y := range size.Y {
			for x := range size.X {
				want := areaMean(src, x, y, size)
				got := dst.RGBAAt(x, y)
				for i, d := range [3]int{int(got.R) - want[0], int(got.G) - want[1], int(got.B) - want[2]} {
					if d < -6 || d > 6 || got.A != 255 {
						t.Fatalf("%v: pixel %d,%d channel %d is %v, want %v", size, x, y, i, got, want)
					}
				}
			}
		}
	}
}

// areaMean calculates the mean in floating point.
func areaMean(src image.Image, x, y int, size image.Point) (mean [3]int) {
	b := src.Bounds()
	overlap := func(i, n, p, to int) float64 {
		lo, hi := max(float64(i*n)/float64(to), float64(p)), min(float64((i+1)*n)/float64(to), float64(p+1))
		return max(0, hi-lo)
	}
	var sum [3]float64
	var total float64
	for sy := range b.Dy() {
		for sx := range b.Dx() {
			w := overlap(x, b.Dx(), sx, size.X) * overlap(y, b.Dy(), sy, size.Y)
			p := pixel(src.At(sx, sy))
			total += w
			for i := range sum {
				sum[i] += w * float64(p>>(8*i)&0xFF)
			}
		}
	}
	for i := range mean {
		mean[i] = int(sum[i] / total)
	}
	return mean
}

// TestScaleRows checks that a scaled band is the same as in the whole picture.
func TestScaleRows(t *testing.T) {
	src := testPicture()
	var s Scaler
	want := image.NewRGBA(image.Rect(0, 0, 1000, 633))
	s.Scale(want, src)
	got := image.NewRGBA(want.Rect)
	for y := 0; y < 633; y += 50 {
		s.ScaleRows(got, src, y, y+50)
	}
	if !bytes.Equal(got.Pix, want.Pix) {
		t.Error(firstDifference(got, want))
	}
}

func TestScaleOtherImages(t *testing.T) {
	src := image.NewNRGBA(image.Rect(3, 3, 5, 5))
	src.SetNRGBA(3, 3, color.NRGBA{R: 255, A: 255})
	src.SetNRGBA(4, 4, color.NRGBA{R: 255, A: 0})
	dst := image.NewRGBA(image.Rect(0, 0, 4, 4))
	new(Scaler).Scale(dst, src)
	if dst.RGBAAt(1, 1) != (color.RGBA{R: 255, A: 255}) || dst.RGBAAt(3, 3) != (color.RGBA{A: 255}) {
		t.Errorf("%v, %v", dst.RGBAAt(1, 1), dst.RGBAAt(3, 3))
	}
}

func TestScaleSteadyStateAllocatesLittle(t *testing.T) {
	src := testPicture()
	dst := image.NewRGBA(image.Rect(0, 0, 1000, 633))
	var s Scaler
	s.Scale(dst, src)
	if n := testing.AllocsPerRun(5, func() { s.Scale(dst, src) }); n > 2 {
		t.Errorf("%v allocations a picture", n)
	}
}

func BenchmarkScale(b *testing.B) {
	src := testPicture()
	for _, size := range []image.Point{{720, 456}, {900, 570}, {1705, 1080}, {3410, 2160}} {
		b.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(b *testing.B) {
			dst := image.NewRGBA(image.Rectangle{Max: size})
			var s Scaler
			b.ReportAllocs()
			for b.Loop() {
				s.Scale(dst, src)
			}
		})
	}
}
