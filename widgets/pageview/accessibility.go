package pageview

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/widgets/core"
)

// About is the accessible description of the page on screen, besides its cells.
type About struct {
	Name     string
	Language string // "" for the user's
	Busy     bool   // another page is loading
	Rests    bool   // the page gets the keys while nothing is focused
	News     string // what has become new while the page is on screen
	// Aloud, which may be nil, returns the page as it is read aloud.
	Aloud func() string
}

// Describe describes the page, its rows, and its links.
func (v *View) Describe(t *core.Accessibility) {
	t.Role, t.Name = access.Page, v.message
	if v.sheet.Grid != nil {
		v.described.of(v.sheet.Grid, v.entries, v.display.Look.Reveal)
	}
	if about := v.actions.About; about != nil {
		a := about()
		t.Language, t.Announcement = a.Language, a.News
		if a.Name != "" {
			t.Name = a.Name
		}
		if a.Busy {
			t.States |= access.Busy
		}
		t.Description, t.Rests = v.described.aloud(a.Aloud), a.Rests
	}
	if v.peek.words != "" {
		t.Announcement = v.peek.words
	}
	t.States |= access.ReadOnly
	if v.sheet.Grid == nil {
		return
	}
	sheet := core.Part{Same: v.partKey("sheet", ""), Size: v.Size()} // removed and added as a whole for another page
	sheet.Role = access.Panel
	for row := range v.described.rows {
		if v.described.rows[row].words != "" {
			if p, seen := v.rowPart(row); seen {
				sheet.Parts = append(sheet.Parts, p)
			}
		}
	}
	t.Parts = append(t.Parts, sheet)
	t.Text, t.Extents = joinedText(sheet.Parts)
}

// partKey identifies a part of the sheet, for as long as the sheet's place is the same.
func (v *View) partKey(kind, name string) core.PartKey {
	return core.PartKey{Kind: kind, Name: strings.TrimSpace(v.sheet.Place + " " + name)}
}

// joinedText returns the text of all rows, a line each, and a function for its bounds. A reader's "say all" starts at
// the caret. When a page has loaded, Orca (43) says the caret's line with the name, before the description, which
// includes the page; so that it does not say it twice, the first line is empty.
func joinedText(rows []core.Part) (*access.Text, core.Extents) {
	lines, starts, length := make([]string, len(rows)), make([]int, len(rows)), 1
	for i, row := range rows {
		lines[i], starts[i] = row.Text.Content, length
		length += utf8.RuneCountInString(lines[i]) + 1
	}
	extents := func(r access.Range) (at fyne.Position, size fyne.Size) {
		for i, row := range rows {
			rowStart, rowEnd := starts[i], starts[i]+utf8.RuneCountInString(lines[i])
			inside := access.Range{From: max(r.From, rowStart) - rowStart, Before: min(r.Before, rowEnd) - rowStart}
			if r.From > rowEnd || inside.From > inside.Before || inside.From == inside.Before && !size.IsZero() {
				continue
			}
			pos, box := row.Extents(inside)
			if size.IsZero() {
				at, size = pos, box
				continue
			}
			right, bottom := max(at.X+size.Width, pos.X+box.Width), max(at.Y+size.Height, pos.Y+box.Height)
			at = fyne.NewPos(min(at.X, pos.X), min(at.Y, pos.Y))
			size = fyne.NewSize(right-at.X, bottom-at.Y)
		}
		return at, size
	}
	return &access.Text{Content: "\n" + strings.Join(lines, "\n")}, extents
}

// pageWords caches the words of a sheet.
type pageWords struct {
	grid   *teletext.Grid
	reveal bool
	rows   [teletext.Rows]rowText
	names  []string // of the links
	words  string   // as they are read aloud
	known  bool     // words are
}

// A rowText is a row as it is read: its words for speech, and its cells for Braille, where columns stay below each
// other. A cell without a character is a space; what is behind one of double width follows it, and spaces fill the row.
type rowText struct {
	words   string
	cells   string
	columns []int // of each of the cells, followed by the number of columns
}

// forget clears the cache. It must be called when the sheet changes.
func (w *pageWords) forget() { *w = pageWords{} }

