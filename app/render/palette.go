package render

import "image/color"

// A Palette is the eight colours of a page in the order of their codes: black, red, green, yellow,
// blue, magenta, cyan, white.
type Palette struct {
	Name    string // for the command line and settings, such as "broadcast"
	Colours [8]color.RGBA
}

// Palettes returns all palettes, that of a television first.
//
// Pages are designed for televisions, with white and yellow on blue as often as colours on black. So blue is
// light enough to be visible on black and dark enough for a background in every palette. Tests check each palette's
// contrasts and the distances between its colours.
func Palettes() []Palette {
	return []Palette{
		newPalette("broadcast",
			0x000000, 0xFF0000, 0x00FF00, 0xFFFF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFFFF),
		newPalette("softer",
			0x10141C, 0xDB555B, 0x78CC7C, 0xEFDA80, 0x3A5AC4, 0xC47CCB, 0x74D0D8, 0xECEAE3),
		// Blue lies half way between black and white, so that it contrasts as much with the one as
		// with the other.
		newPalette("contrast",
			0x000000, 0xFF5050, 0x40FF40, 0xFFFF66, 0x3A69FF, 0xFF77FF, 0x40FFFF, 0xFFFFFF),
		// To readers who do not distinguish red and green, colours differ in lightness and on the blue-yellow
		// axis only: red and magenta are dark, green is bluish, yellow is the lightest.
		newPalette("redgreen",
			0x000000, 0xDC3814, 0x4AC98C, 0xFFFF20, 0x0A5AFA, 0xB05A82, 0x10BEE8, 0xFFFFFF),
		// For readers who do not distinguish blue and green, or yellow and white, green is darker than cyan and
		// yellow darker than white.
		newPalette("blueyellow",
			0x000000, 0xEE1C10, 0x06A010, 0xFBCA00, 0x1A40FA, 0xF71EF7, 0x20EEF0, 0xFFFFFF),
		// Each colour has the luminance that it has on a television.
		newPalette("green",
			0x040D06, 0x1A7022, 0x2DA939, 0x40E650, 0x115518, 0x238C2D, 0x36C744, 0xA5FD9E),
		newPalette("amber",
			0x0E0802, 0x81520C, 0xBE7A17, 0xFBA731, 0x643E06, 0x9F6611, 0xDD8F1C, 0xFDCF9F),
	}
}

// PaletteNamed returns the palette of a name, and reports whether there is one.
func PaletteNamed(name string) (Palette, bool) {
	for _, p := range Palettes() {
		if p.Name == name {
			return p, true
		}
	}
	return Palette{}, false
}

func newPalette(name string, codes ...uint32) Palette {
	p := Palette{Name: name}
	for i, c := range codes {
		p.Colours[i] = color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 255}
	}
	return p
}
