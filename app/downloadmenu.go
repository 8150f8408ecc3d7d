package app

import (
	"fyne.io/fyne/v2"

	"sextant/app/acquire"
	"sextant/widgets/menus"
)

// showDownloadMenu opens the menu of a row at a place.
func (w *window) showDownloadMenu(row int, at fyne.Position) {
	p := w.app.playback
	tab := w.panel.Tab()
	it := *p.item(tab, row)
	d := p.shelf().Of(it.Key())
	begin := fyne.NewMenuItem(map[bool]string{false: "Download    D", true: "Pause the download    D"}[active(&d)], func() { p.download(it) })
	begin.Disabled = d.Progress == acquire.Stored
	keep := fyne.NewMenuItem("Keep on the disk    K", func() { p.keep(it) })
	keep.Checked = d.Keep
	drop := fyne.NewMenuItem(map[bool]string{false: "Take off the disk", true: "Cancel the download"}[d.Progress.Unfinished()], func() { p.drop(it) })
	drop.Disabled = d.Progress == acquire.Absent || d.Progress == acquire.Arriving
	playouts := fyne.NewMenuItem("Playouts …", func() { w.showPlayouts(it.ID) })
	playouts.Disabled = it.ID == ""
	heard := fyne.NewMenuItem("Heard    U", func() { p.toggleHeard(it) })
	heard.Checked = p.heard[it.Key()].Done
	menu := fyne.NewMenu("",
		fyne.NewMenuItem("Play    Enter", func() { p.playFrom(tab, it) }),
		fyne.NewMenuItem("Play next", func() { p.enqueue(it, true) }),
		fyne.NewMenuItem("Add to the queue    Q", func() { p.enqueue(it, false) }),
		fyne.NewMenuItemSeparator(),
		begin, keep,
		fyne.NewMenuItem("Save as …", func() { w.saveRecording(it) }),
		drop,
		fyne.NewMenuItemSeparator(),
		heard,
		fyne.NewMenuItem("Details …    I", func() { w.showDetails(it) }),
		playouts,
	)
	menus.Open(w.win.Canvas(), menu, menus.At(at))
}
