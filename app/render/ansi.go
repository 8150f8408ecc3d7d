package render

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"unicode"

	"golang.org/x/text/width"

	"sextant/app/teletext"
)

// ANSI writes rows of cells for a terminal with 24-bit colours and Unicode's sextants, each as a line of 40 columns
// that ends with a reset. Flashing cells blink. Double-height text is bold, with its lower row blank; a wide character
// is followed by a space. Mosaics of all sizes are correct, except that separated ones touch. The only escape
// sequences are those for colours, whatever the page contains.
func ANSI(w io.Writer, rows []teletext.Row, look Look) error {
	var b bytes.Buffer
	for i := range rows {
		pen := ""
		for _, c := range rows[i] {
			if p := penFor(c, look); p != pen {
				b.WriteString(p)
				pen = p
			}
			b.WriteRune(inTerminal(c, look))
		}
		b.WriteString("\x1b[0m\n")
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing for a terminal: %w", err)
	}
	return nil
}

// penFor returns the escape sequence for a cell, which starts with a reset.
func penFor(c teletext.Cell, look Look) string {
	manner := "0"
	if c.Size.Tall() && !c.Has(teletext.Mosaic) {
		manner += ";1"
	}
	if c.Has(teletext.Flash) && effective(c, look).Rune != ' ' {
		manner += ";5"
	}
	return fmt.Sprintf("\x1b[%s;38;2;%s;48;2;%sm", manner,
		colourNumbers(look.Colours[c.Fg&7]), colourNumbers(look.Colours[c.Bg&7]))
}

func colourNumbers(c color.RGBA) string { return fmt.Sprintf("%d;%d;%d", c.R, c.G, c.B) }

// inTerminal returns the character for a cell in a terminal.
func inTerminal(c teletext.Cell, look Look) rune {
	seen := effective(c, look)
	switch {
	case seen.Rune == ' ':
		return ' '
	case seen.Has(teletext.Mosaic):
		return teletext.Sextant(mosaicPart(seen.Sixels(), seen.Size))
	case seen.Size.Low(), seen.Size.RightHalf():
		return ' '
	}
	return oneColumn(seen.Rune)
}

// mosaicPart returns the sixels of a cell that shows a part of an enlarged mosaic: a part of the mosaic's sixels,
// each doubled.
func mosaicPart(lit byte, size teletext.Size) byte {
	rows := [3]byte{lit & 3, lit >> 2 & 3, lit >> 4 & 3}
	switch {
	case size.Tall():
		rows = [3]byte{rows[0], rows[0], rows[1]}
	case size.Low():
		rows = [3]byte{rows[1], rows[2], rows[2]}
	}
	for i, row := range rows {
		switch {
		case size.Wide():
			rows[i] = row & 1 * 3
		case size.RightHalf():
			rows[i] = row >> 1 * 3
		}
	}
	return rows[0] | rows[1]<<2 | rows[2]<<4
}

// Printable returns the character, or a space for those that act on their surroundings or on the terminal: control
// characters, and those that change the direction of writing.
func Printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return ' '
}

// oneColumn returns the character if a terminal shows it in one column, and otherwise a question mark.
func oneColumn(r rune) rune {
	r = Printable(r)
	if unicode.In(r, unicode.M, unicode.Hangul) {
		return '?'
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return '?'
	}
	return r
}
