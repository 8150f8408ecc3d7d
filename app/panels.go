package app

import (
	"fmt"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"sextant/app/media"
	"sextant/widgets"
)

var _ listView = (*window)(nil)

// buildPanels makes the panel of downloads and the player bar.
func (w *window) buildPanels() {
	pb := func() *playback { return w.app.playback }
	w.panel = widgets.NewDownloadPanel(w.tips, w.keys(), widgets.DownloadActions{
		Play:     func(row int) { pb().playRow(row) },
		Details:  func(row int) { w.showDetails(*pb().item(row)) },
		Filter:   func(text string) { pb().setFilter(text) },
		Sort:     w.showOrders,
		Reload:   func() { pb().reloadList() },
		Close:    w.togglePanel,
		OpenID:   func(id string) { pb().playID(id) },
		Playouts: w.showPlayouts,
	})
	setVisible(w.panel, w.app.settings.Downloads)
	w.player = widgets.NewPlayerBar(w.tips, widgets.PlayerActions{
		Toggle:   func() { pb().toggle() },
		Stop:     func() { pb().stop() },
		Previous: func() { pb().skip(-1) },
		Next:     func() { pb().skip(1) },
		Menu:     w.showListening,
		Seek:     func(share float64) { pb().seek(share) },
		Volume:   func(v float64) { pb().setVolume(v) },
		TimeAt:   func(share float64) string { return playTime(scaled(pb().duration(), share)) },
	})
}

// ShowDownloads shows the list, or a message where it is empty.
func (w *window) ShowDownloads(rows []widgets.Download, playing int, message string) {
	w.panel.SetRows(rows, message)
	w.panel.SetPlaying(playing)
}

// MarkPlaying marks the row being played.
func (w *window) MarkPlaying(row int) { w.panel.SetPlaying(row) }

// ShowPlayer brings the player bar up to date, or closes it.
func (w *window) ShowPlayer(info *widgets.PlayerInfo) {
	if info != nil {
		w.player.SetInfo(*info)
	}
	w.app.remote.show(w.app.playback.remoteState())
	w.showPlayer()
}

// showPlayer shows the player bar while something is loaded, but never in full screen.
func (w *window) showPlayer() {
	if show := w.app.playback.current != nil && !w.full; show != w.player.Visible() {
		setVisible(w.player, show)
		w.relayout()
	}
}

// showDetails shows everything that is known of a download.
func (w *window) showDetails(it media.Item) {
	form := widget.NewForm()
	for _, f := range it.Fields {
		form.Append(f.Name, fieldValue(f.Value))
	}
	var d *dialog.CustomDialog
	play := widget.NewButton("Play", func() {
		d.Hide()
		w.app.playback.play(it)
	})
	play.Importance = widget.HighImportance
	playouts := widget.NewButton("Playouts", func() {
		d.Hide()
		w.showPlayouts(it.ID)
	})
	if it.ID == "" {
		playouts.Disable()
	}
	done := w.app.playback.heard[recordingKey(it)].Done
	word := map[bool]string{false: "Mark as heard", true: "Mark as new"}[done]
	heard := widget.NewButton(word, func() {
		d.Hide()
		w.app.playback.markHeard(it, !done)
	})
	d = dialog.NewCustomWithoutButtons(itemTitle(&it), container.NewVScroll(form), w.win)
	d.SetButtons([]fyne.CanvasObject{playouts, heard, widget.NewButton("Close", func() { d.Hide() }), play})
	d.Resize(w.dialogSize(560, 400))
	w.show(d, func() {})
}

// fieldValue shows a value in full; an address can be opened.
func fieldValue(value string) fyne.CanvasObject {
	if u, err := url.Parse(value); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		link := widget.NewHyperlink(value, u)
		link.Wrapping = fyne.TextWrapBreak
		return link
	}
	l := widget.NewLabel(value)
	l.Wrapping = fyne.TextWrapWord
	l.Selectable = true
	return l
}

// dialogSize keeps a dialog inside a small window.
func (w *window) dialogSize(width, height float32) fyne.Size {
	const margin = 24
	c := w.win.Canvas().Size()
	return fyne.NewSize(min(width, c.Width-margin), min(height, c.Height-margin))
}

// valueNodes turns a media document into the lines of a tree.
func valueNodes(v media.Value) []widgets.Node {
	nodes := make([]widgets.Node, 0, len(v.Members))
	for i, m := range v.Members {
		name := m.Name
		if name == "" {
			name = fmt.Sprint(i + 1)
		}
		if m.Value.Kind == media.Scalar {
			nodes = append(nodes, widgets.Node{Text: name + ":  " + strings.Join(strings.Fields(m.Value.Text), " ")})
			continue
		}
		nodes = append(nodes, widgets.Node{Text: name, Children: valueNodes(m.Value)})
	}
	return nodes
}
