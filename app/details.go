package app

import (
	"net/url"
	"slices"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/teletext"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// showDetails shows everything that is known of a recording. Numbers of pages in its description lead
// there.
func (w *window) showDetails(it media.Item) {
	d := w.newDialog(it.Name())
	passages, links := detailText(append(slices.Clone(it.Fields), w.app.playback.facts(it)...), it.Description, w.app.nav.Directory)
	w.setText(d, passages, func(link int) {
		if links[link].URL == "" {
			d.Close()
		}
		w.follow(links[link])
	})
	buttons := w.detailButtons(d, it)
	d.SetButtons(buttons...)
	w.open(d, 580, 420, buttons[len(buttons)-1])
}

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
		case isAddress(f.Value):
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

func (w *window) detailButtons(d *dialog.Dialog, it media.Item) []*control.PushButton {
	p := w.app.playback
	button := func(word string, do func()) *control.PushButton {
		return control.NewPushButton(d.Keys(), word, func() {
			d.Close()
			do()
		})
	}
	playouts := button("Playouts", func() { w.showPlayouts(it.ID) })
	playouts.SetEnabled(it.ID != "")
	return []*control.PushButton{playouts, button("Add to the queue", func() { p.enqueue(it, false) }), closeButton(d, "Close"), button("Play", func() { p.playHere(it) }).Strong()}
}

// facts are what Sextant itself knows of a recording.
func (p *playback) facts(it media.Item) (facts []media.Field) {
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, media.Field{Name: name, Value: value})
		}
	}
	key := it.Key()
	if t := p.state.Tags; t != nil && key == p.playing() {
		add("In the file: title", t.Title)
		add("artist", t.Artist)
		add("album", t.Album)
	}
	if key == p.playing() && p.state.Skipped > 0 {
		add("Damaged", words.CountWords(p.state.Skipped, "place")+" left out")
	}
	add("Heard", words.FirstUpper(p.heardWords(&it)))
	switch d := p.shelf().Of(key); {
	case d.Progress == acquire.Stored && d.Keep:
		add("On the disk", words.ByteSize(d.Size)+", kept")
	case d.Progress == acquire.Stored:
		add("On the disk", words.ByteSize(d.Size))
	default:
		add("On the disk", p.downloadWords(&d))
	}
	return facts
}

// isAddress tells whether a value is an address of the web and nothing else.
func isAddress(value string) bool {
	u, err := url.Parse(value)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
