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
	word := s
	if n := len(AddressScheme); len(s) >= n && strings.EqualFold(s[:n], AddressScheme) { // RFC 3986, section 3.1
		word = s[n:]
	}
	page, subpage, hasSubpage := strings.Cut(word, "/")
	n, ok := number(page)
	if !ok || !teletext.ValidPage(n) {
		return Place{}, say.Error("place.noPage", "Text", strconv.Quote(s), "First", teletext.FirstPage, "Last", teletext.LastPage)
	}
	p := Place{Page: n}
	if !hasSubpage {
		return p, nil
	}
	if p.Subpage, ok = number(subpage); !ok || p.Subpage < 1 {
		return Place{}, say.Error("place.noSubpage", "Text", strconv.Quote(s))
	}
	return p, nil
}

// number reads a number of up to four digits, which is as many as a subpage's can have.
func number(s string) (n int, ok bool) {
	if len(s) > 4 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}
