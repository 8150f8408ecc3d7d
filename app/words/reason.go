package words

import (
	"errors"
	"strconv"

	"sextant/app/browse"
	"sextant/app/errno"
	"sextant/app/files"
	"sextant/app/say"
	"sextant/app/teletext"
)

// Reason returns the innermost error, without the operation and the file. Of joined errors it is that of the first.
func Reason(err error) error {
	for {
		if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
			err = joined.Unwrap()[0]
		} else if inner := errors.Unwrap(err); inner != nil {
			err = inner
		} else {
			return errno.Plain(err)
		}
	}
}

// Place is browse.ParsePlace with an error for users.
func Place(text string) (teletext.Place, error) {
	place, err := browse.ParsePlace(text)
	var wrong *browse.PlaceError
	switch {
	case !errors.As(err, &wrong):
		return place, err
	case wrong.Subpage:
		return place, say.Error("place.noSubpage", "Text", strconv.Quote(wrong.Text))
	}
	return place, say.Error("place.noPage", "Text", strconv.Quote(wrong.Text),
		"First", teletext.FirstPage, "Last", teletext.LastPage)
}

// Why returns the Reason of an error as a sentence. The most frequent errors of systems are translated.
func Why(err error) string {
	if errors.Is(err, files.ErrFolder) {
		return say.Text("error.folder")
	}
	if known := say.Known(err); known != "" {
		return known
	}
	return Whole(Reason(err))
}
