package app

import (
	"fyne.io/fyne/v2"

	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/menus"
	"sextant/widgets/reading"
)

// newDialog makes a dialog of the window, which has no contents yet.
func (w *window) newDialog(title string) *dialog.Dialog {
	return dialog.New(w.win.Canvas(), title, func(s fyne.Shortcut) { w.win.Canvas().(fyne.Shortcutable).TypedShortcut(s) })
}

// open shows a dialog of a size, which has the keys until it is closed. first gets the keyboard, or the first
// control if it is nil.
func (w *window) open(d *dialog.Dialog, width, height float32, first fyne.Focusable) {
	w.openUntil(d, width, height, first, func() {})
}

// openUntil shows a dialog and calls closed when it is closed.
func (w *window) openUntil(d *dialog.Dialog, width, height float32, first fyne.Focusable, closed func()) {
	w.tips.Hide()
	below := w.dialog
	w.dialog = d
	d.Open(fyne.NewSize(width, height), first, func() {
		w.dialog = below
		closed()
	})
}

// setText makes a text the contents of a dialog, in which a link does what follow does with its index.
func (w *window) setText(d *dialog.Dialog, passages []reading.Passage, follow func(link int)) {
	text := reading.NewText(reading.Actions{Follow: follow, Keys: d.Keys(), Menu: func(at fyne.Position) {
		copied := fyne.NewMenuItem("Copy    Ctrl+C", w.copyKey)
		copied.Disabled = d.Text().Selected() == ""
		menus.Open(w.win.Canvas(), fyne.NewMenu("", copied, fyne.NewMenuItem("Select all    Ctrl+A", w.selectKey)), menus.At(at))
	}})
	text.SetPassages(passages)
	d.SetText(text)
}

// closeButton is a button that closes a dialog.
func closeButton(d *dialog.Dialog, word string) *control.PushButton {
	return control.NewPushButton(d.Keys(), word, d.Close)
}

// showText opens a dialog with a text to read and nothing else.
func (w *window) showText(title string, width, height float32, passages []reading.Passage, follow func(link int)) {
	d := w.newDialog(title)
	w.setText(d, passages, follow)
	last := closeButton(d, "Close")
	d.SetButtons(last)
	w.open(d, width, height, last)
}

// field is a name and a value in a text; addresses in it are links, which are listed behind those before.
func field(name, value string, addresses *[]string) reading.Passage {
	p := reading.Passage{Kind: reading.Field, Name: name, Text: value}
	if isAddress(value) {
		p.Links = []reading.Link{{From: 0, Before: len(value), Link: len(*addresses)}}
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
