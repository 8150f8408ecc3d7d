package render

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"sextant/app/teletext"
)

// A Document is the input of [HTML].
type Document struct {
	Title    string // of the file
	Heading  string
	Note     string // below the heading
	Sections []Section
}

// A Section is a subpage in a Document.
type Section struct {
	ID      string // for links to "#" and the ID
	Heading string
	Rows    []teletext.Row
	Anchors []Anchor
}

// An Anchor is a link in a row. Only addresses with the schemes http, https and sextant, and those within the document,
// become links.
type Anchor struct {
	Row, From, Before int
	Href              string
	Title             string // the target, in words
}

// HTML writes pages as one self-contained file, in HTML that is well-formed XML too. Each page is a pre of plain text,
// for screen readers and the clipboard, drawn by the style sheet alone: characters in the reader's own font, stretched
// to the shape of teletext's, mosaics as gradients. Concealed text appears with a checkbox, or at once if the look
// reveals it.
func HTML(w io.Writer, d Document, look Look) error {
	p := htmlPage{look: look, rules: map[string]string{}}
	for _, s := range d.Sections {
		p.writeSection(s)
	}
	var b bytes.Buffer
	b.WriteString(htmlHead)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>\n", escaped(d.Title))
	p.style(&b)
	fmt.Fprintf(&b, "</style>\n</head>\n<body>\n<header>\n<h1>%s</h1>\n", escaped(d.Heading))
	fmt.Fprintf(&b, "<p>%s</p>\n", escaped(d.Note))
	contents(&b, d.Sections)
	b.WriteString("</header>\n")
	if p.conceals {
		b.WriteString(`<input type="checkbox" id="reveal"/> <label for="reveal">Reveal</label>` + "\n")
	}
	fmt.Fprintf(&b, "<main>\n%s</main>\n</body>\n</html>\n", p.body.Bytes())
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing HTML: %w", err)
	}
	return nil
}

// htmlHead is the start of the file. Its Content-Security-Policy forbids all requests.
const htmlHead = `<!DOCTYPE html>
<html lang="">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
`

// contents writes links to the sections if there are several.
func contents(b *bytes.Buffer, sections []Section) {
	if len(sections) < 2 {
		return
	}
	b.WriteString("<nav>\n")
	for _, s := range sections {
		fmt.Fprintf(b, "<a href=\"#%s\">%s</a>\n", escaped(s.ID), escaped(s.Heading))
	}
	b.WriteString("</nav>\n")
}

// escaped escapes a text of the service for elements and attributes.
func escaped(s string) string { return html.EscapeString(strings.Map(Printable, s)) }

// An htmlPage collects a document's body, and the style rules that it needs.
type htmlPage struct {
	look     Look
	body     bytes.Buffer
	rules    map[string]string // by selector
	conceals bool
}

func (p *htmlPage) writeSection(s Section) {
	fmt.Fprintf(&p.body, "<section id=\"%s\">\n<h2>%s</h2>\n<pre class=\"screen\">", escaped(s.ID), escaped(s.Heading))
	for row := range s.Rows {
		var anchors []Anchor
		for _, a := range s.Anchors {
			if a.Row == row && allowedHref(a.Href) {
				anchors = append(anchors, a)
			}
		}
		p.writeRow(pieces(&s.Rows[row], anchors), anchors)
	}
	p.body.WriteString("</pre>\n</section>\n")
}

func allowedHref(href string) bool {
	u, err := url.Parse(href)
	if err != nil || strings.Map(Printable, href) != href {
		return false
	}
	switch u.Scheme {
	case "http", "https":
		return u.Host != ""
	case "sextant":
		return true
	}
	return strings.HasPrefix(href, "#")
}

