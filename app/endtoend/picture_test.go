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

	playerHeight = 40  // of the player's bar, which is above the colour keys
	keypadHeight = 44  // of the keypad's row, which is above the colour keys
	keypadWidth  = 196 // of the keypad's column, if there is room beside the page
	lastRow      = 48  // more than a row of the page; a notice is above the last row
)

// A layout has the parts of the window's inside that do not belong to the page: a column at the right, and rows at the
// bottom and at the top. It also has the rows at the bottom of the page's part that are kept free for the player, and
// those that are covered.
type layout struct {
	right, foot, top int
	kept, over       int
}

var (
	plain         = layout{foot: barHeight}
	withNotice    = layout{foot: barHeight, over: 61 + lastRow}
	withKeypad    = layout{foot: barHeight + keypadHeight}
	withDownloads = layout{right: panelWidth, foot: barHeight, kept: playerHeight}
	withFinder    = layout{right: panelWidth, foot: barHeight}
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

// shows reports whether the page's part of the window only shows a picture, as large as it fits, on black, and whether
// the parts that the layout has over it are shown. Where there is room the page is not quite in the middle.
func (s *session) shows(p *picture, l layout) bool {
	in := s.bounds()
	in.Min.Y += l.top
	shot := s.shot(in)
	width, height := shot.Rect.Dx()-l.right, shot.Rect.Dy()-l.foot
	if width <= 0 || height <= 0 {
		return false
	}
	for _, top := range tops(shot, p, image.Pt(width, height), l.kept) {
		in := inWindow
		in.top, in.kept = top, l.kept
		if fits(shot, p, in, width, height, image.Rect(0, height-l.over, width, height)) {
			return true
		}
	}
	return false
}

// tops returns where the top of a page may be in a shot: in the middle of what is left of a size, and where its middle
// row is.
func tops(shot *image.RGBA, p *picture, size image.Point, kept int) (tops []int) {
	w, h := fitKept(p.Bounds().Dx(), p.Bounds().Dy(), size.X, size.Y, kept)
	tops = append(tops, (size.Y-kept-h)/2)
	if w == 0 || h == 0 {
		return tops
	}
	page := p.at(image.Pt(w, h))
	row := page.Pix[page.PixOffset(0, h/2):][:4*w]
	for top := range size.Y - h + 1 {
		if bytes.Equal(row, shot.Pix[shot.PixOffset((size.X-w)/2, top+h/2):][:4*w]) {
			tops = append(tops, top)
		}
	}
	return tops
}

// A placing is how pages are placed in their area.
type placing struct {
	fit  func(width, height, boxWidth, boxHeight int) (w, h int)
	edge bool // the area around a page has the colour of its corners, if that is the same
	// top is where the page begins, 0 for the middle. kept is the height at the bottom that it leaves free.
	top, kept int
}

var (
	inWindow = placing{fit: render.FitPage, edge: true}
	onScreen = placing{fit: render.Fit} // a public one
)

// fitKept is render.FitPage for a page that leaves a height at the bottom free; its margins are those without that.
func fitKept(width, height, boxWidth, boxHeight, kept int) (w, h int) {
	w, h = render.Fit(width, height, boxWidth-render.PageMargin(boxWidth, boxHeight), boxHeight)
	if h > boxHeight-kept-render.PageMargin(boxWidth, boxHeight-kept) {
		return render.FitPage(width, height, boxWidth, boxHeight-kept)
	}
	return w, h
}

// fits reports whether the first columns and rows of a shot show a picture in a placing, except for hidden parts, which
// must be covered by something.
func fits(shot *image.RGBA, p *picture, in placing, width, height int, hidden ...image.Rectangle) bool {
	w, h := in.fit(p.Bounds().Dx(), p.Bounds().Dy(), width, height)
	if in.kept > 0 {
		w, h = fitKept(p.Bounds().Dx(), p.Bounds().Dy(), width, height, in.kept)
	}
	if w == 0 || h == 0 {
		return false
	}
	top := in.top
	if top == 0 {
		top = (height - h) / 2
	}
	want := image.NewRGBA(image.Rect(0, 0, width, height))
	area := image.Rect(0, 0, w, h).Add(image.Pt((width-w)/2, top))
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
