package page

import (
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/voice"
	"sextant/widgets/pageview"
)

// previewOld is the least age of a page that its card shows.
const previewOld = 10 * time.Minute

// peek shows a preview of a link's target on a card.
type peek struct{ page *Presenter }

// show shows the target of a link beside it, as stored: it makes no request, and the page does not count as seen. keyed
// is set if a key asked for it; then there is a message if the page is not stored.
func (k peek) show(l teletext.Link, keyed bool) {
	p := k.page
	if l.URL != "" || !keyed && (!p.look().Preview || p.Nav.Entry() != "" || p.HasSelection()) {
		return
	}
	place, st := placeOf(l), p.parts.Tuner.Current()
	go func() {
		answer, known := st.Pages.Peek(acquire.Want{Page: place.Page, Subpage: place.Subpage})
		scene := navigate.Decode(answer)
		p.host.Do(func() {
			switch {
			case p.parts.Tuner.Current() != st:
			case known && scene.Grid != nil:
				p.sheet.view.ShowPreview(l, k.preview(scene, keyed))
			case keyed:
				p.host.Mention(say.Text("preview.unknown", "Page", place.String()))
			}
		})
	}()
}

// preview returns the content of a link's card, with the page's text if a key asked for it.
func (k peek) preview(s navigate.Scene, keyed bool) pageview.Preview {
	p := k.page
	palette, _ := render.PaletteNamed(p.look().Palette)
	v := pageview.Preview{
		Grid: s.Grid, Look: render.Look{Colours: palette.Colours},
		Name: strings.TrimSpace(teletext.Address(s.Page, 0) + "  " + strings.TrimSpace(s.Document.Name)),
	}
	if keyed {
		v.Text = aloud(voice.Read(s.Document, p.Nav.Directory(), false), s)
	}
	if p.host.Now().Sub(s.Asked) >= previewOld {
		v.Age = say.Text("preview.age", "Time", p.calendar().Here().At(s.Asked))
	}
	return v
}

// EndPreview closes the preview of a link.
func (p *Presenter) EndPreview() { p.sheet.view.EndPreview() }
