package api

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"reflect"
	"strings"
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

// TestPicturesWithMistakes checks which mistakes of a PNG matter: those of its pixels.
func TestPicturesWithMistakes(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 40, 25), color.Palette{color.Black, color.White, color.Transparent})
	img.SetColorIndex(3, 4, 1)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	whole := b.String()
	pixels := strings.Index(whole, "IDAT") - 4
	text := "\x00\x00\x00\x05tEXta\x00b c\x01\x02\x03\x04" // with a wrong checksum
	end := strings.LastIndex(whole, "\x00\x00\x00\x00IEND")
	wrong := []byte(whole)
	wrong[pixels+9]++
	for name, tt := range map[string]struct {
		data string
		ok   bool
	}{
		"none":                       {whole, true},
		"a text with a wrong sum":    {whole[:pixels] + text + whole[pixels:], true},
		"one behind the pixels":      {whole[:end] + text + whole[end:], true},
		"no end":                     {whole[:end], true},
		"half an end":                {whole[:end+7], true},
		"a byte behind the end":      {whole + "\n", true},
		"half of the pixels":         {whole[:pixels+12], false},
		"no pixels":                  {whole[:pixels] + whole[end:], false},
		"a wrong sum of the pixels":  {string(wrong), false},
		"a chunk longer than it all": {whole[:pixels] + "\x7f\xff\xff\xfftEXt" + whole[pixels:], false},
		"no picture":                 {"GIF89a", false},
		"nothing":                    {"", false},
	} {
		p, err := DecodePicture([]byte(tt.data))
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err != nil {
			continue
		}
		again, err := png.Decode(bytes.NewReader(p.PNG)) // as others do with what is stored
		paletted, is := p.Image.(*image.Paletted)
		if err != nil || !reflect.DeepEqual(again, p.Image) || !is || !bytes.Equal(paletted.Pix, img.Pix) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
