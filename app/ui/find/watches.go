package find

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
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// watches change what the user watches for, and report it.
type watches struct{ find *Presenter }

// showSighting tells on the desktop what a watch saw, or in the window where the desktop does not show
// such things. Clicking on it goes there.
func (w watches) showSighting(g acquire.Sighting) {
	if !w.find.host.Speaks() {
		return
	}
	if i := slices.IndexFunc(w.find.lists().Watches(),
		func(o store.Watch) bool { return o.Page == g.Watch.Page && o.Phrase == g.Watch.Phrase }); i >= 0 {
		list := slices.Clone(w.find.lists().Watches())
		list[i].Notified = w.find.host.Now()
		w.find.lists().SetWatches(list)
	}
	title, text := sightingWords(g)
	place := browse.Place{Page: g.Page, Subpage: g.Subpage}
	show := func() {
		w.find.host.Raise()
		w.find.parts.Nav.Run(w.find.parts.Nav.GoTo(place))
	}
	w.find.parts.Notify(fmt.Sprintf("%d %s", g.Watch.Page, g.Watch.Phrase),
		title, text, func() { w.find.host.Do(show) }, func() {
			w.find.host.Do(func() {
				w.find.host.Offer(host.AboutNews, words.Message{Sentence: title + ".", Hint: text},
					say.Text("notice.show"), show)
			})
		})
}

func sightingWords(g acquire.Sighting) (title, text string) {
	title = say.Text("watch.changed", "Page", strings.TrimSpace(fmt.Sprint(g.Page, " ", g.Name)))
	if g.Watch.Phrase != "" {
		title = say.Text("watch.seen", "Words", g.Watch.Phrase, "Page", g.Page)
	}
	text = g.Line
	if g.More > 0 {
		text += "\n" + say.Count("watch.more", g.More)
	}
	return title, text
}

func (w watches) isOn(page int) bool {
	return slices.ContainsFunc(w.find.lists().Watches(), func(o store.Watch) bool {
		return o.Phrase == "" && o.Page == page
	})
}

// toggle watches a page, or no more. There is no page 0.
func (w watches) toggle(page int) {
	if page == 0 {
		return
	}
	if w.isOn(page) {
		rest := slices.DeleteFunc(slices.Clone(w.find.lists().Watches()), func(o store.Watch) bool {
			return o.Phrase == "" && o.Page == page
		})
		w.find.offerUndo(say.Text("watch.ended", "Page", page), w.find.lists().SetWatches(rest))
		return
	}
	undo := w.addWatch(store.Watch{Page: page, Since: w.find.host.Now()})
	w.find.offerUndo(say.Text("watch.begun", "Page", page), undo)
}

// addWatch adds a watch, and returns what takes it back.
func (w watches) addWatch(watch store.Watch) (undo func()) {
	return w.find.lists().SetWatches(append(slices.Clone(w.find.lists().Watches()), watch))
}

// watchPhrase watches for words on any page that comes in.
func (w watches) watchPhrase(phrase string) {
	phrase = strings.Join(strings.Fields(phrase), " ")
	if phrase == "" {
		return
	}
	same := func(o store.Watch) bool { return strings.EqualFold(o.Phrase, phrase) }
	said := say.Text("watch.wordsBegun", "Words", phrase)
	if slices.ContainsFunc(w.find.lists().Watches(), same) {
		w.find.host.Done(said)
		return
	}
	w.find.offerUndo(said, w.addWatch(store.Watch{Phrase: phrase, Since: w.find.host.Now()}))
}

// showAll lists what is watched, to end it.
func (w watches) showAll() {
	d := w.find.host.NewDialog(say.Text("watches.title"))
	rows := container.NewVBox()
	d.SetScrolled(rows)
	last := host.CloseButton(d, say.Text("button.close"))
	d.SetButtons(last)
	w.fillDialog(d, rows)
	w.find.host.Open(d, fyne.NewSize(460, 360), last, nil)
}

// fillDialog lists the watches in a dialog, or says how to begin one.
func (w watches) fillDialog(d *dialog.Dialog, rows *fyne.Container) {
	rows.RemoveAll()
	for i, watch := range w.find.lists().Watches() {
		what := core.NewLine(theme.TextSize(), theme.ColorNameForeground)
		what.SetText(say.Text("words.quoted", "Words", watch.Phrase))
		if watch.Phrase == "" {
			what.SetText(
				strings.TrimSpace(say.Text("page.named", "Page", watch.Page) +
					"  " + w.find.parts.Nav.Directory().Name(watch.Page)))
		}
		end := control.NewPushButton(d.Keys(), say.Text("watch.stop"), func() {
			w.find.lists().SetWatches(slices.Delete(slices.Clone(w.find.lists().Watches()), i, i+1))
			w.fillDialog(d, rows)
			w.find.host.Canvas().FocusNext() // what had the keyboard is gone
		})
		rows.Add(container.NewBorder(nil, nil, nil, end, what))
	}
	if len(w.find.lists().Watches()) == 0 {
		none := widget.NewLabel(
			say.Text("watches.none", "Page", say.Text("watch.page"), "Words", say.Text("watch.words")))
		none.Wrapping = fyne.TextWrapWord
		rows.Add(none)
	}
}
