package render

import (
	_ "embed"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

//go:embed glyphs.txt
var glyphSource string

// The grid on which characters are drawn: five dots and a gap across, ten dots down.
const (
	dotColumns   = 6
	glyphColumns = 5
	dotRows      = 10
)

// A glyph is a character's dots, one row a byte. Bit 4 is the leftmost of the five dots.
type glyph [dotRows]byte

// A font holds the drawn characters and the parts from which accented ones are made.
type font struct {
	glyphs map[rune]glyph
	marks  map[rune][]byte // combining characters
}

// loadFont reads the drawn characters once, when something is drawn for the first time.
var loadFont = sync.OnceValue(func() *font { return parseFont(glyphSource) })

func parseFont(source string) *font {
	f := &font{glyphs: map[rune]glyph{' ': {}}, marks: map[rune][]byte{}}
	var names []string
	var rows [][]byte
	flush := func() {
		for i, name := range names {
			f.add(name, rows[i])
		}
		names, rows = nil, nil
	}
	for _, line := range strings.Split(source, "\n") {
		switch {
		case strings.HasPrefix(line, "= "):
			flush()
			names = strings.Fields(line[2:])
			rows = make([][]byte, len(names))
		case line == "" || strings.HasPrefix(line, "# "):
			flush()
		default:
			for i, dots := range strings.Fields(line) {
				rows[i] = append(rows[i], dotBits(dots))
			}
		}
	}
	flush()
	return f
}

func dotBits(dots string) (b byte) {
	for _, d := range dots {
		b <<= 1
		if d == '#' {
			b |= 1
		}
	}
	return b
}

func (f *font) add(name string, rows []byte) {
	if mark, ok := strings.CutPrefix(name, "mark:"); ok {
		f.marks[codePoint(mark)] = rows
		return
	}
	var g glyph
	copy(g[:], rows)
	f.glyphs[[]rune(name)[0]] = g
}

func codePoint(hex string) (r rune) {
	for _, d := range hex {
		r = r<<4 | rune(strings.IndexRune("0123456789ABCDEF", d))
	}
	return r
}

// glyph finds a character: as drawn, composed of a letter and its accents, or its bare letter. A
// character of which nothing is known shows as a question mark.
func (f *font) glyph(r rune) glyph {
	if g, ok := f.glyphs[r]; ok {
		return g
	}
	parts := []rune(norm.NFKD.String(string(r)))
	base, ok := f.glyphs[parts[0]]
	if !ok {
		return f.glyphs['?']
	}
	for _, mark := range parts[1:] {
		base = f.accent(parts[0], base, mark)
	}
	return base
}

const (
	combiningCedilla = 0x327
	combiningOgonek  = 0x328
	combiningComma   = 0x326
	combiningCaron   = 0x30C
)

// accent puts one accent on a letter: below it, beside it, or above, where a capital makes room.
func (f *font) accent(letter rune, g glyph, mark rune) glyph {
	switch mark {
	case combiningCedilla, combiningComma:
		g[8] |= 0b00100
		g[9] |= 0b01100
		return g
	case combiningOgonek:
		g[8] |= 0b00010
		g[9] |= 0b00011
		return g
	}
	if mark == combiningCaron && strings.ContainsRune("dtlL", letter) {
		g[0] |= 0b00001
		g[1] |= 0b00001
		g[2] |= 0b00010
		return g
	}
	rows, ok := f.marks[mark]
	if !ok {
		return g
	}
	return f.accentAbove(letter, g, rows)
}

func (f *font) accentAbove(letter rune, g glyph, mark []byte) glyph {
	switch letter {
	case 'i':
		g = f.glyphs['ı']
	case 'j':
		g = f.glyphs['ȷ']
	}
	top := 0
	for top < dotRows && g[top] == 0 {
		top++
	}
	if top >= 3 { // a small letter has room above it
		return overlay(g, mark, max(0, 2-len(mark)))
	}
	return overlay(shorten(g), mark, 0)
}

// shorten squeezes a capital by the row that an accent needs above it. The accent's second row, if
// it has one, touches the letter, and a ring joins its apex: capitals stay taller than small letters.
func shorten(g glyph) glyph {
	var out glyph
	copy(out[2:], dropRow(g[1:8]))
	copy(out[8:], g[8:])
	return out
}

// dropRow leaves out a row that looks like its neighbour, so that no stroke is lost.
func dropRow(rows []byte) []byte {
	drop := 2
	for i := 1; i < len(rows); i++ {
		if rows[i] == rows[i-1] {
			drop = i
			break
		}
	}
	return append(append([]byte(nil), rows[:drop]...), rows[drop+1:]...)
}

func overlay(g glyph, mark []byte, top int) glyph {
	for i, row := range mark {
		g[top+i] |= row
	}
	return g
}
