package atspi

import "sextant/app/access"

// emitChange notifies readers of a change. In an event that is not about a number, both numbers are 0.
func (l *link) emitChange(c access.Change) {
	n, s := c.Node, l.objects.shown.Load()
	switch c.What {
	case access.FocusLost, access.FocusGained:
		l.emitState(n, "focused", c.What == access.FocusGained)
	case access.WindowLeft:
		l.emit(n, "Window", "Deactivate", "", 0, 0, clean(n.Name))
		l.emitState(n, "active", false)
	case access.WindowEntered:
		l.emit(n, "Window", "Activate", "", 0, 0, clean(n.Name))
		l.emitState(n, "active", true)
	case access.Removed:
		l.forget(s, n)
		l.emit(c.Parent, "Object", "ChildrenChanged", "remove", c.Index, 0, s.ref(n))
	case access.Added:
		l.learn(&call{shown: s, o: l.objects, n: n})
		l.emit(c.Parent, "Object", "ChildrenChanged", "add", c.Index, 0, s.ref(n))
	case access.Closed:
		l.emit(n, "Window", "Destroy", "", 0, 0, clean(n.Name))
	case access.Opened:
		l.emit(n, "Window", "Create", "", 0, 0, clean(n.Name))
	case access.Loaded:
		l.emit(n, "Document", "LoadComplete", "", 0, 0, "")
	case access.Noticed:
		l.emitState(n, "showing", true) // spoken by readers; an additional announcement would be spoken twice
	case access.Announced:
		l.emit(n, "Object", "Announcement", "", polite, 0, clean(n.Announcement))
	default:
		l.emitOwn(c)
	}
}

// polite is AtspiLive's ATSPI_LIVE_POLITE: spoken when the reader is idle (at-spi2-core 2.45.1).
const polite = 1

// emitOwn emits a change of a node itself.
func (l *link) emitOwn(c access.Change) {
	n := c.Node
	switch c.What {
	case access.Renamed:
		l.emit(n, "Object", "PropertyChange", "accessible-name", 0, 0, clean(n.Name))
	case access.Described:
		l.emit(n, "Object", "PropertyChange", "accessible-description", 0, 0, clean(n.Description))
	case access.Valued:
		l.emit(n, "Object", "PropertyChange", "accessible-value", 0, 0, n.Value.Now)
	case access.Changed:
		l.emitStates(c.Was, n)
	case access.TextRemoved:
		l.emit(n, "Object", "TextChanged", "delete", c.At, len([]rune(c.Text)), clean(c.Text))
	case access.TextAdded:
		l.emit(n, "Object", "TextChanged", "insert", c.At, len([]rune(c.Text)), clean(c.Text))
	case access.TextSelected:
		l.emit(n, "Object", "TextSelectionChanged", "", 0, 0, "")
	case access.CaretMoved:
		l.emit(n, "Object", "TextCaretMoved", "", c.At, 0, "")
	case access.Chosen:
		l.emit(n, "Object", "SelectionChanged", "", 0, 0, "")
	case access.Moved:
		l.emit(n, "Object", "BoundsChanged", "", 0, 0, rectangleOf(n.Bounds))
	}
}

func (l *link) emitState(n *access.Node, name string, is bool) {
	first := 0
	if is {
		first = 1
	}
	l.emit(n, "Object", "StateChanged", name, first, 0, "")
}

// emitStates emits the changed states. A notice's showing is emitted separately, when it is to be spoken.
func (l *link) emitStates(was, now *access.Node) {
	before, after := stateBits(was, false), stateBits(now, false)
	for _, s := range states() {
		is := after&(1<<s.number) != 0
		if (before^after)&(1<<s.number) == 0 || s.of == access.Active ||
			s.of == access.Hidden && is && now.Role == access.Notice {
			continue
		}
		l.emitState(now, s.name, is)
	}
}

// learn adds a node and all below it to the readers' caches.
func (l *link) learn(c *call) {
	for _, i := range c.items(c.n, nil) {
		_ = l.Emit(cachePath, prefix+"Cache.AddAccessible", i)
	}
}

// forget removes a node and all below it from the readers' caches.
func (l *link) forget(s *shown, n *access.Node) {
	for _, child := range n.Children {
		l.forget(s, child)
	}
	_ = l.Emit(cachePath, prefix+"Cache.RemoveAccessible", s.ref(n))
}
