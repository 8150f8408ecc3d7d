package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"sextant/app/teletext"
)

// EncodePicture draws rows as the service's pictures are (specification, section "Teletext page image"): a PNG of
// PictureWidth x PictureHeight pixels with a colormap of 8 bits. The encoder packs pixels tighter than that unless the
// palette has more than 16 colours; the rest of it stays black.
func EncodePicture(rows []teletext.Row) ([]byte, error) {
	const colours = 32
	img := Paletted(rows, image.Pt(PictureWidth, PictureHeight), Look{Colours: Palettes()[0].Colours})
	palette := make(color.Palette, colours)
	for i := copy(palette, img.Palette); i < colours; i++ {
		palette[i] = color.Black
	}
	img.Palette = palette
	var b bytes.Buffer
	// A picture is asked for once and at once: speed matters more than a kilobyte.
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return nil, fmt.Errorf("encoding a picture: %w", err)
	}
	return b.Bytes(), nil
}
