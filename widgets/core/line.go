package core

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// A Line is a single line of text that ends in an ellipsis if there is no room for all of it.
//
// The toolkit's label can do that too, but for each of its styles it reads an emoji font and searches the system's
// fonts, which costs a quarter of a second and tens of megabytes at start. A Line draws with the built-in font, and
// searches only for texts that need another one.
type Line struct {
	Base
	text   string
	size   float32
	colour fyne.ThemeColorName
	align  fyne.TextAlign
	bold   bool
}

var _ fyne.Widget = (*Line)(nil)

// NewLine makes an empty line with a text size and a colour of the theme.
func NewLine(size float32, colour fyne.ThemeColorName) *Line {
	l := &Line{size: size, colour: colour}
	l.ExtendBaseWidget(l)
	return l
}

// Trailing aligns the text with the end of the line.
func (l *Line) Trailing() *Line {
	l.align = fyne.TextAlignTrailing
	return l
}

// Centred centres the text in the line.
func (l *Line) Centred() *Line {
	l.align = fyne.TextAlignCenter
	return l
}

// Bold makes the text bold.
func (l *Line) Bold() *Line {
	l.bold = true
	return l
}

// SetText sets the text.
func (l *Line) SetText(text string) {
	if l.text != text {
		l.text = text
		l.Refresh()
	}
}

// SetColour sets the colour.
func (l *Line) SetColour(colour fyne.ThemeColorName) {
	if l.colour != colour {
		l.colour = colour
		l.Refresh()
	}
}

// Colour returns the name of the text's colour.
func (l *Line) Colour() fyne.ThemeColorName { return l.colour }

// Text returns the whole text.
func (l *Line) Text() string { return l.text }

// WidthWanted returns the width of the whole text.
func (l *Line) WidthWanted() float32 { return TextWidth(l.text, l.size, fyne.TextStyle{Bold: l.bold}) }

// Cut reports whether the text is cut off.
func (l *Line) Cut() bool {
	_, whole := Head(l.text, func(part string) bool {
		return TextWidth(part, l.size, fyne.TextStyle{}) <= l.Size().Width
	})
	return !whole
}

// CreateRenderer implements fyne.Widget.
func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{line: l, text: NewCanvasText(l.size)}
	r.Refresh()
	return r
}

type lineRenderer struct {
	line *Line
	text *canvas.Text
}

func (r *lineRenderer) Destroy() {}

func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.text} }

// MinSize returns the height of the text with a width of 0, because it can be cut off.
func (r *lineRenderer) MinSize() fyne.Size {
	return fyne.NewSize(2*r.line.size, r.line.size*1.45)
}

func (r *lineRenderer) Layout(size fyne.Size) {
	r.fit(size.Width)
	height := r.text.MinSize().Height
	r.text.Resize(fyne.NewSize(size.Width, height))
	r.text.Move(fyne.NewPos(0, (size.Height-height)/2))
}

// fit shortens the text to a width.
func (r *lineRenderer) fit(width float32) {
	SetStyledText(r.text, r.line.text, fyne.TextStyle{Bold: r.line.bold})
	if r.line.text != "" {
		r.text.Text = shortened(r.line.text, func(text string) bool {
			r.text.Text = text
			return r.text.MinSize().Width <= width
		})
	}
}

// shortened returns as much of a text as fits, with an ellipsis if that is not all.
func shortened(text string, fits func(text string) bool) string {
	runes, whole := Head(text, fits)
	if whole {
		return text
	}
	return string(runes[:Longest(len(runes), func(n int) bool { return fits(string(runes[:n]) + "…") })]) + "…"
}

func (r *lineRenderer) Refresh() {
	r.text.Color = theme.Color(r.line.colour)
	r.text.Alignment = r.line.align
	r.Layout(r.line.Size())
	r.text.Refresh()
}
