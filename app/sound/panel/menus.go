package panel

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/player"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/sound/listen"
	"sextant/app/sound/recordings"
	"sextant/app/words"
	"sextant/widgets/control"
)

// item returns an item of a menu with its key, which may be empty.
func item(title string, key fyne.KeyName, do func()) *fyne.MenuItem {
	i := fyne.NewMenuItem(title, do)
	if key != "" {
		i.Shortcut = &desktop.CustomShortcut{KeyName: key}
	}
	return i
}

// checked sets whether an item is checked.
func checked(i *fyne.MenuItem, on bool) *fyne.MenuItem {
	i.Checked = on
	return i
}

// disabled disables an item if off is set.
func disabled(i *fyne.MenuItem, off bool) *fyne.MenuItem {
	i.Disabled = off
	return i
}

// menuMaker opens the menus of the panel and of the player's bar.
type menuMaker struct{ *Presenter }

// showRow opens the menu of a row of the panel.
func (m menuMaker) showRow(row int, at fyne.Position) {
	l, tab := m.parts.Listen, m.panel.Tab()
	it := *m.rows.item(tab, row)
	switch tab {
	case Queued:
		control.Open(m.host.Canvas(), m.queued(l.Queue.Entries()[row]), control.At(at))
		return
	case Marks:
		control.Open(m.host.Canvas(), m.marked(row), control.At(at))
		return
	}
	d := l.Library.Of(it.Key())
	h, _ := l.PositionOf(it)
	begin := map[bool]string{false: "download.begin", true: "download.pause"}[listen.IsActive(&d)]
	drop := map[bool]string{false: "recording.delete", true: "download.cancel"}[d.Progress.Unfinished()]
	mark := map[bool]string{false: "recording.markHeard", true: "recording.markNew"}[h.Done]
	menu := fyne.NewMenu(
		"",
		item(say.Text("play.begin"), fyne.KeyReturn, func() { l.Play(it) }),
		item(say.Text("queue.playNext"), "", func() { m.enqueue(it, true) }),
		item(say.Text("queue.add"), fyne.KeyQ, func() { m.enqueue(it, false) }),
		fyne.NewMenuItemSeparator(),
		disabled(item(say.Text(begin), fyne.KeyD, func() { l.Library.Toggle(it) }), d.Progress == recordings.Stored),
		checked(item(say.Text("recording.keep"), fyne.KeyK, func() { l.Library.Keep(it) }), d.Keep),
		item(say.Text("save.as"), "", func() { m.save(it) }),
		disabled(item(say.Text(drop), "", func() { m.removeRecording(it) }),
			d.Progress == recordings.Absent || d.Progress == recordings.Arriving),
		fyne.NewMenuItemSeparator(),
		item(say.Text(mark), fyne.KeyU, func() { l.ToggleHeard(it) }),
		item(say.Text("recording.details"), fyne.KeyI, func() { m.showDetails(it) }),
	)
	if m.parts.Developers() {
		playouts := item(say.Text("playouts.menu"), "", func() { m.parts.Playouts(it.ID) })
		menu.Items = append(menu.Items, disabled(playouts, it.ID == ""))
	}
	control.Open(m.host.Canvas(), menu, control.At(at))
}

// queued returns the menu of an entry of the queue, which may change while the menu is open.
func (m menuMaker) queued(e listen.Entry) *fyne.Menu {
	queue := m.parts.Listen.Queue
	moved := func(title string, key fyne.KeyName, by int) *fyne.MenuItem {
		i := fyne.NewMenuItem(title, func() { m.moveEntry(e, by) })
		i.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt}
		to := queue.RowOf(e.ID) + by
		return disabled(i, to < 0 || to >= len(queue.Entries()))
	}
	return fyne.NewMenu(
		"",
		item(say.Text("play.begin"), fyne.KeyReturn, func() { m.playEntry(e) }),
		fyne.NewMenuItemSeparator(),
		moved(say.Text("queue.up"), fyne.KeyUp, -1), moved(say.Text("queue.down"), fyne.KeyDown, 1),
		item(say.Text("queue.remove"), fyne.KeyDelete, func() { m.removeEntry(e) }),
		fyne.NewMenuItemSeparator(),
		item(say.Text("recording.details"), "", func() { m.showDetails(e.Item) }),
	)
}

// moveEntry moves an entry of the queue up or down.
func (m menuMaker) moveEntry(e listen.Entry, by int) {
	queue := m.parts.Listen.Queue
	if !queue.Move(e.ID, queue.RowOf(e.ID)+by) {
		m.sayGone(e)
	}
}

