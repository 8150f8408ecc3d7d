package teletext_test

import (
	"bytes"

	"sextant/app/teletext"
)

// A rule is a display rule that libzvbi is known to break.
type rule string

const (
	escapeInert rule = "2 (escape without a second G0 changes nothing)"
	alphaClears rule = "26 (alpha mode clears the held mosaic)"
	sizeClears  rule = "27 (a change of size clears the held mosaic)"
)

// A deviation is what the rules and libzvbi show in a cell in which they are known to differ.
type deviation struct {
	rule         rule
	ours, theirs glyph
}

// A glyph is what a cell shows, without its colours and size.
type glyph struct {
	char rune
	attr teletext.Attr
}

var blank = glyph{char: ' '}

// sixels returns the glyph of a mosaic code. A blank one has no sixels, so it cannot be separated.
func sixels(code byte, apart bool) glyph {
	g := glyph{teletext.Sextant(teletext.Sixels(code)), teletext.Mosaic}
	if g.char == ' ' {
		return blank
	}
	if apart {
		g.attr |= teletext.Separated
	}
	return g
}

// A walk follows the codes of a row, and keeps only the state on which libzvbi's deviations depend.
type walk struct {
	set                           charset
	tall                          bool // the row may have double height
	size                          byte
	mosaic, hold, apart, switched bool
	held, theirs                  glyph // the held mosaic by the rules, and by libzvbi
	cause                         rule  // why they differ
}

func (w *walk) along(codes [columns]byte) (found [columns]deviation) {
	w.size, w.held, w.theirs = normal, blank, blank
	for col, code := range codes {
		w.setAt(code)
		switch {
		case code < 0x20:
			if w.mosaic && w.hold && w.held != w.theirs {
				found[col] = deviation{w.cause, w.held, w.theirs}
			}
		case w.mosaic && code&0x20 != 0:
			w.held = sixels(code, w.apart)
			w.theirs = w.held
		case w.switched && w.set.char(code) != swedish.char(code):
			found[col] = deviation{escapeInert, glyph{char: w.set.char(code)}, glyph{char: swedish.char(code)}}
		}
		w.setAfter(code)
	}
	return found
}

func (w *walk) setAt(code byte) {
	switch code {
	case normal:
		w.resize(code)
	case contiguous, separated:
		w.apart = code == separated
	case hold:
		w.hold = true
	}
}

func (w *walk) setAfter(code byte) {
	switch {
	case code < 0x08:
		w.mosaic = false
		w.clear(alphaClears)
	case code >= 0x10 && code < 0x18:
		w.mosaic = true
	case code == doubleWidth, w.tall && (code == doubleHeight || code == doubleSize):
		w.resize(code)
	case code == escape:
		w.switched = !w.switched
	case code == release:
		w.hold = false
	}
}

func (w *walk) resize(size byte) {
	if w.size != size {
		w.size = size
		w.clear(sizeClears)
	}
}

// clear clears the held mosaic, by a rule that libzvbi does not have.
func (w *walk) clear(by rule) {
	if w.held != blank {
		w.held, w.cause = blank, by
	}
}

// A forecast is what is known from a page's codes about libzvbi's cells, before it decodes them.
type forecast struct {
	hidden     [rows]bool // rows below double height
	deviations [rows][columns]deviation
}

// forecast leaves out the cells that repeat another one.
func (p *rawPage) forecast(s charset) *forecast {
	const lastTall = 22 - 1
	f := new(forecast)
	for row, codes := range p {
		if f.hidden[row] {
			continue
		}
		w := walk{set: s, tall: row <= lastTall}
		f.deviations[row] = w.along(codes)
		if w.tall {
			// In column 39 there is no room for double size.
			f.hidden[row+1] = bytes.IndexByte(codes[:], doubleHeight) >= 0 ||
				bytes.IndexByte(codes[:columns-1], doubleSize) >= 0
		}
	}
	return f
}

// at returns the deviation at a cell. Lower and right halves have that of the cell to which they belong.
func (f *forecast) at(row, col int, size teletext.Size) deviation {
	d := &f.deviations[row][col]
	switch size {
	case teletext.DoubleHeightLow, teletext.DoubleSizeLow:
		*d = f.deviations[row-1][col]
	case teletext.DoubleWidthRight, teletext.DoubleSizeRight, teletext.DoubleSizeRightLow:
		*d = f.deviations[row][col-1]
	}
	return *d
}
