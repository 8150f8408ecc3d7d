package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/widgets/core"
)

// A Menu lies over the window until an item is chosen. Up, Down, Home and End move between enabled items, Right and
// Enter open submenus, Left and Escape go back, and a letter goes to the next item that starts with it. Unlike the
// toolkit's menus it always fits into the window, and scrolls if it is higher.
type Menu struct {
	core.Base
	on    fyne.Canvas
	lists []*menuList // the menu and its open submenus
}

var (
	_ fyne.Widget            = (*Menu)(nil)
	_ fyne.Focusable         = (*Menu)(nil)
	_ fyne.Tappable          = (*Menu)(nil)
	_ fyne.SecondaryTappable = (*Menu)(nil)
)

// A Place returns where a menu of a size opens.
type Place func(size fyne.Size) fyne.Position

// At opens a menu at a position in the window, such as that of the pointer.
func At(p fyne.Position) Place { return func(fyne.Size) fyne.Position { return p } }

// Above opens a menu above an object, aligned with its right edge.
func Above(o fyne.CanvasObject) Place {
	return func(size fyne.Size) fyne.Position {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		return fyne.NewPos(at.X+o.Size().Width-size.Width, at.Y-size.Height-4)
	}
}

// Below opens a menu below an object, aligned with its right edge.
func Below(o fyne.CanvasObject) Place {
	return func(size fyne.Size) fyne.Position {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		return fyne.NewPos(at.X+o.Size().Width-size.Width, at.Y+o.Size().Height)
	}
}

// Under opens a menu below an object, aligned with its left edge.
func Under(o fyne.CanvasObject) Place {
	return func(fyne.Size) fyne.Position {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(0, o.Size().Height)
	}
}

// Open opens and focuses a menu at a place of a canvas. The chosen item's action is called on the UI goroutine after
// the menu has closed.
func Open(on fyne.Canvas, items *fyne.Menu, place Place) *Menu {
	m := &Menu{on: on}
	m.ExtendBaseWidget(m)
	first := newMenuList(m, items)
	m.lists = []*menuList{first}
	m.Resize(on.Size())
	on.Overlays().Add(m)
	first.put(place(first.MinSize()))
	on.Focus(m)
	return m
}

// ActivateFirst goes to the first item, for a menu that was opened by a key.
func (m *Menu) ActivateFirst() { m.Activate(0) }

// Activate goes to an item, or to the first enabled one after it.
func (m *Menu) Activate(item int) {
	m.lists[0].active = item - 1
	m.lists[0].step(1)
}

func (m *Menu) Close() { m.on.Overlays().Remove(m) }

// last returns the innermost open list.
func (m *Menu) last() *menuList { return m.lists[len(m.lists)-1] }

// openBelow opens the submenu of an item beside it, and closes other submenus of the list.
func (m *Menu) openBelow(l *menuList, item int) {
	m.closeBelow(l)
	below := newMenuList(m, l.items[item].ChildMenu)
	below.name = l.items[item].Label
	at, size := l.Position().AddXY(l.Size().Width-2, l.topOf(item)), below.MinSize()
	if (m.goesLeft() || at.X+size.Width > m.Size().Width) && l.Position().X >= size.Width {
		at.X = l.Position().X - size.Width + 2
	}
	m.lists = append(m.lists, below)
	m.Refresh()
	below.put(at)
}

// goesLeft reports whether the innermost list was opened to the left of its parent; so are its submenus, if there is
// room.
func (m *Menu) goesLeft() bool {
	n := len(m.lists)
	return n > 1 && m.lists[n-1].Position().X < m.lists[n-2].Position().X
}

// closeBelow closes the submenus of a list, and reports whether there were any.
func (m *Menu) closeBelow(l *menuList) bool {
	for i, o := range m.lists {
		if o == l && i < len(m.lists)-1 {
			m.lists = m.lists[:i+1]
			m.Refresh()
			return true
		}
	}
	return false
}

// choose closes the menu and calls an item's action, or opens its submenu.
func (m *Menu) choose(l *menuList, item int) {
	switch it := l.items[item]; {
	case it.Disabled || it.IsSeparator:
	case it.ChildMenu != nil:
		m.openBelow(l, item)
	default:
		m.Close()
		it.Action()
	}
}

// Tapped closes the menu on a click beside it.
func (m *Menu) Tapped(*fyne.PointEvent) { m.Close() }

// TappedSecondary closes the menu on a click beside it.
func (m *Menu) TappedSecondary(*fyne.PointEvent) { m.Close() }

// FocusGained does nothing: the menu is focused while it is open.
func (m *Menu) FocusGained() {}

// FocusLost does nothing.
func (m *Menu) FocusLost() {}

// TypedRune goes to the next item that starts with a letter.
func (m *Menu) TypedRune(r rune) { m.last().find(r) }

// TypedKey moves in the menu.
func (m *Menu) TypedKey(k *fyne.KeyEvent) {
	l := m.last()
	there := l.active >= 0 && l.active < len(l.items)
	switch k.Name {
	case fyne.KeyDown:
		l.step(1)
	case fyne.KeyUp:
		l.step(-1)
	case fyne.KeyHome, fyne.KeyPageUp:
		l.active = core.None
		l.step(1)
	case fyne.KeyEnd, fyne.KeyPageDown:
		l.active = len(l.items)
		l.step(-1)
	case fyne.KeyRight:
		if there && l.items[l.active].ChildMenu != nil {
			m.enter(l)
		}
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if there {
			m.enter(l)
		}
	case fyne.KeyLeft:
		m.back()
	case fyne.KeyEscape, fyne.KeyF10:
		if !m.back() {
			m.Close()
		}
	}
}

// StepOn goes to the next item; after the last one of a list it goes back to the parent list, or closes the menu.
func (m *Menu) StepOn() bool {
	l := m.last()
	switch before := l.active; {
	case l.next(before, 1) > before:
		l.step(1)
	case !m.back():
		m.Close()
	}
	return true
}

// enter chooses the active item, and goes to the first one of its submenu.
func (m *Menu) enter(l *menuList) {
	m.choose(l, l.active)
	if m.last() != l {
		m.last().step(1)
	}
}

// back goes back to the parent list, and reports whether there is one.
func (m *Menu) back() bool {
	return len(m.lists) > 1 && m.closeBelow(m.lists[len(m.lists)-2])
}

// CreateRenderer makes what is drawn.
func (m *Menu) CreateRenderer() fyne.WidgetRenderer { return &menuRenderer{m} }

type menuRenderer struct{ menu *Menu }

func (r *menuRenderer) Destroy() {}

// Layout keeps the lists within the window after a resize.
func (r *menuRenderer) Layout(fyne.Size) {
	for _, l := range r.menu.lists {
		l.put(l.Position())
	}
}

func (r *menuRenderer) MinSize() fyne.Size { return fyne.Size{} }

func (r *menuRenderer) Objects() []fyne.CanvasObject {
	var objects []fyne.CanvasObject
	for _, l := range r.menu.lists {
		objects = append(objects, l)
	}
	return objects
}

func (r *menuRenderer) Refresh() { canvas.Refresh(r.menu) }