// writeRow writes a row: its pieces one after another, those of a link within one element.
func (p *htmlPage) writeRow(list []piece, anchors []Anchor) {
	open := noAnchor
	leave := func() {
		if open != noAnchor {
			p.body.WriteString("</a>")
		}
	}
	for _, piece := range list {
		if piece.anchor != open {
			leave()
			if open = piece.anchor; open != noAnchor {
				p.enter(anchors[open])
			}
		}
		p.writePiece(piece)
	}
	leave()
	p.body.WriteByte('\n')
}

func (p *htmlPage) enter(a Anchor) {
	fmt.Fprintf(&p.body, `<a href="%s"`, escaped(a.Href))
	if a.Title != "" {
		fmt.Fprintf(&p.body, ` title="%s"`, escaped(a.Title))
	}
	if strings.HasPrefix(a.Href, "http") {
		p.body.WriteString(` rel="noreferrer"`)
	}
	p.body.WriteByte('>')
}

// writePiece writes a piece. Spaces on the page's own background need no element.
func (p *htmlPage) writePiece(c piece) {
	if c.kind == blankPiece && c.bg == teletext.Black {
		p.body.WriteString(c.text)
		return
	}
	box := []string{"t", p.width(c.before - c.from)}
	if c.bg != teletext.Black {
		box = append(box, p.background(c.bg))
	}
	switch c.kind {
	case blankPiece:
		fmt.Fprintf(&p.body, `<span class="%s">%s</span>`, strings.Join(box, " "), c.text)
	case mosaicPiece:
		fmt.Fprintf(&p.body, `<span class="g %s">%s<span class="a" aria-hidden="true">`, strings.Join(box, " "), c.text)
		for _, m := range c.mosaics {
			fmt.Fprintf(&p.body, `<i class="%s"></i>`, strings.Join(p.mosaic(m), " "))
		}
		p.body.WriteString("</span></span>")
	case textPiece:
		box = append(box, p.foreground(c.cell.Fg))
		if size := letterSize(c.cell.Size); size != "" {
			box = append(box, size)
		}
		manner := strings.Join(p.manner(c.cell), " ")
		if manner != "" {
			manner = ` class="` + manner + `"`
		}
		fmt.Fprintf(&p.body, `<span class="%s"><span%s>%s</span></span>`,
			strings.Join(box, " "), manner, escaped(c.text))
	}
}

// The methods below return the names of classes, and add their style rules.

func (p *htmlPage) use(class, rule string) string {
	p.rules["."+class] = rule
	return class
}

func (p *htmlPage) width(cells int) string {
	return p.use(fmt.Sprintf("w%d", cells), fmt.Sprintf("width:calc(%d*var(--w))", cells))
}

func (p *htmlPage) foreground(c teletext.Colour) string {
	return p.use(fmt.Sprintf("f%d", c&7), "color:"+p.hex(c))
}

func (p *htmlPage) background(c teletext.Colour) string {
	return p.use(fmt.Sprintf("b%d", c&7), "background:"+p.hex(c))
}

func (p *htmlPage) hex(c teletext.Colour) string {
	rgb := p.look.Colours[c&7]
	return fmt.Sprintf("#%02x%02x%02x", rgb.R, rgb.G, rgb.B)
}

// letterSize returns the class of enlarged characters; the upper left cell has the text.
func letterSize(s teletext.Size) string {
	return map[teletext.Size]string{
		teletext.DoubleHeight: "dh", teletext.DoubleWidth: "dw", teletext.DoubleSize: "ds",
	}[s]
}

// manner returns the classes of flashing and concealed cells.
func (p *htmlPage) manner(c teletext.Cell) []string {
	var classes []string
	if c.Has(teletext.Flash) {
		classes = append(classes, "fl")
	}
	if c.Has(teletext.Conceal) && !p.look.Reveal {
		p.conceals = true
		classes = append(classes, "co")
	}
	return classes
}

