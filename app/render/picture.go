package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"sextant/app/teletext"
)

// EncodePicture draws rows as a picture like the service's (specification, section "Teletext page image"): a PNG of
// PictureWidth x PictureHeight pixels with an 8-bit colormap. The palette is padded with black to more than 16 colours,
// because the encoder uses fewer bits for smaller ones.
func EncodePicture(rows []teletext.Row) ([]byte, error) {
	const colours = 32
	img := Paletted(rows, image.Pt(PictureWidth, PictureHeight), Look{Colours: Palettes()[0].Colours})
	palette := make(color.Palette, colours)
	for i := copy(palette, img.Palette); i < colours; i++ {
		palette[i] = color.Black
	}
	img.Palette = palette
	var b bytes.Buffer
	// A picture is encoded for one request that waits for it: speed matters more than a kilobyte.
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img); err != nil {
		return nil, fmt.Errorf("encoding a picture: %w", err)
	}
	return b.Bytes(), nil
}
