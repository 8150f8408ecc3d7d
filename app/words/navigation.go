package words

import (
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/teletext"
)

// Rejection returns why navigation leads nowhere.
func Rejection(r browse.Reason) string {
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

// PageGone returns the message that a page no longer exists.
func PageGone(page int) Message {
	return Message{Sentence: say.Text("page.gone", "Page", page), Hint: say.Text("page.gone.hint")}
}
