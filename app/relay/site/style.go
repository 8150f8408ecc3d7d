package site

import (
	_ "embed" // for the sheet
	"fmt"
	"strings"

	"sextant/app/teletext"
)

//go:embed site.css
var sheet string

// style is the sheet with the classes that stand for numbers: of columns, and of sixels.
var style = sheet + widths() + mosaics()

// widths are the classes of so many columns.
func widths() string {
	var b strings.Builder
	for n := 1; n <= teletext.Columns; n++ {
		fmt.Fprintf(&b, ".w%d{width:calc(%d*var(--cell))}\n", n, n)
	}
	return b.String()
}

// mosaics are the classes of each pattern of sixels (ETSI EN 300 706, section 15.7.1): a layer of background for each
// that is lit, from the upper left to the lower right.
func mosaics() string {
	var b strings.Builder
	for pattern := 1; pattern < 64; pattern++ {
		var layers []string
		for sixel := range 6 {
			if pattern>>sixel&1 == 1 {
				layers = append(layers,
					fmt.Sprintf("linear-gradient(currentcolor,currentcolor) %d%% %d%%/var(--sixel) no-repeat",
						sixel%2*100, sixel/2*50))
			}
		}
		fmt.Fprintf(&b, ".m%d{background:%s}\n", pattern, strings.Join(layers, ","))
	}
	return b.String()
}
