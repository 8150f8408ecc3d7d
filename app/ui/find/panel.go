package find

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/lists"
)

// A Tab is one of a finder's four lists.
type Tab int

// The tabs, from left to right.
const (
	Text Tab = iota
	Pages
	Favourites
	History
	tabCount // the number of tabs
)

// tabWords returns the names of the tabs, and their tips.
func tabWords() []control.TabWords {
	return []control.TabWords{
		{Name: say.Text("finder.search"), Tip: say.Text("finder.search.help")},
		{Name: say.Text("finder.pages"), Tip: say.Text("finder.pages.help")},
		{Name: say.Text("finder.favourites"), Tip: say.Text("finder.favourites.help")},
		{Name: say.Text("finder.history"), Tip: say.Text("finder.history.help")},
	}
}

// entryWords are the keys of the entries' placeholders.
var entryWords = [tabCount]string{"finder.search.entry", "finder.entry", "finder.entry", "finder.entry"}

// panelActions are a finder's callbacks. Rows are indices in the current tab's rows.
type panelActions struct {
	// tab is called when another tab was chosen, which is shown already.
	tab func(Tab)
	// query is called when the text of the current tab's entry has changed.
	query func(text string)
	// open opens the page of a row, and fold folds or unfolds a heading, and then calls setRows.
	open, fold func(row int)
	// exact sets whether the search distinguishes letters such as ä and a.
	exact func(on bool)
	words host.WordsAction
	// add adds the page on screen to the favourites. importFile and exportFile read and write a file of favourites.
	add, importFile, exportFile func()
	// move moves a favourite to another index, counted without it, and remove removes one.
	move   func(from, to int)
	remove func(row int)
	// collect starts to collect all pages of the service, pause pauses or resumes that, and cancel cancels it.
	collect, pause, cancel func()
	// close closes the panel.
	close func()
}

// A Panel has four lists to find a page by: those with a text, all of them, favourites and
// those read before. Each tab keeps its rows, the text in the entry and its place in the list. The parts
// are made when the panel is shown for the first time, since most windows never show it.
type Panel struct {
	core.Base
	tips    *core.Tips
	keys    core.Keys
	actions panelActions

	tab        Tab
	pages      [tabCount]tabState
	collecting collectProgress
	parts      *panelParts
	canvas     fyne.Canvas // the one on which the panel was focused
}

// tabState is the content of a tab.
type tabState struct {
	rows    []lists.Row
	message string
	text    string  // in the entry
	stale   bool    // the rows are those of an earlier text
	opens   bool    // Enter was pressed meanwhile: the first row is opened when they come
	at      int     // the current row, or none
	offset  float32 // the list's scroll position
}

// panelParts are the widgets of a finder.
type panelParts struct {
	head    *control.TabHead
	entry   *control.Entry
	exact   *control.Check
	list    *lists.List
	empty   *core.Message
	words   *control.Button
	collect *collectFoot
	feet    [tabCount]fyne.CanvasObject // nil for a tab without one
	column  *fyne.Container
}

var _ fyne.Widget = (*Panel)(nil)

// newPanel makes an empty finder, at its first tab. actions are called on the UI goroutine.
func newPanel(tips *core.Tips, keys core.Keys, actions panelActions) *Panel {
	f := &Panel{tips: tips, keys: keys, actions: actions}
	for i := range f.pages {
		f.pages[i].at = core.None
	}
	f.ExtendBaseWidget(f)
	return f
}

// setRows shows the rows that answer a query, the text in the entry of a tab without spaces around it; message is shown
// while there are none. It ignores and reports false for an answer to an earlier text. The rows must not be changed
// afterwards.
func (f *Panel) setRows(tab Tab, query string, rows []lists.Row, message string) bool {
	p := &f.pages[tab]
	if query != strings.TrimSpace(p.text) {
		return false
	}
	f.showRows(tab, rows, message)
	opens := p.opens && tab == f.tab
	if p.stale, p.opens = false, false; opens {
		f.openFirst()
	}
	return true
}