func (w *pageWords) aloud(words func() string) string {
	if words != nil && !w.known {
		w.words, w.known = words(), true
	}
	return w.words
}

// of fills the cache with the words of a grid, unless it has them.
func (w *pageWords) of(g *teletext.Grid, entries []teletext.Link, reveal bool) {
	if w.grid == g && w.reveal == reveal {
		return
	}
	if w.reveal != reveal {
		w.words, w.known = "", false
	}
	w.grid, w.reveal, w.names = g, reveal, nil
	for row := range w.rows {
		if w.rows[row] = (rowText{}); !g.Covered(row) {
			w.rows[row] = textOf(g, row, reveal)
		}
	}
	for _, l := range entries {
		name := wordsOf(g, teletext.Span{Row: l.Row, From: l.From, Before: l.Before}, reveal)
		w.names = append(w.names, withoutLeaders(name))
	}
}

// textOf returns a row as it is read.
func textOf(g *teletext.Grid, row int, reveal bool) (r rowText) {
	cells := make([]rune, 0, teletext.Columns)
	for col := range g[row] {
		if c := &g[row][col]; !c.Size.RightHalf() {
			cells, r.columns = append(cells, runeOf(c, reveal)), append(r.columns, col)
		}
	}
	for len(cells) < teletext.Columns {
		cells, r.columns = append(cells, ' '), append(r.columns, teletext.Columns)
	}
	r.columns = append(r.columns, teletext.Columns)
	r.cells = string(cells)
	r.words = strings.Join(strings.Fields(r.cells), " ")
	return r
}

