package browse_test

import (
	"fmt"

	"sextant/app/browse"
	"sextant/app/teletext"
)

// A user types a page number. The Browser asks for the page with an effect, and is there once the page is on the
// screen.
func ExampleBrowser() {
	b := browse.New(false)
	effects := append(append(b.Digit(1), b.Digit(2)...), b.Digit(3)...)
	for _, e := range effects {
		load, ok := e.(browse.Load)
		if !ok {
			continue
		}
		fmt.Println("wanted:", load.Place.Page, "shown:", b.Shown().Page)
		page := &teletext.Page{Number: load.Place.Page, Subpages: []teletext.Subpage{{Number: 1}}}
		b.Loaded(load.Trip, load.Place, page)
	}
	fmt.Println("shown:", b.Shown().Page)
	// Output:
	// wanted: 123 shown: 0
	// shown: 123
}
