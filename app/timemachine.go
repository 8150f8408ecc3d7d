package app

import (
	"fmt"
	"time"

	"sextant/app/acquire"
	"sextant/app/service"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/words"
)

// A timeMachine slides through the stored versions of the page on screen.
type timeMachine struct {
	on       bool
	page     int
	subpage  int
	versions []store.VersionInfo
	at       int
}

// ageWords says how old the version is that is shown.
func (t *timeMachine) ageWords() string {
	switch t.at {
	case len(t.versions) - 1:
		return "The newest version"
	case 0:
		return "The oldest version"
	}
	return "An older version"
}

// toggleTimeMachine begins at the newest version but one, or goes back to the present.
func (w *window) toggleTimeMachine() {
	if w.times.on {
		w.leaveTimeMachine()
		return
	}
	shown := w.app.nav.Shown()
	if shown.Page == 0 {
		return
	}
	versions, err := w.app.station.Store.Versions(shown.Page)
	switch {
	case err != nil:
		w.Tell(words.Message{Sentence: "The stored versions cannot be read.", Hint: words.FirstUpper(err.Error()) + "."})
		return
	case len(versions) < 2:
		w.Mention(fmt.Sprintf("Page %d is stored in one version only.", shown.Page))
		return
	}
	w.times = timeMachine{on: true, page: shown.Page, subpage: shown.Subpage, versions: versions, at: len(versions) - 1}
	w.colours.Hide()
	w.timeBar.Show()
	w.relayout()
	w.win.Canvas().Focus(w.timeBar)
	w.showVersion(len(versions) - 2)
}

func (w *window) leaveTimeMachine() {
	if !w.times.on {
		return
	}
	w.times = timeMachine{}
	w.timeBar.Hide()
	setVisible(w.colours, !w.full)
	w.relayout()
	w.win.Canvas().Unfocus()
	w.put(w.app.nav.Answer())
	w.Changed()
}

// showVersion puts a stored version on the screen, with what it changed marked.
func (w *window) showVersion(i int) {
	t := &w.times
	kept := w.app.station.Store
	version, err := kept.Version(t.versions[i].ID)
	if err != nil || version == nil {
		w.Tell(words.Message{Sentence: "This version cannot be read.", Hint: "It may have made room for newer ones."})
		return
	}
	t.at = i
	a := acquire.Answer{Page: t.page, Subpage: t.subpage, Document: version.Document, Fetched: version.Last}
	s, _ := a.Document.Subpage(a.Subpage)
	if s == nil {
		s = &a.Document.Subpages[0]
		a.Subpage = s.Number
	}
	if data, _, _, err := kept.Picture(store.PictureKey{Page: t.page, Subpage: a.Subpage, Digest: s.Digest()}); err == nil && data != nil {
		a.Picture, _ = service.DecodePicture(data) // without it the page is drawn
	}
	w.put(a)
	changed := w.changedSince(i, s)
	w.page.SetMarks(nil, changed)
	w.timeBar.SetVersions(len(t.versions), i, versionWords(t.versions[i], i == len(t.versions)-1, w.app.now()), changedCells(changed, i))
	w.Changed()
}

// changedSince lists the cells of a subpage in which a version differs from the one before it.
func (w *window) changedSince(i int, s *teletext.Subpage) []teletext.Span {
	if i == 0 || s.Empty() {
		return nil
	}
	before, err := w.app.station.Store.Version(w.times.versions[i-1].ID)
	if err != nil || before == nil {
		return nil
	}
	older, _ := before.Document.Subpage(s.Number)
	if older == nil || older.Empty() {
		return teletext.WholeRows()
	}
	return s.Grid().Differences(older.Grid())
}

func changedCells(changed []teletext.Span, i int) string {
	n := 0
	for _, s := range changed {
		n += s.Before - s.From
	}
	switch {
	case i == 0:
		return "the oldest version"
	case n == 0:
		return "nothing changed here"
	case n == 1:
		return "1 cell changed"
	}
	return fmt.Sprintf("%d cells changed", n)
}

// versionWords says from when to when a version was there.
func versionWords(v store.VersionInfo, newest bool, now time.Time) string {
	first, last := v.First.In(now.Location()), v.Last.In(now.Location())
	from := words.DayWords(first, now) + " " + first.Format("15:04")
	switch {
	case newest:
		return from + " – now"
	case words.DaysBetween(first, last) == 0 && first.Format("15:04") == last.Format("15:04"):
		return from
	case words.DaysBetween(first, last) == 0:
		return from + " – " + last.Format("15:04")
	}
	return from + " – " + words.DayWords(last, now) + " " + last.Format("15:04")
}
