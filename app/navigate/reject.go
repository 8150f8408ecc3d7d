package navigate

import (
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/teletext"
)

func rejectMessage(r browse.Reason) string {
	if r == browse.NoSuchMagazine {
		return say.Text("page.range", "First", teletext.FirstPage, "Last", teletext.LastPage)
	}
	return say.Text(map[browse.Reason]string{
		browse.FirstPage:      "page.first",
		browse.LastPage:       "page.last",
		browse.OnlySubpage:    "page.onlySubpage",
		browse.NothingBack:    "page.nothingBack",
		browse.NothingForward: "page.nothingForward",
	}[r])
}
