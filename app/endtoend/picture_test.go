package endtoend

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"sextant/app/render"
)

// The sizes of parts of the window.
const (
	panelWidth = 300
	barHeight  = 70 // of the page bar with the colour keys above it

	playerHeight = 40 // of the player's bar, which is above the colour keys
	keypadWidth  = 180 + cardEdge
	keypadHeight = 212 + cardEdge
	cardEdge     = 8  // the margin of a card over the page
	lastRow      = 48 // more than a row of the page; a notice is above the last row
)

// A layout has the parts of the window's inside that do not belong to the page: a column at the right, and rows at the
// bottom and at the top. It also has the parts of the page that are covered: a row at the bottom, or an area in the
// lower left corner.
type layout struct {
	right, foot, top int
	over             int
	corner           image.Point
}

var (
	plain         = layout{foot: barHeight}
	withNotice    = layout{foot: barHeight, over: 61 + lastRow}
	withKeypad    = layout{foot: barHeight, corner: image.Pt(keypadWidth, keypadHeight)}
	withDownloads = layout{right: panelWidth, foot: barHeight}
	withFinder    = withDownloads
	fullScreen    = layout{}
)

// A picture is the service's picture of a subpage. It caches its enlargements, because it is compared repeatedly.
type picture struct {
	image.Image
	name   string
	scaled map[image.Point]*image.RGBA
	// draw draws the picture at a size, nil for a picture that is enlarged.
	draw func(dst *image.RGBA)
}

func newPicture(t *testing.T, name string, data []byte) *picture {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &picture{Image: img, name: name, scaled: map[image.Point]*image.RGBA{}}
}

func (p *picture) at(size image.Point) *image.RGBA {
	if p.scaled[size] == nil {
		img := image.NewRGBA(image.Rectangle{Max: size})
		if p.draw != nil {
			p.draw(img)
		} else {
			new(render.Scaler).Scale(img, p.Image)
		}
		p.scaled[size] = img
	}
	return p.scaled[size]
}

// untilPicture waits until exactly a picture is on the screen, in a window with a layout.
func (s *session) untilPicture(p *picture, l layout) {
	s.t.Helper()
	s.until(fmt.Sprintf("the picture of %s with %v", p.name, l), func() bool { return s.shows(p, l) })
}

// shows reports whether the page's part of the window only shows a picture, as large as it fits, in the middle and on
// black, and whether the parts that the layout has over it are shown.
func (s *session) shows(p *picture, l layout) bool {
	in := s.bounds()
	in.Min.Y += l.top
	shot := s.shot(in)
	width, height := shot.Rect.Dx()-l.right, shot.Rect.Dy()-l.foot
	if width <= 0 || height <= 0 {
		return false
	}
	return fits(shot, p, inWindow, width, height, image.Rect(0, height-l.over, width, height),
		image.Rect(0, height-l.corner.Y, l.corner.X, height))
}

// A placing is how pages are placed in their area.
type placing struct {
	fit  func(width, height, boxWidth, boxHeight int) (w, h int)
	edge bool // the area around a page has the colour of its corners, if that is the same
}

var (
	inWindow = placing{render.FitPage, true}
	onScreen = placing{render.Fit, false} // a public one
)

// fits reports whether the first columns and rows of a shot show a picture in a placing, except for hidden parts, which
// must be covered by something.
func fits(shot *image.RGBA, p *picture, in placing, width, height int, hidden ...image.Rectangle) bool {
	w, h := in.fit(p.Bounds().Dx(), p.Bounds().Dy(), width, height)
	if w == 0 || h == 0 {
		return false
	}
	want := image.NewRGBA(image.Rect(0, 0, width, height))
	area := image.Rect(0, 0, w, h).Add(image.Pt((width-w)/2, (height-h)/2))
	draw.Draw(want, want.Rect, image.NewUniform(in.around(p.at(area.Size()))), image.Point{}, draw.Src)
	draw.Draw(want, area, p.at(area.Size()), image.Point{}, draw.Src)
	for _, r := range hidden {
		if !r.Empty() && samePixels(shot, want, r) {
			return false
		}
		draw.Draw(want, r, shot, r.Min, draw.Src)
	}
	return samePixels(shot, want, want.Rect)
}

// around returns the colour around a page.
func (in placing) around(page *image.RGBA) color.Color {
	last := page.Rect.Max.Sub(image.Pt(1, 1))
	corner := page.RGBAAt(0, 0)
	if !in.edge || page.RGBAAt(last.X, 0) != corner ||
		page.RGBAAt(0, last.Y) != corner || page.RGBAAt(last.X, last.Y) != corner {
		return color.Black
	}
	return corner
}

// samePixels reports whether two pictures have the same pixels in a part.
func samePixels(a, b *image.RGBA, r image.Rectangle) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if !bytes.Equal(a.Pix[a.PixOffset(r.Min.X, y):][:4*r.Dx()], b.Pix[b.PixOffset(r.Min.X, y):][:4*r.Dx()]) {
			return false
		}
	}
	return true
}

// isBare reports whether a part of the window, counted from its right edge and its top, has only one colour.
func (s *session) isBare(fromRight, y, width, height int) bool {
	b := s.bounds()
	r := image.Rect(0, 0, width, height).Add(image.Pt(b.Max.X-fromRight, b.Min.Y+y))
	shot := s.shot(r)
	for i := 4; i+3 < len(shot.Pix); i += 4 {
		if !bytes.Equal(shot.Pix[i:i+4], shot.Pix[:4]) {
			return false
		}
	}
	return true
}

// hasColour reports whether a part of the screen has a pixel of approximately a colour, given as the bytes of red,
// green and blue. Thin letters may have no pixel of exactly their colour.
func (s *session) hasColour(r image.Rectangle, colour string) bool {
	const about = 24
	shot := s.shot(r)
	for i := 0; i+3 < len(shot.Pix); i += 4 {
		near := true
		for c := range 3 {
			d := int(shot.Pix[i+c]) - int(colour[c])
			near = near && -about <= d && d <= about
		}
		if near {
			return true
		}
	}
	return false
}
