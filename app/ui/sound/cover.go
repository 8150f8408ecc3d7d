package sound

import (
	"bytes"
	"image"
	_ "image/jpeg" // the formats of pictures in tags
	_ "image/png"

	"golang.org/x/image/draw"

	"sextant/app/player"
)

const (
	// coverSide is the longest side of a cached picture in pixels: its size in the details, on a screen of high
	// resolution.
	coverSide = 240
	// maxCover limits a picture in the file, in pixels.
	maxCover = 4096 * 4096
)

// A cover is the picture in the tags of the current recording.
type cover struct {
	of    *player.Picture
	image image.Image // nil while it is being decoded, or if that failed
}

// showCover shows the picture of the current recording, after decoding it in the background.
func (p *Presenter) showCover(tags *player.Tags) {
	var picture *player.Picture
	if tags != nil {
		picture = tags.Picture
	}
	if picture == p.cover.of {
		return
	}
	p.cover = cover{of: picture}
	p.bar.setPicture(nil)
	if picture == nil {
		return
	}
	go func() {
		decoded := decodeCover(picture.Data)
		p.host.Do(func() {
			if p.cover.of == picture {
				p.cover.image = decoded
				p.bar.setPicture(decoded)
			}
		})
	}()
}

// decodeCover decodes and scales down a picture; nil if it cannot be decoded or is too large.
func decodeCover(data []byte) image.Image {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || size.Width <= 0 || size.Height <= 0 || size.Width > maxCover/size.Height {
		return nil
	}
	whole, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	longest := max(size.Width, size.Height)
	if longest <= coverSide {
		return whole
	}
	small := image.NewRGBA(image.Rect(0, 0,
		max(1, size.Width*coverSide/longest), max(1, size.Height*coverSide/longest)))
	draw.ApproxBiLinear.Scale(small, small.Bounds(), whole, whole.Bounds(), draw.Src, nil)
	return small
}
