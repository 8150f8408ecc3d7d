package pageview

import (
	"bytes"
	"image"
	"image/draw"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/render"
	"sextant/widgets/core"
)

// bandCount is the number of bands of a stage, each of which is a texture: what changes in a picture, such as a clock,
// needs only its bands uploaded.
const bandCount = 36

// A band is a strip across the stage. One of its rasters, the lower or the upper, shows the picture; the other one is
// hidden, or has the picture before during a crossfade.
type band struct {
	rasters [2]*canvas.Raster
	current int
}

// upper and lower are a band's rasters.
const lower, upper = 0, 1

func (s *Stage) makeBands() {
	for i := range s.bands {
		b := &s.bands[i]
		for layer := range b.rasters {
			r := canvas.NewRaster(func(int, int) image.Image { return s.paintBand(i, layer) })
			r.ScaleMode = canvas.ImageScalePixels // it has the display's resolution, and is drawn faster this way
			r.Hidden = layer != b.current
			b.rasters[layer] = r
		}
	}
}

// rows returns the first row of pixels of a band, and the one below its last, in a picture of a height.
func rows(i, height int) (top, bottom int) {
	return i * height / bandCount, (i + 1) * height / bandCount
}

// placeBands places the bands where the rows of pixels are.
func (s *Stage) placeBands() {
	area := s.Size()
	perPixel := area.Height / float32(max(1, s.size.Y))
	for i, b := range s.bands {
		top, bottom := rows(i, s.size.Y)
		for _, r := range b.rasters {
			r.Move(fyne.NewPos(0, float32(top)*perPixel))
			r.Resize(fyne.NewSize(area.Width, float32(bottom-top)*perPixel))
		}
	}
}

// paintBand returns a band's part of the picture, or of the one before.
func (s *Stage) paintBand(i, layer int) image.Image {
	top, bottom := rows(i, s.size.Y)
	p := s.beforePixels
	if layer == s.bands[i].current {
		p = s.fitting()
	}
	if p == nil || p.Rect.Size() != s.size {
		black := image.NewRGBA(image.Rect(0, 0, s.size.X, bottom-top))
		draw.Draw(black, black.Rect, image.Black, image.Point{}, draw.Src)
		return black
	}
	part := p.Pix[top*p.Stride : bottom*p.Stride]
	return &image.RGBA{Pix: part, Stride: p.Stride, Rect: image.Rect(0, 0, s.size.X, bottom-top)}
}

// fits reports whether the picture has the stage's size.
func (s *Stage) fits() bool {
	return s.picture.Pixels != nil && s.picture.Pixels.Rect.Size() == s.size
}

// fitting returns the picture in the stage's size, nil for none.
func (s *Stage) fitting() *image.RGBA {
	if s.picture.Pixels == nil || s.fits() {
		return s.picture.Pixels
	}
	if s.scaled == nil {
		s.scaled = image.NewRGBA(image.Rectangle{Max: s.size})
		new(render.Scaler).Scale(s.scaled, s.picture.Pixels)
	}
	return s.scaled
}

// differ reports whether two pictures of the stage's size differ in a band.
func differ(i int, one, other *image.RGBA) bool {
	top, bottom := rows(i, one.Rect.Dy())
	return !bytes.Equal(one.Pix[top*one.Stride:bottom*one.Stride], other.Pix[top*other.Stride:bottom*other.Stride])
}

// refreshRows uploads the bands with these rows of pixels, all of them if the picture is scaled.
func (s *Stage) refreshRows(top, bottom int) {
	for i, b := range s.bands {
		if first, end := rows(i, s.size.Y); !s.fits() || first < bottom && top < end {
			s.upload(b.rasters[b.current])
		}
	}
}

// fade sets how much of a band's picture is seen of a crossfade, from 0 to 1. Both rasters are opaque.
func (b *band) fade(done float32) {
	if b.current == lower {
		done = 1 - done
	}
	b.rasters[upper].Translucency = 1 - float64(done)
}

// crosses reports whether the picture before is visible.
func (b *band) crosses() bool { return b.rasters[1-b.current].Visible() }

// swap makes a band's picture the one before, which stays visible, and uploads the current one.
func (s *Stage) swap(b *band) {
	b.current = 1 - b.current
	core.SetVisible(b.rasters[b.current], true)
	s.upload(b.rasters[b.current])
	b.fade(0)
}

// settle ends a crossfade.
func (b *band) settle() {
	b.fade(1)
	core.SetVisible(b.rasters[1-b.current], false)
}
