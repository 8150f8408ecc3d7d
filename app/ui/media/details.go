package media

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/media"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// showDetails shows everything that is known of a recording. Numbers of pages in its description lead
// there.
func (p *Presenter) showDetails(it media.Item) {
	d := p.host.NewDialog(it.Name())
	passages, links := detailText(append(slices.Clone(it.Fields), p.rows.facts(it)...), it.Description, p.parts.Nav.Directory())
	p.host.SetText(d, passages, func(link int) {
		if l := links[link]; l.URL == "" {
			d.Close()
			p.parts.Nav.Run(p.parts.Nav.GoTo(browse.Place{Page: l.Page, Subpage: l.Subpage}))
		} else {
			host.Browse(p.host, l.URL)
		}
	})
	buttons := p.detailButtons(d, it)
	d.SetButtons(buttons...)
	p.host.Open(d, fyne.NewSize(580, 420), buttons[len(buttons)-1], nil)
}

// readable is how much of a value is shown, in characters.
const readable = 4000

// detailText sets fields, each as far as it is readable, and tells what the links in them lead to. Addresses are
// links, and in the description what LinksIn finds.
func detailText(fields []media.Field, description string, guide teletext.Guide) (passages []reading.Passage, links []teletext.Link) {
	for _, f := range fields {
		p := reading.Passage{Kind: reading.Field, Name: f.Name, Text: words.Excerpt(f.Value, readable)}
		add := func(from, before int, l teletext.Link) {
			p.Links = append(p.Links, reading.Link{From: from, Before: before, Link: len(links)})
			links = append(links, l)
		}
		switch {
		case host.IsAddress(f.Value):
			add(0, len(p.Text), teletext.Link{URL: f.Value})
		case f.Value == description:
			for _, l := range teletext.LinksIn(f.Value, guide) {
				if l.Before <= len(p.Text) && p.Text[l.From:l.Before] == f.Value[l.From:l.Before] { // all of it is shown
					add(l.From, l.Before, l)
				}
			}
		}
		passages = append(passages, p)
	}
	return passages, links
}

func (p *Presenter) detailButtons(d *dialog.Dialog, it media.Item) []*control.PushButton {
	button := func(word string, do func()) *control.PushButton {
		return control.NewPushButton(d.Keys(), word, func() {
			d.Close()
			do()
		})
	}
	playouts := button("Playouts", func() { p.parts.Playouts(it.ID) })
	playouts.SetEnabled(it.ID != "")
	return []*control.PushButton{
		playouts,
		button("Add to the queue", func() { p.enqueue(it, false) }),
		host.CloseButton(d, "Close"),
		button("Play", func() { p.parts.Listen.Play(it) }).Strong(),
	}
}

// facts are what Sextant itself knows of a recording.
func (r *rows) facts(it media.Item) (facts []media.Field) {
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, media.Field{Name: name, Value: value})
		}
	}
	if s := r.listen.State(); s.Key() == it.Key() {
		if t := s.Player.Tags; t != nil {
			add("In the file: title", t.Title)
			add("artist", t.Artist)
			add("album", t.Album)
		}
		if s.Player.Skipped > 0 {
			add("Damaged", words.CountWords(s.Player.Skipped, "place")+" left out")
		}
	}
	add("Heard", words.FirstUpper(r.heardWords(&it)))
	switch d := r.listen.Shelf.Of(it.Key()); {
	case d.Progress == acquire.Stored && d.Keep:
		add("On the disk", words.ByteSize(d.Size)+", kept")
	case d.Progress == acquire.Stored:
		add("On the disk", words.ByteSize(d.Size))
	default:
		add("On the disk", downloadWords(&d, r.calendar().Now))
	}
	return facts
}
