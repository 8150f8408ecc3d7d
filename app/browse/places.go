package browse

import (
	"fmt"
	"strconv"
	"strings"

	"sextant/app/teletext"
)

// AddressScheme begins the address of a page, as in sextant:123/2.
const AddressScheme = "sextant:"

// A PlaceError is a text that names no page, or no subpage of one.
type PlaceError struct {
	Text    string
	Subpage bool
}

// Error says in English what is wrong.
func (e *PlaceError) Error() string {
	if e.Subpage {
		return fmt.Sprintf("%q is no subpage", e.Text)
	}
	return fmt.Sprintf("%q is no page", e.Text)
}

// ParsePlace reads 123 or 123/4, as an address too. Its error is a *PlaceError.
func ParsePlace(s string) (teletext.Place, error) {
	word, _ := CutScheme(s)
	page, subpage, hasSubpage := strings.Cut(word, "/")
	n, ok := number(page)
	if !ok || !teletext.ValidPage(n) {
		return teletext.Place{}, &PlaceError{Text: s}
	}
	p := teletext.Place{Page: n}
	if !hasSubpage {
		return p, nil
	}
	if p.Subpage, ok = number(subpage); !ok || p.Subpage < 1 {
		return teletext.Place{}, &PlaceError{Text: s, Subpage: true}
	}
	return p, nil
}

// CutScheme returns an address without its scheme, which may be in capitals (RFC 3986, section 3.1). ok is false where
// it has none.
func CutScheme(s string) (address string, ok bool) {
	n := len(AddressScheme)
	if len(s) < n || !strings.EqualFold(s[:n], AddressScheme) {
		return s, false
	}
	return s[n:], true
}

// number reads a number of up to four digits, which is as many as a subpage's can have.
func number(s string) (n int, ok bool) {
	if len(s) > 4 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}
