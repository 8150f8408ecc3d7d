package store

import (
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit"
)

// TestLineVersions checks that a new text of a line is added once, whichever of two programs sees it first, and that an
// older page adds nothing.
func TestLineVersions(t *testing.T) {
	path := t.TempDir() + "/pages.sqlite"
	one, _ := Open(path, Options{Now: time.Now})
	defer one.Close()
	two, _ := Open(path, Options{Now: time.Now})
	defer two.Close()
	modified := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	type result struct {
		before string
		added  bool
	}
	add := func(s *Store, text string, modified time.Time) result {
		t.Helper()
		results := make(chan result, 1)
		v := LineVersion{At: time.Now(), Modified: modified, Line: teletext.TextLine{Subpage: 1, Row: 4, Text: text}}
		s.AddLineVersion("key", v, func(before LineVersion, added bool) { results <- result{before.Line.Text, added} })
		return <-results
	}
	for _, tt := range []struct {
		store    *Store
		text     string
		modified time.Time
		want     result
	}{
		{one, "1–0", modified, result{"", true}},
		{two, "1–0", modified, result{"1–0", false}},
		{two, "1–1", modified.Add(time.Minute), result{"1–0", true}},
		{one, "1–1", modified.Add(time.Minute), result{"1–1", false}},
		{one, "1–0", modified, result{"1–1", false}}, // a stale version from a cache
		{one, "", modified.Add(time.Hour), result{"1–1", true}},
	} {
		if got := add(tt.store, tt.text, tt.modified); got != tt.want {
			t.Errorf("%q: %+v, want %+v", tt.text, got, tt.want)
		}
	}
	all, err := two.LineVersions("key")
	if err != nil || len(all) != 3 || all[0].Line.Text != "" || all[1].Line.Text != "1–1" ||
		!all[1].Modified.Equal(modified.Add(time.Minute)) {
		t.Errorf("%+v, %v", all, err)
	}
	if none, err := two.LineVersions("other"); err != nil || len(none) != 0 {
		t.Errorf("%+v, %v", none, err)
	}
}

// TestWatchIsKeptWhole checks that a watch is read as it was written.
func TestWatchIsKeptWhole(t *testing.T) {
	s, _ := Open(t.TempDir()+"/pages.sqlite", Options{Now: time.Now})
	defer s.Close()
	at := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	want := Watch{
		Page: 235, Line: teletext.TextLine{Subpage: 2, Row: 7, Text: "Gulls – Terns 0–0"},
		Rule: Rule{Side: Below, Number: 1, Bound: -5.5}, Paused: true, Since: at, Notified: at.Add(time.Hour),
	}
	s.SetWatches(nil, []Watch{want})
	testkit.NoError(t, s.Flush(t.Context()))
	if all, err := s.Watches(); err != nil || len(all) != 1 || all[0] != want {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestRule(t *testing.T) {
	for _, tt := range []struct {
		rule Rule
		line string
		want bool
	}{
		{Rule{}, "anything", true},
		{Rule{Side: Above, Bound: 5}, "Power 5,01 c", true},
		{Rule{Side: Above, Bound: 5}, "Power 5,00 c", false},
		{Rule{Side: Below, Bound: 0}, "Frost −1,5", true},
		{Rule{Side: Below, Number: 1, Bound: 3}, "Gulls – Terns 4–2", true},
		{Rule{Side: Below, Number: 2, Bound: 3}, "Gulls – Terns 4–2", false},
	} {
		if got := tt.rule.Met(tt.line); got != tt.want {
			t.Errorf("%+v of %q is %t", tt.rule, tt.line, got)
		}
	}
}
