package teletext

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// A Span is a part of a grid's row, from a column to before another.
type Span struct{ Row, From, Before int }

// A TextForm says how cells are converted to text.
type TextForm struct {
	// Sextants writes mosaics as Unicode's sextants instead of spaces.
	Sextants bool
	// Reveal writes concealed characters instead of spaces.
	Reveal bool
}

// Text returns spans as text, each as a line without spaces at its end. A wide character is written once; the lower
// halves of double-height ones are spaces.
func (g *Grid) Text(spans []Span, form TextForm) string {
	lines := make([]string, len(spans))
	for i, s := range spans {
		lines[i] = g.spanText(s, form)
	}
	return strings.Join(lines, "\n")
}

func (g *Grid) spanText(s Span, form TextForm) string {
	var b strings.Builder
	for _, c := range g[s.Row][s.From:s.Before] {
		if r, ok := form.rune(c); ok {
			b.WriteRune(r)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// rune returns a cell's character in a text; ok is false for the right half of a wide one, which is written once.
func (f TextForm) rune(c Cell) (r rune, ok bool) {
	switch {
	case c.Size.RightHalf():
		return 0, false
	case c.Size.Low(), c.Has(Conceal) && !f.Reveal, c.Has(Mosaic) && !f.Sextants:
		return ' ', true
	}
	return c.Rune, true
}

// WholeRows returns the spans of all rows.
func WholeRows() []Span {
	spans := make([]Span, Rows)
	for row := range spans {
		spans[row] = Span{row, 0, Columns}
	}
	return spans
}

// Concealed reports whether the grid has anything visible to reveal.
func (g *Grid) Concealed() bool { return g.shows(Conceal) }

// Flashes reports whether anything on the grid flashes.
func (g *Grid) Flashes() bool { return g.shows(Flash) }

func (g *Grid) shows(a Attr) bool {
	for row := range g {
		for _, c := range g[row] {
			if c.Has(a) && !c.blank() {
				return true
			}
		}
	}
	return false
}

// cellLine is a row of the cells format: each string has a character for each of the 40 cells.
type cellLine struct {
	Row     int    `json:"row"`
	Text    string `json:"text"`
	Fg      string `json:"fg"`
	Bg      string `json:"bg"`
	Mosaic  string `json:"mosaic"`
	Flash   string `json:"flash"`
	Conceal string `json:"conceal"`
	Size    string `json:"size"`
	Box     string `json:"box"`
}

// WriteCells writes all cells with their attributes as JSON, an object for each of lines 1 to 24: characters, colours
// 0 to 7, c or s for contiguous or separated mosaics, f for flash, c for conceal, b for box. Sizes are n for normal, h
// and l for the halves of double height, w for double width, d and e for the left quarters of double size, and x for
// the right half of a wide character.
func (g *Grid) WriteCells(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for row := range g {
		if err := e.Encode(g.cellLine(row)); err != nil {
			return fmt.Errorf("writing cells: %w", err)
		}
	}
	return nil
}

func (g *Grid) cellLine(row int) cellLine {
	each := func(of func(Cell) rune) string {
		var b strings.Builder
		for _, c := range g[row] {
			b.WriteRune(of(c))
		}
		return b.String()
	}
	flag := func(a Attr, letter rune) string {
		return each(func(c Cell) rune {
			if c.Has(a) {
				return letter
			}
			return '.'
		})
	}
	return cellLine{
		Row:     row + 1,
		Text:    each(func(c Cell) rune { return c.Rune }),
		Fg:      each(func(c Cell) rune { return '0' + rune(c.Fg) }),
		Bg:      each(func(c Cell) rune { return '0' + rune(c.Bg) }),
		Mosaic:  each(mosaicLetter),
		Flash:   flag(Flash, 'f'),
		Conceal: flag(Conceal, 'c'),
		Size:    each(func(c Cell) rune { return rune("nhlwxdxex"[c.Size]) }),
		Box:     flag(Box, 'b'),
	}
}

func mosaicLetter(c Cell) rune {
	switch {
	case c.Has(Mosaic | Separated):
		return 's'
	case c.Has(Mosaic):
		return 'c'
	}
	return '.'
}

// Letters returns a span as text, with concealed characters and mosaics as spaces, and the column of each byte of the
// text, followed by the column after the last.
func (g *Grid) Letters(s Span) (text string, columns []int) {
	var b strings.Builder
	for col, c := range g[s.Row][s.From:s.Before] {
		r := c.Rune
		switch {
		case c.Size.RightHalf():
			continue
		case c.Size.Low(), c.Has(Conceal), c.Has(Mosaic):
			r = ' '
		}
		b.WriteRune(r)
		for len(columns) < b.Len() {
			columns = append(columns, s.From+col)
		}
	}
	return b.String(), append(columns, s.Before)
}
