package access

import "slices"

// A What is the kind of a change.
type What int

// The kinds of changes, in the order in which they are announced: removals, additions, changes of nodes, and last the
// keyboard focus and announcements.
const (
	FocusLost     What = iota // by a node that is still there
	WindowLeft                // a window that is still there has lost the keyboard
	Removed                   // with all below it
	Closed                    // a window was removed
	Added                     // with all below it
	Opened                    // a window was added
	Renamed                   // it has another name
	Described                 // another description
	Changed                   // other states, apart from Focused and Active
	Valued                    // another value
	TextRemoved               // a part of a text
	TextAdded                 // a part of a text
	TextSelected              // another part of a text is selected
	CaretMoved                // within a text
	Chosen                    // other children are selected
	Moved                     // other bounds
	Loaded                    // a page has loaded completely
	WindowEntered             // a window has the keyboard now
	FocusGained               // a node has the keyboard now
	Noticed                   // a notice appeared or changed
	Announced                 // there is another announcement
)

// A Change is one difference between two trees.
type Change struct {
	What   What
	Node   *Node // as it is now, or as it was before it was removed
	Was    *Node // as it was, nil if it was added or removed
	Parent *Node // of a node that was added or removed
	Index  int   // of a node that was added or removed, among the children in its tree
	At     int   // of text: the index of the character after it
	Text   string
}

// Diff returns the changes from one tree to another. A node that moved to another parent, or has another role, was
// removed and added. Removals from a parent are in order from its last child to its first, and additions from its first
// to its last, so that applying them one by one leads to the right indices. A node that gains the focus has no change
// of its caret.
func Diff(was, now *Tree) []Change {
	d := &differ{was: was, now: now, fresh: map[ID]bool{}}
	d.pair(was.Root, now.Root)
	first, last := d.passes(was.Focused(), now.Focused(), FocusLost, FocusGained)
	left, entered := d.passes(active(was), active(now), WindowLeft, WindowEntered)
	for _, gains := range last {
		d.changed = slices.DeleteFunc(d.changed, func(c Change) bool {
			return c.Node.ID == gains.Node.ID && (c.What == CaretMoved || c.What == TextSelected)
		})
	}
	return slices.Concat(first, left, d.removed, d.added, d.changed, d.loaded, entered, last, d.noticed)
}

// passes returns the changes for the focus moving from one node to another: a loss only if that node is still there.
func (d *differ) passes(from, to *Node, loss, gain What) (lost, gained []Change) {
	if same(from, to) && !d.isFresh(to) {
		return nil, nil
	}
	if from != nil && d.remains(from.ID) {
		lost = []Change{{What: loss, Node: d.now.Find(from.ID), Was: from}}
	}
	if to != nil {
		gained = []Change{{What: gain, Node: to}}
	}
	return lost, gained
}

// A differ collects changes.
type differ struct {
	was, now                                 *Tree
	fresh                                    map[ID]bool // what was added, without what is below it
	removed, added, changed, loaded, noticed []Change
}

func same(a, b *Node) bool { return a == b || a != nil && b != nil && a.ID == b.ID }

// active returns the window that has the keyboard.
func active(t *Tree) *Node {
	for _, w := range t.Root.Children {
		if w.States.Has(Active) {
			return w
		}
	}
	return nil
}

// isFresh reports whether a node was added.
func (d *differ) isFresh(n *Node) bool {
	for ; n != nil; n = d.now.Parent(n.ID) {
		if d.fresh[n.ID] {
			return true
		}
	}
	return false
}

// remains reports whether a node is still there, and was not removed and added.
func (d *differ) remains(id ID) bool {
	n := d.now.Find(id)
	return n != nil && !d.isFresh(n)
}

// pair compares a node in both trees. Nodes that both trees share are not compared.
func (d *differ) pair(a, b *Node) {
	if a == b {
		return
	}
	d.own(a, b)
	kept := d.children(a, b)
	for _, c := range b.Children {
		if before, is := kept[c.ID]; is {
			d.pair(before, c)
		}
	}
}

