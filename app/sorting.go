package app

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/settings"
	"sextant/widgets/menus"
)

// sort puts the items that are shown in order. Those that are equal stay as the service lists them.
func (p *playback) sort() {
	compare := map[settings.DownloadOrder]func(a, b *listed) int{
		settings.NewestFirst: func(a, b *listed) int { return b.Date.Compare(a.Date) },
		settings.ByTitle: func(a, b *listed) int {
			return strings.Compare(strings.ToLower(a.Item.Name()), strings.ToLower(b.Item.Name()))
		},
		settings.Longest: func(a, b *listed) int { return cmp.Compare(b.Duration, a.Duration) },
		settings.Unheard: func(a, b *listed) int { return p.heardRank(a) - p.heardRank(b) },
	}[p.order]
	if compare != nil {
		slices.SortStableFunc(p.shown, func(a, b int) int { return compare(&p.items[a], &p.items[b]) })
	}
}

// heardRank is 0 for what was begun, 1 for what is new, and 2 for what was heard.
func (p *playback) heardRank(it *listed) int {
	switch h, ok := p.heard[it.key]; {
	case h.Done:
		return 2
	case ok && h.Position >= leastHeard:
		return 0
	}
	return 1
}

// setOrder puts the list in another order.
func (p *playback) setOrder(o settings.DownloadOrder) {
	p.order = o
	p.dropNext()
	p.showList()
}

// showOrders lets the user choose an order.
func (w *window) showOrders(at fyne.CanvasObject) {
	menu := fyne.NewMenu("")
	for _, o := range settings.DownloadOrders() {
		item := fyne.NewMenuItem(o.Title(), func() {
			w.app.playback.setOrder(o)
			w.app.settings.Order = o
			w.app.saveSettings()
		})
		item.Checked = w.app.settings.Order == o
		menu.Items = append(menu.Items, item)
	}
	menus.Open(w.win.Canvas(), menu, menus.Below(at))
}
