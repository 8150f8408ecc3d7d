package core

import (
	"image"
	"image/color"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// LinkPointer returns the pointer over a link: the system's, or a large one.
func LinkPointer(large bool) desktop.Cursor {
	if large {
		return largePointer()
	}
	return desktop.PointerCursor
}

// largePointer always returns the same pointer, so that the toolkit notices that it has not changed.
var largePointer = sync.OnceValue(func() desktop.Cursor { return &arrow{} })

// An arrow is a pointer as high as three lines of text: yellow with a black edge, visible on any colour.
type arrow struct{}

// Image draws the pointer, in the scale of the program's windows, and returns the position of its tip.
func (a *arrow) Image() (img image.Image, x, y int) {
	scale := float32(1)
	if windows := fyne.CurrentApp().Driver().AllWindows(); len(windows) > 0 {
		scale = windows[0].Canvas().Scale()
	}
	return drawArrow(max(scale, 1)), 0, 0
}

// arrowShape has the corners of the pointer in an area of 40 by 60, with its tip at the origin.
var arrowShape = [][2]float32{{0, 0}, {0, 50}, {11.5, 39.5}, {20, 59}, {28.5, 55}, {20.5, 36.5}, {36, 36.5}}

// drawArrow draws the pointer, antialiased by supersampling.
func drawArrow(scale float32) *image.NRGBA {
	const width, height, samples, edge = 40, 60, 4, 3
	yellow, black := color.NRGBA{255, 221, 51, 255}, color.NRGBA{0, 0, 0, 255}
	img := image.NewNRGBA(image.Rect(0, 0, int(width*scale), int(height*scale)))
	for py := range img.Rect.Dy() {
		for px := range img.Rect.Dx() {
			within, inner := 0, 0
			for i := range samples * samples {
				x := (float32(px) + (float32(i%samples)+0.5)/samples) / scale
				y := (float32(py) + (float32(i/samples)+0.5)/samples) / scale
				if inArrow(x, y) {
					within++
					if inArrow(x-edge, y) && inArrow(x+edge, y) && inArrow(x, y-edge) && inArrow(x, y+edge) {
						inner++
					}
				}
			}
			if within == 0 {
				continue
			}
			mix := func(a, b uint8) uint8 { return uint8((int(a)*inner + int(b)*(within-inner)) / within) }
			img.SetNRGBA(px, py, color.NRGBA{
				mix(yellow.R, black.R), mix(yellow.G, black.G),
				mix(yellow.B, black.B), uint8(255 * within / (samples * samples)),
			})
		}
	}
	return img
}

// inArrow reports whether a point is within the pointer, by the even-odd rule.
func inArrow(x, y float32) (in bool) {
	last := arrowShape[len(arrowShape)-1]
	for _, c := range arrowShape {
		if (c[1] > y) != (last[1] > y) && x < (last[0]-c[0])*(y-c[1])/(last[1]-c[1])+c[0] {
			in = !in
		}
		last = c
	}
	return in
}
