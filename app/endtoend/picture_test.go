package endtoend

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"testing"

	"sextant/app/render"
)

// The measures of the window that the tests go by.
const (
	keypadWidth = 156
	panelWidth  = 300
	barHeight   = 70 // of the page bar with the colour keys above it

	playerHeight = 45
)

// A layout tells what of the window's inside the page does not have: a column at the right, and at
// the foot at least and at most so many rows.
type layout struct{ right, least, most int }

var (
	plain         = layout{keypadWidth, barHeight, barHeight}
	withNotice    = layout{keypadWidth, barHeight + 44, barHeight + 54}
	withDownloads = layout{panelWidth, barHeight, barHeight}
	withFinder    = withDownloads
	withoutKeypad = layout{0, barHeight, barHeight}
	fullScreen    = layout{}
)

// A picture is what the service gave for a subpage. It keeps its enlargements, for it is looked for
// again and again.
type picture struct {
	image.Image
	name   string
	scaled map[image.Point]*image.RGBA
	// draw makes the picture at a size, where it is not one that is enlarged.
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

// untilPicture waits until a picture is on the screen, exactly, with the window laid out in a way.
func (s *session) untilPicture(p *picture, l layout) {
	s.t.Helper()
	s.until(fmt.Sprintf("the picture of %s with %v", p.name, l), func() bool { return s.shows(p, l) })
}

// shows tells whether the page's part of the window shows a picture as large as it fits, in the middle
// and on black, and nothing else.
func (s *session) shows(p *picture, l layout) bool {
	shot := s.shot(s.bounds())
	width := shot.Rect.Dx() - l.right
	for foot := l.least; foot <= l.most; foot++ {
		if fits(shot, p, width, shot.Rect.Dy()-foot) {
			return true
		}
	}
	return false
}

func fits(shot *image.RGBA, p *picture, width, height int) bool {
	w, h := render.Fit(p.Bounds().Dx(), p.Bounds().Dy(), width, height)
	if w == 0 || h == 0 {
		return false
	}
	area := image.Rect(0, 0, w, h).Add(image.Pt((width-w)/2, (height-h)/2))
	want := p.at(area.Size())
	for y := range height {
		row := shot.Pix[y*shot.Stride : y*shot.Stride+4*width]
		if y < area.Min.Y || y >= area.Max.Y {
			if !isBlack(row) {
				return false
			}
			continue
		}
		wanted := want.Pix[(y-area.Min.Y)*want.Stride:][:4*w]
		if !bytes.Equal(row[4*area.Min.X:4*area.Max.X], wanted) || !isBlack(row[:4*area.Min.X]) || !isBlack(row[4*area.Max.X:]) {
			return false
		}
	}
	return true
}

func isBlack(row []byte) bool {
	for i := 0; i+3 < len(row); i += 4 {
		if row[i]|row[i+1]|row[i+2] != 0 {
			return false
		}
	}
	return true
}

// isBare tells whether a part of the window, counted from its right edge and its top, has a single
// colour.
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

// hasColour tells whether a part of the screen has a pixel of about a colour, which is given by the bytes of
// its red, green and blue. In thin letters there may be none that has exactly theirs.
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
