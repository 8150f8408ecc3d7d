package app

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/store"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/finder"
)

// watchWords is what watching the page on screen is called in the menu.
const watchWords = "Tell me when this changes"

// ShowSighting tells on the desktop what a watch saw, or in the window where the desktop does not show
// such things. Clicking on it goes there.
func (w *window) ShowSighting(g acquire.Sighting) {
	if i := slices.IndexFunc(w.app.watches, func(o store.Watch) bool { return o.Page == g.Watch.Page && o.Phrase == g.Watch.Phrase }); i >= 0 {
		list := slices.Clone(w.app.watches)
		list[i].Told = w.app.now()
		w.setWatches(list)
	}
	title, text := sightingWords(g)
	place := browse.Place{Page: g.Page, Subpage: g.Subpage}
	show := func() {
		w.win.RequestFocus()
		w.app.nav.Run(w.app.nav.GoTo(place))
	}
	w.app.notifier.Send(title, text, func() { w.app.do(show) }, func() {
		w.app.do(func() { w.offer(words.Message{Sentence: title + ".", Hint: text}, "Show", show) })
	})
}

func sightingWords(g acquire.Sighting) (title, text string) {
	page := fmt.Sprintf("Page %d", g.Page)
	if g.Name != "" {
		page += " " + g.Name
	}
	title = page + " has changed"
	if g.Watch.Phrase != "" {
		title = fmt.Sprintf("“%s” on page %d", g.Watch.Phrase, g.Page)
	}
	text = g.Line
	switch {
	case g.More == 1:
		text += "\nand one more line"
	case g.More > 1:
		text += fmt.Sprintf("\nand %d more lines", g.More)
	}
	return title, text
}

func (w *window) setWatches(list []store.Watch) {
	w.app.station.SetWatches(w.app.watches, list)
	w.showWatched(list)
}

// showWatched shows other watches.
func (w *window) showWatched(list []store.Watch) {
	w.app.watches = list
	w.Changed()
}

func (w *window) watched(page int) bool {
	return slices.ContainsFunc(w.app.watches, func(o store.Watch) bool { return o.Phrase == "" && o.Page == page })
}

// toggleWatch watches the page on screen, or no more.
func (w *window) toggleWatch() {
	page := w.app.nav.Shown().Page
	if page == 0 {
		return
	}
	if w.watched(page) {
		w.setWatches(slices.DeleteFunc(slices.Clone(w.app.watches), func(o store.Watch) bool { return o.Phrase == "" && o.Page == page }))
		w.Mention(fmt.Sprintf("Page %d is watched no more.", page))
		return
	}
	w.setWatches(append(slices.Clone(w.app.watches), store.Watch{Page: page, Since: w.app.now()}))
	w.Mention(fmt.Sprintf("You are told when page %d changes.", page))
}

// watchPhrase watches for words on any page that comes in.
func (w *window) watchPhrase(phrase string) {
	phrase = strings.Join(strings.Fields(phrase), " ")
	if phrase == "" {
		return
	}
	same := func(o store.Watch) bool { return strings.EqualFold(o.Phrase, phrase) }
	if !slices.ContainsFunc(w.app.watches, same) {
		w.setWatches(append(slices.Clone(w.app.watches), store.Watch{Phrase: phrase, Since: w.app.now()}))
	}
	w.Mention(fmt.Sprintf("You are told when “%s” appears on a page that comes in.", phrase))
}

// showWatches lists what is watched, to end it.
func (w *window) showWatches() {
	d := w.newDialog("Watched pages and words")
	rows := container.NewVBox()
	d.SetScrolled(rows)
	last := closeButton(d, "Close")
	d.SetButtons(last)
	w.fillWatches(d, rows)
	w.open(d, 460, 360, last)
}

// fillWatches lists the watches in a dialog, or says how to begin one.
func (w *window) fillWatches(d *dialog.Dialog, rows *fyne.Container) {
	rows.RemoveAll()
	for i, watch := range w.app.watches {
		what := core.NewLine(theme.TextSize(), theme.ColorNameForeground)
		what.SetText("“" + watch.Phrase + "”")
		if watch.Phrase == "" {
			what.SetText(strings.TrimSpace(fmt.Sprintf("Page %d  %s", watch.Page, w.app.nav.Directory.Name(watch.Page))))
		}
		end := control.NewPushButton(d.Keys(), "End", func() {
			w.setWatches(slices.Delete(slices.Clone(w.app.watches), i, i+1))
			w.fillWatches(d, rows)
			w.win.Canvas().FocusNext() // what had the keyboard is gone
		})
		rows.Add(container.NewBorder(nil, nil, nil, end, what))
	}
	if len(w.app.watches) == 0 {
		none := widget.NewLabel("Nothing is watched. “" + watchWords + "” in the menu watches a page, and “" + finder.WatchWords + "” in the search (Ctrl+F) watches for words.")
		none.Wrapping = fyne.TextWrapWord
		rows.Add(none)
	}
}
