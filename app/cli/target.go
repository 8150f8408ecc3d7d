package cli

import (
	"strconv"

	"sextant/app/browse"
	"sextant/app/media"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/words"
)

// A Target is the page to show or the recording to play at a start. The zero Target is only the window.
type Target struct {
	Place  teletext.Place
	Moment media.Moment
}

// ParseTarget parses a page, as in 123, 123/2 or sextant:123, or a moment of a recording, as in
// sextant:media/7-1001?t=12:34. Its error is in the language in use.
func ParseTarget(word string) (t Target, err error) {
	if address, ok := browse.CutScheme(word); ok && media.IsMoment(address) {
		if t.Moment, err = media.ParseMoment(address); err != nil {
			return t, say.Error("moment.none", "Text", strconv.Quote(word))
		}
		return t, nil
	}
	t.Place, err = words.Place(word)
	return t, err
}

// String returns the target as one word in the format of ParseTarget, "-" for none.
func (t Target) String() string {
	switch {
	case t.Moment.ID != "":
		return browse.AddressScheme + t.Moment.String()
	case t.Place.Page != 0:
		return t.Place.String()
	}
	return "-"
}
