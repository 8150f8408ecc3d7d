package render

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"sextant/app/words"
)

// The codes of the colours.
const (
	black = iota
	red
	green
	yellow
	blue
	magenta
	cyan
	white
)

var colourNames = [8]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

func TestPaletteNames(t *testing.T) {
	want := []string{
		"broadcast: Standard", "softer: Softer", "contrast: High contrast", "redgreen: For red-green colour blindness",
		"blueyellow: For blue-yellow colour blindness", "green: Green phosphor", "amber: Amber phosphor",
	}
	var got []string
	for _, p := range Palettes() {
		got = append(got, p.Name+": "+words.Palette(p.Name))
		if q, ok := PaletteNamed(p.Name); !ok || q != p {
			t.Errorf("%s is not found by its name", p.Name)
		}
		for i, c := range p.Colours {
			if c.A != 255 {
				t.Errorf("%s: %s can be seen through", p.Name, colourNames[i])
			}
		}
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("the palettes are %s", strings.Join(got, ", "))
	}
	if p, ok := PaletteNamed("sepia"); ok || p != (Palette{}) {
		t.Errorf("PaletteNamed finds %v", p)
	}
}

func TestBroadcastIsTelevision(t *testing.T) {
	for i, c := range Palettes()[0].Colours {
		if want := (color.RGBA{
			R: 255 * uint8(i&1), G: 255 * uint8(i>>1&1), B: 255 * uint8(i>>2&1), A: 255,
		}); c != want {
			t.Errorf("%s is %v", colourNames[i], c)
		}
	}
}

// TestContrast checks each palette for least contrasts of text and background. WCAG 2 requires 4.5 for text, and 3 for
// large text, such as the characters of a teletext page.
func TestContrast(t *testing.T) {
	for _, tt := range []struct {
		name                            string
		whiteOnBlack, onBlack, rest     float64 // rest is red and blue on black
		whiteOnBlue, yellowOnBlue, dark float64 // dark is black on white, yellow, cyan and green
	}{
		{"broadcast", 21, 4.5, 2.4, 8, 7, 15},
		{"softer", 14, 6, 3, 5, 4, 9},
		{"contrast", 21, 9, 4.5, 4.5, 4, 15},
		{"redgreen", 21, 4.5, 3.5, 5, 5, 9},
		{"blueyellow", 21, 6, 3, 6, 4, 6},
		{"green", 15, 4, 2, 6, 5, 6},
		{"amber", 13, 3.5, 2, 6, 4, 5.5},
	} {
		p, _ := PaletteNamed(tt.name)
		ratio := func(text, back int, least float64) {
			got := contrast(p.Colours[text], p.Colours[back])
			t.Logf("%-10s %7s on %-7s %5.2f", tt.name, colourNames[text], colourNames[back], got)
			if got < least {
				t.Errorf("%s: %s on %s is %.2f, below %.1f", tt.name, colourNames[text], colourNames[back], got, least)
			}
		}
		ratio(white, black, tt.whiteOnBlack)
		for _, c := range []int{green, yellow, magenta, cyan} {
			ratio(c, black, tt.onBlack)
		}
		ratio(red, black, tt.rest)
		ratio(blue, black, tt.rest)
		ratio(white, blue, tt.whiteOnBlue)
		ratio(yellow, blue, tt.yellowOnBlue)
		for _, c := range []int{white, yellow, cyan, green} {
			ratio(black, c, tt.dark)
		}
	}
}

// Simulations of colour blindness for linear red, green and blue: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
// "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, at severity 1.0.
var (
	normal     = matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	protanopia = matrix{
		{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998},
	}
	deuteranopia = matrix{
		{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881},
	}
	tritanopia = matrix{
		{1.255528, -0.076749, -0.178779},
		{-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900},
	}
)

