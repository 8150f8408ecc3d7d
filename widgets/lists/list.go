package lists

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// Actions are a list's callbacks, with indices of rows. Those for headings, Tool, Menu, Drop and Entered may be nil.
type Actions struct {
	// Name returns the list's accessible name.
	Name func() string
	// Open opens a row that is not a heading, and Fold opens or folds a heading.
	Open, Fold func(row int)
	// Pick, which may be nil, handles a click instead of Open, and Sideways, which may be nil, Left and Right instead
	// of folding.
	Pick     func(row int)
	Sideways func(row int, right bool)
	// Tool is called for a click on one of a row's tools, and Menu for a secondary click on a row.
	Tool func(row, tool int, at fyne.Position)
	Menu func(row int, at fyne.Position)
	// Remove and Move are only called if the list is changeable; otherwise Drop is called for the Delete key.
	Remove, Drop func(row int)
	Move         func(from, to int)
	// Entered is called with the new current row.
	Entered func(row int)
	// Up leaves the list at its top, and Typed and TypedKey get characters and keys that the list does not handle.
	Up       func()
	Typed    func(r rune)
	TypedKey func(k *fyne.KeyEvent)
	Shortcut func(s fyne.Shortcut)
	Keys     core.Keys
}

// A List is a list of text rows, which can be opened, folded, moved and removed.
type List struct {
	Virtual[*listRow]
	*dragging
	actions    Actions
	source     Source
	changeable bool // rows can be moved and removed
	led        bool
}

var _ fyne.Widget = (*List)(nil)

// New makes an empty list. Its Frame must be added to the window.
func New(tips *core.Tips, actions Actions) *List {
	l := &List{actions: actions, source: evenRows{}}
	l.dragging = newDragging(&l.window, dragActions{
		movable: l.movable, onHandle: l.onHandle,
		pointed: func(y float32) { l.pointer = y },
		onStart: l.onDragStart, onDrop: l.onDrop, clicked: l.click,
	})
	l.Extend(l, tips, Content[*listRow]{
		Count: func() int { return l.source.count() }, Top: func(row int) float32 { return l.source.top(row) },
		Object: newListRow, Draw: l.draw, Part: l.toolAt, Tip: l.tip, Entered: l.entered,
	}, l.landing)
	l.onHidden = l.drop
	return l
}

// movable reports whether a row can be moved.
func (l *List) movable(row int) bool { return l.changeable && !l.Row(row).Heading }

// Lead highlights the current row, also while the entry that controls the list is focused.
func (l *List) Lead() { l.led = true }

// SetChangeable sets whether rows can be moved and removed.
func (l *List) SetChangeable(changeable bool) { l.changeable = changeable }

// SetRows sets the rows. The current row stays, if it still exists.
func (l *List) SetRows(rows []Row) {
	at := l.at
	if at >= 0 && at < l.Count() && (at >= len(rows) || !rows[at].same(l.Row(at))) {
		was := l.Row(at)
		if i := slices.IndexFunc(rows, func(r Row) bool { return r.same(was) }); i >= 0 {
			at = i
		}
	}
	l.SetSource(Rows(rows), at, l.Offset())
}

// SetSource sets the rows, the current one, and the scroll offset.
func (l *List) SetSource(rows Source, at int, offset float32) {
	l.drop()
	if l.focused {
		at = max(at, 0)
	}
	l.source = rows
	l.Reset(at, offset)
}

func (l *List) Row(i int) *Row { return l.source.row(i) }

func (l *List) entered(row int) {
	if l.actions.Entered != nil {
		l.actions.Entered(row)
	}
}

// draw sets the row that an object draws.
func (l *List) draw(o *listRow, row int) {
	s := rowState{
		current: row == l.at, focused: l.focused, ringed: core.FocusShown(), led: l.led, removable: l.changeable,
		overTool: core.None,
		handled:  core.HasTouchScreen() && l.movable(row),
		hovered:  row == l.hovered && !l.hold.moving, held: row == l.hold.row && l.hold.moving,
	}
	if row == l.hovered {
		s.overTool = l.part
	}
	o.set(l.Row(row), s)
}
