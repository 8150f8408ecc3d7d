package dialog

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// Pages is the body of a dialog with many settings: a page of rows, a column of the pages' names beside it or, in a
// narrow window, a choice of them above, and a search that shows the matching rows of all pages.
type Pages struct {
	core.Base
	dialog *Dialog
	names  []string
	rows   [][]*Row
	at     int
	sought string

	index  *control.Index
	choice *control.Choice
	search *control.Entry
	none   *core.Lines
	body   *fyne.Container
	layout *rowsLayout
	scroll *container.Scroll
	middle fyne.CanvasObject // the scroll container, below an object that gets the wheel
}

var _ fyne.Widget = (*Pages)(nil)

// NewPages sets empty pages as the body of a dialog.
func NewPages(d *Dialog, names []string, placeholder string) *Pages {
	p := &Pages{
		dialog: d, names: names, rows: make([][]*Row, len(names)),
		none: core.NewLines(theme.TextSize(), theme.ColorNamePlaceHolder), layout: &rowsLayout{},
	}
	keys := d.Keys()
	p.index = control.NewIndex(keys, names, p.ShowPage)
	p.choice = control.NewChoice(keys, names, func(string) { p.ShowPage(p.choice.SelectedIndex()) })
	p.search = control.NewEntry(keys, placeholder)
	p.search.OnChanged = func(text string) { p.seek(text) }
	p.search.OnSubmitted = func(string) {} // results are shown while typing
	p.search.Own = p.searchKey
	d.OwnShortcut = p.shortcut
	p.body = container.New(p.layout)
	p.scroll = core.NewVScroll(p.body)
	p.middle = container.NewStack(p.scroll, core.NewWheel(p.scroll.Scrolled))
	d.scroll, d.body, d.pages = p.scroll, p, p
	p.ExtendBaseWidget(p)
	return p
}

// shortcut focuses the search on Ctrl+F.
func (p *Pages) shortcut(s *desktop.CustomShortcut) bool {
	search := s.KeyName == fyne.KeyF && s.Modifier == fyne.KeyModifierShortcutDefault
	if search {
		p.dialog.Focus(p.search)
	}
	return search
}

// Search returns the search field.
func (p *Pages) Search() fyne.Focusable { return p.search }

// Index returns the list of the pages, beside or above them.
func (p *Pages) Index() fyne.Focusable {
	if p.dialog.on.Size().Width-2*dialogMargin-2*dialogSide < pagesBeside {
		return p.choice
	}
	return p.index
}

// SetRows sets the rows of a page.
func (p *Pages) SetRows(page int, rows ...*Row) {
	p.rows[page] = rows
	for _, r := range rows {
		r.Changed = p.relay
	}
	p.fill()
}

// Page returns the index of the page shown.
func (p *Pages) Page() int { return p.at }

// ShowPage shows a page from its top, and ends a search.
func (p *Pages) ShowPage(page int) {
	if p.at == page && p.sought == "" {
		return
	}
	p.at, p.sought = page, ""
	p.search.SetText("")
	p.fill()
	p.scroll.ScrollToTop()
}

// ShowRow shows the page of a row, and focuses its control.
func (p *Pages) ShowRow(r *Row, o fyne.Focusable) {
	for page, rows := range p.rows {
		for _, other := range rows {
			if other == r && p.sought == "" {
				p.ShowPage(page)
			}
		}
	}
	p.dialog.Focus(o)
}

// seek shows the rows that match a text, or the page again if it is empty.
func (p *Pages) seek(text string) {
	if text = strings.TrimSpace(text); text != p.sought {
		p.sought = text
		p.fill()
		p.scroll.ScrollToTop()
	}
}

// searchKey empties the search on Escape before the dialog would close, and leaves an empty one by Down for the index.
func (p *Pages) searchKey(name fyne.KeyName) bool {
	switch {
	case name == fyne.KeyEscape && p.search.Text != "":
		p.search.SetText("")
	case name == fyne.KeyDown && p.search.Text == "":
		p.dialog.Focus(p.Index())
	default:
		return false
	}
	return true
}

