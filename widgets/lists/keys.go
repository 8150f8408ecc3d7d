package lists

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

var (
	_ fyne.Focusable    = (*List)(nil)
	_ fyne.Shortcutable = (*List)(nil)
)

// FocusGained is called when the list gets the focus.
func (l *List) FocusGained() {
	l.Virtual.FocusGained()
	l.GoTo(max(l.at, 0))
}

// TypedRune passes on characters.
func (l *List) TypedRune(r rune) {
	if r != ' ' {
		l.actions.Typed(r)
	}
}

// TypedKey moves in the list, opens and folds rows, and passes on other keys.
func (l *List) TypedKey(k *fyne.KeyEvent) {
	switch {
	case l.actions.Keys.Dialled(k.Name):
	case k.Name == fyne.KeyUp && l.at <= 0:
		l.actions.Up()
	case l.GoByKey(k.Name):
	case k.Name == fyne.KeyEscape:
		l.actions.Keys.Leave()
	case k.Name == fyne.KeyBackspace:
		l.actions.TypedKey(k)
	default:
		l.rowKey(k)
	}
}

// rowKey handles a key for the current row.
func (l *List) rowKey(k *fyne.KeyEvent) {
	there := l.at >= 0 && l.at < l.Count()
	switch k.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if there {
			l.choose(l.at)
		}
	case fyne.KeyLeft, fyne.KeyRight:
		switch {
		case l.actions.Sideways != nil:
			l.actions.Sideways(min(l.at, l.Count()-1), k.Name == fyne.KeyRight)
		case there:
			l.foldKey(k.Name == fyne.KeyRight)
		}
	case fyne.KeyDelete:
		switch {
		case there && !l.changeable && l.actions.Drop != nil:
			l.actions.Drop(l.at)
		case there:
			l.remove(l.at)
		}
	default:
		if there && l.actions.Menu != nil && core.OpensMenu(k) {
			l.actions.Menu(l.at, l.below(l.at))
			return
		}
		l.actions.Keys.Key(k.Name)
	}
}

// choose opens a page, and opens or folds a heading.
func (l *List) choose(row int) {
	if l.Row(row).Heading {
		l.actions.Fold(row)
	} else {
		l.actions.Open(row)
	}
}

// foldKey opens or folds the current heading; folding from a row below a heading goes to that heading.
func (l *List) foldKey(open bool) {
	switch row := l.Row(l.at); {
	case row.Heading && row.Open != open:
		l.actions.Fold(l.at)
	case !row.Heading && !open:
		for i := l.at; i >= 0; i-- {
			if l.Row(i).Heading {
				l.GoTo(i)
				return
			}
		}
	}
}

func (l *List) remove(row int) {
	if l.changeable && !l.Row(row).Heading {
		l.tips.Hide()
		l.actions.Remove(row)
	}
}

// TypedShortcut moves a row up or down with Alt, and passes on other shortcuts.
func (l *List) TypedShortcut(s fyne.Shortcut) {
	c, ok := s.(*desktop.CustomShortcut)
	if ok && c.Modifier == fyne.KeyModifierAlt {
		switch {
		case c.KeyName == fyne.KeyUp:
			l.moveBy(-1)
			return
		case c.KeyName == fyne.KeyDown:
			l.moveBy(1)
			return
		}
	}
	l.actions.Shortcut(s)
}

func (l *List) moveBy(step int) {
	to := l.at + step
	if l.changeable && l.at >= 0 && to >= 0 && to < l.Count() {
		l.actions.Move(l.at, to)
	}
}
