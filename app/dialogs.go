package app

import (
	"fyne.io/fyne/v2"

	"sextant/widgets"
)

// newDialog makes a dialog of the window, which has no contents yet.
func (w *window) newDialog(title string) *widgets.Dialog {
	return widgets.NewDialog(w.win.Canvas(), title, func(s fyne.Shortcut) { w.win.Canvas().(fyne.Shortcutable).TypedShortcut(s) })
}

// open shows a dialog of a size, which has the keys until it is closed. first gets the keyboard, or the first
// control if it is nil.
func (w *window) open(d *widgets.Dialog, width, height float32, first fyne.Focusable) {
	w.openUntil(d, width, height, first, func() {})
}

// openUntil shows a dialog and calls closed when it is closed.
func (w *window) openUntil(d *widgets.Dialog, width, height float32, first fyne.Focusable, closed func()) {
	w.tips.Hide()
	below := w.dialog
	w.dialog = d
	d.Open(fyne.NewSize(width, height), first, func() {
		w.dialog = below
		closed()
	})
}

// setText makes a text the contents of a dialog, in which a link does what follow does with its index.
func (w *window) setText(d *widgets.Dialog, passages []widgets.Passage, follow func(link int)) {
	text := widgets.NewText(widgets.ReadingActions{Follow: follow, Keys: d.Keys(), Menu: func(at fyne.Position) {
		copied := fyne.NewMenuItem("Copy    Ctrl+C", w.copyKey)
		copied.Disabled = d.Text().Selected() == ""
		widgets.OpenMenu(w.win.Canvas(), fyne.NewMenu("", copied, fyne.NewMenuItem("Select all    Ctrl+A", w.selectKey)), widgets.At(at))
	}})
	text.SetPassages(passages)
	d.SetText(text)
}

// closeButton is a button that closes a dialog.
func closeButton(d *widgets.Dialog, word string) *widgets.PushButton {
	return widgets.NewPushButton(d.Keys(), word, d.Close)
}

// showText opens a dialog with a text to read and nothing else.
func (w *window) showText(title string, width, height float32, passages []widgets.Passage, follow func(link int)) {
	d := w.newDialog(title)
	w.setText(d, passages, follow)
	last := closeButton(d, "Close")
	d.SetButtons(last)
	w.open(d, width, height, last)
}

// field is a name and a value in a text; addresses in it are links, which are listed behind those before.
func field(name, value string, addresses *[]string) widgets.Passage {
	p := widgets.Passage{Kind: widgets.FieldPassage, Name: name, Text: value}
	if isAddress(value) {
		p.Links = []widgets.PassageLink{{From: 0, Before: len(value), Link: len(*addresses)}}
		*addresses = append(*addresses, value)
	}
	return p
}

// copyKey copies what is selected in the dialog that is open, or on the page.
func (w *window) copyKey() {
	switch {
	case w.dialog != nil:
		if text := w.dialog.Text(); text != nil && text.Selected() != "" {
			w.copyText(text.Selected())
		}
	case !w.covered() && !w.app.options.Kiosk:
		w.copySelection()
	}
}

// selectKey selects all of the dialog that is open, or of the page.
func (w *window) selectKey() {
	switch {
	case w.dialog != nil:
		if text := w.dialog.Text(); text != nil {
			text.SelectAll()
		}
	case !w.covered() && !w.app.options.Kiosk:
		w.selectAll()
	}
}
