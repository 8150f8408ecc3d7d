package core

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// A Span is a part of a text in bytes, from one to before another.
type Span [2]int

// A MarkedLine is a single dim line of text with some words bright and bold. If there is no room for all of it, it is
// cut off so that the first of those words stays.
type MarkedLine struct {
	Base
	text  string
	marks []Span
	size  float32
}

// NewMarkedLine makes an empty line with a text size.
func NewMarkedLine(size float32) *MarkedLine {
	l := &MarkedLine{size: size}
	l.ExtendBaseWidget(l)
	return l
}

// Set sets the text and its marks.
func (l *MarkedLine) Set(text string, marks []Span) {
	if l.text != text || !slices.Equal(l.marks, marks) {
		l.text, l.marks = text, marks
		l.Refresh()
	}
}

// A piece is a part of a line with one style.
type piece struct {
	text   string
	bright bool
}

// pieces splits a text at its marks, which are sorted. Parts of marks outside of the text are ignored.
func pieces(text string, marks []Span) []piece {
	var list []piece
	at := 0
	add := func(to int, bright bool) {
		if to > at {
			list = append(list, piece{text[at:to], bright})
			at = to
		}
	}
	for _, m := range marks {
		add(min(m[0], len(text)), false)
		add(min(m[1], len(text)), true)
	}
	add(len(text), false)
	return list
}

// fitPieces shortens pieces to a width: before the first bright one, if that and a little after it would be cut off
// otherwise, and then at the end.
func fitPieces(list []piece, width float32, measure func(piece) float32) []piece {
	list = slices.Clone(list)
	total := float32(0)
	for _, p := range list {
		total += measure(p)
	}
	if total <= width || len(list) == 0 {
		return list
	}
	if len(list) > 1 && !list[0].bright {
		tail := min(total-measure(list[0])-measure(list[1]), width/6)
		list[0].text = endOf(list[0], width-measure(list[1])-tail, measure)
	}
	for i, p := range list {
		w := measure(p)
		if w > width || i < len(list)-1 && w == width {
			list[i].text = beginningOf(p, width, measure)
			return list[:i+1]
		}
		width -= w
	}
	return list
}

// beginningOf returns as much of the start of a piece as fits into a width, with an ellipsis.
func beginningOf(p piece, width float32, measure func(piece) float32) string {
	runes := []rune(p.text)
	return string(runes[:Longest(len(runes), func(n int) bool {
		return measure(piece{string(runes[:n]) + "…", p.bright}) <= width
	})]) + "…"
}

// endOf returns the whole piece if it fits into a width, else as many whole words of its end as fit, after an ellipsis.
func endOf(p piece, width float32, measure func(piece) float32) string {
	if measure(p) <= width {
		return p.text
	}
	runes := []rune(p.text)
	n := Longest(len(runes), func(n int) bool {
		return measure(piece{"…" + string(runes[len(runes)-n:]), p.bright}) <= width
	})
	rest := string(runes[len(runes)-n:])
	if space := strings.IndexByte(rest, ' '); space >= 0 {
		rest = rest[space:]
	}
	return "…" + rest
}

// CreateRenderer implements fyne.Widget.
func (l *MarkedLine) CreateRenderer() fyne.WidgetRenderer {
	r := &markedLineRenderer{line: l}
	r.Refresh()
	return r
}

type markedLineRenderer struct {
	line    *MarkedLine
	texts   []*canvas.Text
	objects []fyne.CanvasObject
}

func (r *markedLineRenderer) Destroy() {}

func (r *markedLineRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *markedLineRenderer) MinSize() fyne.Size {
	return fyne.NewSize(2*r.line.size, r.line.size*1.45)
}

func (r *markedLineRenderer) measure(p piece) float32 {
	return TextWidth(p.text, r.line.size, fyne.TextStyle{Bold: p.bright})
}

func (r *markedLineRenderer) Layout(size fyne.Size) {
	list := fitPieces(pieces(r.line.text, r.line.marks), size.Width, r.measure)
	for len(r.texts) < len(list) {
		r.texts = append(r.texts, NewCanvasText(r.line.size))
		r.objects = append(r.objects, r.texts[len(r.texts)-1])
	}
	x := float32(0)
	for i, t := range r.texts {
		p := piece{}
		if i < len(list) {
			p = list[i]
		}
		SetStyledText(t, p.text, fyne.TextStyle{Bold: p.bright})
		t.Color = theme.Color(theme.ColorNamePlaceHolder)
		if p.bright {
			t.Color = theme.Color(theme.ColorNameForeground)
		}
		text := t.MinSize()
		t.Resize(text)
		t.Move(fyne.NewPos(x, (size.Height-text.Height)/2))
		if p.text != "" {
			x += text.Width
		}
	}
}

func (r *markedLineRenderer) Refresh() {
	r.Layout(r.line.Size())
	canvas.Refresh(r.line)
}
