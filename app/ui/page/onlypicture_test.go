package page

import (
	"testing"
	"time"

	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// TestOnlyPictureIsShownThoughPagesAreDrawn visits a page without content while pages are drawn from their cells.
func TestOnlyPictureIsShownThoughPagesAreDrawn(t *testing.T) {
	e := servicetest.NewEditor(t)
	e.Rewrite(120, func(doc *teletext.Page) {
		for i := range doc.Subpages {
			doc.Subpages[i] = teletext.Subpage{Number: doc.Subpages[i].Number}
		}
	})
	sharp := func(s *settings.Settings) { s.Drawing = settings.SharpDrawing }
	inReader(t, e, at(100), sharp, func(t *testing.T, r *reader) {
		check := func(when string) {
			t.Helper()
			if r.Rest(); r.p.Nav.Shown().Page != 120 || r.p.sheet.scene.Picture == nil {
				t.Errorf("%s: %v is shown, said is %q", when, r.p.Nav.Shown(), r.Notice.Sentence)
			}
		}
		r.typed(120)
		check("at first")
		time.Sleep(3 * time.Minute)
		check("refreshed")
		r.do("page.reload")
		check("reloaded")
		r.typed(100)
		r.typed(120)
		check("again")
		r.close()
		r.open(at(120))
		check("after a restart")
	})
}
