package app

import (
	"net/url"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"sextant/app/acquire"
	"sextant/app/media"
	"sextant/app/teletext"
)

// showDetails shows everything that is known of a recording. Numbers of pages in its description lead
// there.
func (w *window) showDetails(it media.Item) {
	var d *dialog.CustomDialog
	follow := func(l teletext.Link) {
		d.Hide()
		w.app.nav.run(w.app.nav.GoTo(placeOf(l)))
	}
	form := widget.NewForm()
	for _, f := range it.Fields {
		if f.Value == it.Description && f.Value != "" {
			form.Append(f.Name, w.prose(f.Value, follow))
		} else {
			form.Append(f.Name, fieldValue(f.Value))
		}
	}
	for _, f := range w.app.playback.facts(it) {
		form.Append(f.Name, fieldValue(f.Value))
	}
	d = dialog.NewCustomWithoutButtons(itemTitle(&it), container.NewVScroll(form), w.win)
	d.SetButtons(w.detailButtons(it, func() { d.Hide() }))
	d.Resize(w.dialogSize(560, 400))
	w.show(d, func() {})
}

func (w *window) detailButtons(it media.Item, hide func()) []fyne.CanvasObject {
	p := w.app.playback
	button := func(word string, do func()) *widget.Button {
		return widget.NewButton(word, func() {
			hide()
			do()
		})
	}
	play := button("Play", func() { p.playHere(it) })
	play.Importance = widget.HighImportance
	playouts := button("Playouts", func() { w.showPlayouts(it.ID) })
	if it.ID == "" {
		playouts.Disable()
	}
	return []fyne.CanvasObject{playouts, button("Add to the queue", func() { p.enqueue(it, false) }), button("Close", func() {}), play}
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

// prose shows a text in which numbers of pages and addresses of the web are links.
func (w *window) prose(text string, follow func(teletext.Link)) fyne.CanvasObject {
	links := teletext.LinksIn(text, w.app.nav.directory)
	if len(links) == 0 {
		return fieldValue(text)
	}
	var parts []widget.RichTextSegment
	plain := func(s string) {
		if s != "" {
			parts = append(parts, &widget.TextSegment{Text: s, Style: widget.RichTextStyleInline})
		}
	}
	at := 0
	for _, l := range links {
		plain(text[at:l.From])
		at = l.Before
		segment := &widget.HyperlinkSegment{Text: text[l.From:l.Before]}
		if l.Page != 0 {
			segment.OnTapped = func() { follow(l) }
		} else if u, err := url.Parse(l.URL); err == nil {
			segment.URL = u
		}
		parts = append(parts, segment)
	}
	plain(text[at:])
	rich := widget.NewRichText(parts...)
	rich.Wrapping = fyne.TextWrapWord
	return rich
}

// fieldValue shows a value in full; an address can be opened.
func fieldValue(value string) fyne.CanvasObject {
	if u, err := url.Parse(value); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		link := widget.NewHyperlink(value, u)
		link.Wrapping = fyne.TextWrapBreak
		return link
	}
	l := widget.NewLabel(value)
	l.Wrapping = fyne.TextWrapWord
	l.Selectable = true
	return l
}
