package frame

import "image"

// upright is the size of a screen as the viewer sees it, which is turned by so many degrees.
func upright(size image.Point, degrees int) image.Point {
	if degrees%180 != 0 {
		return image.Pt(size.Y, size.X)
	}
	return size
}

// turned is where a part of an upright picture of a size is on the screen.
func turned(r image.Rectangle, size image.Point, degrees int) image.Rectangle {
	switch degrees {
	case 90:
		return image.Rect(size.Y-r.Max.Y, r.Min.X, size.Y-r.Min.Y, r.Max.X)
	case 180:
		return image.Rect(size.X-r.Max.X, size.Y-r.Max.Y, size.X-r.Min.X, size.Y-r.Min.Y)
	case 270:
		return image.Rect(r.Min.Y, size.X-r.Max.X, r.Max.Y, size.X-r.Min.X)
	}
	return r
}

// turn copies a picture, turned clockwise, into a part of another one.
func turn(dst *image.RGBA, at image.Rectangle, src *image.RGBA, degrees int) {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	for y := range h {
		from := src.Pix[y*src.Stride : y*src.Stride+4*w]
		var start, step int // of the row's first pixel in dst, and on to its next
		switch degrees {
		case 90:
			start, step = dst.PixOffset(at.Max.X-1-y, at.Min.Y), dst.Stride
		case 180:
			start, step = dst.PixOffset(at.Max.X-1, at.Max.Y-1-y), -4
		case 270:
			start, step = dst.PixOffset(at.Min.X+y, at.Max.Y-1), -dst.Stride
		default:
			copy(dst.Pix[dst.PixOffset(at.Min.X, at.Min.Y+y):], from)
			continue
		}
		for x := range w {
			to := start + x*step
			copy(dst.Pix[to:to+4:to+4], from[4*x:4*x+4])
		}
	}
}

// Upright is a picture of a screen that is turned by so many degrees as the viewer sees it.
func Upright(p *image.RGBA, degrees int) *image.RGBA {
	if degrees == 0 {
		return p
	}
	whole := image.NewRGBA(image.Rectangle{Max: upright(p.Rect.Size(), degrees)})
	turn(whole, whole.Rect, p, 360-degrees)
	return whole
}
