package endtoend

import (
	"bytes"
	"image"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// TestVersions looks at what a page said before, with what each version changed marked on it.
func TestVersions(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	e := newEditor(t)
	service := serve(t, e)
	withSettings(t, d, quick())
	v := &versions{editor: e, service: service}
	v.lines = [3]string{"Fish has not been seen at all", "Fish was seen by some, at noon", "Fish is everywhere"}
	withStore(t, storePath(d.dir, service), v.fill)
	v.session = d.start(t, nil, append(service.options(), "120")...)
	v.step("older", v.older)
	v.step("oldest", v.oldest)
	v.step("newest", v.newest)
	v.step("meanwhile", v.meanwhile)
	v.step("present", v.present)
	v.step("quit", v.quit)
}

// withVersions has the slider of the versions above the colour keys.
var withVersions = layout{foot: barHeight + 40}

type versions struct {
	*session
	editor  *editor
	service *service
	lines   [3]string // what distinguishes the versions, from the oldest to the one of the service
	docs    [3]*teletext.Page
}

// fill stores the versions, of which the middle one alone has its picture.
func (v *versions) fill(kept *store.Store) {
	now := time.Now()
	for i, line := range v.lines {
		v.editor.Rewrite(120, func(doc *teletext.Page) { servicetest.Write(doc, 1, 7, "{White}"+line) })
		v.docs[i] = v.editor.Page(120)
		at := now.Add(time.Duration(i-4) * time.Hour)
		saveVersion(v.editor.t, kept, v.docs[i], at)
		if i == 1 {
			s := &v.docs[i].Subpages[0]
			key := store.PictureKey{Page: 120, Subpage: 1, Digest: s.Digest()}
			kept.SavePicture(key, servicetest.DrawPicture(s.Grid()), at, api.Validators{})
		}
	}
}

func (v *versions) grid(i int) *teletext.Grid { return v.docs[i].Subpages[0].Grid() }

// drawnVersion is a version for want of its picture.
func (v *versions) drawnVersion(i int) *picture {
	return sharpGrid(v.grid(i), v.lines[i], allRows)
}

// changes are the cells that a version changed.
func (v *versions) changes(i int) []teletext.Span { return v.grid(i).Differences(v.grid(i - 1)) }

// older goes from the present to the version before it.
func (v *versions) older() {
	v.untilPicture(v.editor.picture(120, 1), plain)
	v.pointAway()
	v.press("T")
	before := newPicture(v.t, v.lines[1], servicetest.DrawPicture(v.grid(1)))
	v.until("the version before, with what it changed", func() bool {
		return v.marksOnly(before, withVersions, v.changes(1))
	})
	v.until("words that tell of an older version", v.showsAge)
}

// oldest is the first there is, which changed nothing.
func (v *versions) oldest() {
	v.press("Left")
	v.untilPicture(v.drawnVersion(0), withVersions)
}

// newest goes forward over the version before to the newest one.
func (v *versions) newest() {
	v.press("Right")
	before := newPicture(v.t, v.lines[1], servicetest.DrawPicture(v.grid(1)))
	v.until("the version before", func() bool { return v.marksOnly(before, withVersions, v.changes(1)) })
	v.press("Right")
	v.until("the newest version, with what it changed", func() bool {
		return v.marksOnly(v.editor.picture(120, 1), withVersions, v.changes(2))
	})
	v.press("Left")
	v.until("the version before again", func() bool { return v.marksOnly(before, withVersions, v.changes(1)) })
}

// meanwhile changes the page while an older version is on the screen, which stays there.
func (v *versions) meanwhile() {
	v.editor.Rewrite(120, func(doc *teletext.Page) { servicetest.Write(doc, 1, 7, "{White}Fish is out of fashion") })
	asked := v.service.Count(servicetest.DocumentPath(120))
	v.until("the page to be asked for", func() bool { return v.service.Count(servicetest.DocumentPath(120)) >= asked+2 })
	before := newPicture(v.t, v.lines[1], servicetest.DrawPicture(v.grid(1)))
	if !v.marksOnly(before, withVersions, v.changes(1)) {
		v.t.Error("the older version did not stay")
	}
}

func (v *versions) present() {
	v.press("Escape")
	v.untilPicture(v.editor.picture(120, 1), plain)
	v.until("an age that is told no more", func() bool { return !v.showsAge() })
	v.untilTitle("120")
}

// TestVersionTimes goes back through versions that differ in nothing but when the page was changed. The words
// in the page bar say so.
func TestVersionTimes(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	e := newEditor(t)
	service := serve(t, e)
	settings := quick()
	settings["drawing"] = "sharp" // without pictures there is nothing to be said of them
	withSettings(t, d, settings)
	withStore(t, storePath(d.dir, service), func(kept *store.Store) {
		for i := range 4 {
			at := time.Now().Add(time.Duration(i-9) * time.Hour)
			e.Rewrite(120, func(doc *teletext.Page) {
				servicetest.Write(doc, 1, 7, "{White}"+strings.Repeat("fish ", i+1))
				doc.Modified = time.Date(2026, 3, 1+i, 12, i, 0, 0, time.UTC)
			})
			saveVersion(t, kept, e.Page(120), at)
		}
	})
	s := d.start(t, nil, append(service.options(), "120")...)
	s.untilTitle("120")
	s.settled()
	words := func() []byte {
		in := s.bounds()
		return s.shot(image.Rect(in.Min.X+numberRight+44, in.Max.Y-barHeight+26, in.Min.X+640, in.Max.Y)).Pix
	}
	present := words()
	s.pointAway()
	var seen [][]byte
	for _, key := range []string{"T", "Left", "Right", "Right"} {
		s.slowly(key)
		if bytes.Equal(words(), present) {
			t.Errorf("after %s the words are those before", key)
		}
		seen = append(seen, words())
		present = words()
	}
	if !bytes.Equal(seen[0], seen[2]) || bytes.Equal(seen[0], seen[1]) || bytes.Equal(seen[3], seen[0]) {
		t.Error("what is said of a version does not go with it")
	}
	s.quit()
}
