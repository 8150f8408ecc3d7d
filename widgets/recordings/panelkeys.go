package recordings

import (
	"unicode"

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
		Open: a.Play, Remove: a.Remove, Move: a.Move, Menu: a.Menu, Drop: p.drop, Entered: p.entered,
		Tool: func(row, tool int, at fyne.Position) {
			if tool == MenuTool || p.tab == Marks {
				a.Menu(row, at)
			} else {
				a.Download(row)
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
		p.pages[p.tab].id = p.actions.Row(p.tab, row).ID
	}
}

// drop handles the Delete key on tabs whose list is not changeable.
func (p *Panel) drop(row int) {
	if p.tab == Kept || p.tab == Marks {
		p.actions.Remove(row)
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
	a, row := &p.actions, p.parts.list.At()
	do := map[rune]func(int){
		'q': a.Queue, 'd': a.Download, 'k': a.Keep, 'u': a.MarkHeard, 'i': a.Details,
	}[unicode.ToLower(r)]
	if p.tab == Marks && unicode.ToLower(r) == 'e' {
		do = a.Note
	}
	switch {
	case unicode.ToLower(r) == 'o' && p.tab == All:
		a.ListMenu(p.parts.more)
	case do == nil:
		p.keys.Rune(r)
	case row >= 0 && row < p.pages[p.tab].count:
		do(row)
	}
}
