package site

import (
	"html"
	"strconv"
	"strings"

	"sextant/app/teletext"
)

// unknown is a guide that knows of no page.
type unknown struct{ marks bool }

func (unknown) Existence(int) teletext.Existence { return teletext.Unknown }
func (u unknown) MarksLinks() bool               { return u.marks }

// A chunk is cells of a row that are drawn as one: a word, spaces or a mosaic, alike and with the same link.
type chunk struct {
	from, width int
	first       teletext.Cell
	text        strings.Builder
	isSpace     bool
	link        int // index, -1 for none
}

// gridHTML writes a grid as rows of text, each chunk at its own column whatever the font: its classes say how many
// columns it has (w), its colours (f, b), and for a mosaic which sixels (m). Readers of screens hear the text alone.
func gridHTML(g *teletext.Grid, links []teletext.Link, reveal bool) string {
	var b strings.Builder
	for row := range g {
		b.WriteString(`<div class="row">`)
		open := -1
		for _, c := range chunksOf(g, row, links, reveal) {
			if c.link != open {
				if open >= 0 {
					b.WriteString("</a>")
				}
				if open = c.link; open >= 0 {
					b.WriteString(`<a href="` + html.EscapeString(address(links[open])) + `"` + elsewhere(links[open]) +
						`>`)
				}
			}
			c.write(&b)
		}
		if open >= 0 {
			b.WriteString("</a>")
		}
		b.WriteString("</div>\n")
	}
	return b.String()
}

// address is where a link leads.
func address(l teletext.Link) string {
	if l.Page == 0 {
		return l.URL
	}
	to := "/" + strconv.Itoa(l.Page)
	if l.Subpage > 0 {
		to += "/" + strconv.Itoa(l.Subpage)
	}
	return to
}

// elsewhere keeps another site from knowing where a reader comes from.
func elsewhere(l teletext.Link) string {
	if l.Page == 0 {
		return ` rel="noreferrer"`
	}
	return ""
}

// chunksOf cuts a row into chunks. An address that is not of the web is no link.
func chunksOf(g *teletext.Grid, row int, links []teletext.Link, reveal bool) (all []*chunk) {
	for col := 0; col < teletext.Columns; col++ {
		cell := g[row][col]
		if cell.Size.Low() || cell.Size.RightHalf() { // what is above or before reaches here
			cell.Rune, cell.Attr, cell.Size = ' ', 0, teletext.Normal
		}
		if cell.Has(teletext.Conceal) && !reveal {
			cell.Rune, cell.Attr = ' ', cell.Attr&^teletext.Mosaic
		}
		link := linkAt(links, row, col)
		if g[row][col].Size.Low() {
			link = -1 // that of the row above is as high
		}
		isSpace := cell.Rune == ' ' && cell.Sixels() == 0
		if n := len(all); n > 0 && all[n-1].takes(cell, link, isSpace) {
			all[n-1].text.WriteRune(cell.Rune)
			all[n-1].width++
			continue
		}
		c := &chunk{from: col, width: 1, first: cell, isSpace: isSpace, link: link}
		c.text.WriteRune(cell.Rune)
		all = append(all, c)
	}
	return all
}

func linkAt(links []teletext.Link, row, col int) int {
	for i, l := range links {
		web := strings.HasPrefix(l.URL, "https://") || strings.HasPrefix(l.URL, "http://")
		if l.Contains(row, col) && (l.Page != 0 || web) {
			return i
		}
	}
	return -1
}

// takes reports whether a cell continues a chunk. Mosaics and wide characters stand alone.
func (c *chunk) takes(cell teletext.Cell, link int, isSpace bool) bool {
	alone := cell.Has(teletext.Mosaic) && !isSpace || cell.Size.Wide() || c.first.Size.Wide()
	return !alone && c.isSpace == isSpace && c.link == link && c.first.Bg == cell.Bg && c.first.Size == cell.Size &&
		(isSpace || c.first.Fg == cell.Fg && c.first.Attr == cell.Attr)
}

// write writes a chunk.
func (c *chunk) write(b *strings.Builder) {
	classes := []string{"w" + strconv.Itoa(c.width)}
	add := func(when bool, class string) {
		if when {
			classes = append(classes, class)
		}
	}
	mosaic := c.first.Has(teletext.Mosaic) && !c.isSpace
	add(!c.isSpace, "f"+strconv.Itoa(int(c.first.Fg)))
	add(c.first.Bg != 0, "b"+strconv.Itoa(int(c.first.Bg)))
	add(c.first.Size.Tall(), "tall")
	add(c.first.Size.Wide(), "wide")
	add(c.first.Has(teletext.Flash) && !c.isSpace, "flash")
	if mosaic {
		add(true, "m"+strconv.Itoa(int(c.first.Sixels())))
		add(c.first.Has(teletext.Separated), "apart")
		b.WriteString(`<i class="` + strings.Join(classes, " ") + `"></i>`)
		return
	}
	b.WriteString(`<span class="` + strings.Join(classes, " ") + `">`)
	b.WriteString(html.EscapeString(c.text.String()))
	b.WriteString("</span>")
}
