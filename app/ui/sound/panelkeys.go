package sound

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
	"sextant/widgets/lists"
)

// listActions maps the list's callbacks to the panel's.
func (p *Panel) listActions() lists.Actions {
	a := &p.actions
	return lists.Actions{
		Name: func() string { return tabWords()[p.tab].Name },
		Open: a.play, Remove: a.remove, Move: a.move, Menu: a.menu, Drop: p.drop, Entered: p.entered,
		Tool: func(row, tool int, at fyne.Position) {
			if tool == menuAt || p.tab == Marks {
				a.menu(row, at)
			} else {
				a.download(row)
			}
		},
		Up:       p.leaveUp,
		Typed:    p.typed,
		TypedKey: func(k *fyne.KeyEvent) { p.keys.Key(k.Name) },
		Shortcut: func(s fyne.Shortcut) {
			if c, ok := s.(*desktop.CustomShortcut); !ok || !p.parts.head.Shortcut(c) {
				p.keys.Shortcut(s)
			}
		},
		Keys: p.keys,
	}
}

// entered stores the current recording.
func (p *Panel) entered(row int) {
	if row >= 0 && row < p.pages[p.tab].count {
		p.pages[p.tab].id = p.actions.row(p.tab, row).ID
	}
}

// drop handles the Delete key on tabs whose list is not changeable.
func (p *Panel) drop(row int) {
	if p.tab == Kept || p.tab == Marks {
		p.actions.remove(row)
	}
}

// leaveUp moves the focus from the first row to the entry above, if there is one.
func (p *Panel) leaveUp() {
	if p.tab == All {
		core.CanvasOf(p).Focus(p.parts.entry)
	}
}

// typed handles a letter for the current row; other characters are passed on.
func (p *Panel) typed(r rune) {
	row := p.parts.list.At()
	if row >= p.pages[p.tab].count {
		row = core.None
	}
	if !p.actions.letter(r, row) {
		p.keys.Rune(r)
	}
}
