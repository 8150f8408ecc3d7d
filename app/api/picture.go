package api

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
)

// MaxSide is the largest width or height a picture of the service may have, in pixels.
const MaxSide = 4096

// ErrTooManyPixels is of a picture that is not read.
var ErrTooManyPixels = errors.New("the picture has too many pixels")

// A Picture is a subpage's picture, as it came and decoded.
type Picture struct {
	PNG        []byte
	Image      image.Image
	Validators Validators
	// Unchanged: the known picture is still the right one, and so was not sent again.
	Unchanged bool
	// Private: the service gave the key back in it, so that it must not be kept on disk.
	Private bool

	Shows string // the digest of what it shows, as the service has it, empty where that is not said
}

// SubpageHeader has the digest of what a picture shows, in hexadecimal, where the service says it, as a relay does:
// the same as [teletext.Subpage.Digest].
const SubpageHeader = "Sextant-Subpage"

// ShowsOther reports whether the service says of a picture that it shows something else than the subpage with a
// digest. No picture shows nothing else.
func (p *Picture) ShowsOther(digest [32]byte) bool {
	return p != nil && p.Shows != "" && !strings.EqualFold(p.Shows, hex.EncodeToString(digest[:]))
}

// DecodePicture reads a picture as the service sends it.
func DecodePicture(data []byte) (*Picture, error) {
	img, err := decodePNG(data)
	if err != nil {
		return nil, err
	}
	return &Picture{PNG: data, Image: img}, nil
}

// decodePNG reads a subpage picture. The size in its header is checked before any memory is taken
// for its pixels.
func decodePNG(data []byte) (image.Image, error) {
	header, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("reading the picture's header: %w", err)
	}
	if header.Width > MaxSide || header.Height > MaxSide {
		return nil, fmt.Errorf("%w: %d x %d pixels", ErrTooManyPixels, header.Width, header.Height)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("reading the picture: %w", err)
	}
	return img, nil
}