// playEntry plays an entry of the queue, also if it is not there any more.
func (m menuMaker) playEntry(e listen.Entry) {
	if !m.parts.Listen.PlayQueued(e.ID) {
		m.parts.Listen.Play(e.Item)
	}
}

// showList opens the menu of the service's list, with its order.
func (m menuMaker) showList(at fyne.CanvasObject) {
	c := m.parts.Listen.Catalogue
	menu := fyne.NewMenu("")
	for _, o := range settings.DownloadOrders() {
		menu.Items = append(menu.Items, checked(item(o.Title(), "", func() { c.SetOrder(o) }), c.Order() == o))
	}
	menu.Items = append(
		menu.Items, fyne.NewMenuItemSeparator(),
		item(say.Text("recordings.reload"), "", m.reload),
	)
	if m.parts.Developers() {
		menu.Items = append(menu.Items, item(say.Text("mediaID.command"), "", m.askID))
	}
	control.Open(m.host.Canvas(), menu, control.Below(at))
}

// The distances of the keys that seek.
const (
	stepBack = 10 * time.Second
	stepOn   = 30 * time.Second
)

// speeds returns the speeds in the menu.
func speeds() []float64 {
	return []float64{listen.Slowest, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, listen.Fastest}
}

// showPlayer opens the menu of the player's bar: speed, loudness, chapters, sleep timer.
func (m menuMaker) showPlayer(at fyne.CanvasObject) {
	l := m.parts.Listen
	skip := item(say.Text("play.skipSilence"), "", m.toggleSilence)
	menu := fyne.NewMenu("", m.speed(), checked(skip, l.Sound.SkipsSilence()), m.sleep())
	s := l.State().Player
	if chapters := l.State().Chapters(); len(chapters) > 0 {
		menu.Items = append(menu.Items, m.chapters(chapters, s.Position))
	}
	menu.Items = append(
		menu.Items,
		item(say.Text("mark.add"), "", func() { m.mark() }), item(say.Text("mark.withNote"), "", m.markWithNote),
		fyne.NewMenuItemSeparator(),
		checked(item(say.Text("play.even"), "", func() { l.Sound.SetEven(!l.Sound.Even()) }), l.Sound.Even()),
		checked(item(say.Text("play.through"), "", func() { l.Sound.SetPlayOn(!l.Sound.PlayOn()) }), l.Sound.PlayOn()),
	)
	control.Open(m.host.Canvas(), menu, control.Above(at))
}

func below(title string, items ...*fyne.MenuItem) *fyne.MenuItem {
	m := fyne.NewMenuItem(title, nil)
	m.ChildMenu = fyne.NewMenu("", items...)
	return m
}

func (m menuMaker) speed() *fyne.MenuItem {
	sound := m.parts.Listen.Sound
	var items []*fyne.MenuItem
	for _, speed := range speeds() {
		items = append(items,
			checked(item(words.Times(speed), "", func() { sound.SetSpeed(speed) }), sound.Speed() == speed))
	}
	return below(say.Text("play.speed"), items...)
}

func (m menuMaker) sleep() *fyne.MenuItem {
	sleep := m.parts.Listen.Sleep
	title := say.Text("sleep.title")
	left, isOn := sleep.Left()
	if isOn {
		title = say.Text("sleep.left", "Time", words.WaitWords(left))
	}
	items := []*fyne.MenuItem{checked(item(say.Text("sleep.off"), "", sleep.Wake), !isOn && !sleep.IsAtEnd() &&
		!sleep.IsAtChapterEnd())}
	for _, minutes := range []int{15, 30, 45, 60, 90} {
		items = append(items,
			item(say.Count("sleep.minutes", minutes), "", func() { sleep.In(time.Duration(minutes) * time.Minute) }))
	}
	if _, ok := m.parts.Listen.State().Chapter(); ok {
		items = append(items, checked(item(say.Text("sleep.atChapterEnd"), "", func() { sleep.SetAtChapterEnd() }),
			sleep.IsAtChapterEnd()))
	}
	return below(title, append(items, checked(item(say.Text("sleep.atEnd"), "", sleep.SetAtEnd), sleep.IsAtEnd()))...)
}

func (m menuMaker) chapters(chapters []player.Chapter, now time.Duration) *fyne.MenuItem {
	const longest = 60 // characters of a title
	var items []*fyne.MenuItem
	for _, c := range chapters {
		title := []rune(c.Title)
		if len(title) > longest {
			title = append(title[:longest], '…')
		}
		i := item(words.PlayTime(c.Start)+"  "+string(title), "", func() { m.parts.Listen.SeekTo(c.Start) })
		items = append(items, checked(i, now >= c.Start && now < c.End))
	}
	return below(say.Text("play.chapters"), items...)
}
