package api

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
)

// MaxSide is the largest width or height a picture of the service may have, in pixels.
const MaxSide = 4096

// ErrTooManyPixels is the error of a picture beyond MaxSide.
var ErrTooManyPixels = errors.New("the picture has too many pixels")

// A Picture is a subpage's picture, raw and decoded.
type Picture struct {
	PNG        []byte
	Image      image.Image
	Validators Validators
	// Unchanged: the known picture is current (304), and was not sent again.
	Unchanged bool
	// Doubted: it came so soon after a change of the page that it may show what was before.
	Doubted bool

	Shows string // SubpageHeader, empty without one
}

// SubpageHeader is a relay's header with the digest of the subpage that a picture shows, in hexadecimal, as of
// [teletext.Subpage.Digest].
const SubpageHeader = "Sextant-Subpage"

// ShowsOther reports whether the picture is known to show another subpage than the one with a digest. It is false for a
// nil picture.
func (p *Picture) ShowsOther(digest [32]byte) bool {
	return p != nil && p.Shows != "" && !strings.EqualFold(p.Shows, hex.EncodeToString(digest[:]))
}

// DecodePicture reads a picture of the service. One with mistakes only in what is not of the pixels is mended.
func DecodePicture(data []byte) (*Picture, error) {
	img, err := decodePNG(data)
	if err != nil && !errors.Is(err, ErrTooManyPixels) {
		if data = onlyPixels(data); data != nil {
			if mended, again := decodePNG(data); again == nil {
				img, err = mended, nil
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return &Picture{PNG: data, Image: img}, nil
}

const (
	pngStart = "\x89PNG\r\n\x1a\n"
	pngEnd   = "\x00\x00\x00\x00IEND\xaeB`\x82"
	// chunkFrame are the length, the type and the checksum of a chunk, in bytes.
	chunkFrame = 12
)

// onlyPixels returns a PNG without the chunks that are not of its pixels, some of which have wrong checksums, and with
// an end, which some lack. It is nil for anything else (PNG, sections 5.2 to 5.4).
func onlyPixels(data []byte) []byte {
	if !bytes.HasPrefix(data, []byte(pngStart)) {
		return nil
	}
	pixels := []byte(pngStart)
	for data = data[len(pngStart):]; len(data) >= chunkFrame; {
		size := int64(binary.BigEndian.Uint32(data)) + chunkFrame
		kind := string(data[4:8])
		if size > int64(len(data)) {
			return nil
		}
		if isCritical := kind[0]&0x20 == 0; isCritical && kind != "IEND" || kind == "tRNS" {
			pixels = append(pixels, data[:size]...)
		}
		data = data[size:]
	}
	return append(pixels, pngEnd...)
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
