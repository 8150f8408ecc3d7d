package endtoend

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// TestWatchLine watches a line by keys alone, in one of two programs with a profile. Each change is notified once, and
// replaces the notification before; a click goes to the line. While the page is in front nothing is notified, and the
// list has the earlier texts of the line.
func TestWatchLine(t *testing.T) {
	t.Parallel()
	desktop, d, other := newDesktop(t), newDisplay(t), newDisplay(t)
	other.dir = d.dir
	e := newAnnouncer(t)
	service := serve(t, e)
	path := storePath(d.dir, service)
	withSettings(t, d, quick())
	w := &watching{d.start(t, desktop.environment(), append(service.options(), "203")...), e.editor, desktop}
	w.untilPicture(e.picture(203, 1), plain)
	w.press("Ctrl+Shift+P")
	w.settled()
	w.typed("line ch")
	w.settled()
	w.press("Return")
	w.settled()
	w.slowly("Right", "Right", "Right", "Return") // from the first line with figures to the one of the team
	w.untilInStore(path, "the watch", func(kept *store.Store) bool {
		watches, _ := kept.Watches()
		return len(watches) == 1 && watches[0].Line.Text == "4 Mizzen Athletic 13 6 1 6 15-13 19"
	})
	beside := other.start(t, desktop.environment(), append(service.options(), "--separate", "100")...)
	beside.untilPicture(e.picture(100, 1), plain)
	w.typed("100")
	w.untilTitle("100/1")
	w.until("two who listen", func() bool { return e.announcer.Listeners() == 2 })
	says := func(row int, line string) {
		e.announcer.Change(203, func(doc *teletext.Page) { servicetest.Write(doc, 1, row, line) })
	}
	start := time.Now()
	says(10, "{Cyan}4 Mizzen Athletic 14  7  1  6  16-13 21")
	first := w.notified("4 Mizzen Athletic 13 6 1 6 15-13 19 → 14 7 1 6 16-13 21")
	t.Logf("notified after %v", time.Since(start).Round(time.Millisecond))
	says(10, "{Cyan}3 Vernier Rovers  13  7  2  4  22-15 23")
	says(9, "{White}4 Mizzen Athletic 15  8  1  6  18-13 23") // in the row above
	second := w.notified("4 Mizzen Athletic 14 7 1 6 16-13 21 → 15 8 1 6 18-13 23")
	if second.replaces != first.id && second.from == first.from {
		t.Errorf("the second one replaces %d, and the first is %d", second.replaces, first.id)
	}
	w.clickOn(second)
	w.until("the page in the window that notified", func() bool {
		return strings.Contains(w.title(), "203") || strings.Contains(beside.title(), "203")
	})
	beside.quit()
	w.typed("203")
	w.untilTitle("203")
	w.settled()
	says(9, "{White}4 Mizzen Athletic 16  8  1  7  18-14 23")
	w.untilInStore(path, "what it said", func(kept *store.Store) bool {
		watches, _ := kept.Watches()
		said, _ := kept.LineVersions(watches[0].Key())
		newestFirst := func(a, b store.LineVersion) int { return b.At.Compare(a.At) }
		return len(said) == 3 && slices.IsSortedFunc(said, newestFirst)
	})
	w.settled()
	if all := desktop.all(); len(all) != 2 {
		t.Errorf("two changes were to be notified, and these were: %+v", all)
	}
	w.quit()
}
