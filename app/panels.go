package app

import (
	"time"

	"sextant/app/desktop"
	"sextant/app/media"
	"sextant/app/words"
	"sextant/widgets/lists"
	"sextant/widgets/recordings"
)

var _ listView = (*window)(nil)

// buildPanels makes the panel of downloads and the player bar.
func (w *window) buildPanels() {
	pb := func() *playback { return w.app.playback }
	on := func(do func(media.Item)) func(int) {
		return func(row int) { do(*pb().item(w.panel.Tab(), row)) }
	}
	w.panel = recordings.New(w.tips, w.keys(), recordings.Actions{
		Row:       func(tab recordings.Tab, row int) lists.Row { return pb().row(tab, row) },
		Find:      func(tab recordings.Tab, id string) int { return pb().find(tab, id) },
		Tab:       func(recordings.Tab) { w.app.station.LookNow() },
		Play:      func(row int) { pb().playRow(w.panel.Tab(), row) },
		Download:  on(func(it media.Item) { pb().download(it) }),
		Queue:     on(func(it media.Item) { pb().enqueue(it, false) }),
		Keep:      on(func(it media.Item) { pb().keep(it) }),
		MarkHeard: on(func(it media.Item) { pb().toggleHeard(it) }),
		Details:   on(w.showDetails),
		Remove:    w.removeRow,
		Menu:      w.showDownloadMenu,
		Move:      func(from, to int) { pb().moveQueued(from, to) },
		Filter:    func(text string) { pb().setFilter(text) },
		Sort:      w.showOrders,
		Reload:    func() { pb().reloadList() },
		Clear:     func() { pb().clearQueue() },
		PauseAll:  func() { pb().pauseAll() },
		Close:     w.togglePanel,
		OpenID:    func(id string) { pb().playID(id) },
		Playouts:  w.showPlayouts,
	})
	setVisible(w.panel, w.app.settings.Downloads)
	w.player = recordings.NewPlayerBar(w.tips, recordings.PlayerActions{
		Toggle:   func() { pb().toggle() },
		Stop:     func() { pb().stop() },
		Previous: func() { pb().playPrevious() },
		Next:     func() { pb().playNext() },
		Menu:     w.showListening,
		Seek:     func(share float64) { pb().seek(share) },
		Volume:   func(v float64) { pb().setVolume(v) },
		TimeAt:   func(share float64) string { return words.PlayTime(scaled(pb().duration(), share)) },
	})
}

// removeRow takes a row out of the queue, or off the disk.
func (w *window) removeRow(row int) {
	p := w.app.playback
	if w.panel.Tab() == recordings.Queued {
		p.dequeue(row)
	} else {
		p.drop(*p.item(w.panel.Tab(), row))
	}
}

// ShowRows shows so many rows on a tab of the panel, or a message where there are none.
func (w *window) ShowRows(tab recordings.Tab, count int, message string) {
	w.panel.SetRows(tab, count, message)
}

// UpdateRows shows what has changed of the rows in view.
func (w *window) UpdateRows() { w.panel.Update() }

// ShowFoot says something at the foot of a tab of the panel.
func (w *window) ShowFoot(tab recordings.Tab, text, button string) {
	w.panel.SetFoot(tab, text, button)
}

// ShowPlayer brings the player bar up to date, or closes it.
func (w *window) ShowPlayer(info *recordings.PlayerInfo) {
	if info != nil {
		w.player.SetInfo(*info)
	}
	w.app.remote.Show(w.app.playback.remoteState())
	w.showPlayer()
}

// showPlayer shows the player bar while something is loaded, but never in full screen.
func (w *window) showPlayer() {
	if show := w.app.playback.current != nil && !w.full; show != w.player.Visible() {
		setVisible(w.player, show)
		w.relayout()
	}
}

func (s *sextant) remoteActions() desktop.RemoteActions {
	p := s.playback
	ui := func(f func()) func() { return func() { s.do(f) } }
	return desktop.RemoteActions{
		Play:     ui(func() { p.want(true) }),
		Pause:    ui(func() { p.want(false) }),
		Toggle:   ui(p.toggle),
		Stop:     ui(p.stop),
		Next:     ui(p.playNext),
		Previous: ui(p.playPrevious),
		SeekBy:   func(d time.Duration) { s.do(func() { p.seekTo(p.state.Position + d) }) },
		SeekTo:   func(d time.Duration) { s.do(func() { p.seekTo(d) }) },
		Volume:   func(v float64) { s.do(func() { p.setVolume(max(0, min(1, v))) }) },
		Speed: func(v float64) {
			s.do(func() {
				if v >= 0.5 && v <= 3 {
					p.setSpeed(v)
				}
			})
		},
		Raise: ui(s.window.win.RequestFocus),
		Quit:  ui(s.quit),
	}
}
