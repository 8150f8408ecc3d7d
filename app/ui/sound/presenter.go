// Package sound presents recordings: the panel with the lists, the player's bar, the details of a recording, its
// playouts, and saving one.
package sound

import (
	"time"

	"sextant/app/media"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/sound/listen"
	"sextant/app/station"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// Parts are the presenter's dependencies.
type Parts struct {
	Listen *listen.Controller
	Nav    *navigate.Navigation
	Tuner  *station.Tuner
	// Playouts shows the playouts of a media id, Close closes the panel, and ShowBar shows the player's bar or hides
	// it.
	Playouts func(id string)
	Close    func()
	ShowBar  func(show bool)
	// Developers reports whether technical commands are shown.
	Developers func() bool
}

// A Presenter shows recordings and playback, and handles the user's actions on them.
type Presenter struct {
	host  host.Host
	parts Parts
	rows  *rows
	panel *Panel
	bar   *PlayerBar
	// playing is the key of the recording that is highlighted in the panel, marked the timeline whose marks the bar
	// shows.
	playing string
	marked  timeline
	cover   cover
}

// A timeline identifies the timeline of a recording, by the recording's key and its length.
type timeline struct {
	key    string
	length time.Duration
}

// New makes the panel and the bar, and subscribes to the controller.
func New(h host.Host, parts Parts) *Presenter {
	p := &Presenter{host: h, parts: parts}
	p.rows = &rows{listen: parts.Listen, calendar: p.calendar}
	p.panel = newPanel(h.Tips(), h.Keys(), p.panelActions())
	p.bar = newPlayerBar(h.Tips(), p.barActions())
	p.bar.Hide()
	p.subscribe()
	p.showCatalogue()
	p.showQueue()
	p.onLibraryChanged(true)
	p.showMarks()
	return p
}

// Begin shows the recording that is loaded already, such as one restored from the last run.
func (p *Presenter) Begin() {
	p.showPlaying()
	p.showMarks() // the commands have their keys now
}

func (p *Presenter) Panel() *Panel { return p.panel }

// Bar returns the player's bar, which ShowBar of Parts shows and hides.
func (p *Presenter) Bar() *PlayerBar { return p.bar }

// calendar returns the service's calendar.
func (p *Presenter) calendar() words.Calendar {
	return p.parts.Tuner.Calendar(p.host.Now())
}

// subscribe subscribes to the changes to show.
func (p *Presenter) subscribe() {
	l, atClose := p.parts.Listen, p.host.AtClose
	atClose(l.Changed.On(func(struct{}) { p.showPlaying() }))
	atClose(l.Trouble.On(p.showTrouble(host.AboutSound)))
	atClose(l.Noted.On(p.mention))
	atClose(l.Queue.Changed.On(func(struct{}) { p.showQueue() }))
	atClose(l.Marks.Changed.On(func(struct{}) {
		p.showMarks()
		p.marked = timeline{}
		p.showPlaying()
	}))
	atClose(l.Catalogue.Changed.On(func(struct{}) { p.showCatalogue() }))
	atClose(l.Catalogue.Trouble.On(p.showTrouble(host.AboutList)))
	atClose(l.Library.Changed.On(p.onLibraryChanged))
	atClose(l.Library.Trouble.On(p.showTrouble(host.AboutDownload)))
	atClose(l.Library.Noted.On(p.mention))
	atClose(p.parts.Tuner.PositionChanged.On(func(string) { p.panel.update() }))
	atClose(p.parts.Tuner.Tuned.On(func(c station.Change) {
		if p.panel.Visible() {
			l.Catalogue.Reload()
		}
	}))
	atClose(p.clearRows)
}

// clearRows empties the lists of a closed window, which follow no changes any more: a drag that goes on there, or a
// screen reader's action that comes late, has no row.
func (p *Presenter) clearRows() {
	for tab := All; tab <= Marks; tab++ {
		p.panel.setRows(tab, 0, false, "")
	}
}

// showTrouble returns a function that shows a problem in a notice of one window, until it is solved.
func (p *Presenter) showTrouble(about host.Topic) func(words.Message) {
	return func(m words.Message) {
		switch {
		case m == (words.Message{}):
			p.host.Settle(about)
		case p.host.Speaks():
			p.host.ShowNotice(about, m)
		}
	}
}

// mention shows a sentence in one window.
func (p *Presenter) mention(sentence string) {
	if p.host.Speaks() {
		p.host.Mention(sentence)
	}
}

// reload loads the service's list again, and shows that.
func (p *Presenter) reload() {
	p.host.Mention(say.Text("recordings.asking"))
	p.parts.Listen.Catalogue.Reload()
}

func (p *Presenter) panelActions() panelActions {
	l := p.parts.Listen
	return panelActions{
		row:  p.rows.row,
		find: p.rows.findRow,
		tab: func(Tab) {
			p.parts.Tuner.Current().LookNow()
			p.showMarks() // the key may have changed
		},
		play:      func(row int) { p.playRow(p.panel.Tab(), row) },
		download:  func(row int) { l.Library.Toggle(*p.rows.item(p.panel.Tab(), row)) },
		letter:    rowTable{p}.doLetter,
		saveMarks: menuMaker{p}.saveMarks,
		remove:    p.removeRow,
		menu:      rowTable{p}.showRow,
		move:      func(from, to int) { l.Queue.Move(l.Queue.Entries()[from].ID, to) },
		filter:    l.Catalogue.SetFilter,
		listMenu:  menuMaker{p}.showList,
		clear:     func() { p.host.OfferUndo(say.Text("queue.cleared"), l.Queue.Clear()) },
		pauseAll:  l.Library.PauseAll,
		close:     p.parts.Close,
	}
}

func (p *Presenter) barActions() playerActions {
	l := p.parts.Listen
	return playerActions{
		toggle: l.Toggle, stop: l.Stop, previous: l.PlayPrevious, next: l.PlayNext,
		back: func() { l.Step(-stepBack) }, on: func() { l.Step(stepOn) },
		skip:   func(n int) { l.Step(time.Duration(n) * stepBack) },
		menu:   menuMaker{p}.showPlayer,
		seek:   l.SeekShare,
		volume: l.Sound.SetVolume,
		tip:    func(name, title string) string { return p.host.Command("media." + name).TipAs(title) },
		timeAt: func(share float64) string {
			return words.PlayTime(time.Duration(share * float64(l.State().Reach)))
		},
	}
}

// playRow plays a row; if it is playing already, it is paused or resumed. A recording of the queue is removed from it.
func (p *Presenter) playRow(tab Tab, row int) {
	switch it := *p.rows.item(tab, row); {
	case tab == Queued:
		p.parts.Listen.PlayQueued(p.parts.Listen.Queue.Entries()[row].ID)
	case tab == Marks:
		p.parts.Listen.Marks.Play(p.parts.Listen.Marks.All()[row])
	case it.Key() == p.parts.Listen.Playing():
		p.parts.Listen.Toggle()
	default:
		p.parts.Listen.Play(it)
	}
}

// toggleSilence turns the skipping of long pauses on or off, and shows that.
func (p *Presenter) toggleSilence() {
	sound := p.parts.Listen.Sound
	sound.SetSkipsSilence(!sound.SkipsSilence())
	said := "play.silence.played"
	if sound.SkipsSilence() {
		said = "play.silence.skipped"
	}
	p.host.Mention(say.Text(said))
}

// enqueue adds a recording to the end of the queue, or to its start.
func (p *Presenter) enqueue(it media.Item, first bool) {
	undo, err := p.parts.Listen.Queue.Add(it, first)
	if err != nil {
		p.host.Mention(words.Whole(err))
		return
	}
	did := "queue.added"
	if first {
		did = "queue.isNext"
	}
	p.host.OfferUndo(words.Unkept(say.Text(did, "Name", it.Name()), p.parts.Listen.Queue.Lasting()), undo)
}

// removeRow removes a row from the queue, the marks, or the disk.
func (p *Presenter) removeRow(row int) {
	switch it := *p.rows.item(p.panel.Tab(), row); p.panel.Tab() {
	case Queued:
		rowTable{p}.removeEntry(p.parts.Listen.Queue.Entries()[row])
	case Marks:
		p.removeMark(p.parts.Listen.Marks.All()[row])
	default:
		p.removeRecording(it)
	}
}

// removeEntry removes an entry from the queue.
func (t rowTable) removeEntry(e listen.Entry) {
	if undo, ok := t.parts.Listen.Queue.Remove(e.ID); ok {
		t.host.OfferUndo(say.Text("queue.removed", "Name", e.Item.Name()), undo)
	} else {
		t.sayGone(e)
	}
}

// sayGone says that an entry left the queue while its menu was open.
func (t rowTable) sayGone(e listen.Entry) {
	t.host.Mention(say.Text("queue.gone", "Name", e.Item.Name()))
}

// removeRecording deletes a recording from the disk, or cancels its download.
func (p *Presenter) removeRecording(it media.Item) {
	p.host.OfferUndo(say.Text("recording.deleted", "Name", it.Name()), p.parts.Listen.Library.Remove(it))
}

// showCatalogue shows the rows of the service's list.
func (p *Presenter) showCatalogue() {
	c := p.parts.Listen.Catalogue
	p.panel.setRows(All, c.Count(), c.Described(), c.Message())
}

func (p *Presenter) showQueue() {
	queue := p.parts.Listen.Queue
	count := len(queue.Entries())
	p.panel.setRows(Queued, count, false,
		say.Text("queue.empty", "Command", say.Text("queue.add"), "Key", string(queueLetter)))
	if count == 0 {
		p.panel.setFoot(Queued, "", "")
		return
	}
	foot := say.Count("count.recordings", count)
	if total := queue.Length(); total > 0 {
		foot += ", " + words.PlayTime(total)
	}
	p.panel.setFoot(Queued, foot, say.Text("queue.clear"))
}

// onLibraryChanged shows the state of the recordings on the disk.
func (p *Presenter) onLibraryChanged(rowsAreOthers bool) {
	if rowsAreOthers {
		p.showKept()
	} else {
		p.panel.update()
	}
	used, limit := p.parts.Listen.Library.Used()
	button := ""
	switch active, paused := p.parts.Listen.Library.Any(); {
	case active:
		button = say.Text("download.pauseAll")
	case paused:
		button = say.Text("download.goOnAll")
	}
	p.panel.setFoot(Kept,
		say.Text("recordings.used", "Used", words.ByteSize(used), "Limit", words.ByteSize(limit)), button)
}

func (p *Presenter) showKept() {
	p.panel.setRows(Kept, p.parts.Listen.Library.Count(), false,
		say.Text("recordings.noneKept", "Command", say.Text("download.begin"), "Key", string(downloadLetter)))
}

// showPlaying updates the player's bar, or closes it.
func (p *Presenter) showPlaying() {
	s := p.parts.Listen.State()
	if s.Item != nil {
		p.bar.setInfo(barInfo(s, p.parts.Listen.Sound))
		p.showCover(s.Player.Tags)
		if t := (timeline{s.Key(), s.Length}); t != p.marked {
			p.marked = t
			p.bar.setMarks(markShares(p.parts.Listen.Marks.Moments(), s.Length))
		}
	}
	if key := s.Key(); key != p.playing { // its row is highlighted; listening positions are published separately
		p.playing = key
		p.panel.update()
	}
	p.parts.ShowBar(s.Item != nil)
}
