package dialog

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"sextant/app/match"
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
	more   [][]*Row // the less common ones, below a button that shows them
	folds  []*Row   // the rows with that button, nil on pages without one
	open   []bool   // the less common rows are shown
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
		dialog: d, names: names, rows: make([][]*Row, len(names)), more: make([][]*Row, len(names)),
		folds: make([]*Row, len(names)), open: make([]bool, len(names)),
		none: core.NewLines(theme.TextSize(), theme.ColorNamePlaceHolder), layout: &rowsLayout{},
	}
	keys := d.Keys()
	p.index = control.NewIndex(keys, names, p.ShowPage)
	p.choice = control.NewChoice(keys, names, func(string) { p.ShowPage(p.choice.SelectedIndex()) })
	p.search = control.NewEntry(keys, placeholder)
	p.search.OnChanged = func(text string) { p.seek(text) }
	p.search.OnSubmitted = func(string) { p.focusFound() } // results are shown while typing
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

// SetMore sets the less common rows of a page, below a button that shows them.
func (p *Pages) SetMore(page int, rows ...*Row) {
	button := control.NewPushButton(p.dialog.Keys(), foldWord(p.open[page]), func() { p.unfold(page, !p.open[page]) })
	p.folds[page], p.more[page] = NewPlain(NewButtons(button)), rows
	for _, r := range rows {
		r.Changed = p.relay
	}
	p.fill()
}

// foldWord returns the name of the button that shows or hides the less common rows.
func foldWord(open bool) string {
	if open {
		return say.Text("prefs.less")
	}
	return say.Text("prefs.more")
}

// unfold shows or hides the less common rows of a page.
func (p *Pages) unfold(page int, open bool) {
	p.open[page] = open
	if button, is := p.folds[page].Control().(*control.PushButton); is {
		button.SetText(foldWord(open))
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
	for page := range p.rows {
		isMore := slices.Contains(p.more[page], r)
		if p.sought == "" && (isMore || slices.Contains(p.rows[page], r)) {
			p.ShowPage(page)
			if isMore {
				p.unfold(page, true)
			}
		}
	}
	p.dialog.Focus(o)
}

// focusFound focuses the best row that the search has found.
func (p *Pages) focusFound() {
	if first := p.firstFound(); p.sought != "" && first != nil {
		p.dialog.Focus(first)
	}
}

// seek shows the rows that match a text, or the page again if it is empty.
func (p *Pages) seek(text string) {
	if text = strings.TrimSpace(text); text != p.sought {
		p.sought = text
		p.fill()
		p.scroll.ScrollToTop()
	}
}

// searchKey empties the search on Escape before the dialog would close. Down leaves it for the first row found, or for
// the index if it is empty.
func (p *Pages) searchKey(name fyne.KeyName) bool {
	switch {
	case name == fyne.KeyEscape && p.search.Text != "":
		p.search.SetText("")
	case name == fyne.KeyDown && p.search.Text == "":
		p.dialog.Focus(p.Index())
	case name == fyne.KeyDown:
		p.focusFound()
	default:
		return false
	}
	return true
}

// fill puts the rows of the page into the scroll, or those that were found, below the names of their pages.
func (p *Pages) fill() {
	p.body.Objects, p.layout.rows = nil, nil
	if p.sought == "" {
		p.addRows(p.rows[p.at]...)
		if fold := p.folds[p.at]; fold != nil {
			p.addRows(fold)
		}
		if p.open[p.at] {
			p.addRows(p.more[p.at]...)
		}
		p.index.Mark(p.at)
	} else {
		p.index.Mark(core.None)
		p.fillFound()
	}
	p.choice.SetWords(p.names, p.names[p.at])
	p.relay()
}

func (p *Pages) addRows(rows ...*Row) {
	for _, r := range rows {
		r.setSought(p.sought)
		p.body.Objects, p.layout.rows = append(p.body.Objects, r.content), append(p.layout.rows, r)
	}
}

// fillFound shows the rows that were found: those of a page with the sought name first, and then the page of the best
// one.
func (p *Pages) fillFound() {
	found := p.foundRows()
	var pages []int
	for _, f := range found {
		if !slices.Contains(pages, f.page) {
			pages = append(pages, f.page)
		}
	}
	isNamed := func(page int) bool {
		return len(match.Find([]match.Subject{match.NewSubject(p.names[page], "", "")}, p.sought)) > 0
	}
	slices.SortStableFunc(pages, func(a, b int) int {
		switch {
		case isNamed(a) == isNamed(b):
			return 0
		case isNamed(a):
			return -1
		}
		return 1
	})
	for _, page := range pages {
		heading := core.NewLine(theme.TextSize(), theme.ColorNamePrimary).Bold()
		heading.SetText(p.names[page])
		p.body.Objects, p.layout.rows = append(p.body.Objects, heading), append(p.layout.rows, nil)
		for _, f := range found {
			if f.page == page {
				p.addRows(f.row)
			}
		}
	}
	if len(found) == 0 {
		p.none.SetText(say.Text("prefs.noMatch", "Text", p.sought))
		p.body.Objects, p.layout.rows = []fyne.CanvasObject{p.none}, []*Row{nil}
	}
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
		if row.Visible() {
			size.Height += row.MinSize().Height + rowApart
		}
	}
	return size
}

// Layout places the rows.
func (l *rowsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y := float32(3) // for the focus ring of the first
	for _, row := range o {
		if !row.Visible() {
			continue
		}
		height := row.MinSize().Height
		row.Move(fyne.NewPos(3, y))
		row.Resize(fyne.NewSize(size.Width-core.ScrollBarRoom, height))
		y += height + rowApart
	}
}

// Rows returns the rows of a page, and More the less common ones.
func (p *Pages) Rows(page int) []*Row { return p.rows[page] }
func (p *Pages) More(page int) []*Row { return p.more[page] }
