package browse

import (
	"strconv"
	"strings"

	"sextant/app/say"
	"sextant/app/teletext"
)

// AddressScheme begins the address of a page, as in sextant:123/2.
const AddressScheme = "sextant:"

// ParsePlace reads 123 or 123/4, as an address too.
func ParsePlace(s string) (Place, error) {
	page, subpage, hasSubpage := strings.Cut(strings.TrimPrefix(s, AddressScheme), "/")
	n, err := strconv.Atoi(page)
	if err != nil || !teletext.ValidPage(n) {
		return Place{}, say.Error("place.noPage", "Text", strconv.Quote(s), "First", teletext.FirstPage, "Last", teletext.LastPage)
	}
	p := Place{Page: n}
	if !hasSubpage {
		return p, nil
	}
	if p.Subpage, err = strconv.Atoi(subpage); err != nil || p.Subpage < 1 {
		return Place{}, say.Error("place.noSubpage", "Text", strconv.Quote(s))
	}
	return p, nil
}
