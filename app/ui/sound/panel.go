package sound

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/lists"
)

// A Tab is one of the lists of the panel of recordings.
type Tab int

// The tabs, from left to right.
const (
	// All is the service's list.
	All Tab = iota
	// Queued is the queue.
	Queued
	// Kept is what is on the disk or being downloaded.
	Kept
	// Marks are moments of recordings that the user marked.
	Marks
	tabCount // the number of tabs
)

// tabWords returns the names of the tabs, and their tips.
func tabWords() []control.TabWords {
	return []control.TabWords{
		{Name: say.Text("recordings.title"), Tip: say.Text("recordings.title.help")},
		{Name: say.Text("queue.title"), Tip: say.Text("queue.title.help")},
		{Name: say.Text("recordings.onDisk"), Tip: say.Text("recordings.onDisk.help")},
		{Name: say.Text("marks.title"), Tip: say.Text("marks.title.help")},
	}
}

// The indices of the tools of a row.
const (
	downloadAt = iota // start, pause, resume, retry
	menuAt
)

// panelActions are the panel's callbacks. Rows are indices in the current tab's rows.
type panelActions struct {
	// row makes a row of a tab when it comes into view, and find returns its index by its ID, negative if it no longer
	// exists.
	row  func(tab Tab, row int) lists.Row
	find func(tab Tab, id string) int
	// tab is called when another tab was chosen, which is shown already.
	tab func(Tab)
	// play and download are for a row, and so is its menu. remove removes it from the queue, the disk or the marks.
	play, download, remove func(row int)
	menu                   func(row int, at fyne.Position)
	// letter does what a letter does for a row, negative for none. It returns false for other characters.
	letter func(r rune, row int) bool
	// move moves a row of the queue to another index, counted without it.
	move   func(from, to int)
	filter func(text string)
	// listMenu opens the menu of the list at its button.
	listMenu func(at fyne.CanvasObject)
	// clear empties the queue, and pauseAll pauses or resumes all downloads.
	clear, pauseAll func()
	// saveMarks saves all marks to a file; at is its button, for a menu.
	saveMarks func(at fyne.CanvasObject)
	close     func()
}

// A Panel lists what can be listened to, what will be, and what is on the disk. Its parts are made
// when it is shown for the first time, since most windows never show it.
type Panel struct {
	core.Base
	tips    *core.Tips
	keys    core.Keys
	actions panelActions

	tab   Tab
	pages [tabCount]tabState
	parts *panelParts

	canvas fyne.Canvas // the one on which the panel was focused
}

// tabState is the content of a tab.
type tabState struct {
	count        int
	described    bool // some rows have a description
	message      string
	text, button string // at the foot
	at           int
	id           string // of the current row
	offset       float32
}

// panelParts are the widgets of a panel.
type panelParts struct {
	head   *control.TabHead
	filter *fyne.Container
	more   *control.Button // the menu of the list
	entry  *control.Entry
	list   *lists.List
	empty  *core.Message
	foot   *fyne.Container
	text   *core.Line
	button *control.Button
	column *fyne.Container
}

var _ fyne.Widget = (*Panel)(nil)

// newPanel makes an empty panel, at its first tab. actions are called on the UI goroutine.
func newPanel(tips *core.Tips, keys core.Keys, actions panelActions) *Panel {
	p := &Panel{tips: tips, keys: keys, actions: actions}
	for i := range p.pages {
		p.pages[i].at = core.None
	}
	p.ExtendBaseWidget(p)
	return p
}

// Tab returns the current tab.
func (p *Panel) Tab() Tab { return p.tab }

// setRows shows a list of count rows on a tab, with space for a description if any row has one; message is shown while
// it is empty. The current row stays, if it still exists.
func (p *Panel) setRows(tab Tab, count int, described bool, message string) {
	page := &p.pages[tab]
	page.count, page.described, page.message = count, described, message
	if p.parts == nil || tab != p.tab {
		return
	}
	list := p.parts.list
	at := list.At()
	if at >= 0 && page.id != "" {
		if row := p.actions.find(tab, page.id); row >= 0 {
			at = row
		}
	}
	p.parts.empty.Say(message, count == 0)
	list.SetSource(p.source(), at, list.Offset())
}

// update redraws the rows in view that have changed.
func (p *Panel) update() {
	if p.parts != nil && p.Visible() {
		p.parts.list.Update()
	}
}

// setFoot sets the text at the foot of a tab, and that of the button there; "" for no button.
func (p *Panel) setFoot(tab Tab, text, button string) {
	page := &p.pages[tab]
	if page.text == text && page.button == button {
		return
	}
	page.text, page.button = text, button
	if p.parts != nil && tab == p.tab {
		p.showFoot()
	}
}

// Choose shows a tab, without calling panelActions.tab.
func (p *Panel) Choose(tab Tab) {
	if p.tab == tab {
		return
	}
	if p.parts != nil {
		p.pages[p.tab].at, p.pages[p.tab].offset = p.parts.list.At(), p.parts.list.Offset()
	}
	p.tab = tab
	if p.parts != nil {
		p.showTab()
	}
}

