package window

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/driver/desktop"

	"sextant/app/access"
	"sextant/app/teletext"
	"sextant/app/ui/find"
	"sextant/app/ui/hosttest"
	"sextant/app/ui/page"
	"sextant/app/ui/sound"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// An opening is what was opened, to be used after the world has changed.
type opening struct {
	name   string
	use    func()   // nil to use what lies over the window by then
	late   bool     // it may be used after its window was closed, as by a screen reader
	beside bool     // it may be in what lies below, as screen readers do not mind
	row    []string // the names of the values that it was opened for, nil for any
	page   int      // that a dialog is about, 0 for none
}

// openAny opens something.
func (m *meanwhile) openAny() *opening {
	if m.n(3) > 0 {
		m.showPanel()
	}
	o := m.open()
	for o.use == nil && (m.n(3) == 0 && m.covered() || m.n(2) == 0 && !m.covered()) { // something in what has opened
		m.rest()
		within := m.covered()
		inner := m.open()
		if within && !inner.beside && inner.row == nil {
			inner.row = o.row
		}
		if within && inner.page == 0 {
			inner.page = o.page
		}
		o = inner
	}
	return o
}

func (m *meanwhile) open() *opening {
	ways := []func() *opening{
		m.byCommand, m.byCommand, m.byCommand, m.byVersions, m.bySecondary, m.byHand, m.byReader, m.byRowReader,
		m.byButton,
	}
	if m.covered() {
		ways = ways[5:]
	}
	m.replaceDemo()
	o := oneOf(m, ways)()
	m.note("open %s", o.name)
	return o
}

// showPanel shows one of the lists beside the page.
func (m *meanwhile) showPanel() {
	if m.n(2) == 0 {
		m.panels.showFinder(oneOf(m, []find.Tab{find.Pages, find.Favourites, find.Favourites, find.History}))
	} else {
		if !m.media.Panel().Visible() {
			m.table.Do("window.downloads")
		}
		m.media.Panel().Choose(oneOf(m, []sound.Tab{
			sound.All, sound.Queued, sound.Queued, sound.Marks, sound.Kept,
		}))
	}
	m.rest()
}

// byCommand runs a command that opens something.
func (m *meanwhile) byCommand() *opening {
	id := oneOf(m, m.openers)
	m.table.Do(id)
	if m.n(4) > 0 {
		m.rest()
	}
	return &opening{name: id, page: m.pageOf()}
}

// byVersions opens the strip of earlier versions on a page that has some, and holds something there.
func (m *meanwhile) byVersions() *opening {
	m.page.Open(teletext.Place{Page: recentPage}, page.Sought{})
	m.rest()
	m.table.Do("page.versions")
	m.rest()
	m.Canvas().Capture() // what is drawn can be dragged
	if m.n(3) == 0 {
		return m.byReader()
	}
	return m.byHand()
}

// top returns what has the keyboard: the content, or the overlay on top of it.
func (m *meanwhile) top() fyne.CanvasObject {
	if top := m.Canvas().Overlays().Top(); top != nil {
		return top
	}
	return m.win.Content()
}

// seen returns the objects of a type that are drawn and have a size.
func seen[T any](in fyne.CanvasObject) (list []T) {
	for _, o := range widgettest.Seen(in) {
		if found, is := o.(T); is && o.Size().Width > 0 && o.Size().Height > 0 {
			list = append(list, found)
		}
	}
	return list
}

// somewhere returns a random position in an object, and in the window.
func (m *meanwhile) somewhere(o fyne.CanvasObject) fyne.PointEvent {
	at := fyne.NewPos(m.chance.Float32()*o.Size().Width, m.chance.Float32()*o.Size().Height)
	return fyne.PointEvent{
		Position: at, AbsolutePosition: fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(at),
	}
}

// bySecondary clicks somewhere with the secondary button: on a row, the page, or a field.
func (m *meanwhile) bySecondary() *opening {
	all := seen[fyne.SecondaryTappable](m.top())
	if rows := m.lists(); len(rows) > 0 && m.n(2) == 0 {
		all = []fyne.SecondaryTappable{oneOf(m, rows)}
	}
	if len(all) == 0 {
		return &opening{name: "nothing"}
	}
	to := oneOf(m, all)
	e := m.somewhere(to.(fyne.CanvasObject))
	o := &opening{name: fmt.Sprintf("the menu of %T at %v", to, e.Position)}
	if l, is := to.(*lists.List); is {
		o.row = m.rowNames(l, l.RowAt(e.Position.Y))
		o.name += fmt.Sprintf(" for %q", o.row)
	}
	to.TappedSecondary(&e)
	return o
}

