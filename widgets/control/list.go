package control

import (
	"image/color"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// A menuList is a scrollable list of a menu's items.
type menuList struct {
	core.Base
	menu   *Menu
	name   string // of the item that opened it, "" for none
	items  []*fyne.MenuItem
	active int // the active item, or none
	rows   *menuRows
	scroll *container.Scroll
}

var _ fyne.Widget = (*menuList)(nil)

func newMenuList(m *Menu, menu *fyne.Menu) *menuList {
	l := &menuList{menu: m, items: menu.Items, active: core.None}
	l.rows = newMenuRows(l)
	l.scroll = core.NewVScroll(l.rows)
	l.ExtendBaseWidget(l)
	return l
}

const (
	menuItemHeight = 26
	menuLineHeight = 9
	menuPad        = 4 // above and below the items
	menuCheck      = 26
	menuRight      = 24
)

// topOf returns the top of an item.
func (l *menuList) topOf(item int) float32 {
	y := float32(menuPad)
	for _, i := range l.items[:item] {
		y += itemHeight(i)
	}
	return y
}

func itemHeight(i *fyne.MenuItem) float32 {
	if i.IsSeparator {
		return menuLineHeight
	}
	return menuItemHeight
}

// put places the list as near to a position as possible within the window.
func (l *menuList) put(at fyne.Position) {
	const edge = 2
	room := l.menu.Size()
	size := l.MinSize().Min(room.SubtractWidthHeight(2*edge, 2*edge))
	l.Resize(size)
	l.Move(
		fyne.NewPos(max(edge, min(at.X, room.Width-size.Width-edge)),
			max(edge, min(at.Y, room.Height-size.Height-edge))))
}

// step goes to the next enabled item, or the one before, cyclically.
func (l *menuList) step(by int) {
	if at := l.next(l.active, by); at != core.None {
		l.setActive(at)
	}
}

// next returns the next enabled item in a direction, cyclically, or none.
func (l *menuList) next(at, by int) int {
	count := len(l.items)
	if at == core.None && by < 0 {
		at = 0 // the one before is the last
	}
	for range count {
		if at = (at + by + count) % count; l.usable(at) {
			return at
		}
	}
	return core.None
}

func (l *menuList) usable(item int) bool {
	return !l.items[item].IsSeparator && !l.items[item].Disabled
}

// find goes to the next item that starts with a letter.
func (l *menuList) find(r rune) {
	count := len(l.items)
	for i := range count {
		at := (max(l.active, core.None) + 1 + i) % count
		if l.usable(at) && strings.HasPrefix(strings.ToLower(l.items[at].Label), string(unicode.ToLower(r))) {
			l.setActive(at)
			return
		}
	}
}

// setActive makes an item active and scrolls it into view.
func (l *menuList) setActive(item int) {
	l.active = item
	top := l.topOf(item)
	core.ScrollBy(l.scroll, max(0, top+menuItemHeight+menuPad-l.scroll.Offset.Y-l.scroll.Size().Height))
	core.ScrollBy(l.scroll, min(0, top-menuPad-l.scroll.Offset.Y))
	l.rows.Refresh()
}

// CreateRenderer makes what is drawn.
func (l *menuList) CreateRenderer() fyne.WidgetRenderer {
	back := core.NewPlate(theme.ColorNameMenuBackground, 4).Edged(theme.ColorNameInputBorder)
	return widget.NewSimpleRenderer(container.NewStack(back, l.scroll))
}

// MinSize returns the size of all items.
func (l *menuList) MinSize() fyne.Size { return l.rows.MinSize() }

// menuRows draws the items of a menu, and handles the pointer.
type menuRows struct {
	core.Base
	list *menuList
}

var (
	_ fyne.Widget       = (*menuRows)(nil)
	_ fyne.Tappable     = (*menuRows)(nil)
	_ desktop.Hoverable = (*menuRows)(nil)
)

func newMenuRows(l *menuList) *menuRows {
	r := &menuRows{list: l}
	r.ExtendBaseWidget(r)
	return r
}

// at returns the item at a height, or none.
func (r *menuRows) at(y float32) int {
	for i, item := range r.list.items {
		if top := r.list.topOf(i); y >= top && y < top+itemHeight(item) {
			return i
		}
	}
	return core.None
}

// Tapped chooses the item under the pointer.
func (r *menuRows) Tapped(e *fyne.PointEvent) {
	if item := r.at(e.Position.Y); item != core.None {
		r.list.menu.choose(r.list, item)
	}
}

// MouseIn is called when the pointer comes over the items.
func (r *menuRows) MouseIn(e *desktop.MouseEvent) { r.hover(r.at(e.Position.Y)) }

// MouseMoved is called when the pointer moves over the items.
func (r *menuRows) MouseMoved(e *desktop.MouseEvent) { r.hover(r.at(e.Position.Y)) }

// MouseOut does nothing: the item stays active, so that keys continue from there.
func (r *menuRows) MouseOut() {}

// hover makes the item under the pointer active and opens its submenu.
func (r *menuRows) hover(item int) {
	l := r.list
	if item == core.None || item == l.active || !l.usable(item) {
		return
	}
	l.active = item
	r.Refresh()
	l.menu.closeBelow(l)
	if l.items[item].ChildMenu != nil {
		l.menu.openBelow(l, item)
	}
}

// CreateRenderer makes what is drawn.
func (r *menuRows) CreateRenderer() fyne.WidgetRenderer {
	d := &menuRowsRenderer{rows: r, mark: canvas.NewRectangle(nil)}
	d.mark.CornerRadius = 3
	d.objects = []fyne.CanvasObject{d.mark}
	for _, item := range r.list.items {
		d.add(item)
	}
	d.Refresh()
	return d
}

type menuRowsRenderer struct {
	rows    *menuRows
	mark    *canvas.Rectangle
	labels  []*canvas.Text
	keys    []*canvas.Text // the keyboard shortcut after each label
	icons   []*canvas.Image
	lines   []*canvas.Rectangle
	objects []fyne.CanvasObject
}

// add makes the objects of one item.
func (m *menuRowsRenderer) add(item *fyne.MenuItem) {
	label, key, icon, line := core.NewCanvasText(13), core.NewCanvasText(12),
		canvas.NewImageFromResource(nil), canvas.NewRectangle(color.Transparent)
	switch {
	case item.Checked:
		icon.Resource = theme.NewPrimaryThemedResource(theme.ConfirmIcon())
	case item.ChildMenu != nil:
		icon.Resource = theme.NewThemedResource(core.Icon("right"))
	}
	icon.Hidden = icon.Resource == nil
	words, hint := itemWords(item)
	core.SetCanvasText(label, words)
	core.SetCanvasText(key, hint)
	m.labels, m.keys, m.icons, m.lines = append(m.labels, label), append(m.keys,
		key), append(m.icons, icon), append(m.lines, line)
	m.objects = append(m.objects, label, key, icon, line)
}

// itemWords returns an item's label and keyboard shortcut.
func itemWords(item *fyne.MenuItem) (label, keys string) {
	if s, ok := item.Shortcut.(fyne.KeyboardShortcut); ok {
		return item.Label, core.KeyWords(s.Mod(), s.Key())
	}
	return item.Label, ""
}

func (m *menuRowsRenderer) Destroy() {}

func (m *menuRowsRenderer) Objects() []fyne.CanvasObject { return m.objects }

func (m *menuRowsRenderer) MinSize() fyne.Size {
	l, width := m.rows.list, float32(60)
	for i := range m.labels {
		w := m.labels[i].MinSize().Width
		if m.keys[i].Text != "" {
			w += 20 + m.keys[i].MinSize().Width
		}
		width = max(width, w)
	}
	return fyne.NewSize(menuCheck+width+menuRight, l.topOf(len(l.items))+menuPad)
}

func (m *menuRowsRenderer) Layout(size fyne.Size) {
	const icon = 14
	l := m.rows.list
	for i, item := range l.items {
		top, height := l.topOf(i), itemHeight(item)
		core.PutMiddle(m.labels[i], menuCheck, top, size.Width-menuCheck, height)
		key := m.keys[i].MinSize()
		core.PutMiddle(m.keys[i], size.Width-menuRight-key.Width, top, key.Width, height)
		x := float32(8)
		if item.ChildMenu != nil {
			x = size.Width - icon - 6
		}
		m.icons[i].Move(fyne.NewPos(x, top+(height-icon)/2))
		m.icons[i].Resize(fyne.NewSquareSize(icon))
		m.lines[i].Move(fyne.NewPos(8, top+height/2))
		m.lines[i].Resize(fyne.NewSize(size.Width-16, 1))
	}
	m.place()
}

// place moves the highlight to the active item.
func (m *menuRowsRenderer) place() {
	l := m.rows.list
	if l.active < 0 || l.active >= len(l.items) {
		m.mark.FillColor = color.Transparent
		return
	}
	m.mark.FillColor = theme.Color(theme.ColorNameSelection)
	m.mark.Move(fyne.NewPos(3, l.topOf(l.active)))
	m.mark.Resize(fyne.NewSize(m.rows.Size().Width-6, menuItemHeight))
}

func (m *menuRowsRenderer) Refresh() {
	for i, item := range m.rows.list.items {
		label, key := theme.ColorNameForeground, theme.ColorNamePlaceHolder
		if item.Disabled {
			label, key = theme.ColorNameDisabled, theme.ColorNameDisabled
		}
		m.labels[i].Color, m.keys[i].Color = theme.Color(label), theme.Color(key)
		if item.IsSeparator {
			m.lines[i].FillColor = theme.Color(theme.ColorNameSeparator)
		}
	}
	m.place()
	canvas.Refresh(m.rows)
}
