package page

import (
	"strings"

	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/widgets/reading"
)

// passages returns the page as continuous text, all its subpages, followed by links to the previous and the next page.
// links are the targets.
func passages(a teletext.Article, doc *teletext.Page, d *browse.Directory) (
	list []reading.Passage, links []teletext.Link,
) {
	kinds := map[teletext.BlockKind]reading.Kind{
		teletext.Paragraph: reading.Prose, teletext.Heading: reading.Heading,
		teletext.Subheading: reading.Subheading, teletext.Table: reading.Table,
	}
	for _, b := range a.Blocks {
		p := reading.Passage{Kind: kinds[b.Kind], Text: b.Text, Close: b.Close, First: b.First, Last: b.Last}
		for _, l := range b.Links {
			p.Links = append(p.Links, reading.Link(l))
		}
		p.Links = wholeLines(p)
		list = append(list, p)
	}
	last := len(doc.Subpages) - 1
	if len(list) == 0 {
		list = append(list, reading.Passage{Text: say.Text("article.empty"), Last: last})
	}
	links = a.Links
	for i, page := range []int{doc.Prev, doc.Next} {
		if page == 0 {
			continue
		}
		text := strings.TrimSpace(
			say.Text([]string{"article.previous", "article.next"}[i], "Page", page, "Name", d.Name(page)))
		list = append(list, reading.Passage{
			Kind: reading.Reference, Text: text, Link: len(links), First: last, Last: last,
		})
		links = append(links, teletext.Link{Page: page})
	}
	return list, links
}

// longestEntry is the greatest number of characters of a line of its own that is an entry of a list of pages: a title
// and its page.
const longestEntry = 60

// wholeLines returns the links of a passage so that an entry of a list of pages is a link as a whole, as on the page: a
// line of a table, or a short text of its own, with one page number at its start or its end. Others stay as they are,
// like those within a sentence.
func wholeLines(p reading.Passage) (links []reading.Link) {
	lines := strings.SplitAfter(p.Text, "\n")
	from := 0
	for _, line := range lines {
		var in []reading.Link
		for _, l := range p.Links {
			if l.From >= from && l.From < from+len(line) {
				in = append(in, l)
			}
		}
		start := from + len(line) - len(strings.TrimLeft(line, " "))
		end := from + len(strings.TrimRight(line, " \n"))
		isEntry := p.Kind == reading.Table || len(lines) == 1 && len([]rune(line)) <= longestEntry
		if len(in) == 1 && isEntry && in[0].Before <= end && (in[0].From == start || in[0].Before == end) {
			in[0].From, in[0].Before = start, end
		}
		links = append(links, in...)
		from += len(line)
	}
	return links
}

// article shows the page as continuous text. The scroll position stays, except for another page, or after turning to
// another subpage, which starts at the top.
func (s *sheet) article() {
	doc := s.scene.Document
	var list []reading.Passage
	directory := s.page.Nav.Directory()
	a := doc.Article(directory, s.reveal)
	s.blocks = a.Blocks
	list, s.leads = passages(a, doc, directory)
	_, index := doc.Subpage(s.scene.Subpage)
	if s.read.Page == s.scene.Page {
		s.reading.Update(list)
	} else {
		s.reading.SetPassages(list)
	}
	if now := (teletext.Place{Page: s.scene.Page, Subpage: s.scene.Subpage}); s.read != now {
		s.read = now
		s.reading.ShowPart(max(0, index))
	}
}

// turned goes to the next subpage or the one before: in the text from the one at the scroll position.
func (s *sheet) turned(forward bool) []browse.Effect {
	n := s.page.Nav
	step, turn := -1, n.PreviousSubpage
	if forward {
		step, turn = 1, n.NextSubpage
	}
	doc := s.scene.Document
	if !s.reads() || s.page.versions.isOn() || len(doc.Subpages) < 2 {
		return turn()
	}
	_, index := doc.Subpage(s.scene.Subpage)
	if s.reading.SeesPart(index) {
		return turn()
	}
	to := s.reading.Part() + step
	if to < 0 || to >= len(doc.Subpages) {
		return turn()
	}
	if to == index {
		s.reading.ShowPart(to)
		return nil
	}
	return n.GoTo(teletext.Place{Page: s.scene.Page, Subpage: doc.Subpages[to].Number})
}