// TestDistances checks that colours can be distinguished, both by the eyes for which a palette is made and by others.
// Distances are CIEDE2000; for the eyes of a palette they must be at least twice those of the broadcast palette.
func TestDistances(t *testing.T) {
	for _, tt := range []struct {
		name, eyes string
		eye        matrix
		least      float64
		times      float64 // compared with the broadcast palette
	}{
		{"broadcast", "normal", normal, 23, 1},
		{"softer", "normal", normal, 20, 0.85},
		{"contrast", "normal", normal, 20, 0.9},
		{"redgreen", "normal", normal, 25, 1},
		{"redgreen", "protanopia", protanopia, 17, 4},
		{"redgreen", "deuteranopia", deuteranopia, 17, 2},
		{"blueyellow", "normal", normal, 25, 1},
		{"blueyellow", "tritanopia", tritanopia, 22, 2},
	} {
		p, _ := PaletteNamed(tt.name)
		least, pair := closest(p, tt.eye)
		television, _ := closest(Palettes()[0], tt.eye)
		t.Logf("%s, %s: %s are closest, %.1f; on television %.1f", tt.name, tt.eyes, pair, least, television)
		if least < tt.least || least < television*tt.times {
			t.Errorf("%s, %s: %s are %.1f apart", tt.name, tt.eyes, pair, least)
		}
	}
}

// closest returns the two colours of a palette that an eye distinguishes least.
func closest(p Palette, eye matrix) (least float64, pair string) {
	least = math.Inf(1)
	for i := range p.Colours {
		for j := range i {
			d := distance(lab(eye.times(linear(p.Colours[i]))), lab(eye.times(linear(p.Colours[j]))))
			if d < least {
				least, pair = d, colourNames[j]+" and "+colourNames[i]
			}
		}
	}
	return least, pair
}

// TestHues checks by the CIE Lab hue that colours match their names for normal eyes. The monochrome palettes have one
// hue, except black, which has too little of it to be checked.
func TestHues(t *testing.T) {
	names := [8][2]float64{
		red: {20, 50}, green: {130, 165}, yellow: {80, 112}, blue: {280, 310}, magenta: {315, 360}, cyan: {190, 240},
	}
	for _, p := range Palettes() {
		hues := names
		switch p.Name {
		case "green":
			hues = [8][2]float64{{}, {138, 142}, {138, 142}, {138, 142}, {138, 142}, {138, 142}, {138, 142}, {138, 142}}
		case "amber":
			hues = [8][2]float64{{}, {70, 74}, {70, 74}, {70, 74}, {70, 74}, {70, 74}, {70, 74}, {70, 74}}
		}
		for i, c := range p.Colours {
			l := lab(linear(c))
			hue := math.Mod(math.Atan2(l[2], l[1])*180/math.Pi+360, 360)
			if limits := hues[i]; limits[1] > 0 && (hue < limits[0] || hue > limits[1]) {
				t.Errorf("%s: %s has the hue %.0f", p.Name, colourNames[i], hue)
			}
		}
	}
}

// TestPhosphor checks that the monochrome palettes keep the order of brightness, in visible steps.
func TestPhosphor(t *testing.T) {
	const step = 8.5 // of CIE lightness
	for _, name := range []string{"green", "amber"} {
		p, _ := PaletteNamed(name)
		for i := 1; i < len(p.Colours); i++ {
			order := [8]int{black, blue, red, magenta, green, cyan, yellow, white} // by broadcast brightness
			darker, lighter := lab(linear(p.Colours[order[i-1]]))[0], lab(linear(p.Colours[order[i]]))[0]
			t.Logf("%s: %-7s %5.1f", name, colourNames[order[i]], lighter)
			if lighter-darker < step {
				t.Errorf("%s: %s is only %.1f lighter than %s", name,
					colourNames[order[i]], lighter-darker, colourNames[order[i-1]])
			}
		}
	}
}

