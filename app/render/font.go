package render

import (
	_ "embed"
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

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

// Rows of the grid.
const (
	smallTop  = 3 // the top of small letters
	belowBase = 8 // the first row below the base line
)

// A glyph is a character's dots, one row a byte. Bit 4 is the leftmost of the five dots.
type glyph [dotRows]byte

// A font holds the drawn characters and the parts of which accented ones are composed.
type font struct {
	glyphs map[rune]glyph
	parts  map[part][]byte // rows of dots
}

// A part is an accent by its combining character, or the short form of a capital.
type part struct {
	kind string // as in glyphs.txt: "above", "below" or "short"
	char rune
}

// loadFont parses the drawn characters once, when something is drawn for the first time.
var loadFont = sync.OnceValue(func() *font { return parseFont(glyphSource) })

// drawnGlyphs is about the number of characters in the font.
const drawnGlyphs = 512

// parseFont parses the format that glyphs.txt describes. The source is part of the program; tests check it, so
// parseFont does not.
func parseFont(source string) *font {
	f := &font{glyphs: make(map[rune]glyph, drawnGlyphs), parts: map[part][]byte{}}
	f.glyphs[' '] = glyph{}
	for source != "" {
		var line string
		line, source, _ = strings.Cut(source, "\n")
		if names, ok := strings.CutPrefix(line, "= "); ok {
			source = f.band(strings.Fields(names), source)
		}
	}
	return f
}

// band parses the rows of dots below a line of names, and returns the rest of the source.
func (f *font) band(names []string, source string) string {
	glyphs := make([]glyph, len(names))
	row := 0
	for ; row < dotRows; row++ {
		line, rest, _ := strings.Cut(source, "\n")
		if line == "" {
			break
		}
		source = rest
		for i := range glyphs {
			at := i * dotColumns
			glyphs[i][row] = dotBits(line[at : at+glyphColumns])
		}
	}
	for i, name := range names {
		f.addGlyph(name, glyphs[i], row)
	}
	return source
}

func dotBits(dots string) (b byte) {
	for i := range len(dots) {
		b <<= 1
		if dots[i] == '#' {
			b |= 1
		}
	}
	return b
}

// addGlyph registers a drawing of a number of rows under its name, which may list several characters.
func (f *font) addGlyph(name string, g glyph, rows int) {
	kind, chars, ok := strings.Cut(name, ":")
	if !ok || kind == "" {
		kind, chars = "", name
	}
	for chars != "" {
		_, size := utf8.DecodeRuneInString(chars)
		if end := strings.IndexByte(chars[size:], '='); end >= 0 {
			size += end
		} else {
			size = len(chars)
		}
		char := character(chars[:size])
		chars = strings.TrimPrefix(chars[size:], "=")
		if kind == "" {
			f.glyphs[char] = g
		} else {
			f.parts[part{kind, char}] = g[:rows]
		}
	}
}

// character returns the character of a name in glyphs.txt: a character or a code point.
func character(name string) rune {
	if hex, ok := strings.CutPrefix(name, "U+"); ok {
		code, err := strconv.ParseUint(hex, 16, 32)
		if err == nil {
			return rune(code)
		}
	}
	r, _ := utf8.DecodeRuneInString(name)
	return r
}

// lookup returns a character's glyph: as drawn, composed of a letter and its accents, or the letter without them.
// Characters without width and spaces are blank. An unknown character is a question mark.
func (f *font) lookup(r rune) glyph {
	if g, ok := f.glyphs[r]; ok {
		return g
	}
	if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
		return glyph{}
	}
	chars := []rune(norm.NFKD.String(string(r)))
	g, ok := f.glyphs[chars[0]]
	if !ok {
		return f.glyphs['?']
	}
	return f.compose(chars[0], g, chars[1:])
}

// compose adds accents to a letter. There is room for one above it and one below. A ligature shows as its first letter.
func (f *font) compose(letter rune, g glyph, marks []rune) glyph {
	above, below := false, false
	for _, mark := range marks {
		if !unicode.Is(unicode.Mn, mark) {
			break
		}
		if rows, ok := f.parts[part{"below", belowMark(letter, mark)}]; ok && !below {
			g, below = accentBelow(g, rows), true
		}
		if rows, ok := f.parts[part{"above", mark}]; ok && !above {
			g, above = f.accentAbove(letter, g, rows), true
		}
	}
	return g
}

const (
	combiningComma   = 0x326
	combiningCedilla = 0x327
)

// belowMark returns the accent to draw for one below a letter. Unicode's cedilla is a comma below the letters of
// Latvian.
func belowMark(letter, mark rune) rune {
	if mark == combiningCedilla && strings.ContainsRune("GKLNRklnr", letter) {
		return combiningComma
	}
	return mark
}

// accentBelow draws an accent in the rows of descenders, unless the letter has one.
func accentBelow(g glyph, mark []byte) glyph {
	if g[belowBase] != 0 {
		return g
	}
	return overlay(g, mark, belowBase)
}

// accentAbove draws an accent above a small letter, or above a capital, which is shortened to make room.
func (f *font) accentAbove(letter rune, g glyph, mark []byte) glyph {
	switch letter {
	case 'i', 'і':
		g = f.dotless(g, 'ı')
	case 'j', 'ј':
		g = f.dotless(g, 'ȷ')
	}
	if g.top() >= smallTop {
		return overlay(g, mark, max(0, smallTop-1-len(mark)))
	}
	short, ok := f.parts[part{"short", letter}]
	if !ok {
		short = dropRow(g[g.top():belowBase])
	}
	if broad(mark) && strings.ContainsRune(plainCapitals, letter) {
		short = dropRow(short)
	}
	return overlay(g.onBase(short), mark, 0)
}

// dotless replaces the body of a letter and keeps what it has below the base line.
func (f *font) dotless(g glyph, body rune) glyph {
	return overlay(f.glyphs[body], g[belowBase:], belowBase)
}

// broad reports whether an accent's second row has more than one dot, so that it would close the top of a capital that
// it touches.
func broad(mark []byte) bool { return len(mark) > 1 && bits.OnesCount8(mark[len(mark)-1]) > 1 }

// plainCapitals are recognisable as capitals at any height, so they are shortened enough to leave a gap below a broad
// accent. All others lose one row only and touch the accent's second row, because they must stay taller than small
// letters.
const plainCapitals = "AEHNUYАЕН"

// dropRow removes a row that equals its neighbour, so that no stroke is lost.
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

// top returns the first row with a dot.
func (g glyph) top() int {
	for row, dots := range g {
		if dots != 0 {
			return row
		}
	}
	return dotRows
}

// onBase replaces the rows above the base line.
func (g glyph) onBase(rows []byte) glyph {
	var out glyph
	copy(out[belowBase-len(rows):], rows)
	copy(out[belowBase:], g[belowBase:])
	return out
}

func overlay(g glyph, mark []byte, top int) glyph {
	for i, row := range mark {
		g[top+i] |= row
	}
	return g
}
