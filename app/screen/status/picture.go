package status

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"time"

	"sextant/app/render"
)

// How wide a picture may be asked for, for how long one is good for all who ask, and how many of them there are.
const (
	leastWidth, mostWidth = 16, 3840
	pictureLasts          = time.Second
	mostPictures          = 4 // kept at once
)

// A camera takes pictures of the screen as PNG, one at a time.
type camera struct {
	parts   *Parts
	free    chan struct{} // has an element while no picture is being taken
	taken   time.Time
	encoded map[want][]byte // those of that time
}

// A want is the picture that a client asks for: of that width, or as it is where that is 0, and no older than the
// frame that the client knows of.
type want struct {
	width int
	frame string
}

func newCamera(p *Parts) *camera {
	c := &camera{parts: p, free: make(chan struct{}, 1)}
	c.free <- struct{}{}
	return c
}

// take gives what is on the screen, or was within the last second.
func (c *camera) take(ctx context.Context, w want) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-c.free:
		defer func() { c.free <- struct{}{} }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if now := c.parts.Now(); now.Sub(c.taken).Abs() >= pictureLasts || len(c.encoded) >= mostPictures {
		c.taken, c.encoded = now, map[want][]byte{}
	}
	if p := c.encoded[w]; p != nil {
		return p, nil
	}
	screen, err := c.parts.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err = encoder.Encode(&b, reduced(screen, w.width)); err != nil {
		return nil, err
	}
	c.encoded[w] = b.Bytes()
	return b.Bytes(), nil
}

// reduced is a picture of a width, or as it is where that is 0 or no less than it has.
func reduced(p *image.RGBA, width int) *image.RGBA {
	size := p.Rect.Size()
	if width == 0 || width >= size.X {
		return p
	}
	small := image.NewRGBA(image.Rect(0, 0, width, max(1, size.Y*width/size.X)))
	new(render.Scaler).Scale(small, p)
	return small
}