func (f *Panel) showRows(tab Tab, rows []lists.Row, message string) {
	p := &f.pages[tab]
	sameRows := slices.EqualFunc(p.rows, rows, func(a, b lists.Row) bool { return a.Equal(&b) })
	if sameRows && p.message == message {
		return
	}
	p.rows, p.message = rows, message
	if f.parts == nil || tab != f.tab {
		return
	}
	f.parts.empty.Say(message, len(rows) == 0)
	if !sameRows {
		f.parts.list.SetRows(rows)
	}
}

// choose shows a tab, without calling panelActions.tab.
func (f *Panel) choose(tab Tab) {
	if f.tab == tab {
		return
	}
	if f.parts != nil {
		f.pages[f.tab].at, f.pages[f.tab].offset = f.parts.list.At(), f.parts.list.Offset()
	}
	f.tab = tab
	if f.parts != nil {
		f.showTab()
	}
}

// Tab returns the current tab.
func (f *Panel) Tab() Tab { return f.tab }

// query returns the text in the current tab's entry.
func (f *Panel) query() string { return f.pages[f.tab].text }

// focusEntry focuses the entry, with its text selected. The panel must be visible.
func (f *Panel) focusEntry(c fyne.Canvas) {
	f.build()
	f.canvas = c
	c.Focus(f.parts.entry)
	f.parts.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// HasKeys reports whether an object in the panel is focused.
func (f *Panel) HasKeys() bool { return f.parts != nil && core.HasKeysIn(f.parts.column, f, f.canvas) }

// takeKeys focuses the list if nothing in the panel is focused, or the entry above an empty one.
func (f *Panel) takeKeys() {
	c := core.CanvasOf(f)
	switch {
	case c == nil || f.HasKeys():
	case f.parts.list.Count() > 0:
		c.Focus(f.parts.list)
	default:
		c.Focus(f.parts.entry)
	}
}

// staying wraps a button's function so that the focus is in the panel afterwards.
func (f *Panel) staying(do func()) func() {
	return func() {
		do()
		f.takeKeys()
	}
}

// setCollecting shows the progress of collecting all pages.
func (f *Panel) setCollecting(c collectProgress) {
	if f.collecting == c {
		return
	}
	f.collecting = c
	if f.parts != nil && f.parts.collect.show(c) {
		f.parts.relayout()
	}
}

// Describe makes no node: only the contents of the panel have one.
func (f *Panel) Describe(t *core.Accessibility) {
	if t.Role, t.Name = access.Panel, say.Text("finder.title"); f.parts != nil {
		t.Within = []fyne.CanvasObject{f.parts.column}
	}
}

// CreateRenderer implements fyne.Widget.
func (f *Panel) CreateRenderer() fyne.WidgetRenderer {
	f.build()
	return core.NewPanelRenderer(f.keys, f.parts.column)
}

// build makes the parts, if they do not exist yet.
func (f *Panel) build() {
	if f.parts != nil {
		return
	}
	a := f.actions
	a.collect, a.pause, a.cancel, a.add = f.staying(a.collect),
		f.staying(a.pause), f.staying(a.cancel), f.staying(a.add)
	p := &panelParts{empty: core.NewMessage(), collect: newCollectFoot(f.tips, f.keys, a)}
	f.parts = p
	p.entry = control.NewEntry(f.keys, "")
	p.entry.OnChanged = f.typed
	p.head = control.NewTabHead(f.tips, tabWords(), say.Text("finder.close"), f.actions.close, func(tab int) {
		f.chooseAndNotify(Tab(tab))
		f.takeKeys()
	})
	p.entry.Own, p.entry.OwnShortcut = f.entryKey, p.head.Shortcut
	p.exact = control.NewCheck(f.tips, f.keys, say.Text("finder.exact"), say.Text("finder.exact.help"), func(on bool) {
		f.actions.exact(on)
		f.takeKeys()
	})
	p.list = lists.New(f.tips, f.listActions())
	p.words = control.NewSmallButton(f.tips, a.words.Title, a.words.Help,
		f.staying(func() { a.words.Do(f.query()) })).Keyed(f.keys)
	p.feet = [tabCount]fyne.CanvasObject{p.words, p.collect.content, newFavouritesFoot(f.tips, f.keys, a), nil}
	middle := container.NewStack(p.list.Frame(), p.empty.Place)
	objects := []fyne.CanvasObject{p.head.Content, p.entry, container.NewHBox(p.exact), middle}
	for _, foot := range p.feet {
		if foot != nil {
			objects = append(objects, foot)
		}
	}
	p.column = container.New(&core.FillColumn{Fill: middle, Spare: append(slices.Clone(objects[4:]), objects[2])},
		objects...)
	p.collect.show(f.collecting)
	f.showTab()
}

// showTab updates all parts for the current tab.
func (f *Panel) showTab() {
	p, page := f.parts, &f.pages[f.tab]
	p.head.Show(int(f.tab))
	for i, foot := range p.feet {
		if foot != nil {
			core.SetVisible(foot, Tab(i) == f.tab)
		}
	}
	core.SetVisible(p.exact, f.tab == Text)
	p.entry.OnChanged = nil
	p.entry.SetPlaceHolder(say.Text(entryWords[f.tab]))
	p.entry.SetText(page.text)
	p.entry.OnChanged = f.typed
	p.words.SetEnabled(strings.TrimSpace(page.text) != "")
	p.empty.Say(page.message, len(page.rows) == 0)
	p.list.SetChangeable(f.tab == Favourites)
	p.relayout()
	p.list.SetSource(lists.Rows(page.rows), page.at, page.offset)
}

// relayout updates the layout after a part was shown or hidden.
func (p *panelParts) relayout() { p.column.Layout.Layout(p.column.Objects, p.column.Size()) }

// chooseAndNotify shows a tab for the user.
func (f *Panel) chooseAndNotify(tab Tab) {
	f.choose(tab)
	f.actions.tab(tab)
}

// typed is called when the text in the entry has changed. The list is scrolled to the top then.
func (f *Panel) typed(text string) {
	page := &f.pages[f.tab]
	page.text, page.stale, page.opens = text, true, false
	f.parts.words.SetEnabled(strings.TrimSpace(text) != "")
	f.parts.list.SetSource(lists.Rows(f.pages[f.tab].rows), core.None, 0)
	f.actions.query(text)
}

// entryKey handles the entry's keys that move in the list.
func (f *Panel) entryKey(key fyne.KeyName) bool {
	rows := f.parts.list
	switch key {
	case fyne.KeyDown, fyne.KeyPageDown:
		if rows.Count() > 0 {
			core.CanvasOf(f).Focus(rows)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		if page := &f.pages[f.tab]; page.stale {
			page.opens = true
		} else {
			f.openFirst()
		}
	case fyne.KeyEscape:
		f.escape()
	default:
		return false
	}
	return true
}

// openFirst opens the first row that is no heading.
func (f *Panel) openFirst() {
	if i := slices.IndexFunc(f.pages[f.tab].rows, func(r lists.Row) bool { return !r.Heading }); i >= 0 {
		f.actions.open(i)
		f.keys.Leave()
	}
}

// escape empties the entry, or closes the panel if it is empty.
func (f *Panel) escape() {
	f.pages[f.tab].opens = false
	if f.query() != "" {
		f.parts.entry.SetText("")
		return
	}
	f.actions.close()
}

func (f *Panel) listActions() lists.Actions {
	toEntry := func() *control.Entry {
		core.CanvasOf(f).Focus(f.parts.entry)
		return f.parts.entry
	}
	keys := f.keys
	keys.Leave = f.actions.close
	return lists.Actions{
		Name: func() string { return tabWords()[f.tab].Name },
		Open: f.actions.open, Fold: f.actions.fold, Remove: f.actions.remove, Move: f.actions.move,
		Up:       func() { toEntry() },
		Typed:    func(r rune) { toEntry().TypedRune(r) },
		TypedKey: func(k *fyne.KeyEvent) { toEntry().TypedKey(k) },
		Shortcut: func(s fyne.Shortcut) {
			if c, ok := s.(*desktop.CustomShortcut); !ok || !f.parts.head.Shortcut(c) {
				f.keys.Shortcut(s)
			}
		},
		Keys: keys,
	}
}
