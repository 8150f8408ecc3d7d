package window

import (
	"testing"

	"sextant/app/ui/host"
	"sextant/app/words"
)

// TestUndoStays checks that undo stays available while there are other notices. Temporary notices come before it, and
// lasting ones after it.
func TestUndoStays(t *testing.T) {
	w := newWindow(t)
	undone := ""
	says := func(want string) {
		t.Helper()
		if got := w.notices.notice.said(); got != want || !w.notices.notice.Visible() {
			t.Errorf("it says %q, not %q", got, want)
		}
	}
	w.OfferUndo("First is gone.", func() { undone += "first" })
	w.ShowNotice(host.AboutStore, words.Message{Sentence: "Pages cannot be stored."})
	says("Pages cannot be stored.")
	w.notices.pass(w.notices.passing)
	says("First is gone.")
	w.Done("Copied.")
	says("Copied.")
	w.notices.closeNotice()
	says("First is gone.")
	w.OfferUndo("Second is gone.", func() { undone += "second" })
	w.Mention("Nothing.")
	if !w.notices.offersUndo() {
		t.Error("the way back is lost")
	}
	w.notices.undo()
	w.notices.closeNotice()
	if says("Pages cannot be stored."); undone != "second" || w.notices.offersUndo() {
		t.Errorf("%s is undone", undone)
	}
	w.OfferUndo("Third is gone.", func() {})
	w.ShowNotice(host.AboutPage, words.Message{Sentence: "There is no page 999."})
	says("There is no page 999.")
	w.Settle(host.AboutPage)
	says("Third is gone.")
}
