package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// TestSeenVersions checks the version of a page that the user saw last, by subpage, and which pages have changed since.
func TestSeenVersions(t *testing.T) {
	begin := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	now := begin
	s, _ := Open(t.TempDir()+"/pages.sqlite", Options{Now: func() time.Time { return now }})
	defer s.Close()
	save := func(page int, line string) {
		t.Helper()
		doc := &teletext.Page{Number: page, SubpageCount: 2}
		for _, n := range []int{1, 2} {
			doc.Subpages = append(doc.Subpages, teletext.Subpage{Number: n, Text: &teletext.Lines{line}})
		}
		raw := testkit.Must(doc.EncodeJSON())(t)
		s.SavePage(doc, raw, "json", now, api.Validators{})
	}
	minute := func() { now = now.Add(time.Minute) }
	if at, err := s.LastSeen(); err != nil || !at.IsZero() {
		t.Errorf("seen at %v, %v", at, err)
	}
	for i := range 4 { // versions 0 to 3, a minute apart; subpage 1 is seen during version 1
		save(100, fmt.Sprint("version ", i))
		save(200, "the same")
		if minute(); i == 1 {
			s.SetSeen(100, 1, now.Add(-time.Second))
			s.SetSeen(200, 1, now.Add(-time.Second))
		}
	}
	s.SetSeen(100, 1, begin) // another program saves late what it had seen before
	testkit.NoError(t, s.Flush(t.Context()))
	line := func(p *teletext.Page) string { return p.Subpages[0].Text[0] }
	for _, tt := range []struct {
		page, subpage, most int
		seen                string // "" for none
		later               int
	}{
		{100, 1, 2, "version 1", 3},
		{100, 0, 8, "version 1", 4},
		{100, 2, 8, "", 0},
		{200, 1, 8, "the same", 1},
		{300, 0, 8, "", 0},
	} {
		seen, err := s.SeenVersions(tt.page, tt.subpage, tt.most)
		if err != nil || (seen == nil) != (tt.seen == "") {
			t.Fatalf("page %d/%d: %+v, %v", tt.page, tt.subpage, seen, err)
		}
		if seen != nil && (line(seen.Seen) != tt.seen || len(seen.Newest) != tt.later) {
			t.Errorf("page %d/%d: seen was %q, of %d versions", tt.page, tt.subpage, line(seen.Seen), len(seen.Newest))
		}
		is, err := s.SeenIsNewest(tt.page, tt.subpage)
		if want := seen != nil && tt.subpage != 0 && seen.Seen == seen.Newest[0]; is != want || err != nil {
			t.Errorf("page %d/%d: the newest was seen: %v, %v", tt.page, tt.subpage, is, err)
		}
	}
	if changed, err := s.ChangedSinceSeen([]int{100, 200, 300}); err != nil || !slices.Equal(changed, []int{100}) {
		t.Errorf("%v, %v", changed, err)
	}
	if at, err := s.LastSeen(); err != nil || !at.Equal(begin.Add(2*time.Minute-time.Second)) {
		t.Errorf("seen at %v, %v", at, err)
	}
}
