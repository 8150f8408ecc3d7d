package watch

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/ui/host"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// A listDialog lists the watches: pages and words, and lines with their earlier texts.
type listDialog struct {
	presenter *Presenter
	dialog    *dialog.Dialog
	rows      *fyne.Container
	buttons   []*control.PushButton          // of all rows
	said      map[string][]store.LineVersion // the texts of watched lines, by watch, the newest first
	removed   func()                         // undoes the last removal, nil if there is none
	gone      string                         // the title of the removed watch
}

// showAll opens the list of watches, to pause or remove them.
func (p *Presenter) showAll() {
	d := p.host.NewServiceDialog(say.Text("watches.title"))
	l := &listDialog{presenter: p, dialog: d, rows: container.NewVBox(), said: map[string][]store.LineVersion{}}
	d.SetScrolled(l.rows)
	last := host.CloseButton(d, say.Text("button.close"))
	d.SetButtons(last)
	l.fill()
	p.list = l
	p.host.Open(d, fyne.NewSize(560, 420), last, func() { p.list = nil })
	l.load()
}

// load reads the texts of watched lines in the background, and shows them.
func (l *listDialog) load() {
	st, h := l.presenter.parts.Tuner.Current(), l.presenter.host
	watches := slices.Clone(st.Lists.Watches())
	go func() {
		said := map[string][]store.LineVersion{}
		for _, w := range watches {
			if w.Line.Text != "" {
				said[w.Key()], _ = st.Store.LineVersions(w.Key()) // none if that cannot be read
			}
		}
		h.Do(func() {
			if l.presenter.list == l && l.presenter.parts.Tuner.Current() == st {
				l.said = said
				l.fill()
			}
		})
	}()
	l.fill()
}

// fill lists the watches, or shows how to set one.
func (l *listDialog) fill() {
	focused := slices.IndexFunc(l.buttons, func(b *control.PushButton) bool {
		return b == l.presenter.host.Canvas().Focused()
	})
	l.rows.RemoveAll()
	l.buttons = nil
	watches := l.presenter.lists().Watches()
	for i, w := range watches {
		if i > 0 {
			l.rows.Add(widget.NewSeparator())
		}
		l.rows.Add(l.row(w))
	}
	if len(watches) == 0 {
		l.rows.Add(paragraph(say.Text("watches.none", "Page", say.Text("watch.page"), "Line", say.Text("watch.line"),
			"Words", say.Text("watch.words"))))
	}
	if l.removed != nil {
		l.rows.Add(l.undoRow())
	}
	for _, w := range watches {
		if _, slower := l.presenter.parts.Tuner.Current().WatchedEvery(w.Page); w.Page != 0 && slower {
			l.rows.Add(paragraph(say.Text("watches.slower")))
			break
		}
	}
	l.dialog.Refresh()
	if n := len(l.buttons); focused >= 0 && n > 0 { // the focused button was replaced
		l.dialog.Focus(l.buttons[min(focused, n-1)])
	}
}

// button makes a button of a row.
func (l *listDialog) button(text string, tapped func()) *control.PushButton {
	b := control.NewPushButton(l.dialog.Keys(), text, tapped)
	l.buttons = append(l.buttons, b)
	return b
}

func paragraph(text string) *widget.Label {
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	return label
}

// row makes the row of a watch, with its details and buttons.
func (l *listDialog) row(w store.Watch) fyne.CanvasObject {
	title := core.NewLine(theme.TextSize(), theme.ColorNameForeground)
	title.SetText(l.title(w))
	lines := []fyne.CanvasObject{title}
	for _, text := range l.details(w) {
		line := core.NewLine(smallText, theme.ColorNamePlaceHolder)
		line.SetText(text)
		lines = append(lines, line)
	}
	pause := "watch.pause"
	if w.Paused {
		pause = "watch.resume"
	}
	buttons := container.NewVBox(container.NewHBox(
		l.button(say.Text(pause), func() { l.pause(w, !w.Paused) }),
		l.button(say.Text("watch.stop"), func() { l.remove(w) }),
	))
	return container.NewBorder(nil, nil, nil, buttons, container.NewVBox(lines...))
}

