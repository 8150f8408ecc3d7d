package app

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/teletext"
	"sextant/widgets/reading"
)

// passages are the page as running text: what it says, and then what it leads to.
func (w *window) passages() []reading.Passage {
	v := &w.view
	var list []reading.Passage
	kinds := map[teletext.BlockKind]reading.Kind{
		teletext.Paragraph: reading.Prose, teletext.Heading: reading.Heading, teletext.Table: reading.Table,
	}
	for _, b := range v.grid.Reading(v.reveal) {
		list = append(list, reading.Passage{Kind: kinds[b.Kind], Text: b.Text, Close: b.Close})
	}
	if len(list) == 0 {
		list = append(list, reading.Passage{Text: "This page has no text."})
	}
	links := readingLinks(v.links, v.grid, w.app.nav.Directory.Name)
	if len(links) > 0 {
		list = append(list, reading.Passage{Kind: reading.Heading, Text: "Links"})
	}
	return append(list, links...)
}

// readingLinks lists each place that a page leads to once, with what is known of it: its name, or what
// stands beside the link.
func readingLinks(links []teletext.Link, g *teletext.Grid, name func(page int) string) []reading.Passage {
	type place struct {
		page, subpage int
		url           string
	}
	seen := map[place]bool{}
	var list []reading.Passage
	for i, l := range links {
		at := place{l.Page, l.Subpage, l.URL}
		if seen[at] {
			continue
		}
		seen[at] = true
		text := l.URL
		if text == "" {
			text = teletext.Address(l.Page, l.Subpage) + "  " + linkLabel(l, links, g, name(l.Page))
		}
		list = append(list, reading.Passage{Kind: reading.Reference, Text: strings.TrimSpace(text), Link: i})
	}
	return list
}

// linkLabel is the name of the page that a link leads to, else the words beside it: those behind it, or
// in a row that ends with a link those before it.
func linkLabel(l teletext.Link, links []teletext.Link, g *teletext.Grid, name string) string {
	if name != "" {
		return name
	}
	from, before, last := 0, teletext.Columns, l.Before
	for _, other := range links {
		switch {
		case other.Row != l.Row:
		case other.From >= l.Before:
			before, last = min(before, other.From), max(last, other.Before)
		case other.Before <= l.From:
			from = max(from, other.Before)
		}
	}
	words := func(from, before int) []string {
		text := g.Text([]teletext.Span{{Row: l.Row, From: from, Before: before}}, teletext.TextForm{})
		return strings.Split(strings.Trim(text, " .-–:>"), "  ")
	}
	tidy := func(s string) string { return strings.Trim(s, " .-–:>") }
	left := words(from, l.From)
	if endsRow := tidy(words(last, teletext.Columns)[0]) == ""; endsRow && tidy(left[len(left)-1]) != "" {
		return tidy(left[len(left)-1])
	}
	return tidy(words(l.Before, before)[0])
}

// follow goes where a link leads.
func (w *window) follow(l teletext.Link) {
	n := w.app.nav
	if l.URL != "" {
		if !w.app.options.Kiosk { // a public screen shows teletext and nothing else
			w.openURL(l.URL)
		}
		return
	}
	n.Run(n.GoTo(placeOf(l)))
}

// copySelection puts what is selected on the clipboard.
func (w *window) copySelection() {
	text := ""
	if w.reads() {
		text = w.reading.Selected()
	} else if w.view.grid != nil {
		form := teletext.TextForm{Sextants: w.app.settings.CopySextants, Reveal: w.view.reveal}
		text = w.view.grid.Text(w.page.Selection(), form)
	}
	if text == "" {
		w.Mention("Nothing is selected: drag over the text, or press Ctrl+A for all of it.")
		return
	}
	w.copyText(text)
}

func (w *window) copyText(text string) { fyne.CurrentApp().Clipboard().SetContent(text) }

// copyAddress puts the address of the subpage on screen on the clipboard.
func (w *window) copyAddress() {
	if shown := w.app.nav.Shown(); shown.Page != 0 {
		w.copyText(browse.AddressScheme + shown.String())
		w.Mention("Copied " + browse.AddressScheme + shown.String())
	}
}

func (w *window) selectAll() {
	if w.reads() {
		w.reading.SelectAll()
	} else {
		w.page.SelectAll()
	}
}

// clearSelection takes the selection away, and tells whether there was one.
func (w *window) clearSelection() bool {
	if w.reads() {
		return w.reading.ClearSelection()
	}
	return w.page.ClearSelection()
}
