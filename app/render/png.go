package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
)

// MaxSide is the largest width or height a picture of the service may have, in pixels.
const MaxSide = 4096

// ErrTooLarge tells of a picture with more pixels than any subpage picture has.
var ErrTooLarge = errors.New("the picture is too large")

// DecodePNG reads a subpage picture. The size in its header is checked before any memory is taken
// for its pixels.
func DecodePNG(data []byte) (image.Image, error) {
	header, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("reading the picture's header: %w", err)
	}
	if header.Width > MaxSide || header.Height > MaxSide {
		return nil, fmt.Errorf("%w: %d x %d pixels", ErrTooLarge, header.Width, header.Height)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("reading the picture: %w", err)
	}
	return img, nil
}
