package words

import (
	"sextant/app/api"
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

// FailureMessage returns why a place is not shown, and when it is asked for again.
func FailureMessage(f browse.Failure, c Calendar) Message {
	page := f.Place.Page
	m := PageMessage(f.Place, f.Err)
	switch f.Kind {
	case browse.PageRemoved:
		m = Message{Sentence: say.Text("page.gone", "Page", page), Hint: say.Text("page.gone.hint")}
	case browse.NoPicture:
		m = Message{Sentence: say.Text("page.noPicture", "Page", page), Hint: say.Text("page.stays")}
	case browse.PictureOnly:
		hint := m.Sentence
		if api.KindOf(f.Err) == api.NotFound {
			hint = say.Text("page.noDocument")
		}
		m = Message{Sentence: say.Text("page.pictureOnly", "Page", f.Place), Hint: hint}
	}
	return m.Again(f.Retry, c)
}
