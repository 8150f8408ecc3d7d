package render_test

import (
	"fmt"
	"image"

	"sextant/app/render"
	"sextant/app/teletext"
)

// Lines of a page become cells, and cells pixels.
func ExamplePaletted() {
	grid := teletext.DecodeAll(&teletext.Lines{0: "{Red}{DH}Tide"})
	palette, _ := render.PaletteNamed("broadcast")
	picture := render.Paletted(grid[:], image.Pt(480, 250), render.Look{Colours: palette.Colours})
	red := 0
	for _, c := range picture.Pix {
		if c == 1 {
			red++
		}
	}
	fmt.Println(picture.Bounds().Size(), red > 100)
	// Output: (480,250) true
}