// mosaic returns the classes of a mosaic, one for each of its two columns of sixels.
func (p *htmlPage) mosaic(c teletext.Cell) []string {
	classes := []string{p.foreground(c.Fg)}
	for i, side := range []string{"left", "right"} {
		if lit := c.Sixels() >> i; lit&0b010101 != 0 {
			classes = append(classes, p.column(side, lit&1|lit>>1&2|lit>>2&4, c.Has(teletext.Separated)))
		}
	}
	for i, is := range []bool{c.Has(teletext.Separated), c.Size.Wide(), c.Size.Tall(), c.Size.Low()} {
		if is {
			classes = append(classes, []string{"sp", "wd", "up", "lo"}[i])
		}
	}
	return append(classes, p.manner(c)...)
}

// column returns the class of a column of sixels, bit 0 the uppermost. It is a gradient with hard stops.
func (p *htmlPage) column(side string, lit byte, separated bool) string {
	const sixel = 100.0 / 3
	class, gap := fmt.Sprintf("%s%d", side, lit), 0.0
	if separated {
		class, gap = "s"+class, 5
	}
	var stops strings.Builder
	for i := range 3 {
		if lit>>i&1 != 0 {
			fmt.Fprintf(&stops, "#0000 0 %.4g%%,currentColor 0 %.4g%%,", float64(i)*sixel+gap, float64(i+1)*sixel-gap)
		}
	}
	half := map[string]string{"left": "::before", "right": "::after"}[side]
	p.rules["."+class+half] = "background-image:linear-gradient(" + stops.String() + "#0000 0)"
	return class
}

// stretch is the factor by which characters are widened: those of teletext are nearly as wide as high.
const stretch = 1.7

// htmlStyle is the style of every page. A cell is --w by --h, 18 by 19 pixels without zoom, as in the service's
// pictures. Letters stay in their cells in any font: letter-spacing fills up each letter's width to that of a cell.
const htmlStyle = `body{margin:1rem;font-family:sans-serif;background:%[1]s;color:%[2]s}
h1{font-size:1.4rem}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
nav a{color:inherit;margin-right:1em}
.screen{--w:1.125em;--h:1.1875em;width:calc(40*var(--w));margin:0;` +
	`font:1rem/var(--h) "DejaVu Sans Mono",Menlo,Consolas,"Liberation Mono",monospace;` +
	`letter-spacing:calc(var(--w) - 1ch);font-variant-ligatures:none;-webkit-text-size-adjust:100%%;` +
	`text-size-adjust:100%%;forced-color-adjust:none;-webkit-print-color-adjust:exact;` +
	`print-color-adjust:exact}
@media (max-width:47rem){.screen{font-size:max(.5rem,2.1vw)}}
@media (min-width:80rem) and (min-height:50rem){.screen{font-size:1.5rem}}
.t{display:inline-block;height:var(--h);vertical-align:top}
.t>span{display:inline-block;vertical-align:top;transform:scaleX(%[3]v);transform-origin:0 0;` +
	`letter-spacing:calc(var(--w)/%[3]v - 1ch);unicode-bidi:bidi-override;direction:ltr}
.g{position:relative}
.t>.a{position:absolute;left:0;top:0;transform:none;letter-spacing:0}
.a i{display:inline-block;width:var(--w);height:var(--h);vertical-align:top}
.a i::before,.a i::after{content:"";display:inline-block;box-sizing:border-box;width:50%%;height:100%%;` +
	`vertical-align:top;background-size:100%% var(--y,100%%);background-position:0 var(--v,0)}
.a .sp::before,.a .sp::after{padding:0 calc(var(--w)/18);background-clip:content-box}
.a .wd{width:calc(2*var(--w))}
.up{--y:200%%}
.lo{--y:200%%;--v:100%%}
.dh>span{transform:scale(%[3]v,2)}
.dw>span{transform:scale(%[4]v,1)}
.ds>span{transform:scale(%[4]v,2)}
.fl{animation:flash 1s step-end infinite}
@keyframes flash{50%%{color:transparent}}
@media (prefers-reduced-motion:reduce){.fl{animation:none}}
#reveal:not(:checked)~main .co{visibility:hidden}
.screen a{color:inherit;text-decoration:none}
.screen a .t>span{text-decoration:underline}
.screen a:focus-visible{outline:2px solid %[2]s}
`

