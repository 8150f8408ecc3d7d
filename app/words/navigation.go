package words

import (
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/teletext"
)

// Rejection says why navigation goes nowhere.
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

// PageGone says that a page is not there any more.
func PageGone(page int) Message {
	return Message{Sentence: say.Text("page.gone", "Page", page), Hint: say.Text("page.gone.hint")}
}