// byHand presses the button on something that can be dragged, and moves the pointer.
func (m *meanwhile) byHand() *opening {
	all := seen[fyne.Draggable](m.top())
	if rows := m.lists(); len(rows) > 0 && m.n(2) == 0 {
		all = []fyne.Draggable{oneOf(m, rows)}
	}
	if len(all) == 0 {
		return &opening{name: "nothing"}
	}
	ofKind := map[reflect.Type][]fyne.Draggable{}
	for _, o := range all {
		ofKind[reflect.TypeOf(o)] = append(ofKind[reflect.TypeOf(o)], o)
	}
	kinds := slices.SortedFunc(maps.Keys(ofKind), func(a, b reflect.Type) int {
		return cmp.Compare(a.String(), b.String())
	})
	held := oneOf(m, ofKind[oneOf(m, kinds)])
	from := m.somewhere(held.(fyne.CanvasObject))
	o := &opening{name: fmt.Sprintf("a drag of %T at %v", held, from.Position)}
	if l, is := held.(*lists.List); is {
		o.row = m.rowNames(l, l.RowAt(from.Position.Y))
		o.name += fmt.Sprintf(" for %q", o.row)
	}
	mouse, hears := held.(toolkit.Mouseable)
	event := func(at fyne.PointEvent) *toolkit.MouseEvent {
		return &toolkit.MouseEvent{PointEvent: at, Button: toolkit.MouseButtonPrimary}
	}
	if hears {
		mouse.MouseDown(event(from))
	}
	last := from
	drag := func() {
		to := m.somewhere(held.(fyne.CanvasObject))
		way := to.Position.Subtract(last.Position)
		held.Dragged(&fyne.DragEvent{PointEvent: to, Dragged: fyne.NewDelta(way.X, way.Y)})
		last = to
	}
	if m.n(4) > 0 {
		drag()
	}
	o.use = func() {
		for range m.n(3) {
			drag()
		}
		if hears {
			mouse.MouseUp(event(last))
		}
		held.DragEnd()
	}
	return o
}

// byReader takes an action, a focus or a value that screen readers are offered, and does it later.
func (m *meanwhile) byReader() *opening {
	var offers []*opening
	offer := func(name string, n *access.Node, do func()) {
		if do != nil {
			offers = append(offers, &opening{
				name: fmt.Sprintf("the reader's %s of %q", name, n.Name), late: true, beside: true, use: do,
			})
		}
	}
	for _, n := range nodes(describer(m.Window).Tree().Root) {
		for _, a := range n.Actions {
			offer(a.Name, n, a.Do)
		}
		offer("focus", n, n.Focus)
		offer("choice", n, n.Choose)
		if v := n.Value; v != nil && v.Set != nil {
			to := v.Least + m.chance.Float64()*(v.Most-v.Least)
			for range 20 { // they are few
				offer("value", n, func() { v.Set(to) })
			}
		}
		if text := n.Text; text != nil && text.Select != nil {
			from := m.n(len([]rune(text.Content)) + 1)
			offer("selection", n, func() { text.Select(access.Range{From: from, Before: from + 5}) })
		}
	}
	if len(offers) == 0 {
		return &opening{name: "nothing"}
	}
	return oneOf(m, offers)
}

// lists returns the lists that have rows.
func (m *meanwhile) lists() []*lists.List {
	return slices.DeleteFunc(seen[*lists.List](m.top()), func(l *lists.List) bool { return l.Count() == 0 })
}

// byRowReader takes an action that screen readers are offered for a row, and does it later.
func (m *meanwhile) byRowReader() *opening {
	all := m.lists()
	if len(all) == 0 {
		return &opening{name: "nothing"}
	}
	l := oneOf(m, all)
	var described core.Accessibility
	if l.Describe(&described); len(described.Parts) == 0 {
		return &opening{name: "nothing"}
	}
	part := oneOf(m, described.Parts)
	action := oneOf(m, part.Actions)
	return &opening{
		name: fmt.Sprintf("the reader's %s of the row %q", action.Name, part.Name), late: true, use: action.Do,
		row: m.rowNames(l, part.Position-1),
	}
}

