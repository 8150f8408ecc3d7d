// Package watch presents watches: for pages and lines that change, and words that appear. It sets and lists watches,
// and notifies the user of matches.
package watch

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/acquire"
	"sextant/app/kept"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
)

// Parts are the presenter's dependencies.
type Parts struct {
	Tuner *station.Tuner
	Nav   *navigate.Navigation
	// Attention returns how visible the window is.
	Attention func() navigate.Attention
	// Line returns the row of the page on screen for which its menu was opened, -1 for none, and its subpage.
	Line func() (subpage, row int)
	// Open goes to a page, and marks the line with a text.
	Open func(place teletext.Place, line string)
	// Notify shows a desktop notification, in place of the one before with the same subject. clicked is called on a
	// click, and failed if it cannot be shown; both on any goroutine.
	Notify func(subject, title, text string, clicked, failed func())
}

// A Presenter sets watches and notifies of their matches.
type Presenter struct {
	host  host.Host
	parts Parts
	list  *listDialog // the open one, or nil
}

// New makes the presenter.
func New(h host.Host, parts Parts) *Presenter {
	p := &Presenter{host: h, parts: parts}
	h.AtClose(parts.Tuner.Sighting.On(p.notify))
	h.AtClose(parts.Tuner.Lists.On(func(l kept.List) {
		if l == kept.Watches && p.list != nil {
			p.list.load()
		}
	}))
	return p
}

// Commands returns the commands that set and list watches. Their IDs are older than this package; they cannot be
// changed because users' keys refer to them.
func (p *Presenter) Commands() []command.Command {
	page := func() int { return p.parts.Nav.Shown().Page }
	isThere := func() bool { return page() != 0 }
	place, noPage := command.And(command.PageMenu, 0, 1), say.Text("page.notYet")
	return command.In(
		command.Keeping,
		command.Command{
			ID: "find.watch", Words: say.Text("watch.page.words"),
			Title: say.Text("watch.page"), Help: say.Text("watch.page.help"),
			Place: place, Enabled: isThere, Why: noPage,
			Checked: func() bool { return p.isOn(page()) }, Do: func() { p.togglePage(page()) },
		},
		command.Command{
			ID: "watch.line", Words: say.Text("watch.line.words"),
			Title: say.Text("watch.line"), TitleNow: p.lineTitle, Help: say.Text("watch.line.help"),
			Place:   slices.Concat(place, []command.Place{{Menu: command.Selection, Group: 1}}),
			Enabled: isThere, Why: noPage, Do: p.WatchLine,
		},
		command.Command{
			ID: "find.watches", Words: say.Text("watches.words"),
			Title: say.Text("watches.menu"),
			Help:  say.Text("watches.help"), Place: command.At(command.GoMenu, 2), Do: p.showAll,
		},
	)
}

// WordsAction watches for words.
func (p *Presenter) WordsAction() host.WordsAction {
	return host.WordsAction{Title: say.Text("watch.words"), Help: say.Text("watch.words.help"), Do: p.Words}
}

// LineAction watches the line of the page on screen for which its menu was opened.
func (p *Presenter) LineAction() host.LineAction {
	return host.LineAction{Title: say.Text("watch.line"), Do: p.WatchLine}
}

// IsWatched reports whether a page or a line of it is watched.
func (p *Presenter) IsWatched(page int) bool {
	return slices.ContainsFunc(p.lists().Watches(), func(w store.Watch) bool {
		return w.Phrase == "" && w.Page == page
	})
}

// PageItem returns the menu item that watches a page, which need not be on screen.
func (p *Presenter) PageItem(page int) *fyne.MenuItem {
	watch := fyne.NewMenuItem(say.Text("watch.page"), func() { p.togglePage(page) })
	watch.Checked = p.isOn(page)
	return watch
}

// lineTitle returns the command's title, with the line if it is known.
func (p *Presenter) lineTitle() string {
	if _, row := p.parts.Line(); row >= 0 {
		return say.Text("watch.thisLine")
	}
	return say.Text("watch.line")
}

// LineItem returns the menu item that watches a line of the page on screen.
func (p *Presenter) LineItem() *fyne.MenuItem {
	return fyne.NewMenuItem(say.Text("watch.thisLine"), p.WatchLine)
}

// lists returns the lists of the current service.
func (p *Presenter) lists() *kept.Lists { return p.parts.Tuner.Current().Lists }

// offerUndo shows what was done with the watches, with undo.
func (p *Presenter) offerUndo(done string, undo func()) {
	p.host.OfferUndo(words.Unkept(done, p.lists().Lasting()), undo)
}

func (p *Presenter) isOn(page int) bool {
	return slices.ContainsFunc(p.lists().Watches(), isPage(page))
}

// isPage returns a function that reports whether a watch is for a whole page.
func isPage(page int) func(store.Watch) bool {
	return func(w store.Watch) bool { return w.Page == page && w.Phrase == "" && w.Line.Text == "" }
}