// fill puts the rows of the page into the scroll, or those that were found, below the names of their pages.
func (p *Pages) fill() {
	p.body.Objects, p.layout.rows = nil, nil
	add := func(rows []*Row) {
		for _, r := range rows {
			p.body.Objects, p.layout.rows = append(p.body.Objects, r.content), append(p.layout.rows, r)
		}
	}
	if p.sought == "" {
		add(p.rows[p.at])
		p.index.Mark(p.at)
	} else {
		p.index.Mark(core.None)
		for i := range p.rows {
			page := (p.at + i) % len(p.rows) // the current page comes first
			rows := p.rows[page]
			if found := matching(rows, p.names[page], p.sought); len(found) > 0 {
				heading := core.NewLine(theme.TextSize(), theme.ColorNamePrimary).Bold()
				heading.SetText(p.names[page])
				p.body.Objects, p.layout.rows = append(p.body.Objects, heading), append(p.layout.rows, nil)
				add(found)
			}
		}
		if len(p.body.Objects) == 0 {
			p.none.SetText(say.Text("prefs.noMatch", "Text", p.sought))
			p.body.Objects, p.layout.rows = []fyne.CanvasObject{p.none}, []*Row{nil}
		}
	}
	p.choice.SetWords(p.names, p.names[p.at])
	p.relay()
}

func matching(rows []*Row, page, sought string) (found []*Row) {
	words := strings.Fields(strings.ToLower(sought))
	for _, r := range rows {
		if r.matches(page, words) {
			found = append(found, r)
		}
	}
	return found
}

// relay updates the layout.
func (p *Pages) relay() {
	p.body.Refresh()
	p.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (p *Pages) CreateRenderer() fyne.WidgetRenderer {
	return &pagesRenderer{core.Face{p.search, p.choice, p.index, p.middle}, p}
}

type pagesRenderer struct {
	core.Face
	pages *Pages
}

const (
	pagesBeside = 520 // the least width for the names of pages beside them
	pagesNames  = 116 // at least
	pagesGap    = 16
	pagesHead   = 10 // below the search
)

// height returns the height of the page shown, or of the index beside it.
func (p *Pages) height() float32 {
	return p.search.MinSize().Height + pagesHead + max(p.index.MinSize().Height, p.body.MinSize().Height)
}

func (r *pagesRenderer) MinSize() fyne.Size { return fyne.NewSize(100, 100) }

func (r *pagesRenderer) Layout(size fyne.Size) {
	p := r.pages
	beside, high := size.Width >= pagesBeside, p.search.MinSize().Height
	p.index.Hidden, p.choice.Hidden = !beside, beside
	top, left := high+pagesHead, float32(0)
	p.search.Move(fyne.Position{})
	p.search.Resize(fyne.NewSize(size.Width, high))
	if beside {
		names := max(pagesNames, p.index.MinSize().Width)
		left = names + pagesGap
		p.index.Move(fyne.NewPos(0, top))
		p.index.Resize(fyne.NewSize(names, min(p.index.MinSize().Height, max(0, size.Height-top))))
	} else {
		half := (size.Width - pagesGap) / 2
		p.search.Resize(fyne.NewSize(half, high))
		p.choice.Move(fyne.NewPos(half+pagesGap, (high-p.choice.MinSize().Height)/2))
		p.choice.Resize(fyne.NewSize(half, p.choice.MinSize().Height))
	}
	p.layout.fit(size.Width - left - core.ScrollBarRoom)
	p.none.SetWidth(size.Width - left - core.ScrollBarRoom)
	p.middle.Move(fyne.NewPos(left, top))
	p.middle.Resize(fyne.NewSize(size.Width-left, max(0, size.Height-top)))
}

func (r *pagesRenderer) Refresh() {
	r.Layout(r.pages.Size())
	r.pages.scroll.Refresh()
	canvas.Refresh(r.pages)
}

// rowsLayout lays out rows below each other; a nil one is a heading.
type rowsLayout struct {
	rows  []*Row
	width float32
}

func (l *rowsLayout) fit(width float32) {
	l.width = width
	for _, r := range l.rows {
		if r != nil {
			r.layout.fit(width)
		}
	}
}

// MinSize implements fyne.Layout. The height depends on the last width.
func (l *rowsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(100, 4)
	for _, row := range o {
		size.Height += row.MinSize().Height + rowApart
	}
	return size
}

// Layout places the rows.
func (l *rowsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y := float32(3) // for the focus ring of the first
	for _, row := range o {
		height := row.MinSize().Height
		row.Move(fyne.NewPos(3, y))
		row.Resize(fyne.NewSize(size.Width-core.ScrollBarRoom, height))
		y += height + rowApart
	}
}

// Rows returns the rows of a page.
func (p *Pages) Rows(page int) []*Row { return p.rows[page] }
