package teletext

// A Colour is a colour code of the specification's table: 0 to 7 are the text colours, 16 to 23
// the same colours for graphics.
type Colour uint8

// The colours of the specification's table of colour names.
const (
	Black Colour = iota
	Red
	Green
	Yellow
	Blue
	Magenta
	Cyan
	White

	GBlack Colour = iota + 8
	GRed
	GGreen
	GYellow
	GBlue
	GMagenta
	GCyan
	GWhite
)

const graphicColour = 16

var colourNames = [8]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

// Graphic reports whether c is a graphics colour, whose name begins with g.
func (c Colour) Graphic() bool { return c >= graphicColour }

// Base returns the text colour of the same hue.
func (c Colour) Base() Colour { return c & 7 }

// String returns the colour's name in the specification, such as "cyan" or "gcyan".
func (c Colour) String() string {
	if c.Graphic() {
		return "g" + colourNames[c.Base()]
	}
	return colourNames[c.Base()]
}

// ParseColour returns the colour of a name.
func ParseColour(name string) (Colour, bool) {
	base, graphic := name, Colour(0)
	if len(name) > 1 && name[0] == 'g' && name != "green" {
		base, graphic = name[1:], graphicColour
	}
	for i, n := range colourNames {
		if n == base {
			return Colour(i) + graphic, true
		}
	}
	return White, false
}
