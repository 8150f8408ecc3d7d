package teletext

// A mosaic code is a character code 20 to 3F or 60 to 7F (hexadecimal) in mosaic mode. Its bits 01 02 /
// 04 08 / 10 40 light the six sixels of a cell from top left to bottom right (ETSI EN 300 706,
// section 15.7.1).

// IsMosaicCode reports whether the code shows a mosaic in mosaic mode; codes 40 to 5F show letters.
func IsMosaicCode(code rune) bool {
	return code >= 0x20 && code <= 0x3F || code >= 0x60 && code <= 0x7F
}

// Sixels returns the six sixels of a mosaic code as bits 0 to 5, from top left to bottom right.
func Sixels(code byte) byte { return code&0x1F | code&0x40>>1 }

// MosaicCode returns the mosaic code of the given sixels.
func MosaicCode(sixels byte) byte { return 0x20 | sixels&0x1F | sixels&0x20<<1 }

const (
	firstSextant = 0x1FB00
	leftHalf     = 0b010101
	rightHalf    = 0b101010
	allSixels    = 0b111111
)

// Sextant returns the Unicode character of the given sixels.
func Sextant(sixels byte) rune {
	switch sixels {
	case 0:
		return ' '
	case leftHalf:
		return '▌'
	case rightHalf:
		return '▐'
	case allSixels:
		return '█'
	}
	r := rune(firstSextant) + rune(sixels) - 1
	if sixels > leftHalf {
		r--
	}
	if sixels > rightHalf {
		r--
	}
	return r
}

// SextantSixels is the inverse of [Sextant] for characters other than the space.
func SextantSixels(r rune) (sixels byte, ok bool) {
	switch r {
	case '▌':
		return leftHalf, true
	case '▐':
		return rightHalf, true
	case '█':
		return allSixels, true
	}
	if r < firstSextant || r > firstSextant+0x3B {
		return 0, false
	}
	sixels = byte(r-firstSextant) + 1
	if sixels >= leftHalf {
		sixels++
	}
	if sixels >= rightHalf {
		sixels++
	}
	return sixels, true
}
