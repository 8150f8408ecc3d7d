package render

import (
	"bytes"
	"image"
	"math/rand/v2"
	"runtime"
	"testing"
)

// TestScaleInParts compares the results of several goroutines with that of one.
func TestScaleInParts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	r := rand.New(rand.NewPCG(1, 2))
	src := image.NewRGBA(image.Rect(0, 0, 90, 57))
	for i := range src.Pix {
		src.Pix[i] = byte(r.IntN(256))
	}
	var whole, parts Scaler
	for range 6 {
		size := image.Rect(0, 0, 400+r.IntN(800), 400+r.IntN(800))
		want, got := image.NewRGBA(size), image.NewRGBA(size)
		whole.ScaleRows(want, src, 0, size.Dy())
		if parts.Scale(got, src); !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%v: not the same", size.Max)
		}
	}
	if len(parts.parts) == 0 {
		t.Error("one goroutine did it all")
	}
}
