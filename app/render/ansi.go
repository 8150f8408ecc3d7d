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

// ANSI writes rows of cells for a terminal that knows 24-bit colours and Unicode's sextants, each as a
// line of 40 columns that ends with everything reset. What flashes blinks. Text of double height is
// bold, with its lower row blank; a wide character is followed by a space. Mosaics of any size look as
// they should, but that separated ones touch. Nothing else than the colours is sent to the terminal,
// whatever the service wrote.
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

// penFor sets all that a terminal can set for a cell, whatever was set before.
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

// inTerminal is the one character that stands for a cell in a terminal.
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

// mosaicPart gives the sixels of a cell that shows a part of an enlarged mosaic: doubled sixels are
// sixels again.
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

// Printable is the character itself if it only shows something. Whatever acts on what is around it, or
// on the terminal, is a space: control characters, and those that turn the direction of writing.
func Printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return ' '
}

// oneColumn is the character itself if a terminal gives it one column. For those that it would give two,
// or none, there is a question mark.
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