// byButton takes a button, and presses it later: of a dialog, of a watch, or of the window.
func (m *meanwhile) byButton() *opening {
	all := seen[fyne.Tappable](m.top())
	all = slices.DeleteFunc(all, func(o fyne.Tappable) bool {
		if b, is := o.(*control.Button); is && b == m.panels.menuSwitch {
			return false
		}
		_, isPush := o.(*control.PushButton)
		_, isButton := o.(*control.Button)
		return !isPush && !isButton
	})
	if len(all) == 0 {
		return &opening{name: "nothing"}
	}
	b := oneOf(m, all)
	o := &opening{name: fmt.Sprintf("the button %s", buttonName(b))}
	press := func() {
		if e, is := b.(interface{ Enabled() bool }); !is || e.Enabled() {
			b.Tapped(&fyne.PointEvent{})
		}
	}
	if m.n(2) == 0 {
		o.late, o.use, o.row = true, press, m.watchOf(b)
	} else {
		press()
	}
	return o
}

// buttonName returns the name of a button in words.
func buttonName(o fyne.Tappable) string {
	var described core.Accessibility
	if a, is := o.(core.Accessible); is {
		a.Describe(&described)
	}
	return described.Name
}

// use uses what was opened, and checks that it acts on nothing else than its row.
func (m *meanwhile) use(o *opening) {
	m.replaceDemo()
	row, before, over := o.row, m.values(), len(m.Canvas().Overlays().List())
	switch {
	case o.use != nil:
		m.note("use %s", o.name)
		o.use()
		if o.use = nil; len(m.Canvas().Overlays().List()) <= over {
			o.row = nil // what lies over the window is not for that row
		}
	case m.covered():
		m.useTop()
	default:
		row = m.useKeys()
	}
	m.check(o.name, row, before, m.values())
	if m.n(2) == 0 {
		m.rest()
	}
}

// useTop uses the menu or the dialog on top.
func (m *meanwhile) useTop() {
	switch top := m.Canvas().Overlays().Top().(type) {
	case *control.Menu:
		m.useMenu()
	case *dialog.Dialog:
		m.useDialog(top)
	}
}

// useKeys presses a key in the page or the panel that has the keyboard, and returns the row that it is for, nil for
// none.
func (m *meanwhile) useKeys() (row []string) {
	l, is := m.Canvas().Focused().(*lists.List)
	if is && m.n(2) == 0 {
		row = m.rowNames(l, l.At())
		m.keys(oneOf(m, []string{"Enter", "Delete", "q", "d", "k", "u", "i", "e", "Alt+Up", "Alt+Down", "Menu"}))
		return row
	}
	m.keys(oneOf(m, []string{
		"Enter", "Esc", "Delete", "Up", "Down", "Left", "Right", "Space", "Ctrl+C", "Ctrl+A", "Home", "End", "PgUp",
		"PgDn", "Tab", "q", "o", "3", "Ctrl+Z", "Menu",
	}))
	return nil
}

// keys presses keys without waiting for anything.
func (m *meanwhile) keys(keys ...string) {
	for _, key := range keys {
		m.note("press %s", key)
		hosttest.Press(m.t, m.Canvas(), key)
	}
}

// useMenu chooses an item, and one of its submenu if it has one.
func (m *meanwhile) useMenu() {
	for range 3 {
		if _, is := m.Canvas().Overlays().Top().(*control.Menu); !is {
			return
		}
		for range m.n(12) {
			m.keys("Down")
		}
		m.keys(oneOf(m, []string{"Enter", "Enter", "Enter", "Right", "Esc"}))
	}
}

// useDialog presses a button, types something, or goes to a control and presses that.
func (m *meanwhile) useDialog(d *dialog.Dialog) {
	buttons := seen[*control.PushButton](d)
	if strong := slices.IndexFunc(buttons, (*control.PushButton).IsStrong); strong >= 0 && m.n(2) == 0 {
		buttons = buttons[strong : strong+1]
	}
	switch n := m.n(4); {
	case n < 2 && len(buttons) > 0:
		b := oneOf(m, buttons)
		m.note("tap %s", b.Text())
		if b.Enabled() {
			b.Tapped(&fyne.PointEvent{})
		}
	case n == 2:
		text := oneOf(m, []string{"101", "sea", "save", "7", "", "settings", "favourite"})
		m.note("type %q", text)
		hosttest.Type(m.Canvas(), text)
		m.keys("Enter")
	default:
		for range m.n(8) {
			m.keys("Tab")
		}
		m.keys(oneOf(m, []string{"Enter", "Space", "Down", "Right", "Esc", "Delete", "Ctrl+C"}))
	}
}