// children records which children were removed and added, and returns the others as they were.
func (d *differ) children(a, b *Node) map[ID]*Node {
	kept := make(map[ID]*Node, len(a.Children))
	place := -1
	for _, c := range b.Children {
		before := d.was.Find(c.ID)
		if before == nil || before.Role != c.Role || d.was.Parent(c.ID) != a || d.was.Index(c.ID) < place {
			continue // among those that stay, the order must be the same
		}
		kept[c.ID], place = before, d.was.Index(c.ID)
	}
	for i, c := range slices.Backward(a.Children) {
		if kept[c.ID] == nil {
			d.removed = append(d.removed, Change{What: Removed, Node: c, Parent: b, Index: i})
			if c.Role == Window {
				d.removed = append(d.removed, Change{What: Closed, Node: c, Parent: b, Index: i})
			}
		}
	}
	for i, c := range b.Children {
		if kept[c.ID] == nil {
			d.fresh[c.ID] = true
			d.added = append(d.added, Change{What: Added, Node: c, Parent: b, Index: i})
			if c.Role == Window {
				d.added = append(d.added, Change{What: Opened, Node: c, Parent: b, Index: i})
			}
			d.appears(c)
		}
	}
	return kept
}

// appears records pages as loaded and notices as new, of a node that was added and of all below it.
func (d *differ) appears(n *Node) {
	if n.Role == Page && !n.States.Has(Busy) {
		d.loaded = append(d.loaded, Change{What: Loaded, Node: n})
	}
	if n.Role == Notice && !n.States.Has(Hidden) {
		d.noticed = append(d.noticed, Change{What: Noticed, Node: n})
	}
	for _, c := range n.Children {
		d.appears(c)
	}
}

// own records the changes of a node itself.
func (d *differ) own(a, b *Node) {
	note := func(is bool, what What) {
		if is {
			d.changed = append(d.changed, Change{What: what, Node: b, Was: a})
		}
	}
	note(a.Name != b.Name, Renamed)
	note(a.Description != b.Description, Described)
	note((a.States^b.States)&^(Focused|Active) != 0, Changed)
	note(b.Value != nil && (a.Value == nil || a.Value.Now != b.Value.Now || a.Value.Words != b.Value.Words), Valued)
	d.diffText(a, b)
	note(!slices.Equal(chosen(a), chosen(b)), Chosen)
	note(a.Bounds != b.Bounds || a.Origin != b.Origin, Moved)
	if b.Role == Page && !b.States.Has(Busy) && (a.States.Has(Busy) || a.Name != b.Name) {
		d.loaded = append(d.loaded, Change{What: Loaded, Node: b, Was: a})
	}
	if b.Role == Notice && !b.States.Has(Hidden) && (a.States.Has(Hidden) || a.Name != b.Name) {
		d.noticed = append(d.noticed, Change{What: Noticed, Node: b, Was: a})
	}
	if b.Announcement != "" && a.Announcement != b.Announcement {
		d.noticed = append(d.noticed, Change{What: Announced, Node: b, Was: a})
	}
}

// chosen returns the selected children.
func chosen(n *Node) (list []ID) {
	for _, c := range n.Children {
		if c.States.Has(Selected) {
			list = append(list, c.ID)
		}
	}
	return list
}

// diffText records the smallest part of a text that changed, and changes of selection and caret. The text of a page is
// left out: its rows report theirs, and readers would say it twice.
func (d *differ) diffText(a, b *Node) {
	if b.Text == nil || b.Role == Page {
		return
	}
	before := Text{Caret: -1}
	if a.Text != nil {
		before = *a.Text
	}
	note := func(what What, at int, text string) {
		d.changed = append(d.changed, Change{What: what, Node: b, Was: a, At: at, Text: text})
	}
	if before.Content != b.Text.Content {
		at, removed, added := stretch([]rune(before.Content), []rune(b.Text.Content))
		if len(removed) > 0 {
			note(TextRemoved, at, string(removed))
		}
		if len(added) > 0 {
			note(TextAdded, at, string(added))
		}
	}
	if before.Selected != b.Text.Selected {
		note(TextSelected, b.Text.Selected.From, "")
	}
	if before.Caret != b.Text.Caret && b.Text.Caret >= 0 {
		note(CaretMoved, b.Text.Caret, "")
	}
}

// stretch returns where two texts begin to differ, and their different parts.
func stretch(a, b []rune) (at int, removed, added []rune) {
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	a, b = a[at:], b[at:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return at, a, b
}
