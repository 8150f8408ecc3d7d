package page

import (
	"strings"

	"sextant/app/teletext"
	"sextant/widgets/reading"
)

// passages are the page as running text: what it says, and then what it leads to.
func (s *sheet) passages() []reading.Passage {
	var list []reading.Passage
	kinds := map[teletext.BlockKind]reading.Kind{
		teletext.Paragraph: reading.Prose, teletext.Heading: reading.Heading, teletext.Table: reading.Table,
	}
	for _, b := range s.scene.Grid.Reading(s.reveal) {
		list = append(list, reading.Passage{Kind: kinds[b.Kind], Text: b.Text, Close: b.Close})
	}
	if len(list) == 0 {
		list = append(list, reading.Passage{Text: "This page has no text."})
	}
	links := readingLinks(s.links, s.scene.Grid, s.page.Nav.Directory().Name)
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
