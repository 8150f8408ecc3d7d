package control

import (
	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/core"
)

// Describe makes no node: only the open lists have one.
func (m *Menu) Describe(t *core.Accessibility) {
	for _, l := range m.lists {
		t.Within = append(t.Within, l)
	}
}

// Describe describes the list as a menu, or as the submenu of an item.
func (l *menuList) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Within = access.Menu, l.name, []fyne.CanvasObject{l.scroll}
	if t.Name == "" {
		t.Name = say.Text("menu.title")
	}
	t.Rests = l.menu.last() == l
}

// Describe describes the items.
func (r *menuRows) Describe(t *core.Accessibility) {
	count := 0
	for _, item := range r.list.items {
		if !item.IsSeparator {
			count++
		}
	}
	position := 0
	for i, item := range r.list.items {
		if !item.IsSeparator {
			position++
		}
		t.Parts = append(t.Parts, r.part(i, position, count))
	}
}

// part describes an item, with its position among the items without separators.
func (r *menuRows) part(i, position, count int) core.Part {
	l, item := r.list, r.list.items[i]
	p := core.Part{
		Same: core.PartKey{Kind: "item", Name: item.Label, At: i},
		At:   fyne.NewPos(0, l.topOf(i)), Size: fyne.NewSize(r.Size().Width, itemHeight(item)),
	}
	if item.IsSeparator {
		p.Role = access.Separator
		return p
	}
	p.Role, p.Position, p.Count = access.MenuItem, position, count
	p.Name, p.Key = itemWords(item)
	if item.Checked {
		p.States |= access.Checkable | access.Checked
	}
	if item.ChildMenu != nil {
		p.States |= access.Expandable
		if l.menu.last() != l && l.active == i {
			p.States |= access.Expanded
		}
	}
	if l.active == i && l.menu.last() == l {
		p.States |= access.Focused | access.Selected
	}
	if item.Disabled {
		p.States |= access.Disabled
		return p
	}
	p.States |= access.Focusable | access.Selectable
	p.Focus = func() { l.setActive(i) }
	p.Choose = p.Focus
	p.Actions = core.Action(say.Text("access.press"), func() { l.menu.choose(l, i) })
	return p
}
