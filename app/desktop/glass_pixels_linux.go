package desktop

import (
	"image"
	"image/color"
	"slices"

	"github.com/jezek/xgb/xproto"
)

// Differs compares the pixels of the window with those that were drawn at some points of it, row by row. It is also
// false if the X server's format of pixels is not supported. The display's own pixels would be better evidence, but
// Xwayland has none.
func (g *Glass) Differs(s Sight, at []image.Point, drawn []color.RGBA) (differs bool) {
	defer g.refuse(func() { differs = false })
	if len(at) == 0 || !s.known || g.connect() != nil || !g.knowsPixels() {
		return false
	}
	seen := make([]color.RGBA, 0, len(at))
	var row []byte
	for i, p := range at {
		if i == 0 || p.Y != at[i-1].Y {
			const all = ^uint32(0)
			w, width := xproto.Drawable(g.window), uint16(s.Place.Dx())
			r, err := xproto.GetImage(g.x, xproto.ImageFormatZPixmap, w, 0, int16(p.Y), width, 1, all).Reply()
			if err != nil {
				return false // it has just moved, which the next Look handles
			}
			row = r.Data
		}
		if 4*p.X+3 >= len(row) {
			return false
		}
		seen = append(seen, color.RGBA{R: row[4*p.X+2], G: row[4*p.X+1], B: row[4*p.X], A: 255})
	}
	return differ(drawn, seen)
}

// knowsPixels reports whether the window's pixels are four bytes: blue, green, red, and one that is ignored.
func (g *Glass) knowsPixels() bool {
	a, err := xproto.GetWindowAttributes(g.x, g.window).Reply()
	setup := xproto.Setup(g.x)
	if err != nil || setup.ImageByteOrder != xproto.ImageOrderLSBFirst {
		return false
	}
	for _, d := range setup.DefaultScreen(g.x).AllowedDepths {
		fourBytes := slices.ContainsFunc(setup.PixmapFormats, func(f xproto.Format) bool {
			return f.Depth == d.Depth && f.BitsPerPixel == 32
		})
		if fourBytes && slices.ContainsFunc(d.Visuals, func(v xproto.VisualInfo) bool {
			return v.VisualId == a.Visual && v.RedMask == 0xFF0000 && v.GreenMask == 0xFF00 && v.BlueMask == 0xFF
		}) {
			return true
		}
	}
	return false
}
