package endtoend

import (
	"bytes"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// TestUnchangedPageIsNotDrawnAgain has the page on screen asked for again and again.
func TestUnchangedPageIsNotDrawnAgain(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	e := newEditor(t)
	service := serve(t, e)
	withSettings(t, d, quick())
	f := &fresh{d.start(t, nil, service.options()...), e, service}
	f.nothingNew()
	f.quit()
}

type fresh struct {
	*session
	editor  *editor
	service *service
}

// nothingNew looks at what the program draws while the page stays as it is, and while nothing but its
// time of change is another: that is nothing at all.
func (f *fresh) nothingNew() {
	f.typed("120")
	f.untilPicture(f.editor.picture(120, 1), plain)
	f.renew(0)
	drawn := f.watchDrawing()
	f.untilAsked(2) // the second question is after the first answer was taken in
	f.until("a page at rest", func() bool {
		before := drawn()
		f.untilAsked(1)
		return drawn() == before
	})
	for name, step := range map[string]func(int){"unchanged": func(int) {}, "another time only": f.renew} {
		before := drawn()
		for i := range 2 {
			step(i + 1)
			f.untilAsked(2)
		}
		if n := drawn() - before; n > 0 {
			f.t.Errorf("%s: the window was drawn on %d times", name, n)
		}
	}
	before := drawn()
	f.editor.Rewrite(120, func(doc *teletext.Page) { servicetest.Write(doc, 1, 7, "{White}Fish stayed away") })
	f.untilPicture(f.editor.picture(120, 1), plain)
	if drawn() == before {
		f.t.Error("a change is not seen as drawing, so that nothing was proved")
	}
}

// renew changes the page's time of change alone, within a minute of a day long ago.
func (f *fresh) renew(second int) {
	before := f.editor.Document(120)
	f.editor.Rewrite(120, func(doc *teletext.Page) {
		doc.Modified = time.Date(2020, time.May, 3, 10, 0, second, 0, time.UTC)
	})
	if bytes.Equal(f.editor.Document(120), before) {
		f.t.Fatal("the time is not in the document")
	}
}

// untilAsked waits for the page on screen to be asked for some times more.
func (f *fresh) untilAsked(times int) {
	f.t.Helper()
	count := func() int { return f.service.Count(servicetest.DocumentPath(120)) }
	before := count()
	f.until("the page to be asked for", func() bool { return count() >= before+times })
}

// watchDrawing counts from now on how often something is drawn in the window, by the X server's own
// account.
func (s *session) watchDrawing() (count func() int) {
	s.t.Helper()
	conn, err := xgb.NewConnDisplay(s.name)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(conn.Close)
	if err := addExtension(conn, "DAMAGE"); err != nil {
		s.t.Skip("the X server does not report what is drawn")
	}
	_, _ = damage.QueryVersion(conn, 1, 1).Reply() // which the extension wants to be asked first
	id, err := damage.NewDamageId(conn)
	if err == nil {
		err = damage.CreateChecked(conn, id, xproto.Drawable(s.window), damage.ReportLevelRawRectangles).Check()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	n := 0
	return func() int {
		_, _ = xproto.GetInputFocus(conn).Reply() // what was drawn before has been reported by then
		for {
			event, _ := conn.PollForEvent()
			if event == nil {
				return n
			}
			n++
		}
	}
}
