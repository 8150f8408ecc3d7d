package app

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/widgets/menus"
)

// A downloadOrder is an order of the list of downloads.
type downloadOrder string

// The orders.
const (
	asListed    downloadOrder = "listed"
	newestFirst downloadOrder = "newest"
	byTitle     downloadOrder = "title"
	longest     downloadOrder = "longest"
	unheard     downloadOrder = "unheard"
)

func downloadOrders() []downloadOrder {
	return []downloadOrder{asListed, newestFirst, byTitle, longest, unheard}
}

func (o downloadOrder) title() string {
	return map[downloadOrder]string{
		asListed: "As the service lists them", newestFirst: "Newest first", byTitle: "By title", longest: "Longest first", unheard: "Not yet heard first",
	}[o]
}

// sort puts the items that are shown in order. Those that are equal stay as the service lists them.
func (p *playback) sort() {
	compare := map[downloadOrder]func(a, b *listed) int{
		newestFirst: func(a, b *listed) int { return b.Date.Compare(a.Date) },
		byTitle: func(a, b *listed) int {
			return strings.Compare(strings.ToLower(itemTitle(&a.Item)), strings.ToLower(itemTitle(&b.Item)))
		},
		longest: func(a, b *listed) int { return cmp.Compare(b.Duration, a.Duration) },
		unheard: func(a, b *listed) int { return p.heardRank(a) - p.heardRank(b) },
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
func (p *playback) setOrder(o downloadOrder) {
	p.order = o
	p.dropNext()
	p.showList()
}

// showOrders lets the user choose an order.
func (w *window) showOrders(at fyne.CanvasObject) {
	menu := fyne.NewMenu("")
	for _, o := range downloadOrders() {
		item := fyne.NewMenuItem(o.title(), func() {
			w.app.playback.setOrder(o)
			w.app.settings.Order = o
			w.app.saveSettings()
		})
		item.Checked = w.app.settings.Order == o
		menu.Items = append(menu.Items, item)
	}
	menus.Open(w.win.Canvas(), menu, menus.Below(at))
}
