package page

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit/evening"
)

// scoresPage returns a version of a page with a title, an empty row, and lines.
func scoresPage(lines ...string) *teletext.Page {
	text := teletext.Lines{"Scores"}
	copy(text[2:], lines)
	return &teletext.Page{
		Number: 231, Name: "Scores", SubpageCount: 1, Subpages: []teletext.Subpage{{Number: 1, Text: &text}},
	}
}

// shoot makes a film of documents, whose versions get the IDs from 1 on.
func shoot(docs []*teletext.Page) (all []store.VersionInfo, frames []*frame) {
	s := &shooting{subpage: 1, frames: map[int64]*frame{}}
	for i, doc := range docs {
		s.add(int64(i+1), doc)
		all = append(all, store.VersionInfo{ID: int64(i + 1)})
	}
	return all, framesOf(s.frames, all)
}

// TestFilter follows lines and parts of lines through versions in which they move, change, go and come.
func TestFilter(t *testing.T) {
	docs := []*teletext.Page{
		scoresPage("Auks - Terns  0-0", "Gulls - Crabs 0-0"),
		scoresPage("Auks - Terns  1-0", "Gulls - Crabs 0-0"),
		scoresPage("Gulls - Crabs 0-0", "Auks - Terns  1-0"),
		scoresPage("Gulls - Crabs 0-0"),
		scoresPage("Gulls - Crabs 0-1", "Auks - Terns  1-0"),
		scoresPage("Gulls - Crabs 0-1", "Auks - Terns  1-1"),
		scoresPage("Gulls - Crabs 0-1", "Auks - Terns  1-1 end"),
	}
	all, frames := shoot(docs)
	line := func(row int) []teletext.Span { return []teletext.Span{{Row: row, Before: teletext.Columns}} }
	part := func(row, from, before int) []teletext.Span {
		return []teletext.Span{{Row: row, From: from, Before: before}}
	}
	const line1, lines, text, none = "line", "lines", "text", "none"
	for _, tt := range []struct {
		name  string
		at    int
		spans []teletext.Span
		want  []int64
		kind  string
	}{
		{"a line", 5, line(3), []int64{2, 6, 7}, line1},
		{"a line, chosen in the oldest version", 0, line(2), []int64{2, 6, 7}, line1},
		{"another line", 3, line(2), []int64{5}, line1},
		{"the words alone are the line", 3, part(2, 0, 17), []int64{5}, line1},
		{"a score", 5, part(3, 14, 17), []int64{2, 6}, text},
		{"half of a score", 5, part(3, 16, 17), []int64{6}, text},
		{"a name", 1, part(2, 0, 4), []int64{}, text},
		{"two lines", 5, append(line(2), line(3)...), []int64{2, 5, 6, 7}, lines},
		{"a row without words", 5, line(12), nil, none},
		{"room behind the words", 5, part(3, 30, 40), nil, none},
		{"the title", 4, line(0), []int64{}, line1},
	} {
		found := choosing{frames: frames, subpage: 1}.find(all, all[tt.at].ID, tt.spans)
		var got []int64
		for _, v := range all {
			if found.versions[v.ID] {
				got = append(got, v.ID)
			}
		}
		if !slices.Equal(got, tt.want) || (found.versions == nil) != (tt.want == nil) {
			t.Errorf("%s: versions %v, want %v", tt.name, got, tt.want)
		}
		want := map[string]string{
			line1: fmt.Sprintf("%d of 7 versions: this line changed", len(tt.want)),
			lines: fmt.Sprintf("%d of 7 versions: these lines changed", len(tt.want)),
			text:  fmt.Sprintf("%d of 7 versions: this text changed", len(tt.want)),
		}[tt.kind]
		if len(tt.want) == 0 && tt.want != nil {
			want = "no change in 7 versions"
		}
		if got := found.words(7); got != want {
			t.Errorf("%s: it says %q, want %q", tt.name, got, want)
		}
	}
}

// TestFilterOfAnEvening follows matches through an evening, in which they move between rows and subpages, and compares
// the versions with the times of the changes.
func TestFilterOfAnEvening(t *testing.T) {
	start := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	e := evening.New(3, start)
	const every = 30 * time.Second
	var docs []*teletext.Page
	for at := start; at.Before(start.Add(evening.Lasts)); at = at.Add(every) {
		docs = append(docs, e.Page(evening.FirstLeague, at))
	}
	all, frames := shoot(docs)
	followed := 0
	for _, m := range e.Matches[0] {
		var line teletext.TextLine
		for _, l := range frames[0].lines() {
			if l.Text == m.Line(start) {
				line = l
			}
		}
		found := choosing{frames: frames, subpage: line.Subpage}.find(all, all[0].ID,
			[]teletext.Span{{Row: line.Row, Before: teletext.Columns}})
		var want []int64
		for i := 1; i < len(docs); i++ {
			if at := start.Add(time.Duration(i) * every); m.Line(at) != m.Line(at.Add(-every)) {
				want = append(want, all[i].ID)
			}
		}
		for _, id := range want {
			if !found.versions[id] {
				t.Errorf("%s: version %d does not count", m.Home, id)
			}
		}
		if len(found.versions) != len(want) {
			t.Errorf("%s: %d versions count, want %d", m.Home, len(found.versions), len(want))
		}
		followed += len(want)
	}
	if followed < 10 {
		t.Errorf("only %d changes were followed", followed)
	}
}

// TestFilmIsBounded checks that a film keeps the cells of the newest versions only, but for each version how much it
// changed.
func TestFilmIsBounded(t *testing.T) {
	s := &shooting{subpage: 1, frames: map[int64]*frame{}}
	for i := range int64(mostParts + 10) {
		s.add(i, scoresPage(fmt.Sprintf("Auks - Terns %d", i)))
	}
	with := 0
	for _, f := range s.frames {
		if len(f.parts) > 0 {
			with++
		}
	}
	if with != mostParts || s.frames[3].parts != nil || s.frames[3].cells != 1 || s.frames[0].cells != -1 {
		t.Errorf("%d versions have their cells, the fourth is %+v", with, s.frames[3])
	}
}
