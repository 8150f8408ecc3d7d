package lists

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/core"
)

// Describe describes the rows in view, and the current one.
func (l *List) Describe(t *core.Accessibility) {
	t.Role, t.Count = access.List, l.Count()
	if l.actions.Name != nil {
		t.Name = l.actions.Name()
	}
	t.Focus = l.TakeKeys
	from, before := l.inView()
	for i := from; i < before; i++ {
		t.Parts = append(t.Parts, l.rowPart(i))
	}
}

// rowPart describes a row.
func (l *List) rowPart(i int) core.Part {
	r := l.Row(i)
	p := core.Part{
		Same: core.PartKey{Kind: "row", Name: r.ID}, At: fyne.NewPos(0, l.Top(i)),
		Size: fyne.NewSize(l.Size().Width, l.height(i)),
	}
	if r.ID == "" {
		p.Same.Name = r.Page + " " + r.Title
	}
	p.Role, p.Name, p.Position, p.Count = access.ListItem, core.Joined(r.Page, r.Title), i+1, l.Count()
	p.Description = core.Joined(r.signs(), r.Aside, r.Detail, r.Body)
	p.States = access.Focusable | access.Selectable
	if r.Busy {
		p.States |= access.Busy
	}
	if i == l.at {
		p.States |= access.Selected
		if l.focused {
			p.States |= access.Focused
		}
	}
	p.Choose = l.onRow(i, r, l.GoTo)
	p.Focus = l.onRow(i, r, func(i int) {
		l.TakeKeys()
		l.GoTo(i)
	})
	if r.Heading {
		p.Role, p.Level = access.Heading, 1
		p.States |= access.Expandable
		if r.Open {
			p.States |= access.Expanded
		}
	}
	p.Actions = l.rowActions(i, r)
	return p
}

// signs returns a row's signs in words.
func (r *Row) signs() string {
	switch {
	case r.Playing:
		return say.Text("access.playing")
	case r.New:
		return say.Text("access.new")
	}
	return ""
}

// onRow returns a function that calls do with the index of a row, which screen readers call later: the row may be
// another one by then, and if it is gone nothing happens.
func (l *List) onRow(i int, r *Row, do func(i int)) func() {
	return func() {
		if at := l.find(i, r); at != core.None {
			do(at)
		}
	}
}

// find returns the index of a row that was i, or none.
func (l *List) find(i int, r *Row) int {
	if i < l.Count() && l.Row(i).same(r) {
		return i
	}
	for i := range l.Count() {
		if l.Row(i).same(r) {
			return i
		}
	}
	return core.None
}

// rowActions returns the actions of a row: that of Enter, its tools, and its menu.
func (l *List) rowActions(i int, r *Row) []access.Action {
	first := "access.open"
	if r.Heading {
		first = "access.fold"
	}
	list := core.Action(say.Text(first), l.onRow(i, r, func(i int) {
		l.GoTo(i)
		l.choose(i)
	}))
	for n, tool := range r.tools(l.changeable) {
		words, key := core.SplitTip(tool.Tip)
		list = append(list, access.Action{Name: words, Key: key, Do: l.onRow(i, r, func(i int) {
			switch l.GoTo(i); {
			case l.changeable:
				l.remove(i)
			case slices.Contains(l.Row(i).tools(false), tool):
				l.actions.Tool(i, n, l.below(i))
			}
		})})
	}
	if l.actions.Menu != nil {
		list = append(list, access.Action{Name: say.Text("access.menu"), Do: l.onRow(i, r, func(i int) {
			l.GoTo(i)
			l.actions.Menu(i, l.below(i))
		})})
	}
	return list
}

// Describe makes no node: the list describes its rows.
func (r *listRow) Describe(*core.Accessibility) {}

// InView returns the rows in view, from one to before another.
func (v *Virtual[O]) InView() (from, before int) { return v.inView() }
