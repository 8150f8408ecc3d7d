package browse

import (
	"fmt"
	"strconv"
	"strings"

	"sextant/app/teletext"
)

// AddressScheme begins the address of a page, as in sextant:123/2.
const AddressScheme = "sextant:"

// ParsePlace reads 123 or 123/4, as an address too.
func ParsePlace(s string) (Place, error) {
	page, subpage, hasSubpage := strings.Cut(strings.TrimPrefix(s, AddressScheme), "/")
	n, err := strconv.Atoi(page)
	if err != nil || !teletext.ValidPage(n) {
		return Place{}, fmt.Errorf("%q is no page: page numbers run from %d to %d", s, teletext.FirstPage, teletext.LastPage)
	}
	p := Place{Page: n}
	if !hasSubpage {
		return p, nil
	}
	if p.Subpage, err = strconv.Atoi(subpage); err != nil || p.Subpage < 1 {
		return Place{}, fmt.Errorf("%q is no subpage: write it as 123/4", s)
	}
	return p, nil
}
