package compare

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

var (
	_ fyne.Focusable         = (*tableRows)(nil)
	_ fyne.Shortcutable      = (*tableRows)(nil)
	_ fyne.Tappable          = (*tableRows)(nil)
	_ fyne.SecondaryTappable = (*tableRows)(nil)
	_ desktop.Hoverable      = (*tableRows)(nil)
)

// FocusGained is called when the rows get the keyboard.
func (l *tableRows) FocusGained() {
	l.Virtual.FocusGained()
	if l.At() == core.None {
		l.choose(0, Names)
	}
}

// TypedRune does nothing.
func (l *tableRows) TypedRune(rune) {}

// TypedKey moves among the cells, opens and folds branches, and hands other keys on.
func (l *tableRows) TypedKey(k *fyne.KeyEvent) {
	if l.GoByKey(k.Name) {
		return
	}
	switch k.Name {
	case fyne.KeyLeft, fyne.KeyRight:
		l.sideways(k.Name == fyne.KeyRight)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.fold(l.At())
	case fyne.KeyEscape:
		l.table.actions.Keys.Leave()
	default:
		if l.At() != core.None && core.OpensMenu(k) {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
			l.table.actions.Menu(l.At(), l.column, at.AddXY(l.table.spans[l.column+1].left+cellInset, l.Top(l.At()+1)))
			return
		}
		l.table.actions.Keys.Key(k.Name)
	}
}

// sideways goes to the next filled column, or from the names opens and folds: left folds a branch that is
// open, right opens one that is folded.
func (l *tableRows) sideways(right bool) {
	if l.At() == core.None {
		return
	}
	row := &l.rows[l.At()]
	if l.column == Names && row.Branch && row.Open != right {
		l.fold(l.At())
		return
	}
	step := -1
	if right {
		step = 1
	}
	for column := l.column + step; column < len(l.table.columns) && column >= Names; column += step {
		if column == Names || l.table.columns[column].Filled {
			l.choose(l.At(), column)
			return
		}
	}
}

func (l *tableRows) fold(row int) {
	if row != core.None && l.rows[row].Branch {
		l.table.tips.Hide()
		l.table.actions.Fold(row)
	}
}

// TypedShortcut copies the cell, or hands the shortcut on.
func (l *tableRows) TypedShortcut(s fyne.Shortcut) {
	if _, ok := s.(*fyne.ShortcutCopy); !ok {
		l.table.actions.Keys.Shortcut(s)
	} else if l.At() != core.None {
		l.table.actions.Copy(l.At(), l.column)
	}
}

// Tapped chooses the cell, and opens or folds a branch whose name it is.
func (l *tableRows) Tapped(e *fyne.PointEvent) {
	if !l.point(e) {
		return
	}
	if l.column == Names {
		l.fold(l.At())
	}
}

// TappedSecondary chooses the cell and asks for its menu.
func (l *tableRows) TappedSecondary(e *fyne.PointEvent) {
	if l.point(e) {
		l.table.actions.Menu(l.At(), l.column, e.AbsolutePosition)
	}
}

// point chooses the cell at a place and takes the keyboard. It tells whether there is one.
func (l *tableRows) point(e *fyne.PointEvent) bool {
	row := l.RowAt(e.Position.Y)
	l.table.tips.Hide()
	if row != core.None {
		l.choose(row, l.columnAt(e.Position.X))
	}
	l.TakeKeys()
	return row != core.None
}
