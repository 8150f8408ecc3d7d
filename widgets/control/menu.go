package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/widgets/core"
)

// A Menu lies over the window until something is chosen in it. It is open for the keyboard: Up, Down, Home and
// End walk through the items that do something, Right and Enter open what an item has below it, Left and
// Escape go back, and a letter goes to the next item that begins with it. Wherever it is opened, all of it is
// in the window, and it scrolls where it is higher than that; the toolkit's own is cut there.
type Menu struct {
	core.Base
	on    fyne.Canvas
	lists []*menuList // the menu, and what is open of those below it
}

var (
	_ fyne.Widget            = (*Menu)(nil)
	_ fyne.Focusable         = (*Menu)(nil)
	_ fyne.Tappable          = (*Menu)(nil)
	_ fyne.SecondaryTappable = (*Menu)(nil)
)

// A Place returns where a menu of a size opens.
type Place func(size fyne.Size) fyne.Position

// At opens a menu at a place of the window, such as that of the pointer.
func At(p fyne.Position) Place { return func(fyne.Size) fyne.Position { return p } }

// Above opens a menu above an object, with its right end.
func Above(o fyne.CanvasObject) Place {
	return func(size fyne.Size) fyne.Position {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		return fyne.NewPos(at.X+o.Size().Width-size.Width, at.Y-size.Height-4)
	}
}

// Below opens a menu below an object, with its right end.
func Below(o fyne.CanvasObject) Place {
	return func(size fyne.Size) fyne.Position {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		return fyne.NewPos(at.X+o.Size().Width-size.Width, at.Y+o.Size().Height)
	}
}

// Under opens a menu below an object, with its left end.
func Under(o fyne.CanvasObject) Place {
	return func(fyne.Size) fyne.Position {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(0, o.Size().Height)
	}
}

// Open opens a menu at a place of a canvas, gives it the keyboard, and returns it. What is chosen is done on
// the UI goroutine after the menu has closed.
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

// Activate goes to an item, or to the first after it that does something.
func (m *Menu) Activate(item int) {
	m.lists[0].active = item - 1
	m.lists[0].step(1)
}

func (m *Menu) Close() { m.on.Overlays().Remove(m) }

// last is the innermost list that is open.
func (m *Menu) last() *menuList { return m.lists[len(m.lists)-1] }

// openBelow opens what an item of a list has below it, beside the item, and closes what was open there.
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

// goesLeft reports whether the innermost list was opened to the left of the one before: so are those below it, if there
// is room.
func (m *Menu) goesLeft() bool {
	n := len(m.lists)
	return n > 1 && m.lists[n-1].Position().X < m.lists[n-2].Position().X
}

// closeBelow closes the lists that were opened from a list, and reports whether there were any.
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

// choose closes the menu and does what an item is for, or opens what is below it.
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

// Tapped is a click beside the menu, which closes it.
func (m *Menu) Tapped(*fyne.PointEvent) { m.Close() }

// TappedSecondary is a click beside the menu with the other button.
func (m *Menu) TappedSecondary(*fyne.PointEvent) { m.Close() }

// FocusGained does nothing: the menu has the keyboard as long as it is there.
func (m *Menu) FocusGained() {}

// FocusLost does nothing.
func (m *Menu) FocusLost() {}

// TypedRune goes to the next item that begins with a letter.
func (m *Menu) TypedRune(r rune) { m.last().find(r) }

// TypedKey walks through the menu.
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

// StepOn goes to the next item; behind the last one of a list it goes back to the list before, or closes the menu.
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

// enter chooses the item where the keys are, and goes to the first one below it.
func (m *Menu) enter(l *menuList) {
	m.choose(l, l.active)
	if m.last() != l {
		m.last().step(1)
	}
}

// back goes back to the list before, and reports whether there is one.
func (m *Menu) back() bool {
	return len(m.lists) > 1 && m.closeBelow(m.lists[len(m.lists)-2])
}

// CreateRenderer makes what is drawn.
func (m *Menu) CreateRenderer() fyne.WidgetRenderer { return &menuRenderer{m} }

type menuRenderer struct{ menu *Menu }

func (r *menuRenderer) Destroy() {}

// Layout keeps the lists in a window that has another size now.
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
