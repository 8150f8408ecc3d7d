package app

import (
	"net/url"
	"slices"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/teletext"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// showDetails shows everything that is known of a recording. Numbers of pages in its description lead
// there.
func (w *window) showDetails(it media.Item) {
	d := w.newDialog(itemTitle(&it))
	var passages []reading.Passage
	var links []teletext.Link
	for _, f := range append(slices.Clone(it.Fields), w.app.playback.facts(it)...) {
		p := reading.Passage{Kind: reading.Field, Name: f.Name, Text: f.Value}
		switch {
		case isAddress(f.Value):
			p.Links = []reading.Link{{From: 0, Before: len(f.Value), Link: len(links)}}
			links = append(links, teletext.Link{URL: f.Value})
		case f.Value == it.Description:
			for _, l := range teletext.LinksIn(f.Value, w.app.nav.directory) {
				p.Links = append(p.Links, reading.Link{From: l.From, Before: l.Before, Link: len(links)})
				links = append(links, l)
			}
		}
		passages = append(passages, p)
	}
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
	key := recordingKey(it)
	if t := p.state.Tags; t != nil && key == p.playing() {
		add("In the file: title", t.Title)
		add("artist", t.Artist)
		add("album", t.Album)
	}
	if key == p.playing() && p.state.Skipped > 0 {
		add("Damaged", countWords(p.state.Skipped, "place")+" left out")
	}
	add("Heard", firstUpper(p.heardWords(&it)))
	switch d := p.shelf().Of(key); {
	case d.Progress == acquire.Stored && d.Keep:
		add("On the disk", byteSize(d.Size)+", kept")
	case d.Progress == acquire.Stored:
		add("On the disk", byteSize(d.Size))
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
