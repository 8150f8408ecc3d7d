package pageview

import (
	"fmt"
	"image"
	"image/color"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/widgettest"
)

var red, green, blue = color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}

// filled returns a picture of one colour.
func filled(w, h int, c color.RGBA) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := 0; i < len(p.Pix); i += 4 {
		p.Pix[i], p.Pix[i+1], p.Pix[i+2], p.Pix[i+3] = c.R, c.G, c.B, c.A
	}
	return p
}

// A rig is a stage in a window of 200x100, with the record of its calls.
type rig struct {
	*Stage
	win   fyne.Window
	asked widgettest.Asked
}

func newRig(t *testing.T) *rig {
	r := &rig{}
	r.Stage = NewStage(StageEvents{
		Resized: func(size image.Point) { r.asked.Add("size %v", size) },
		Drawn:   func(id int) { r.asked.Add("drawn %d", id) },
	})
	r.win = widgettest.Show(t, r.Stage, 200, 100)
	r.at(0, 0)
	return r
}

// at returns the colour of a pixel as it is drawn.
func (r *rig) at(x, y int) color.RGBA {
	p := r.win.Canvas().Capture()
	return color.RGBAModel.Convert(p.At(x, y)).(color.RGBA)
}

func (r *rig) expect(t *testing.T, what string, x, y int, want color.RGBA) {
	t.Helper()
	if got := r.at(x, y); got != want {
		t.Errorf("%s is %v at %d,%d, not %v", what, got, x, y, want)
	}
}

// TestPresent checks that a picture is shown pixel by pixel, or scaled if it has another size, and that the stage
// reports its size and when a picture is drawn.
func TestPresent(t *testing.T) {
	r := newRig(t)
	r.asked.Expect(t, "size (200,100)")
	r.expect(t, "nothing", 5, 5, color.RGBA{A: 255})
	p := filled(200, 100, red)
	p.SetRGBA(7, 3, green)
	r.asked = nil
	r.Present(StagePicture{ID: 1, Pixels: p}, 0)
	r.expect(t, "the picture", 7, 3, green)
	r.expect(t, "the picture", 8, 3, red)
	if fmt.Sprint(r.asked[0]) != "drawn 1" {
		t.Errorf("%v", r.asked)
	}
	r.asked = nil
	r.Present(StagePicture{ID: 2, Pixels: filled(100, 50, blue)}, 0)
	r.expect(t, "a smaller picture", 199, 99, blue)
	if len(r.asked) > 0 {
		t.Errorf("a picture of another size counts as drawn: %v", r.asked)
	}
	if r.Cursor() != desktop.HiddenCursor {
		t.Error("the pointer is seen")
	}
}

// TestParts redraws parts of a picture, flashes, and copies what is shown.
func TestParts(t *testing.T) {
	r := newRig(t)
	r.Draw(StagePart{image.Rect(0, 0, 1, 1), filled(1, 1, red)}) // ignored without a picture
	if r.Copy() != nil {
		t.Error("there is a copy of nothing")
	}
	at := image.Rect(10, 10, 20, 20)
	r.Present(
		StagePicture{
			ID: 1, Pixels: filled(200, 100, red), Light: []StagePart{{at, filled(10, 10, green)}},
			Dark: []StagePart{{at, filled(10, 10, blue)}},
		}, 0)
	if !r.Flashes() {
		t.Error("it does not flash")
	}
	r.SetDark(true)
	r.expect(t, "the dark phase", 15, 15, blue)
	r.SetDark(false)
	r.expect(t, "the light phase", 15, 15, green)
	r.expect(t, "what does not flash", 25, 15, red)
	r.Draw(StagePart{image.Rect(190, 90, 300, 300), filled(110, 210, green)})
	r.expect(t, "a part that is cut off", 195, 95, green)
	c := r.Copy()
	r.Draw(StagePart{at, filled(10, 10, red)})
	if c.RGBAAt(15, 15) != green {
		t.Error("the copy changed")
	}
}

// TestFade fades from one picture to the next, which is reported as drawn when only it is visible.
func TestFade(t *testing.T) {
	r := newRig(t)
	old := filled(200, 100, red)
	r.Present(StagePicture{ID: 1, Pixels: old}, time.Second) // there is no picture before it
	r.expect(t, "the first picture", 5, 5, red)
	r.asked = nil
	r.Present(StagePicture{ID: 2, Pixels: filled(200, 100, blue)}, time.Second)
	if fmt.Sprint(r.asked) != "[drawn 2]" { // animations end at once in tests
		t.Errorf("%v", r.asked)
	}
	r.expect(t, "the second picture", 5, 5, blue)
	for _, before := range []*image.RGBA{old, filled(200, 100, green)} { // above the current one, and below
		r.cover(before)
		b := r.bands[0]
		share := func() float64 { // the driver for tests does not draw it
			if b.current == upper {
				return 1 - b.rasters[upper].Alpha()
			}
			return b.rasters[upper].Alpha()
		}
		for _, done := range []float32{0, 0.25, 1} {
			r.vanish(done)
			if got := share(); got != 1-float64(done) {
				t.Errorf("after %v of the fade %v of the picture before is visible", done, got)
			}
		}
		r.bands[0].settle()
	}
}

