package pageview

import (
	"image"
	"image/color"
	"image/draw"

	"fyne.io/fyne/v2/theme"
)

// The heights of what a strip draws, from the top.
const (
	knobTop    = 5 // leaves room for the ring
	knobHeight = 8
	tickTop    = knobTop + knobHeight
	tickHeight = 28
	markHeight = 4 // of the marks of labels, below the line that the ticks stand on
	tickBottom = tickTop + tickHeight
	drawnUntil = tickBottom + 1 + markHeight
)

// A tickPainter draws a tick for each version into a picture, in device pixels.
type tickPainter struct {
	pixels *image.RGBA
	scale  float32 // device pixels in one of the toolkit's units
}

// paint draws the strip in a size in device pixels.
func (p *tickPainter) paint(l *timeline, w, h int) image.Image {
	if p.pixels == nil || p.pixels.Rect.Dx() != w || p.pixels.Rect.Dy() != h {
		p.pixels = image.NewRGBA(image.Rect(0, 0, w, h))
	} else {
		clear(p.pixels.Pix)
	}
	p.scale = float32(w) / max(1, l.Size().Width)
	if len(l.moments) == 0 {
		return p.pixels
	}
	scale := l.scale()
	p.line(scale.left, scale.right, tickBottom, theme.Color(theme.ColorNameInputBorder))
	for _, label := range l.labels {
		p.labelMark(label)
	}
	wide := p.tickWidth(len(l.moments), scale)
	for _, counts := range []bool{false, true} { // those that count are drawn over the others
		for i, m := range l.moments {
			if m.Left != counts {
				p.tick(scale.x(m.At), m.height(i), wide, tickColour(counts))
			}
		}
	}
	p.head(scale.x(l.moments[l.at].At), l.moments[l.at].height(l.at), wide)
	return p.pixels
}

// tickWidth returns the width of ticks in device pixels: less if there are many.
func (p *tickPainter) tickWidth(n int, s timeScale) int {
	room := (s.right - s.left) / float32(n)
	return max(1, p.px(max(1, min(3, room*0.6))))
}

// tickColour returns the colour of a tick, translucent for a version that does not count.
func tickColour(counts bool) color.Color {
	const faint = 0x40
	c := color.NRGBAModel.Convert(theme.Color(theme.ColorNamePlaceHolder)).(color.NRGBA)
	if !counts {
		c.A = faint
	}
	return c
}

// px converts a length to device pixels.
func (p *tickPainter) px(length float32) int { return int(length*p.scale + 0.5) }

func (p *tickPainter) fill(r image.Rectangle, c color.Color) {
	draw.Draw(p.pixels, r, image.NewUniform(c), image.Point{}, draw.Src)
}

func (p *tickPainter) line(from, to, y float32, c color.Color) {
	p.fill(image.Rect(p.px(from), p.px(y), p.px(to), p.px(y)+max(1, p.px(1))), c)
}

// labelMark draws a short line above a label, or one from top to bottom for the start of a day.
func (p *tickPainter) labelMark(l timeLabel) {
	wide, top := max(1, p.px(1)), float32(tickBottom)
	colour := theme.Color(theme.ColorNameInputBorder)
	if l.day {
		top = tickTop
		colour = theme.Color(theme.ColorNameSeparator)
	}
	x := p.px(l.x) - wide/2
	p.fill(image.Rect(x, p.px(top), x+wide, p.px(drawnUntil)), colour)
}

// tick draws a tick centred at a position, with a share of the whole height.
func (p *tickPainter) tick(x, share float32, wide int, c color.Color) {
	left, bottom := p.px(x)-wide/2, p.px(tickBottom)
	p.fill(image.Rect(left, bottom-max(1, p.px(share*tickHeight)), left+wide, bottom), c)
}

// head draws the position of the page: a line from top to bottom below a knob, with the version's tick.
func (p *tickPainter) head(x, share float32, wide int) {
	colour := theme.Color(theme.ColorNamePrimary)
	line := max(2, p.px(1.5))
	p.tick(x, share, max(wide, line+2*max(1, p.px(1))), colour)
	middle := p.px(x)
	left := middle - line/2
	top, height := p.px(knobTop), p.px(knobHeight)
	p.fill(image.Rect(left, top, left+line, p.px(tickBottom)), colour)
	for y := range height {
		half := (height - y) * 5 / 8
		p.fill(image.Rect(left-half, top+y, left+line+half, top+y+1), colour)
	}
}

// height returns a tick's share of the whole height. The oldest one, whose change is not known, is full.
func (m Moment) height(i int) float32 {
	const least, usual = 0.16, 0.4
	switch {
	case i == 0:
		return 1
	case m.Change < 0:
		return usual
	}
	return least + (1-least)*min(1, m.Change)
}
