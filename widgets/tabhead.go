package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
)

// tabWords are what a tab is called, and its tip.
type tabWords struct{ name, tip string }

// A tabHead is the head of a panel with several lists: their names, of which one is chosen, and a button
// that closes the panel.
type tabHead struct {
	content fyne.CanvasObject
	tabs    []*tab
	at      int
	chosen  func(tab int)
}

// newTabHead makes a head. chosen is called when the user chooses another tab, which is to be shown then.
func newTabHead(tips *Tips, words []tabWords, closeTip string, closed func(), chosen func(tab int)) *tabHead {
	h := &tabHead{chosen: chosen}
	row := NewTightRow()
	for i, w := range words {
		h.tabs = append(h.tabs, newTab(tips, w.name, w.tip, func() { h.choose(i) }))
		row.Add(h.tabs[i])
	}
	h.content = container.NewBorder(nil, nil, row, NewButton(tips, Icon("clear"), closeTip, closed))
	return h
}

// show underlines a tab.
func (h *tabHead) show(tab int) {
	h.at = tab
	for i, t := range h.tabs {
		t.setOn(i == tab)
	}
}

func (h *tabHead) choose(tab int) {
	if h.at != tab {
		h.chosen(tab)
	}
}

// shortcut chooses a tab with Ctrl+Tab, Ctrl+Shift+Tab, or Ctrl and a figure, and tells whether that was one
// of them.
func (h *tabHead) shortcut(s *desktop.CustomShortcut) bool {
	if s.Modifier&^fyne.KeyModifierShift != fyne.KeyModifierControl {
		return false
	}
	count := len(h.tabs)
	switch {
	case s.KeyName == fyne.KeyTab && s.Modifier&fyne.KeyModifierShift != 0:
		h.choose((h.at + count - 1) % count)
	case s.KeyName == fyne.KeyTab:
		h.choose((h.at + 1) % count)
	case len(s.KeyName) == 1 && s.KeyName >= fyne.Key1 && int(s.KeyName[0]-'1') < count:
		h.choose(int(s.KeyName[0] - '1'))
	default:
		return false
	}
	return true
}
