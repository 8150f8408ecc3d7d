package page

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/api"
	"sextant/app/render"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
	"sextant/widgets/widgettest"
)

// A past has the versions of page 120 that are stored, from the oldest to that of the service.
type past struct {
	*reader
	editor *servicetest.Editor
	docs   []*teletext.Page
}

// inPast runs a test with a reader of page 120, which change has changed the given number of times before, an hour
// apart. pictures are the versions whose pictures are stored.
func inPast(t *testing.T, settings func(*settings.Settings), times int, change func(doc *teletext.Page, i int),
	pictures []int, f func(t *testing.T, p *past),
) {
	t.Helper()
	p := &past{editor: servicetest.NewEditor(t)}
	inReader(t, p.editor, at(100), settings, func(t *testing.T, r *reader) {
		p.reader = r
		st := r.tuner.Current().Store
		for i := range times {
			p.editor.Rewrite(120, func(doc *teletext.Page) { change(doc, i) })
			doc := p.editor.Page(120)
			p.docs = append(p.docs, doc)
			p.keep(st, doc, time.Now().Add(time.Duration(i-times-1)*time.Hour), slices.Contains(pictures, i))
		}
		r.typed(120)
		f(t, p)
	})
}

// keep stores a version as if it had come at a time.
func (p *past) keep(st *store.Store, doc *teletext.Page, at time.Time, picture bool) {
	p.t.Helper()
	data, err := doc.EncodeJSON()
	if err != nil {
		p.t.Fatal(err)
	}
	st.SavePage(doc, data, "json", at, api.Validators{})
	if picture {
		s := &doc.Subpages[0]
		key := store.PictureKey{Place: teletext.Place{Page: 120, Subpage: 1}, Digest: s.Digest()}
		st.SavePicture(key, servicetest.DrawPicture(s.Grid()), at, api.Validators{})
	}
}

func (p *past) cells(i int) *teletext.Grid { return p.docs[i].Subpages[0].Grid() }

// drawn returns the picture of a version as the service drew it.
func (p *past) drawn(i int) hosttest.Picture {
	p.t.Helper()
	return hosttest.Enlarged(servicetest.DecodePicture(p.t, servicetest.DrawPicture(p.cells(i))))
}

// key presses a key in the strip.
func (p *past) key(key fyne.KeyName) {
	widgettest.Press(p.Canvas().Focused(), key)
	p.Rest()
}

// expectMarked checks that a version is on the screen, with exactly the cells marked that it changed.
func (p *past) expectMarked(i int, picture hosttest.Picture) {
	p.t.Helper()
	changed := p.cells(i).Differences(p.cells(i - 1))
	differs := hosttest.Differences(p.shot(), picture, changed)
	if len(changed) == 0 || differs[-1] || len(differs) != len(changed) {
		p.t.Errorf("of version %d there are marks in %v of %v", i, differs, changed)
	}
}

// TestVersions visits the versions of a page, with the changes of each marked. The version on the screen stays while
// the page changes.
func TestVersions(t *testing.T) {
	lines := []string{"Fish has not been seen at all", "Fish was seen by some, at noon", "Fish is everywhere"}
	inPast(t, nil, len(lines), func(doc *teletext.Page, i int) {
		servicetest.Write(doc, 1, 7, "{White}"+lines[i])
	}, []int{1}, func(t *testing.T, p *past) {
		p.expect(120, 1)
		p.do("page.versions")
		p.expectMarked(1, p.drawn(1))
		if age := p.p.Bar.Info().Age; age == "" {
			t.Error("it is not said that it is an older version")
		}
		p.key(fyne.KeyLeft)
		p.expectSharp("the oldest version, for want of its picture", hosttest.Sharp(p.cells(0)[:], render.Look{}))
		p.key(fyne.KeyRight)
		p.expectMarked(1, p.drawn(1))
		p.key(fyne.KeyRight)
		p.expectMarked(2, p.picture(120, 1))
		p.key(fyne.KeyLeft)
		p.expectMarked(1, p.drawn(1))
		p.editor.Rewrite(120, func(doc *teletext.Page) {
			servicetest.Write(doc, 1, 7, "{White}Fish is out of fashion")
		})
		asked := p.count(120)
		p.until("the page to be asked for", func() bool { return p.count(120) >= asked+2 })
		p.expectMarked(1, p.drawn(1))
		if !p.p.Back() || p.p.Back() {
			t.Error("it does not go back to the present")
		}
		p.Rest()
		p.expect(120, 1)
		if age := p.p.Bar.Info().Age; age != "" || !strings.HasPrefix(p.p.Title(), "120") {
			t.Errorf("in the present %q is said, and the title is %q", age, p.p.Title())
		}
		if !slices.Equal(p.strips, []bool{true, false}) {
			t.Errorf("the strip came and went: %v", p.strips)
		}
	})
}

// TestVersionTimes visits versions, and checks that the bar shows when each was modified.
func TestVersionTimes(t *testing.T) {
	inPast(t, func(s *settings.Settings) { s.Drawing = settings.SharpDrawing }, 4, func(doc *teletext.Page, i int) {
		servicetest.Write(doc, 1, 7, "{White}"+strings.Repeat("fish ", i+1))
		doc.Modified = time.Date(1999, 3, 1+i, 12, i, 0, 0, time.UTC)
	}, nil, func(t *testing.T, p *past) {
		want := func(i int) {
			t.Helper()
			c := p.p.calendar()
			if got := p.p.Bar.Info().Changed; got != c.Changed(c.Modified(p.docs[i])) {
				t.Errorf("of version %d it says %q", i, got)
			}
		}
		want(3)
		p.do("page.versions")
		want(2)
		p.key(fyne.KeyLeft)
		want(1)
		p.key(fyne.KeyRight)
		want(2)
		p.key(fyne.KeyRight)
		want(3)
	})
}
