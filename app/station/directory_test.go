package station

import (
	"path/filepath"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// TestDirectoryOfMissingPages reads the directory with two missing pages: the one that once existed may come again, the
// other does not exist.
func TestDirectoryOfMissingPages(t *testing.T) {
	s, _ := store.Open(filepath.Join(t.TempDir(), "pages.sqlite"), store.Options{Now: time.Now})
	defer s.Close()
	page := &teletext.Page{Number: 100, SubpageCount: 1, Subpages: []teletext.Subpage{{
		Number: 1, Text: &teletext.Lines{"here"},
	}}}
	raw := testkit.Must(page.EncodeJSON())(t)
	s.SavePage(page, raw, string(api.JSON), time.Now(), api.Validators{})
	s.MarkMissing(100, time.Now())
	s.MarkMissing(101, time.Now())
	testkit.NoError(t, s.Flush(t.Context()))
	d := readDirectory(s)
	if was, never := d.Existence(100), d.Existence(101); was == teletext.Absent || never != teletext.Absent {
		t.Errorf("the page that came is %v, the one that never did %v", was, never)
	}
}

// TestAnswersReachTheDirectory asks for a page that is there and for one that is not, for nobody's screen.
func TestAnswersReachTheDirectory(t *testing.T) {
	tuner, d := newTuner(t)
	st := tuner.Current()
	answered := map[int]teletext.Existence{}
	tuner.Answered.On(func(page int) { answered[page] = st.Directory.Existence(page) })
	for page, want := range map[int]teletext.Existence{300: teletext.Exists, 877: teletext.Absent} {
		before := st.Directory.Revision()
		st.Pages.Fetch(t.Context(), acquire.Want{Page: page, Reload: true})
		d.run(t, func() bool { _, is := answered[page]; return is })
		if answered[page] != want || st.Directory.Revision() == before {
			t.Errorf("after the answer page %d is %v, revision %d", page, answered[page], st.Directory.Revision())
		}
	}
	st.Directory.Record(&teletext.Page{Number: 876, Next: 877})
	if st.Directory.Existence(877) != teletext.Absent {
		t.Error("a document that lists it brings a missing page back")
	}
	st.reconsider()
	if st.Directory.Existence(877) != teletext.Absent {
		t.Error("it comes back without an answer")
	}
}
