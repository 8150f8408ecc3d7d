package station

import (
	"path/filepath"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/teletext"
)

// TestDirectoryOfMissingPages reads the directory with two missing pages: the one that once existed may come again, the
// other does not exist.
func TestDirectoryOfMissingPages(t *testing.T) {
	s, _ := store.Open(filepath.Join(t.TempDir(), "pages.sqlite"), store.Options{Now: time.Now})
	defer s.Close()
	page := &teletext.Page{Number: 100, SubpageCount: 1, Subpages: []teletext.Subpage{{
		Number: 1, Text: &teletext.Lines{"here"},
	}}}
	raw, err := page.EncodeJSON()
	if err != nil {
		t.Fatal(err)
	}
	s.SavePage(page, raw, string(api.JSON), time.Now(), api.Validators{})
	s.MarkMissing(100, time.Now())
	s.MarkMissing(101, time.Now())
	if err := s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	d := readDirectory(s)
	if was, never := d.Existence(100), d.Existence(101); was == teletext.Absent || never != teletext.Absent {
		t.Errorf("the page that came is %v, the one that never did %v", was, never)
	}
}
