package media

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/acquire"
	"sextant/app/listen"
	"sextant/app/player"
	"sextant/app/settings"
	"sextant/app/words"
	"sextant/widgets/menus"
)

// item is an item of a menu with its key, which may be empty.
func item(title string, key fyne.KeyName, do func()) *fyne.MenuItem {
	i := fyne.NewMenuItem(title, do)
	if key != "" {
		i.Shortcut = &desktop.CustomShortcut{KeyName: key}
	}
	return i
}

// checked is an item that is on or not.
func checked(i *fyne.MenuItem, on bool) *fyne.MenuItem {
	i.Checked = on
	return i
}

// disabled is an item that cannot be chosen if off is set.
func disabled(i *fyne.MenuItem, off bool) *fyne.MenuItem {
	i.Disabled = off
	return i
}

// menuMaker opens the menus of the panel and of the player's bar.
type menuMaker struct{ *Presenter }

// showRow opens the menu of a row of the panel.
func (p menuMaker) showRow(row int, at fyne.Position) {
	l, tab := p.parts.Listen, p.panel.Tab()
	it := *p.rows.item(tab, row)
	d := l.Shelf.Of(it.Key())
	h, _ := l.Heard.Of(it)
	begin := map[bool]string{false: "Download", true: "Pause the download"}[listen.IsActive(&d)]
	drop := map[bool]string{false: "Take off the disk", true: "Cancel the download"}[d.Progress.Unfinished()]
	menus.Open(p.host.Canvas(), fyne.NewMenu(
		"",
		item("Play", fyne.KeyReturn, func() { p.playFrom(tab, it) }),
		item("Play next", "", func() { p.enqueue(it, true) }),
		item("Add to the queue", fyne.KeyQ, func() { p.enqueue(it, false) }),
		fyne.NewMenuItemSeparator(),
		disabled(item(begin, fyne.KeyD, func() { l.Shelf.Toggle(it) }), d.Progress == acquire.Stored),
		checked(item("Keep on the disk", fyne.KeyK, func() { l.Shelf.Keep(it) }), d.Keep),
		item("Save as …", "", func() { p.save(it) }),
		disabled(item(drop, "", func() { p.drop(it) }), d.Progress == acquire.Absent || d.Progress == acquire.Arriving),
		fyne.NewMenuItemSeparator(),
		checked(item("Heard", fyne.KeyU, func() { l.Heard.Toggle(it) }), h.Done),
		item("Details …", fyne.KeyI, func() { p.showDetails(it) }),
		disabled(item("Playouts …", "", func() { p.parts.Playouts(it.ID) }), it.ID == ""),
	), menus.At(at))
}

// showOrders lets the user choose an order of the list.
func (p menuMaker) showOrders(at fyne.CanvasObject) {
	c := p.parts.Listen.Catalogue
	menu := fyne.NewMenu("")
	for _, o := range settings.DownloadOrders() {
		menu.Items = append(menu.Items, checked(item(o.Title(), "", func() { c.SetOrder(o) }), c.Order() == o))
	}
	menus.Open(p.host.Canvas(), menu, menus.Below(at))
}

// How far the keys go.
const (
	stepBack = 10 * time.Second
	stepOn   = 30 * time.Second
)

// speeds are those offered.
func speeds() []float64 {
	return []float64{listen.Slowest, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, listen.Fastest}
}

// showPlayer opens the menu of the player's bar: speed, loudness, chapters, sleep timer.
func (p menuMaker) showPlayer(at fyne.CanvasObject) {
	l := p.parts.Listen
	menu := fyne.NewMenu("", p.speed(), p.sleep())
	s := l.State().Player
	if s.Tags != nil && len(s.Tags.Chapters) > 0 {
		menu.Items = append(menu.Items, p.chapters(s.Tags.Chapters, s.Position))
	}
	menu.Items = append(
		menu.Items,
		checked(item("Even out the loudness", "", func() { l.Sound.SetEven(!l.Sound.Even()) }), l.Sound.Even()),
		fyne.NewMenuItemSeparator(),
		item("10 seconds back", fyne.KeyJ, func() { l.Step(-stepBack) }),
		item("30 seconds on", fyne.KeyL, func() { l.Step(stepOn) }),
	)
	menus.Open(p.host.Canvas(), menu, menus.Above(at))
}

// below is an item with a menu below it.
func below(title string, items ...*fyne.MenuItem) *fyne.MenuItem {
	m := fyne.NewMenuItem(title, nil)
	m.ChildMenu = fyne.NewMenu("", items...)
	return m
}

func (p menuMaker) speed() *fyne.MenuItem {
	sound := p.parts.Listen.Sound
	var items []*fyne.MenuItem
	for _, speed := range speeds() {
		items = append(items, checked(item(fmt.Sprintf("%g ×", speed), "", func() { sound.SetSpeed(speed) }), sound.Speed() == speed))
	}
	return below("Speed", items...)
}

func (p menuMaker) sleep() *fyne.MenuItem {
	sleep := p.parts.Listen.Sleep
	title := "Sleep timer"
	left, isOn := sleep.Left()
	if isOn {
		title += ": " + words.WaitWords(left) + " left"
	}
	items := []*fyne.MenuItem{checked(item("Off", "", sleep.Wake), !isOn && !sleep.IsAtEnd())}
	for _, minutes := range []int{15, 30, 45, 60, 90} {
		items = append(items, item(fmt.Sprintf("%d minutes", minutes), "", func() { sleep.In(time.Duration(minutes) * time.Minute) }))
	}
	return below(title, append(items, checked(item("At the end of the recording", "", sleep.AtEnd), sleep.IsAtEnd()))...)
}

func (p menuMaker) chapters(chapters []player.Chapter, now time.Duration) *fyne.MenuItem {
	const most = 40
	var items []*fyne.MenuItem
	for _, c := range chapters[:min(most, len(chapters))] {
		i := item(words.PlayTime(c.Start)+"  "+c.Title, "", func() { p.parts.Listen.SeekTo(c.Start) })
		items = append(items, checked(i, now >= c.Start && now < c.End))
	}
	return below("Chapters", items...)
}
