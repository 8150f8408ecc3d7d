package sound

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/assets"
)

// encoded returns an encoded picture of one colour.
func encoded(t testing.TB, width, height int, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = 200
	}
	var b bytes.Buffer
	testkit.NoError(t, encode(&b, img))
	return b.Bytes()
}

func asPNG(b *bytes.Buffer, img image.Image) error  { return png.Encode(b, img) }
func asJPEG(b *bytes.Buffer, img image.Image) error { return jpeg.Encode(b, img, nil) }

func TestDecodeCover(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want image.Point
	}{
		"small":    {encoded(t, 30, 20, asPNG), image.Pt(30, 20)},
		"JPEG":     {encoded(t, 1200, 600, asJPEG), image.Pt(coverSide, coverSide/2)},
		"narrow":   {encoded(t, 1, 3000, asPNG), image.Pt(1, coverSide)},
		"too many": {encoded(t, 1, 1, asPNG)[:0], image.Point{}},
		"cut":      {encoded(t, 300, 300, asJPEG)[:60], image.Point{}},
	} {
		img := decodeCover(c.data)
		if img == nil {
			if c.want != (image.Point{}) {
				t.Errorf("%s is not decoded", name)
			}
			continue
		}
		if got := img.Bounds().Size(); got != c.want {
			t.Errorf("%s has %v, want %v", name, got, c.want)
		}
		if got := color.GrayModel.Convert(img.At(0, 0)).(color.Gray); got.Y < 195 || got.Y > 205 {
			t.Errorf("%s has the colour %v", name, got)
		}
	}
	huge := encoded(t, 1, 1, asPNG)
	copy(huge[16:], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // 65536 x 65536, too large to decode
	if decodeCover(huge) != nil {
		t.Error("a picture of 4 gigapixels is decoded")
	}
}

func FuzzDecodeCover(f *testing.F) {
	f.Add(encoded(f, 8, 8, asPNG))
	f.Add(encoded(f, 8, 8, asJPEG))
	f.Fuzz(func(t *testing.T, data []byte) {
		if img := decodeCover(data); img != nil {
			if s := img.Bounds().Size(); s.X < 1 || s.Y < 1 || s.X > coverSide || s.Y > coverSide {
				t.Errorf("%v", s)
			}
		}
	})
}

// TestDemosPictureAndChapters plays a recording of the demo. The bar has its picture and chapter, the menu its
// chapters.
func TestDemosPictureAndChapters(t *testing.T) {
	l := newListening(t, threeItems)
	sound := testkit.Must(assets.Sounds.ReadFile("sounds/long-watch.mp3"))(t)
	l.mu.Lock()
	l.data["b"] = sound
	l.mu.Unlock()
	l.listen.Play(*l.listen.Catalogue.At(1))
	l.until(t, "the picture", func() bool { return l.cover.image != nil })
	if size, want := l.cover.image.Bounds().Size(), image.Pt(240, 240); size != want {
		t.Errorf("a picture of %v", size)
	}
	if detail := l.info().detail; !strings.Contains(detail, "From the logbook") {
		t.Errorf("below the title: %q", detail)
	}
	chapters := l.listen.State().Chapters()
	menu := menuMaker{l.Presenter}.chapters(chapters, 14*time.Second).ChildMenu.Items
	if len(menu) != 9 || menu[1].Label != "0:13  The first day" || !menu[1].Checked || menu[0].Checked {
		t.Errorf("%d chapters in the menu", len(menu))
	}
}
