package cli

import (
	"strconv"
	"strings"

	"sextant/app/browse"
	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/words"
)

// A Target is what a start asks to see or hear. The zero Target is nothing but the window.
type Target struct {
	Place  browse.Place
	Moment media.Moment
}

// ParseTarget reads a page, as in 123, 123/2 or sextant:123, or a moment of a recording, as in
// sextant:media/7-1001?t=12:34. Its error is in the language in use.
func ParseTarget(word string) (t Target, err error) {
	if address, ok := cutScheme(word); ok && media.IsMoment(address) {
		if t.Moment, err = media.ParseMoment(address); err != nil {
			return t, say.Error("moment.none", "Text", strconv.Quote(word))
		}
		return t, nil
	}
	t.Place, err = words.Place(word)
	return t, err
}

// cutScheme returns what is behind the scheme of Sextant's addresses; ok is false where there is none.
func cutScheme(word string) (rest string, ok bool) {
	n := len(browse.AddressScheme)
	if len(word) < n || !strings.EqualFold(word[:n], browse.AddressScheme) { // RFC 3986, section 3.1
		return word, false
	}
	return word[n:], true
}

// String is the target as one word, which ParseTarget reads, "-" for none.
func (t Target) String() string {
	switch {
	case t.Moment.ID != "":
		return browse.AddressScheme + t.Moment.String()
	case t.Place.Page != 0:
		return t.Place.String()
	}
	return "-"
}
