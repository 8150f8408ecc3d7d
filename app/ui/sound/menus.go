package sound

import (
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/player"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/sound/listen"
	"sextant/app/words"
	"sextant/widgets/control"
)

// item returns an item of a menu.
func item(title string, do func()) *fyne.MenuItem { return fyne.NewMenuItem(title, do) }

// checked sets whether an item is checked.
func checked(i *fyne.MenuItem, on bool) *fyne.MenuItem {
	i.Checked = on
	return i
}

// menuMaker opens the menus of the panel and of the player's bar.
type menuMaker struct{ *Presenter }

// moveEntry moves an entry of the queue up or down.
func (t rowTable) moveEntry(e listen.Entry, by int) {
	queue := t.parts.Listen.Queue
	if !queue.Move(e.ID, queue.RowOf(e.ID)+by) {
		t.sayGone(e)
	}
}

// begin plays a row: from the queue, also if its entry is not there any more, or from its mark.
func (t rowTable) begin(r *subject) {
	l := t.parts.Listen
	switch {
	case r.tab == Marks:
		l.Marks.Play(r.mark)
	case r.tab != Queued || !l.PlayQueued(r.entry.ID):
		l.Play(r.item)
	}
}

// showList opens the menu of the service's list, with its order.
func (m menuMaker) showList(at fyne.CanvasObject) {
	c := m.parts.Listen.Catalogue
	menu := fyne.NewMenu("")
	for _, o := range settings.DownloadOrders() {
		menu.Items = append(menu.Items, checked(item(o.Title(), func() { c.SetOrder(o) }), c.Order() == o))
	}
	menu.Items = append(
		menu.Items, fyne.NewMenuItemSeparator(),
		item(say.Text("recordings.reload"), m.reload),
	)
	if m.parts.Developers() {
		menu.Items = append(menu.Items, item(say.Text("mediaID.command"), m.askID))
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
	skip := item(say.Text("play.skipSilence"), m.toggleSilence)
	menu := fyne.NewMenu("", m.speed(), checked(skip, l.Sound.SkipsSilence()), m.sleep())
	s := l.State().Player
	if chapters := l.State().Chapters(); len(chapters) > 0 {
		menu.Items = append(menu.Items, m.chapters(chapters, s.Position))
	}
	menu.Items = append(
		menu.Items,
		item(say.Text("mark.add"), func() { m.mark() }), item(say.Text("mark.withNote"), m.markWithNote),
		fyne.NewMenuItemSeparator(),
		checked(item(say.Text("play.even"), func() { l.Sound.SetEven(!l.Sound.Even()) }), l.Sound.Even()),
		checked(item(say.Text("play.through"), func() { l.Sound.SetPlayOn(!l.Sound.PlayOn()) }), l.Sound.PlayOn()),
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
			checked(item(words.Times(speed), func() { sound.SetSpeed(speed) }), sound.Speed() == speed))
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
	items := []*fyne.MenuItem{checked(item(say.Text("sleep.off"), sleep.Wake), !isOn && !sleep.IsAtEnd() &&
		!sleep.IsAtChapterEnd())}
	for _, minutes := range []int{15, 30, 45, 60, 90} {
		items = append(items,
			item(say.Count("sleep.minutes", minutes), func() { sleep.In(time.Duration(minutes) * time.Minute) }))
	}
	if _, ok := m.parts.Listen.State().Chapter(); ok {
		items = append(items, checked(item(say.Text("sleep.atChapterEnd"), func() { sleep.SetAtChapterEnd() }),
			sleep.IsAtChapterEnd()))
	}
	return below(title, append(items, checked(item(say.Text("sleep.atEnd"), sleep.SetAtEnd), sleep.IsAtEnd()))...)
}

func (m menuMaker) chapters(chapters []player.Chapter, now time.Duration) *fyne.MenuItem {
	const longest = 60 // characters of a title
	var items []*fyne.MenuItem
	for _, c := range chapters {
		title := []rune(c.Title)
		if len(title) > longest {
			title = append(title[:longest], '…')
		}
		i := item(words.PlayTime(c.Start)+"  "+string(title), func() { m.parts.Listen.SeekTo(c.Start) })
		items = append(items, checked(i, now >= c.Start && now < c.End))
	}
	return below(say.Text("play.chapters"), items...)
}