// togglePage watches a page, or removes the watch. Page 0 is ignored.
func (p *Presenter) togglePage(page int) {
	if page == 0 {
		return
	}
	if p.isOn(page) {
		rest := slices.DeleteFunc(slices.Clone(p.lists().Watches()), isPage(page))
		p.offerUndo(say.Text("watch.ended", "Page", page), p.lists().SetWatches(rest))
		return
	}
	p.offerUndo(say.Text("watch.started", "Page", page), p.add(store.Watch{Page: page}))
}

// add adds a watch, which starts now.
func (p *Presenter) add(watch store.Watch) (undo func()) {
	watch.Since = p.host.Now()
	return p.lists().SetWatches(append(slices.Clone(p.lists().Watches()), watch))
}

// change changes a watch if it still exists.
func (p *Presenter) change(key string, change func(*store.Watch)) (undo func()) {
	list := slices.Clone(p.lists().Watches())
	for i := range list {
		if list[i].Key() == key {
			change(&list[i])
		}
	}
	return p.lists().SetWatches(list)
}

// Words watches for words on any received page.
func (p *Presenter) Words(phrase string) {
	phrase = strings.Join(strings.Fields(phrase), " ")
	if phrase == "" {
		return
	}
	same := func(o store.Watch) bool { return strings.EqualFold(o.Phrase, phrase) }
	said := say.Text("watch.wordsStarted", "Words", phrase)
	if slices.ContainsFunc(p.lists().Watches(), same) {
		p.host.Done(said)
		return
	}
	p.offerUndo(said, p.add(store.Watch{Phrase: phrase}))
}

// addLine watches a line of a page.
func (p *Presenter) addLine(page int, line teletext.TextLine, rule store.Rule) {
	watch := store.Watch{Page: page, Line: line, Rule: rule}
	said := say.Text("watch.lineStarted", "Line", line.Text, "Page", page)
	if slices.ContainsFunc(p.lists().Watches(), func(o store.Watch) bool { return o.Key() == watch.Key() }) {
		p.host.Done(said)
		return
	}
	p.offerUndo(said, p.add(watch))
}

// notify shows a match of a watch on the desktop, and of a line in the window too; of a page or words in the window
// only if the desktop does not show notifications. A click goes to the page. A line of the page in front needs no
// notification.
func (p *Presenter) notify(s acquire.Sighting) {
	if !p.host.Speaks() {
		return
	}
	now := p.host.Now()
	p.change(s.Watch.Key(), func(w *store.Watch) { w.Notified, w.Paused = now, w.Paused || s.Gone })
	isLine := s.Watch.Line.Text != ""
	if isLine && !s.Gone && p.parts.Nav.Shown().Page == s.Page && p.parts.Attention() == navigate.InFront {
		return
	}
	title, text := sightingWords(s)
	place := teletext.Place{Page: s.Page, Subpage: s.Subpage}
	show := func() {
		p.host.Raise()
		if isLine {
			p.parts.Open(place, s.Line)
		} else {
			p.parts.Nav.Run(p.parts.Nav.GoTo(place))
		}
	}
	offer := func() {
		said := words.Message{Sentence: title + ".", Hint: text}
		if isLine && !s.Gone { // without an arrow, which the toolkit's font does not have
			said.Sentence = say.Text("watch.lineNow", "Before", s.Before, "After", changedPart(s.Before, s.Line)) + "."
		}
		p.host.Offer(host.AboutNews, said, say.Text("notice.show"), show)
	}
	failed := func() { p.host.Do(offer) }
	if isLine {
		offer()
		failed = func() {}
	}
	p.parts.Notify(subject(s.Watch), title, text, func() { p.host.Do(show) }, failed)
}

// subject returns the subject of a watch's notifications: a new one replaces the one before.
func subject(w store.Watch) string {
	if w.Line.Text != "" {
		return w.Key()
	}
	return fmt.Sprintf("%d %s", w.Page, w.Phrase)
}

// sightingWords returns the title and the text of a notification.
func sightingWords(s acquire.Sighting) (title, text string) {
	page := strings.TrimSpace(fmt.Sprint(s.Page, " ", s.Name))
	switch {
	case s.Gone:
		return say.Text("watch.gone", "Line", s.Before), say.Text("watch.gone.hint", "Page", page)
	case s.Watch.Line.Text != "":
		return s.Before + " → " + changedPart(s.Before, s.Line), say.Text("page.named", "Page", page)
	case s.Watch.Phrase != "":
		title = say.Text("watch.seen", "Words", s.Watch.Phrase, "Page", s.Page)
	default:
		title = say.Text("watch.changed", "Page", page)
	}
	text = s.Line
	if s.More > 0 {
		text += "\n" + say.Count("watch.more", s.More)
	}
	return title, text
}

// changedPart returns a line from the first word on that differs from the line before.
func changedPart(before, after string) string {
	same := 0
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			break
		}
		if after[i] == ' ' {
			same = i + 1
		}
	}
	return after[same:]
}