// FocusList focuses the list. The panel must be visible.
func (p *Panel) FocusList(c fyne.Canvas) {
	p.build()
	p.canvas = c
	c.Focus(p.parts.list)
}

// HasKeys reports whether an object in the panel is focused.
func (p *Panel) HasKeys() bool {
	return p.parts != nil && core.HasKeysIn(p.parts.column, p, p.canvas)
}

// staying wraps a button's function so that the focus is in the panel afterwards.
func (p *Panel) staying(do func()) func() {
	return func() {
		do()
		if c := core.CanvasOf(p); c != nil && !p.HasKeys() {
			c.Focus(p.parts.list)
		}
	}
}

// Describe makes no node: only the contents of the panel have one.
func (p *Panel) Describe(t *core.Accessibility) {
	if t.Role, t.Name = access.Panel, say.Text("recordings.title"); p.parts != nil {
		t.Within = []fyne.CanvasObject{p.parts.column}
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	p.build()
	return core.NewPanelRenderer(p.keys, p.parts.column)
}

// build makes the parts, if they do not exist yet.
func (p *Panel) build() {
	if p.parts != nil {
		return
	}
	d := &panelParts{
		empty: core.NewMessage(), list: lists.New(p.tips, p.listActions()),
		text: core.NewLine(core.SmallText, theme.ColorNamePlaceHolder),
	}
	p.parts = d
	d.head = control.NewTabHead(p.tips, tabWords(), say.Text("panel.close"), p.actions.close, func(tab int) {
		p.staying(func() { p.chooseAndNotify(Tab(tab)) })()
	})
	d.filter = p.buildFilter()
	d.button = control.NewSmallButton(p.tips, "", "", p.staying(p.footAction)).Keyed(p.keys)
	d.foot = container.NewBorder(nil, nil, nil, d.button, d.text)
	middle := container.NewStack(d.list.Frame(), d.empty.Place)
	d.column = container.New(&core.FillColumn{Fill: middle, Spare: []fyne.CanvasObject{d.foot}},
		d.head.Content, d.filter, middle, d.foot)
	p.showTab()
}

// buildFilter makes the line above the service's list.
func (p *Panel) buildFilter() *fyne.Container {
	entry := control.NewEntry(p.keys, say.Text("recordings.filter"))
	entry.OnChanged = p.actions.filter
	entry.Own, entry.OwnShortcut = p.entryKey, p.parts.head.Shortcut
	p.parts.entry = entry
	var more *control.Button
	more = control.NewButton(p.tips, theme.MoreVerticalIcon(), say.Text("recordings.menu", "Key", string(orderLetter)),
		p.staying(func() { p.actions.listMenu(more) })).Keyed(p.keys)
	p.parts.more = more
	return container.NewBorder(nil, nil, nil, more, entry)
}

// source returns the rows of the current tab.
func (p *Panel) source() lists.Source {
	tab := p.tab
	row := func(i int) lists.Row { return p.actions.row(tab, i) }
	if p.pages[tab].described {
		return lists.Tall(p.pages[tab].count, row)
	}
	return lists.Even(p.pages[tab].count, row)
}

// showTab updates all parts for the current tab.
func (p *Panel) showTab() {
	d, page := p.parts, &p.pages[p.tab]
	d.head.Show(int(p.tab))
	core.SetVisible(d.filter, p.tab == All)
	d.empty.Say(page.message, page.count == 0)
	d.list.SetChangeable(p.tab == Queued)
	p.showFoot()
	d.list.SetSource(p.source(), page.at, page.offset)
}

func (p *Panel) showFoot() {
	d, page := p.parts, &p.pages[p.tab]
	d.text.SetText(page.text)
	if page.button != "" {
		d.button.SetText(page.button)
	}
	core.SetVisible(d.button, page.button != "")
	core.SetVisible(d.foot, page.text != "")
	d.foot.Layout.Layout(d.foot.Objects, d.foot.Size())
	d.column.Layout.Layout(d.column.Objects, d.column.Size())
}

func (p *Panel) footAction() {
	switch p.tab {
	case Queued:
		p.actions.clear()
	case Marks:
		p.actions.saveMarks(p.parts.button)
	default:
		p.actions.pauseAll()
	}
}

// chooseAndNotify shows a tab for the user.
func (p *Panel) chooseAndNotify(tab Tab) {
	p.Choose(tab)
	p.actions.tab(tab)
}

// entryKey handles the entry's keys that move in the list.
func (p *Panel) entryKey(key fyne.KeyName) bool {
	switch {
	case (key == fyne.KeyDown || key == fyne.KeyPageDown) && p.pages[p.tab].count > 0:
		core.CanvasOf(p).Focus(p.parts.list)
	case key == fyne.KeyEscape && p.parts.entry.Text != "":
		p.parts.entry.SetText("")
	default:
		return false
	}
	return true
}
