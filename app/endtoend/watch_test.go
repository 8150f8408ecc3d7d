package endtoend

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
)

// watching is a window on a desktop that shows notifications.
type watching struct {
	*session
	editor  *announcer
	desktop *desktop
}

// TestWatch watches a page, a phrase and a line, the line in one of two programs with a profile. Changes are notified
// on the desktop once, and a click on a notification goes to the page.
func TestWatch(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	desktop, d := newDesktop(t), newDisplay(t)
	e := newAnnouncer(t)
	service := serve(t, e)
	path := storePath(d.dir, service)
	withSettings(t, d, quick())
	withStore(t, path, func(kept *store.Store) {
		hourAgo := time.Now().Add(-time.Hour)
		kept.SetWatches(nil, []store.Watch{
			{Page: 100, Since: time.Now()}, {Phrase: "brass band", Since: time.Now()}, {Page: 701, Since: hourAgo},
		})
		saveVersion(t, kept, e.Page(701), hourAgo)
	})
	e.Rewrite(701, func(doc *teletext.Page) { servicetest.Write(doc, 1, 7, "{White}"+awayLine) })
	w := &watching{d.start(t, desktop.environment(), service.options()...), e, desktop}
	w.step("away", w.away)
	w.step("page", w.page)
	w.step("phrase", w.phrase)
	w.step("line", func() { w.line(service) })
	w.step("quit", w.quit)
	withStore(t, path, func(kept *store.Store) {
		watches, err := kept.Watches()
		unnotified := func(w store.Watch) bool { return w.Notified.Before(w.Since) }
		if err != nil || len(watches) != 4 || slices.ContainsFunc(watches, unnotified) {
			t.Errorf("what is watched is kept as %+v (%v)", watches, err)
		}
	})
}

// awayLine is a line of page 701 that is new since the program's last run.
const awayLine = "There are no keys any more"

// away expects the notification of a page that is not on screen, and has changed since the program's last run.
func (w *watching) away() {
	w.untilPicture(w.editor.picture(100, 1), plain)
	n := w.notified(fmt.Sprintf("Page 701 %s has changed", strings.TrimSpace(w.editor.Page(701).Name)))
	if n.text != awayLine {
		w.t.Errorf("the notification says %q", n.text)
	}
	w.clickOn(n)
	w.untilTitle("701")
	w.untilPicture(w.editor.picture(701, 1), plain)
	w.typed("100")
}

// page changes the page on screen, goes to another one, and clicks the notification.
func (w *watching) page() {
	w.untilPicture(w.editor.picture(100, 1), plain)
	const line = "The ferries stay in harbour"
	w.until("somebody who listens", func() bool { return w.editor.announcer.Listeners() == 1 })
	w.editor.announcer.Change(100, func(doc *teletext.Page) { servicetest.Write(doc, 1, 19, "{Blue}{NB}{White}"+line) })
	n := w.notified("Page 100 Index has changed")
	if n.text != line {
		w.t.Errorf("the notification says %q", n.text)
	}
	w.typed("101")
	w.untilPicture(w.editor.picture(101, 1), plain)
	w.clickOn(n)
	w.untilTitle("100/1")
	w.untilPicture(w.editor.picture(100, 1), plain)
}

// phrase opens a page with the phrase, leaves it, and clicks the notification.
func (w *watching) phrase() {
	w.editor.Rewrite(120, func(doc *teletext.Page) {
		servicetest.Write(doc, 1, 7, "{White}The Brass Band plays at noon")
		servicetest.Write(doc, 1, 8, "{White}and the brass band plays at six")
	})
	w.typed("120")
	w.untilPicture(w.editor.picture(120, 1), plain)
	n := w.notified("“brass band” on page 120")
	if first, more, _ := strings.Cut(n.text, "\n"); first != "The Brass Band plays at noon" ||
		more != "and one more line" {
		w.t.Errorf("the notification says %q", n.text)
	}
	w.typed("100")
	w.untilPicture(w.editor.picture(100, 1), plain)
	w.clickOn(n)
	w.untilTitle("120")
	w.untilPicture(w.editor.picture(120, 1), plain)
	if all := w.desktop.all(); len(all) != 3 {
		w.t.Errorf("three things happened, and these were notified: %+v", all)
	}
}

// line watches a line by keys alone, and starts a second program. Each change is notified once, and replaces the
// notification before; a click goes to the line.
func (w *watching) line(service *service) {
	e := w.editor
	w.typed("203")
	w.untilPicture(e.picture(203, 1), plain)
	w.named("line ch")
	w.slowly("Right", "Right", "Right", "Return") // from the first line with figures to the one of the team
	w.untilInStore(storePath(w.dir, service), "the watch", func(kept *store.Store) bool {
		watches, _ := kept.Watches()
		return slices.ContainsFunc(watches, func(w store.Watch) bool {
			return w.Line.Text == "4 Mizzen Athletic 13 6 1 6 15-13 19"
		})
	})
	other := newDisplay(w.t)
	other.dir = w.dir
	beside := other.start(w.t, w.desktop.environment(), append(service.options(), "--separate", "100")...)
	beside.untilPicture(e.picture(100, 1), plain)
	w.typed("100")
	w.untilTitle("100/1")
	w.until("two who listen", func() bool { return e.announcer.Listeners() == 2 })
	says := func(row int, line string) {
		e.announcer.Change(203, func(doc *teletext.Page) { servicetest.Write(doc, 1, row, line) })
	}
	before := len(w.desktop.all())
	says(10, "{Cyan}4 Mizzen Athletic 14  7  1  6  16-13 21")
	first := w.notified("4 Mizzen Athletic 13 6 1 6 15-13 19 → 14 7 1 6 16-13 21")
	says(10, "{Cyan}3 Vernier Rovers  13  7  2  4  22-15 23")
	says(9, "{White}4 Mizzen Athletic 15  8  1  6  18-13 23") // in the row above
	second := w.notified("4 Mizzen Athletic 14 7 1 6 16-13 21 → 15 8 1 6 18-13 23")
	if second.replaces != first.id && second.from == first.from {
		w.t.Errorf("the second one replaces %d, and the first is %d", second.replaces, first.id)
	}
	w.clickOn(second)
	w.until("the page in the window that notified", func() bool {
		return strings.Contains(w.title(), "203") || strings.Contains(beside.title(), "203")
	})
	beside.quit()
	if all := w.desktop.all()[before:]; len(all) != 2 {
		w.t.Errorf("two changes were to be notified, and these were: %+v", all)
	}
}

// notified waits for a notification, which can be clicked.
func (w *watching) notified(title string) (n note) {
	w.t.Helper()
	w.until(fmt.Sprintf("the notification %q", title), func() (ok bool) {
		n, ok = w.desktop.titled(title)
		return ok
	})
	if !slices.Contains(n.actions, "default") {
		w.t.Errorf("a click on it does nothing: its actions are %q", n.actions)
	}
	return n
}

func (w *watching) clickOn(n note) {
	w.t.Helper()
	w.desktop.click(w.t, n)
}

// saveVersion stores a version of a page with a time.
func saveVersion(t *testing.T, kept *store.Store, doc *teletext.Page, at time.Time) {
	t.Helper()
	data, err := doc.EncodeJSON()
	if err != nil {
		t.Fatal(err)
	}
	kept.SavePage(doc, data, "json", at, api.Validators{})
}
