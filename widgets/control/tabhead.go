package control

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/core"
)

// TabWords are a tab's name and tip.
type TabWords struct{ Name, Tip string }

// A TabHead is the head of a panel with several lists: a tab for each, and a button that closes the panel.
type TabHead struct {
	Content fyne.CanvasObject
	Tabs    []*Tab
	at      int
	chosen  func(tab int)
}

// NewTabHead makes a head. chosen is called when the user chooses another tab; it must show that tab.
func NewTabHead(tips *core.Tips, words []TabWords, closeTip string, closed func(), chosen func(tab int)) *TabHead {
	h := &TabHead{chosen: chosen}
	row := container.New(core.Grouped(layout.NewCustomPaddedHBoxLayout(0), access.TabList, say.Text("access.lists")))
	for i, w := range words {
		h.Tabs = append(h.Tabs, NewTab(tips, w.Name, w.Tip, func() { h.choose(i) }))
		row.Add(h.Tabs[i])
	}
	h.Content = container.NewBorder(nil, nil, row, NewButton(tips, core.Icon("clear"), closeTip, closed))
	return h
}

// Show makes a tab the chosen one.
func (h *TabHead) Show(tab int) {
	h.at = tab
	for i, t := range h.Tabs {
		t.SetOn(i == tab)
	}
}

func (h *TabHead) choose(tab int) {
	if h.at != tab {
		h.chosen(tab)
	}
}

// Shortcut chooses a tab with Ctrl+Tab, Ctrl+Shift+Tab, or Ctrl and a digit, and reports whether it handled the
// shortcut.
func (h *TabHead) Shortcut(s *desktop.CustomShortcut) bool {
	if s.Modifier&^fyne.KeyModifierShift != fyne.KeyModifierControl {
		return false
	}
	count := len(h.Tabs)
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
