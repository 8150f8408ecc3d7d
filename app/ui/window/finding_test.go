package window

import (
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
)

// TestFindAndKeepPage finds a page that was never read by its words, which are marked on it. Esc removes the marks, and
// another Esc closes the panel. Then the page becomes a favourite, to which a colour key leads after a restart.
func TestFindAndKeepPage(t *testing.T) {
	inWindow(t, servicetest.Demo(t), nil, func(t *testing.T, u *user) {
		u.pass(10 * time.Second) // until linked pages are stored
		u.press("Ctrl+F")
		u.typed("slow navigator")
		u.press("Enter")
		u.expectPlace("102")
		page := hosttest.Enlarged(servicetest.Picture(t, u.service.Handler, 102, 1))
		shows := func() bool { return hosttest.Shows(hosttest.Shot(u.Canvas(), u.page.Content), page) }
		if shows() || !u.find.Panel().Visible() {
			t.Error("the words are not marked, or the panel is gone")
		}
		if u.press("Esc"); !shows() || !u.find.Panel().Visible() {
			t.Error("Esc leaves the marks, or takes the panel away")
		}
		if u.press("Esc"); u.find.Panel().Visible() {
			t.Error("another Esc leaves the panel")
		}
		u.press("Ctrl+D")
		u.again()
		u.GoTo(teletext.Place{Page: 890}) // a page without a line of colour keys
		u.rest()
		u.expectPlace("890")
		u.press("F1")
		u.expectPlace("102/1 Town clock")
	})
}
