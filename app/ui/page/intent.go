package page

import (
	"context"
	"strings"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/teletext"
	"sextant/widgets/core"
)

// intent prefetches what the user is about to open, or may open next.
type intent struct {
	page *Presenter
	end  context.CancelFunc // cancels the work for the digits before
	text core.Delay         // until a link of the text is likely to be followed
}

// arrived prefetches what may be wanted next from a page that was just shown.
func (i *intent) arrived(s navigate.Scene) {
	around := i.around(s)
	i.page.parts.Tuner.Current().Plan(around.Ahead())
}

// around returns what the user may want next from a page on screen.
func (i *intent) around(s navigate.Scene) acquire.Around {
	p := i.page
	around := acquire.Around{
		Answer: s.Answer, Links: p.sheet.links, Usual: p.usual, Pictures: p.Nav.WantsPictures(), Turns: p.Nav.Turning(),
	}
	for _, f := range p.parts.Tuner.Current().Lists.Favourites() {
		around.Favourites = append(around.Favourites, f.Page)
	}
	return around
}

// inText prefetches the target of a link of the text, by its index, if the pointer or the focus stays on it.
func (i *intent) inText(link int) {
	if i.text.Stop(); link == core.None {
		return
	}
	to := i.page.sheet.leads[link]
	i.text.Start(core.IntentAfter, func() { i.link(to) })
}

// link prefetches the target of a link.
func (i *intent) link(l teletext.Link) {
	if l.URL != "" {
		return
	}
	p, place := i.page, placeOf(l)
	p.parts.Tuner.Current().Expect([]acquire.Want{{
		Page: place.Page, Subpage: place.Subpage, Picture: p.Nav.WantsPictures(),
	}})
}

// typed prefetches the most likely pages of a number of which two digits were typed.
func (i *intent) typed() {
	i.end()
	p, st := i.page, i.page.parts.Tuner.Current()
	digits := strings.TrimRight(p.Nav.Entry(), "-")
	if len(digits) != 2 {
		return
	}
	var ctx context.Context
	ctx, i.end = context.WithCancel(context.Background())
	around := i.around(p.Nav.Scene())
	go func() {
		first := 100*int(digits[0]-'0') + 10*int(digits[1]-'0')
		visits, _ := st.Store.VisitsTo(first, first+9, around.Answer.Page) // none if they cannot be read
		if ctx.Err() == nil {
			st.Expect(around.Completions(digits, visits))
		}
	}()
}
