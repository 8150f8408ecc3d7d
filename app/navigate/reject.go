package navigate

import (
	"fmt"

	"sextant/app/browse"
	"sextant/app/teletext"
)

func rejectMessage(r browse.Reason) string {
	return map[browse.Reason]string{
		browse.NoSuchMagazine: fmt.Sprintf("Page numbers run from %d to %d.", teletext.FirstPage, teletext.LastPage),
		browse.FirstPage:      "This is the first page.",
		browse.LastPage:       "This is the last page.",
		browse.OnlySubpage:    "This page has no other subpages.",
		browse.NothingBack:    "There is no page to go back to.",
		browse.NothingForward: "There is no page to go forward to.",
	}[r]
}
