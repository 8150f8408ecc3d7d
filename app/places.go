package app

import (
	"fmt"
	"strconv"
	"strings"

	"sextant/app/browse"
	"sextant/app/teletext"
)

// addressScheme begins the address of a page, as in sextant:123/2.
const addressScheme = "sextant:"

// parsePlace reads 123 or 123/4, as an address too.
func parsePlace(s string) (browse.Place, error) {
	page, subpage, hasSubpage := strings.Cut(strings.TrimPrefix(s, addressScheme), "/")
	n, err := strconv.Atoi(page)
	if err != nil || !teletext.ValidPage(n) {
		return browse.Place{}, fmt.Errorf("%q is no page: page numbers run from %d to %d", s, teletext.FirstPage, teletext.LastPage)
	}
	p := browse.Place{Page: n}
	if !hasSubpage {
		return p, nil
	}
	if p.Subpage, err = strconv.Atoi(subpage); err != nil || p.Subpage < 1 {
		return browse.Place{}, fmt.Errorf("%q is no subpage: write it as 123/4", s)
	}
	return p, nil
}