func (p *htmlPage) style(b *bytes.Buffer) {
	fmt.Fprintf(b, htmlStyle, p.hex(teletext.Black), p.hex(teletext.White), stretch, 2*stretch)
	for _, selector := range slices.Sorted(maps.Keys(p.rules)) {
		fmt.Fprintf(b, "%s{%s}\n", selector, p.rules[selector])
	}
}

// A piece is a part of a row that one element shows.
type piece struct {
	kind         pieceKind
	from, before int
	anchor       int // index of an Anchor, or noAnchor
	bg           teletext.Colour
	cell         teletext.Cell   // the attributes of text
	text         string          // wide characters once, spaces for mosaics
	mosaics      []teletext.Cell // wide ones once
}

type pieceKind int

const (
	blankPiece pieceKind = iota
	textPiece
	mosaicPiece
)

const noAnchor = -1

// pieces divides a row.
func pieces(row *teletext.Row, anchors []Anchor) []piece {
	var list []piece
	for col := 0; col < teletext.Columns; {
		next := pieceAt(row, col)
		next.anchor = slices.IndexFunc(anchors, func(a Anchor) bool { return col >= a.From && col < a.Before })
		col = next.before
		if last := len(list) - 1; last >= 0 && list[last].joins(next) {
			list[last].join(next)
			continue
		}
		list = append(list, next)
	}
	return list
}

// pieceAt returns the piece of the character in a column, both halves of a wide one.
func pieceAt(row *teletext.Row, col int) piece {
	c := row[col]
	p := piece{from: col, before: col + 1, bg: c.Bg & 7, cell: c, text: " "}
	if c.Size.Wide() && col+1 < teletext.Columns && row[col+1].Size.RightHalf() {
		p.before, p.text = col+2, "  "
	}
	switch {
	case c.Rune == ' ', c.Size.RightHalf(), c.Size.Low() && !c.Has(teletext.Mosaic):
	case c.Has(teletext.Mosaic):
		p.kind, p.mosaics = mosaicPiece, []teletext.Cell{c}
	default:
		p.kind, p.text = textPiece, string(Printable(c.Rune))
	}
	return p
}

// joins reports whether the next piece can be part of this one. A space can be part of any text on its background.
func (p *piece) joins(next piece) bool {
	if p.bg != next.bg || p.anchor != next.anchor {
		return false
	}
	if p.kind == textPiece && next.kind == blankPiece {
		return !p.alone() && p.cell.Size.Wide() == (next.before-next.from == 2)
	}
	if p.kind == textPiece && next.kind == textPiece {
		a, b := p.cell, next.cell
		a.Rune, a.Attr, b.Rune, b.Attr = 0, a.Attr&visibleAttr, 0, b.Attr&visibleAttr
		return a == b && !p.alone() && !next.alone()
	}
	return p.kind == next.kind
}

// visibleAttr are the visible attributes of text.
const visibleAttr = teletext.Flash | teletext.Conceal

// alone reports whether the text is a character that may come from a fallback font with another width: it needs its own
// element, so that it does not shift those after it.
func (p *piece) alone() bool {
	const lastCommon = 'ӿ' // Latin, Greek and Cyrillic
	return strings.ContainsFunc(p.text, func(r rune) bool { return r > lastCommon || unicode.Is(unicode.M, r) })
}

func (p *piece) join(next piece) {
	if p.kind == textPiece && next.kind == blankPiece {
		next.text = " "
	}
	p.before = next.before
	p.text += next.text
	p.mosaics = append(p.mosaics, next.mosaics...)
}