// wordsOf returns the words in a span with one space between them.
func wordsOf(g *teletext.Grid, s teletext.Span, reveal bool) string {
	var b strings.Builder
	for col := s.From; col < s.Before; col++ {
		if c := &g[s.Row][col]; !c.Size.RightHalf() {
			b.WriteRune(runeOf(c, reveal))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// runeOf returns a cell's character as it is read: a space for a mosaic and for what is not seen.
func runeOf(c *teletext.Cell, reveal bool) rune {
	if c.Size.Low() || c.Has(teletext.Mosaic) || c.Has(teletext.Conceal) && !reveal || unicode.IsSpace(c.Rune) ||
		c.Rune == 0 {
		return ' '
	}
	return c.Rune
}

// withoutLeaders removes an entry's dot leaders.
func withoutLeaders(text string) string {
	var words []string
	for _, word := range strings.Fields(text) {
		if strings.Trim(word, ".") != "" {
			for strings.Contains(word, "...") {
				word = strings.ReplaceAll(word, "...", " ")
			}
			words = append(words, strings.Fields(strings.ReplaceAll(word, " .", " "))...)
		}
	}
	return strings.Join(words, " ")
}

// char returns the index of the cell in a column, or of the next one.
func (r *rowText) char(column int) int {
	i, _ := slices.BinarySearch(r.columns, column)
	return i
}

// rowPart describes a row and its links; seen is false if it is outside of the zoom.
func (v *View) rowPart(row int) (p core.Part, seen bool) {
	height := 1
	if row+1 < teletext.Rows && v.sheet.Grid.Covered(row+1) {
		height = 2
	}
	p.Same = v.partKey("row", "")
	p.Same.At = row
	p.At, p.Size = v.place(row, height, 0, teletext.Columns)
	if p.Size.IsZero() {
		return p, false
	}
	text := &v.described.rows[row]
	p.Role, p.Name = access.Row, text.words
	if slices.Contains(v.marks.news.Rows, row) {
		p.Description = say.Text("access.newRow")
	}
	p.Text = &access.Text{Content: text.cells, Caret: -1}
	if v.actions.Row != nil {
		p.Actions = v.actions.Row(row)
	}
	at, width, tall, columns := p.At, p.Size.Width/teletext.Columns, p.Size.Height, text.columns
	p.Extents = func(r access.Range) (fyne.Position, fyne.Size) {
		last := len(columns) - 1
		from, before := columns[max(0, min(r.From, last))], columns[max(0, min(r.Before, last))]
		return at.AddXY(float32(from)*width, 0), fyne.NewSize(float32(max(0, before-from))*width, tall)
	}
	for i, l := range v.sheet.Links {
		if l.Row == row {
			p.Parts = append(p.Parts, v.linkPart(i))
			entry := v.entries[i]
			p.Links = append(p.Links, access.Range{From: text.char(entry.From), Before: text.char(entry.Before)})
		}
	}
	return p, true
}

// linkPart describes a link; its name is its entry in an index.
func (v *View) linkPart(i int) core.Part {
	l := v.sheet.Links[i]
	p := core.Part{Same: v.partKey("link", l.URL)}
	p.Same.At, p.Same.Of = l.Row*teletext.Columns+l.From, l.Page*100+l.Subpage
	p.At, p.Size = v.place(l.Row, l.Height, v.entries[i].From, v.entries[i].Before)
	p.Role, p.Name, p.Position, p.Count = access.Link, v.described.names[i], i+1, len(v.sheet.Links)
	if to := strings.Join(strings.Fields(v.actions.Name(l)), " "); to != p.Name {
		p.Description = to
	}
	p.States = access.Focusable
	if v.focused && v.walked == i {
		p.States |= access.Focused
	}
	p.Focus = func() { v.focusLink(l) }
	p.Actions = core.Action(say.Text("access.open"), func() { v.actions.Follow(l) })
	if v.peek.canPeek() && l.URL == "" {
		p.Actions = append(p.Actions, core.Action(say.Text("preview.action"), func() { v.peek.ask(l, true) })...)
	}
	return p
}

// focusLink focuses a link, if it still exists.
func (v *View) focusLink(l teletext.Link) {
	for i := range v.sheet.Links {
		if v.sheet.Links[i] == l {
			v.walked = i
			if c := core.CanvasOf(v); c != nil {
				c.Focus(v)
			}
			v.mark()
		}
	}
}

// Describe describes the bar's text, and its buttons.
func (b *Bar) Describe(t *core.Accessibility) {
	t.Role, t.Name = access.ToolBar, say.Text("access.bar")
	info := b.info
	width := b.wordsTo - b.wordsFrom
	words := func(role access.Role, at int, y float32, said string) {
		if said != "" {
			p := core.Part{
				Same: core.PartKey{Kind: "words", At: at}, At: fyne.NewPos(b.wordsFrom, y),
				Size: fyne.NewSize(max(1, width), barHeight/2),
			}
			p.Role, p.Name = role, said
			p.Text = &access.Text{Content: said, Caret: -1}
			t.Parts = append(t.Parts, p)
		}
	}
	name := info.Name
	if info.Preview != "" {
		name = info.Preview
	}
	var signs []string
	if info.Favourite {
		signs = append(signs, say.Text("access.favourite"))
	}
	if info.Watched {
		signs = append(signs, say.Text("access.watched"))
	}
	words(access.Label, 0, 3, core.Joined(append([]string{name}, signs...)...))
	words(access.Status, 1, barHeight/2,
		core.Joined(info.Age, info.State, info.Hint, info.Subpage, info.Changed, info.Network))
	for _, i := range b.items() {
		t.Within = append(t.Within, i.CanvasObject)
	}
}

// Describe describes the page's number, or the one being typed.
func (n *Number) Describe(t *core.Accessibility) {
	n.Clickable.Describe(t)
	t.Description = t.Name
	t.Name = say.Text("access.pageNumber", "Page", n.text)
}

// Describe describes the four keys.
func (k *ColourKeys) Describe(t *core.Accessibility) {
	t.Role, t.Name = access.ToolBar, say.Text("access.colours")
	for _, key := range k.keys {
		t.Within = append(t.Within, key)
	}
}

// Describe describes the key's colour and target.
func (k *colourKey) Describe(t *core.Accessibility) {
	k.Clickable.Describe(t)
	colours := [...]string{"access.red", "access.green", "access.yellow", "access.blue"}
	t.Name = core.Joined(say.Text(colours[k.number]), strings.TrimSpace(k.key.Page+" "+k.key.Name))
	t.Key = k.named()
}

// Describe describes the strip. The version on screen is described by the timeline, and not again by the words beside
// it.
func (s *DayStrip) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Description = access.ToolBar, say.Text("versions.title"), s.note.Text()
	for _, o := range s.content.Objects {
		if _, words := o.(*core.Line); !words {
			t.Within = append(t.Within, o)
		}
	}
}
