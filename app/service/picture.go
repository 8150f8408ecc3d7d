package service

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strconv"
	"strings"
)

// maxSide is the largest width or height a picture of the service may have, in pixels.
const maxSide = 4096

var errTooManyPixels = errors.New("the picture has too many pixels")

// A Picture is a subpage's picture, as it came and decoded.
type Picture struct {
	PNG    []byte
	Image  image.Image
	Served Served
	// Unchanged tells that the known picture is still the right one, and so was not sent again.
	Unchanged bool
	// Private tells that the service gave the key back in it, so that it must not be kept on disk.
	Private bool

	shows string // the digest of what it shows, as the service has it, empty where that is not said
}

// SubpageHeader has the digest of what a picture shows, in hexadecimal, where the service says it, as a relay does: the same as
// [teletext.Subpage.Digest].
const SubpageHeader = "Sextant-Subpage"

// ShowsOther tells whether the service says of a picture that it shows something else than the subpage with a digest. No picture shows
// nothing else.
func (p *Picture) ShowsOther(digest [32]byte) bool {
	return p != nil && p.shows != "" && !strings.EqualFold(p.shows, hex.EncodeToString(digest[:]))
}

// Picture asks for the picture of a subpage (specification, section "Teletext page image"). known is as
// for [Client.Page].
func (c *Client) Picture(ctx context.Context, page, subpage int, known Served) (*Picture, error) {
	op := fmt.Sprintf("the picture of page %d/%d", page, subpage)
	u := c.address(c.base, true, "v1", "teletext", "images", strconv.Itoa(page), strconv.Itoa(subpage)+".png")
	a, err := c.getAll(ctx, op, u, c.cfg.MaxImage, known)
	if err != nil {
		return nil, err
	}
	if a.unchanged {
		return &Picture{Served: a.served, Unchanged: true}, nil
	}
	p, err := DecodePicture(a.data)
	switch {
	case errors.Is(err, errTooManyPixels):
		return nil, &Error{Kind: TooLarge, Op: op, Err: err}
	case err != nil:
		return nil, &Error{Kind: BadContent, Op: op, Err: err}
	}
	p.Served, p.Private, p.shows = a.served, a.private, a.shows
	return p, nil
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
	if header.Width > maxSide || header.Height > maxSide {
		return nil, fmt.Errorf("%w: %d x %d pixels", errTooManyPixels, header.Width, header.Height)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("reading the picture: %w", err)
	}
	return img, nil
}