// TestDistanceIsCIEDE2000 checks the formula with pairs of its test data: G. Sharma, W. Wu and E. N. Dalal, "The
// CIEDE2000 Color-Difference Formula", 2005.
func TestDistanceIsCIEDE2000(t *testing.T) {
	for _, tt := range []struct {
		a, b triple
		want float64
	}{
		{triple{50, 2.6772, -79.7751}, triple{50, 0, -82.7485}, 2.0425},
		{triple{50, 2.5, 0}, triple{73, 25, -18}, 27.1492},
		{triple{50, 2.5, 0}, triple{50, 0, -2.5}, 4.3065},
		{triple{60.2574, -34.0099, 36.2677}, triple{60.4626, -34.1751, 39.4387}, 1.2644},
		{triple{22.7233, 20.0904, -46.6940}, triple{23.0331, 14.9730, -42.5619}, 2.0373},
		{triple{2.0776, 0.0795, -1.1350}, triple{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := distance(tt.a, tt.b); math.Abs(got-tt.want) > 0.00005 {
			t.Errorf("%v and %v are %.4f apart, want %.4f", tt.a, tt.b, got, tt.want)
		}
	}
}

type (
	triple [3]float64
	matrix [3]triple
)

// times applies a matrix to a colour and clamps the result to the range of a screen.
func (m matrix) times(v triple) (out triple) {
	for i := range m {
		out[i] = min(1, max(0, m[i][0]*v[0]+m[i][1]*v[1]+m[i][2]*v[2]))
	}
	return out
}

// linear reverses the transfer function of sRGB.
func linear(c color.RGBA) (v triple) {
	for i, part := range [3]uint8{c.R, c.G, c.B} {
		s := float64(part) / 255
		if s <= 0.04045 {
			v[i] = s / 12.92
			continue
		}
		v[i] = math.Pow((s+0.055)/1.055, 2.4)
	}
	return v
}

// contrast returns the contrast ratio of WCAG 2.
func contrast(a, b color.RGBA) float64 {
	luminance := func(c color.RGBA) float64 {
		v := linear(c)
		return 0.2126*v[0] + 0.7152*v[1] + 0.0722*v[2]
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// lab converts a colour to CIE Lab with the white of sRGB.
func lab(v triple) triple {
	toXYZ := matrix{
		{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041},
	}
	whitePoint := triple{0.95047, 1, 1.08883}
	var f triple
	for i, row := range toXYZ {
		x := (row[0]*v[0] + row[1]*v[1] + row[2]*v[2]) / whitePoint[i]
		if x > 216.0/24389 {
			f[i] = math.Cbrt(x)
			continue
		}
		f[i] = (24389.0/27*x + 16) / 116
	}
	return triple{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// distance returns the CIEDE2000 difference of two colours in CIE Lab.
func distance(p, q triple) float64 {
	mean := (math.Hypot(p[1], p[2]) + math.Hypot(q[1], q[2])) / 2
	stretch := 1 + 0.5*(1-chromaShare(mean))
	a1, a2 := p[1]*stretch, q[1]*stretch
	c1, c2 := math.Hypot(a1, p[2]), math.Hypot(a2, q[2])
	h1, h2 := math.Atan2(p[2], a1), math.Atan2(q[2], a2)
	turn := math.Remainder(h2-h1, 2*math.Pi)
	h := h1 + turn/2 // the mean hue, on the shorter way round
	if c1*c2 == 0 {
		h, turn = h1+h2, 0
	}
	l, c := (p[0]+q[0])/2, (c1+c2)/2
	t := 1 - 0.17*math.Cos(h-degrees(30)) + 0.24*math.Cos(2*h) +
		0.32*math.Cos(3*h+degrees(6)) - 0.20*math.Cos(4*h-degrees(63))
	dl := (q[0] - p[0]) / (1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50)))
	dc := (c2 - c1) / (1 + 0.045*c)
	dh := 2 * math.Sqrt(c1*c2) * math.Sin(turn/2) / (1 + 0.015*c*t)
	fromBlue := math.Remainder(h-degrees(275), 2*math.Pi) / degrees(25)
	rotation := -2 * chromaShare(c) * math.Sin(degrees(60)*math.Exp(-fromBlue*fromBlue))
	return math.Sqrt(dl*dl + dc*dc + dh*dh + rotation*dc*dh)
}

func chromaShare(c float64) float64 {
	c7, limit := math.Pow(c, 7), math.Pow(25, 7)
	return math.Sqrt(c7 / (c7 + limit))
}

func degrees(d float64) float64 { return d * math.Pi / 180 }