// smallText is the text size of a watch's details.
const smallText = 12

// title returns what a watch is for.
func (l *listDialog) title(w store.Watch) string {
	switch {
	case w.Phrase != "":
		return say.Text("words.quoted", "Words", w.Phrase)
	case w.Line.Text == "":
		return l.pageName(w.Page)
	}
	text := w.Line.Text
	if said := l.said[w.Key()]; len(said) > 0 && said[0].Line.Text != "" {
		text = said[0].Line.Text
	}
	if w.Rule.Side == store.AnyChange {
		return text
	}
	return text + ", " + ruleWords(w.Rule)
}

func (l *listDialog) pageName(page int) string {
	return strings.TrimSpace(say.Text("page.named", "Page", page) + "  " +
		l.presenter.parts.Nav.Directory().Name(page))
}

// ruleWords describes a rule for a number.
func ruleWords(r store.Rule) string {
	_, behind, _ := strings.Cut(strconv.FormatFloat(r.Bound, 'f', -1, 64), ".")
	key := map[store.Side]string{store.Above: "watch.isAbove", store.Below: "watch.isBelow"}[r.Side]
	return say.Text(key, "Number", say.Decimal(r.Bound, len(behind)))
}

// shownEarlier is the number of earlier versions of a line to list.
const shownEarlier = 3

// details returns the lines below a watch.
func (l *listDialog) details(w store.Watch) []string {
	calendar := l.presenter.parts.Tuner.Calendar(l.presenter.host.Now()).Here()
	said := l.said[w.Key()]
	var list []string
	switch every, _ := l.presenter.parts.Tuner.Current().WatchedEvery(w.Page); {
	case w.Paused && len(said) > 0 && said[0].Line.Text == "":
		list = append(list, say.Text("watch.isGone", "Time", calendar.At(said[0].At)))
	case w.Paused:
		list = append(list, say.Text("watch.paused"))
	case every > 0:
		list = append(list, say.Count("watch.every", int(every.Round(time.Minute)/time.Minute)))
	}
	if w.Line.Text == "" {
		return list
	}
	if len(list) > 0 {
		list[0] = l.pageName(w.Page) + "  ·  " + list[0]
	}
	for i, v := range said[:min(len(said), 1+shownEarlier)] {
		switch {
		case v.Line.Text == "":
		case i == 0:
			list = append(list, say.Text("watch.since", "Time", calendar.At(v.At)))
		default:
			list = append(list, calendar.At(v.At)+"  "+v.Line.Text)
		}
	}
	if n := len(said); n > 0 && n <= shownEarlier {
		list = append(list, calendar.At(w.Since)+"  "+w.Line.Text)
	}
	return list
}

// pause pauses a watch, or resumes it.
func (l *listDialog) pause(w store.Watch, paused bool) {
	l.presenter.change(w.Key(), func(w *store.Watch) { w.Paused = paused })
}

// remove removes a watch, with undo below the list.
func (l *listDialog) remove(w store.Watch) {
	rest := slices.DeleteFunc(slices.Clone(l.presenter.lists().Watches()), func(o store.Watch) bool {
		return o.Key() == w.Key()
	})
	l.gone = l.title(w)
	l.removed = l.presenter.lists().SetWatches(rest)
	l.fill()
}

// undoRow makes the row that shows what was removed, with undo.
func (l *listDialog) undoRow() fyne.CanvasObject {
	said := core.NewLine(theme.TextSize(), theme.ColorNamePlaceHolder)
	said.SetText(say.Text("watch.removed", "Watch", l.gone))
	undo := l.button(say.Text("edit.undo"), func() {
		take := l.removed
		l.removed = nil
		take()
	})
	return container.NewBorder(nil, nil, nil, undo, said)
}
