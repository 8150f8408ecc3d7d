package lists

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// Actions is what a list calls back, rows being counted from the top. Those for a
// heading, Tool, Menu, Drop and Entered may be nil where there are none.
type Actions struct {
	// Name is what the list is called for those who do not see it.
	Name func() string
	// Open is for a row that is not a heading, and Fold opens or folds a heading.
	Open, Fold func(row int)
	// Pick is a click on a row where that does not open it, and Sideways is Left or Right where those do not
	// fold. Both may be nil.
	Pick     func(row int)
	Sideways func(row int, right bool)
	// Tool is a click on one of a row's tools, and Menu on a row with the other button.
	Tool func(row, tool int, at fyne.Position)
	Menu func(row int, at fyne.Position)
	// Remove and Move are only called while the list can be changed; Drop is the Delete key otherwise.
	Remove, Drop func(row int)
	Move         func(from, to int)
	// Entered is called with the row on which the keys are.
	Entered func(row int)
	// Up leaves the list at its beginning, and Typed and TypedKey are for characters and keys that the list
	// itself has no use for.
	Up       func()
	Typed    func(r rune)
	TypedKey func(k *fyne.KeyEvent)
	Shortcut func(s fyne.Shortcut)
	Keys     core.Keys
}

// A List is a list of rows in words, which can be opened, folded, moved and removed.
type List struct {
	Virtual[*listRow]
	*dragging
	actions    Actions
	source     Source
	changeable bool // rows can be moved and removed
	led        bool
}

var _ fyne.Widget = (*List)(nil)

// New makes an empty list, which stands in its Frame.
func New(tips *core.Tips, actions Actions) *List {
	l := &List{actions: actions, source: evenRows{}}
	l.dragging = newDragging(&l.window, dragActions{
		movable: func(row int) bool { return l.changeable && !l.Row(row).Heading },
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

// Lead shows the row where the keys are as chosen, also while an entry has the keyboard that leads the list.
func (l *List) Lead() { l.led = true }

// SetChangeable reports whether rows can be moved and removed.
func (l *List) SetChangeable(changeable bool) { l.changeable = changeable }

// SetRows shows other rows. The keys stay on the row where they are, if it is still there.
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

// SetSource shows rows, with the keys at one of them and the list scrolled to an offset.
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

// draw makes an object draw a row.
func (l *List) draw(o *listRow, row int) {
	s := rowState{
		current: row == l.at, focused: l.focused, led: l.led, removable: l.changeable, overTool: core.None,
		hovered: row == l.hovered && !l.hold.moving, held: row == l.hold.row && l.hold.moving,
	}
	if row == l.hovered {
		s.overTool = l.part
	}
	o.set(l.Row(row), s)
}
