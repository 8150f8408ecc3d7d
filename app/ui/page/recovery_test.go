package page

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"sextant/app/browse"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// TestMissingPageLeavesTheOneBefore types the number of a page that does not exist. The page before stays on the
// screen, and up to date.
func TestMissingPageLeavesTheOneBefore(t *testing.T) {
	e := servicetest.NewEditor(t)
	inReader(t, e, at(120), nil, func(t *testing.T, r *reader) {
		r.typed(555)
		if r.Mentioned != say.Text("page.none", "Page", 555) {
			t.Errorf("of page 555 it is said: %q", r.Mentioned)
		}
		r.expect(120, 1)
		r.p.Nav.GiveUp()
		e.Rewrite(120, func(doc *teletext.Page) { servicetest.Write(doc, 1, 7, "{White}Fish came back") })
		r.untilSeen(120, 1)
	})
}

// TestPauseIsSaid makes the service refuse all requests. The page bar shows that the page is not up to date, and
// nothing is requested in the background until the user loads a page.
func TestPauseIsSaid(t *testing.T) {
	f := &servicetest.Failing{Handler: servicetest.Demo(t)}
	inReader(t, f, at(100), func(s *settings.Settings) { s.Refresh = 2 }, func(t *testing.T, r *reader) {
		r.Pass(10 * time.Second) // until prefetching has ended
		if age := r.p.AgeWords(); age != "" {
			t.Errorf("of a page that is up to date the bar says %q", age)
		}
		f.Fail(servicetest.Refuse(http.StatusUnauthorized))
		r.until("the age of the page", func() bool { return r.p.Bar.Info().Age != "" })
		before := len(r.service.Asked())
		r.Pass(8 * time.Second) // four times the refresh interval
		if asked := len(r.service.Asked()) - before; asked > 0 {
			t.Errorf("during the pause the service was asked %d times", asked)
		}
		f.Fail(nil)
		r.typed(101)
		r.expect(101, 1)
		if age := r.p.Bar.Info().Age; age != "" {
			t.Errorf("after that the bar says %q", age)
		}
		before = r.count(101)
		r.until("requests without a user", func() bool { return r.count(101) > before+1 })
	})
}

// TestPageFetchedAhead visits a linked page while the service does not answer. The page and its picture were
// prefetched.
func TestPageFetchedAhead(t *testing.T) {
	e := servicetest.NewEditor(t)
	inReader(t, e, at(100), nil, func(t *testing.T, r *reader) {
		r.until("page 102", func() bool {
			return r.count(102) == 1 && r.service.Count(servicetest.PicturePath(102, 1)) == 1
		})
		r.Rest()
		answered := r.service.Hold()
		r.typed(102)
		r.expect(102, 1)
		if n := len(r.service.Answered()); n != answered {
			t.Errorf("the service gave %d answers while it held them back", n-answered)
		}
		if n, m := r.count(102), r.service.Count(servicetest.PicturePath(102, 1)); n != 1 || m != 1 {
			t.Errorf("the page was asked for %d times, and its picture %d times", n, m)
		}
		r.service.Release()
	})
}

// TestServiceGoesAway makes the service unreachable, restarts the program, and restores the service. Meanwhile stored
// pages are shown with their age and without a notice.
func TestServiceGoesAway(t *testing.T) {
	e := servicetest.NewEditor(t)
	dir := t.TempDir()
	inReaderAt(t, e, dir, at(100), nil, func(t *testing.T, r *reader) {
		r.expect(100, 1)
		r.typed(120)
		r.until("what is fetched ahead", func() bool {
			return r.count(123) > 0 && r.service.Count(servicetest.PicturePath(121, 1)) > 0
		})
		r.Rest()
		if n := r.service.Count(servicetest.PicturePath(123, 1)); n > 0 {
			t.Fatalf("the picture of page 123 was asked for %d times, which is no test", n)
		}
		stored := func(page int, picture bool) {
			t.Helper()
			r.typed(page)
			r.until("its age", func() bool { return r.p.Bar.Info().Age != "" })
			if picture {
				r.expect(page, 1)
			} else {
				r.expectSharp("the page without its picture", r.sharp(page, 1, render.Look{}))
			}
			if r.says() {
				t.Errorf("of page %d it is said: %q", page, r.Notice.Sentence)
			}
		}
		if age := r.p.Bar.Info().Age; age != "" {
			t.Errorf("of a page that is up to date the bar says %q", age)
		}
		r.service.Cut()
		r.until("the age of the page on screen", func() bool { return r.p.Bar.Info().Age != "" })
		stored(121, true)
		stored(123, false)
		stored(100, true)
		r.typed(712) // does not exist
		if !r.says() {
			t.Error("nothing is said of a page that cannot be had")
		}
		r.expect(100, 1)
		r.do("page.back") // cancels the request
		r.expectSharp("the page before", r.sharp(123, 1, render.Look{}))
		r.again()
		r.until("the age of the first page", func() bool { return r.p.Bar.Info().Age != "" })
		r.expect(100, 1)
		stored(123, false)
		stored(120, true)
		before := r.picture(120, 1)
		e.Rewrite(120, func(doc *teletext.Page) { servicetest.Write(doc, 1, 7, "{White}Fish came back with the tide") })
		if !r.shows(before) {
			t.Error("the page does not stay as it was")
		}
		r.service.Restore(t)
		r.until("an age that is said no more", func() bool { return r.p.Bar.Info().Age == "" })
		r.untilSeen(120, 1)
	})
}

// TestDigitsWait types a page number slowly, with and without the setting by which digits wait for ever.
func TestDigitsWait(t *testing.T) {
	for _, patient := range []bool{true, false} {
		inReader(t, servicetest.Demo(t), at(100), func(s *settings.Settings) { s.Patient = patient },
			func(t *testing.T, r *reader) {
				r.p.TypeDigit(1)
				r.Pass(browse.EntryTimeout + time.Second)
				if typed := r.p.Nav.Entry() != ""; typed != patient {
					t.Errorf("patient %v: %q is typed", patient, r.p.Nav.Entry())
				}
				r.p.TypeDigit(0)
				r.p.TypeDigit(1)
				r.Rest()
				if went := strings.HasPrefix(r.p.Title(), "101"); went != patient {
					t.Errorf("patient %v: it goes to %q", patient, r.p.Title())
				}
			})
	}
}
