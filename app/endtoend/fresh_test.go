package endtoend

import (
	"bytes"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"

	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
)

// TestUnchangedPageIsNotDrawnAgain refreshes the page on screen several times.
func TestUnchangedPageIsNotDrawnAgain(t *testing.T) {
	testkit.Long(t)
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

// nothingNew expects that the program draws nothing while the page does not change, and while only its time of change
// does.
func (f *fresh) nothingNew() {
	f.typed("120")
	f.untilPicture(f.editor.picture(120, 1), plain)
	f.renew(0)
	drawn := f.watchDrawing()
	f.untilAsked(2) // the second request is sent after the first answer was handled
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

// renew changes only the page's time of change, within a minute long ago.
func (f *fresh) renew(second int) {
	before := f.editor.Document(120)
	f.editor.Rewrite(120, func(doc *teletext.Page) {
		doc.Modified = time.Date(2020, time.May, 3, 10, 0, second, 0, time.UTC)
	})
	if bytes.Equal(f.editor.Document(120), before) {
		f.t.Fatal("the time is not in the document")
	}
}

// untilAsked waits for a number of further requests for the page on screen.
func (f *fresh) untilAsked(times int) {
	f.t.Helper()
	count := func() int { return f.service.Count(servicetest.DocumentPath(120)) }
	before := count()
	f.until("the page to be asked for", func() bool { return count() >= before+times })
}

// watchDrawing counts from now on how often the window is drawn, by events of the X server.
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
	_, _ = damage.QueryVersion(conn, 1, 1).Reply() // required by the extension before other requests
	id, err := damage.NewDamageId(conn)
	if err == nil {
		err = damage.CreateChecked(conn, id, xproto.Drawable(s.window), damage.ReportLevelRawRectangles).Check()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	n := 0
	return func() int {
		_, _ = xproto.GetInputFocus(conn).Reply() // earlier drawing has been reported by then
		for {
			event, _ := conn.PollForEvent()
			if event == nil {
				return n
			}
			n++
		}
	}
}
