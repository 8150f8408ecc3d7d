package compare

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

var (
	_ fyne.Focusable         = (*comparedList)(nil)
	_ fyne.Shortcutable      = (*comparedList)(nil)
	_ fyne.Tappable          = (*comparedList)(nil)
	_ fyne.SecondaryTappable = (*comparedList)(nil)
	_ desktop.Hoverable      = (*comparedList)(nil)
)

// FocusGained is called when the rows get the keyboard.
func (l *comparedList) FocusGained() {
	l.focused = true
	if l.at == core.None && len(l.rows) > 0 {
		l.choose(0, Names)
	}
	l.place()
}

// FocusLost is called when the rows lose the keyboard.
func (l *comparedList) FocusLost() {
	l.focused = false
	l.place()
}

// TypedRune does nothing.
func (l *comparedList) TypedRune(rune) {}

// TypedKey moves among the cells, opens and folds branches, and hands other keys on.
func (l *comparedList) TypedKey(k *fyne.KeyEvent) {
	switch k.Name {
	case fyne.KeyUp:
		l.choose(l.at-1, l.column)
	case fyne.KeyDown:
		l.choose(l.at+1, l.column)
	case fyne.KeyPageUp:
		l.choose(l.at-l.screenful(), l.column)
	case fyne.KeyPageDown:
		l.choose(l.at+l.screenful(), l.column)
	case fyne.KeyHome:
		l.choose(0, l.column)
	case fyne.KeyEnd:
		l.choose(len(l.rows)-1, l.column)
	case fyne.KeyLeft, fyne.KeyRight:
		l.sideways(k.Name == fyne.KeyRight)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.fold(l.at)
	case fyne.KeyEscape:
		l.table.actions.Keys.Leave()
	default:
		if l.at != core.None && core.OpensMenu(k) {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
			l.table.actions.Menu(l.at, l.column, at.AddXY(l.table.spans[l.column+1].left+cellInset, float32(l.at+1)*comparedHeight))
			return
		}
		l.table.actions.Keys.Key(k.Name)
	}
}

// screenful is by how many rows a page key moves.
func (l *comparedList) screenful() int {
	return max(1, int(l.table.scroll.Size().Height/comparedHeight)-1)
}

// sideways goes to the next filled column, or from the names opens and folds: left folds a branch that is
// open, right opens one that is folded.
func (l *comparedList) sideways(right bool) {
	if l.at == core.None {
		return
	}
	row := &l.rows[l.at]
	if l.column == Names && row.Branch && row.Open != right {
		l.fold(l.at)
		return
	}
	step := -1
	if right {
		step = 1
	}
	for column := l.column + step; column < len(l.table.columns) && column >= Names; column += step {
		if column == Names || l.table.columns[column].Filled {
			l.choose(l.at, column)
			return
		}
	}
}

func (l *comparedList) fold(row int) {
	if row != core.None && l.rows[row].Branch {
		l.table.tips.Hide()
		l.table.actions.Fold(row)
	}
}

// TypedShortcut copies the cell, or hands the shortcut on.
func (l *comparedList) TypedShortcut(s fyne.Shortcut) {
	if _, ok := s.(*fyne.ShortcutCopy); !ok {
		l.table.actions.Keys.Shortcut(s)
	} else if l.at != core.None {
		l.table.actions.Copy(l.at, l.column)
	}
}

// Tapped chooses the cell, and opens or folds a branch whose name it is.
func (l *comparedList) Tapped(e *fyne.PointEvent) {
	if !l.point(e) {
		return
	}
	if l.column == Names {
		l.fold(l.at)
	}
}

// TappedSecondary chooses the cell and asks for its menu.
func (l *comparedList) TappedSecondary(e *fyne.PointEvent) {
	if l.point(e) {
		l.table.actions.Menu(l.at, l.column, e.AbsolutePosition)
	}
}

// point chooses the cell at a place and takes the keyboard. It tells whether there is one.
func (l *comparedList) point(e *fyne.PointEvent) bool {
	row := l.rowAt(e.Position.Y)
	l.table.tips.Hide()
	if row != core.None {
		l.choose(row, l.columnAt(e.Position.X))
	}
	if on := core.CanvasOf(l); on != nil {
		on.Focus(l)
	}
	return row != core.None
}

// MouseIn is called when the pointer comes over the rows.
func (l *comparedList) MouseIn(e *desktop.MouseEvent) { l.hover(e.Position) }

// MouseMoved is called when the pointer moves over the rows.
func (l *comparedList) MouseMoved(e *desktop.MouseEvent) { l.hover(e.Position) }

// MouseOut is called when the pointer leaves the rows.
func (l *comparedList) MouseOut() {
	l.hovered = core.None
	l.table.tips.Hide()
	l.place()
}

// tipLetters is how much of a long text is told in a tip; choosing the cell shows all of it.
const tipLetters = 100

// hover marks the row under the pointer, and tells in a tip what a cell says for which there is no room.
func (l *comparedList) hover(p fyne.Position) {
	row, column := l.rowAt(p.Y), l.columnAt(p.X)
	if row == l.hovered && column == l.over {
		return
	}
	l.hovered, l.over = row, column
	l.place()
	l.table.tips.Hide()
	if row == core.None || len(l.pool) == 0 {
		return
	}
	drawn, text := l.pool[row%len(l.pool)], l.rows[row].Name
	line := drawn.name
	if column != Names {
		line, text = drawn.cells[column], l.rows[row].Cells[column].Text
	}
	if drawn.state.row != row || !line.Cut() {
		return
	}
	tip := beginning(text, tipLetters)
	if tip != beginning(text, tipLetters+1) {
		tip += " …"
	}
	span := l.table.spans[column+1]
	l.table.tips.OfferAt(l, fyne.NewPos(span.left, float32(row)*comparedHeight), fyne.NewSize(span.width, comparedHeight), tip)
}
