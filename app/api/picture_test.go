package api

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

func FuzzDecodePicture(f *testing.F) {
	var b bytes.Buffer
	if err := png.Encode(&b,
		image.NewPaletted(image.Rect(0, 0, 7, 5), color.Palette{color.Black, color.White})); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			t.Skip("larger than any fuzzing needs")
		}
		p, err := DecodePicture(data)
		if err == nil && (p.Image.Bounds().Dx() > MaxSide || p.Image.Bounds().Dy() > MaxSide) {
			t.Errorf("%v", p.Image.Bounds())
		}
	})
}

func BenchmarkDecodePicture(b *testing.B) {
	var buf bytes.Buffer
	if err := png.Encode(&buf,
		image.NewPaletted(image.Rect(0, 0, 720, 456), color.Palette{color.Black, color.White})); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := DecodePicture(buf.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
}
