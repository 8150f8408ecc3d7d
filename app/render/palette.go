package render

import "image/color"

// A Palette is the eight colours of a page in the order of their codes: black, red, green, yellow,
// blue, magenta, cyan, white.
type Palette struct {
	Name    string // for the command line and settings, such as "broadcast"
	Colours [8]color.RGBA
}

// Palettes are all palettes to choose from, that of a television first.
//
// Pages are made for a television, and set white and yellow on blue as often as colours on black. So
// blue is everywhere light enough to be seen on black and dark enough to lie behind text. The tests hold
// every palette to figures of contrast, and of how far its colours are apart.
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
		// Where red and green look alike, colours differ only in lightness and in how blue or yellow
		// they are: red and magenta are dark, green is bluish, yellow is the lightest.
		newPalette("redgreen",
			0x000000, 0xDC3814, 0x4AC98C, 0xFFFF20, 0x0A5AFA, 0xB05A82, 0x10BEE8, 0xFFFFFF),
		// Where blue and green, and yellow and white, look alike, green is darker than cyan and
		// yellow darker than white.
		newPalette("blueyellow",
			0x000000, 0xEE1C10, 0x06A010, 0xFBCA00, 0x1A40FA, 0xF71EF7, 0x20EEF0, 0xFFFFFF),
		// A monochrome screen shows how bright a colour is on a television.
		newPalette("green",
			0x040D06, 0x1A7022, 0x2DA939, 0x40E650, 0x115518, 0x238C2D, 0x36C744, 0xA5FD9E),
		newPalette("amber",
			0x0E0802, 0x81520C, 0xBE7A17, 0xFBA731, 0x643E06, 0x9F6611, 0xDD8F1C, 0xFDCF9F),
	}
}

// PaletteNamed finds the palette with a name, and reports whether there is one.
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