// TestBands uploads only the bands whose pixels change, of a picture and of a part, and nothing again during a fade.
func TestBands(t *testing.T) {
	r := newRig(t)
	uploads := 0
	r.upload = func(raster *canvas.Raster) {
		uploads++
		raster.Refresh()
	}
	expect := func(what string, want int) {
		t.Helper()
		if uploads != want {
			t.Errorf("%s: %d bands are uploaded, not %d", what, uploads, want)
		}
		uploads = 0
	}
	p := func(y int) *image.RGBA {
		p := filled(200, 100, red)
		p.SetRGBA(199, y, green)
		return p
	}
	r.Present(StagePicture{ID: 1, Pixels: p(3)}, 0)
	expect("the first picture", bandCount)
	r.Present(StagePicture{ID: 2, Pixels: p(97)}, 0)
	expect("two rows of pixels", 2)
	r.Present(StagePicture{ID: 3, Pixels: p(97)}, time.Second)
	expect("the same picture", 0)
	r.Present(StagePicture{ID: 4, Pixels: p(3)}, time.Second)
	expect("a fade", 2)
	r.expect(t, "the picture after the fade", 199, 3, green)
	r.expect(t, "the picture after the fade", 199, 97, red)
	r.Draw(StagePart{image.Rect(0, 50, 10, 51), filled(10, 1, blue)})
	expect("a part", 1)
	r.expect(t, "the part", 9, 50, blue)
	r.Present(StagePicture{ID: 5, Pixels: filled(100, 50, blue)}, 0)
	expect("a picture of another size", bandCount)
	r.Draw(StagePart{image.Rect(0, 0, 1, 1), filled(1, 1, red)})
	expect("a part of it", bandCount)
}

// TestBandsMeet shows rows of all colours in odd sizes: each row of pixels is where it belongs.
func TestBandsMeet(t *testing.T) {
	r := newRig(t)
	for _, height := range []int{480, 337, 36, 20} {
		r.win.Resize(fyne.NewSize(50, float32(height)))
		r.at(0, 0) // it is drawn in its size
		p := image.NewRGBA(image.Rect(0, 0, 50, height))
		for y := range height {
			for x := range 50 {
				p.SetRGBA(x, y, color.RGBA{byte(y), byte(7 * y), byte(13 * y), 255})
			}
		}
		r.Present(StagePicture{ID: height, Pixels: p}, 0)
		shot := r.win.Canvas().Capture()
		for y := range height {
			if got := color.RGBAModel.Convert(shot.At(7, y)); got != p.At(7, y) {
				t.Fatalf("of %d rows row %d is %v, not %v", height, y, got, p.At(7, y))
			}
		}
	}
}

// TestSample checks that samples are from all of the picture except flashing parts, and that a scaled picture has none.
func TestSample(t *testing.T) {
	r := newRig(t)
	if at, _ := r.Sample(); len(at) > 0 {
		t.Errorf("%d points of nothing", len(at))
	}
	upper := image.Rect(0, 0, 200, 50)
	r.Present(
		StagePicture{
			ID: 1, Pixels: filled(200, 100, red), Light: []StagePart{{upper, filled(200, 50, green)}},
			Dark: []StagePart{{upper, filled(200, 50, blue)}},
		}, 0)
	at, colours := r.Sample()
	if len(at) < 100 || len(colours) != len(at) {
		t.Errorf("%d points, %d colours", len(at), len(colours))
	}
	for i, p := range at {
		if p.In(upper) || colours[i] != red {
			t.Fatalf("%v is %v", p, colours[i])
		}
	}
	r.Present(StagePicture{ID: 2, Pixels: filled(100, 50, blue)}, 0)
	if at, _ := r.Sample(); len(at) > 0 {
		t.Errorf("%d points of a picture that is scaled", len(at))
	}
}

// TestStageDescribesItselfToReaders checks the label for screen readers.
func TestStageDescribesItselfToReaders(t *testing.T) {
	s := NewStage(StageEvents{})
	s.SetWords("100 Index", "Fog at Cape Vernier")
	if got := s.AccessibilityLabel(); got != "100 Index, Fog at Cape Vernier" {
		t.Errorf("it says %q", got)
	}
}
