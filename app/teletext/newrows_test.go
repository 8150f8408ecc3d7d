package teletext_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit/evening"
	"sextant/app/testkit/race"
)

// textsOf returns the texts of some rows of a subpage.
func textsOf(p *teletext.Page, subpage int, rows []int) (texts []string) {
	s, _ := p.Subpage(subpage)
	for _, l := range s.TextLines() {
		if slices.Contains(rows, l.Row) {
			texts = append(texts, l.Text)
		}
	}
	return texts
}

// compare finds the new rows of a page at a time, compared with the page that was seen earlier, and checks that they
// are exactly those with the wanted texts. It returns their number.
func compare(t *testing.T, at, seen time.Time, page func(time.Time) *teletext.Page, want map[string]bool) (rows int) {
	t.Helper()
	now, before := page(at), page(seen)
	var earlier []*teletext.Page
	for i := range 6 {
		earlier = append(earlier, page(at.Add(-time.Duration(i+1)*time.Minute)))
	}
	news := now.NewRows(before, earlier)
	for _, s := range now.Subpages {
		found := textsOf(now, s.Number, news[s.Number])
		for _, text := range found {
			if !want[text] {
				t.Fatalf("%s since %s: %q is marked", at.Format(time.TimeOnly), seen.Format(time.TimeOnly), text)
			}
			rows++
		}
		for _, l := range s.TextLines() {
			if want[l.Text] && !slices.Contains(found, l.Text) {
				t.Fatalf("%s since %s: %q is not marked", at.Format(time.TimeOnly), seen.Format(time.TimeOnly), l.Text)
			}
		}
	}
	return rows
}

// TestNewRows compares 3,000 pairs of versions of pages with clocks, counters and tickers, on which lines move between
// rows and subpages. Exactly the new lines must be found. In short mode (under an emulator) and under the race detector
// it compares 300 pairs.
func TestNewRows(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 14, 17, 50, 0, 0, time.UTC)
	r := rand.New(rand.NewPCG(1, 2))
	pairs, rows, evenings := 0, 0, uint64(10)
	if testing.Short() || race.Enabled {
		evenings = 1
	}
	for seed := range evenings {
		e, n := evening.New(seed, start), evening.NewNight(seed, start)
		for range 150 {
			seen := start.Add(time.Duration(10+r.IntN(200)) * time.Minute)
			at := seen.Add(time.Duration(1+r.IntN(90)) * time.Minute)
			league := r.IntN(evening.Leagues)
			matches := map[string]bool{}
			for _, m := range e.Matches[league] {
				matches[m.Line(at)] = m.Line(at) != m.Line(seen)
			}
			rows += compare(t, at, seen, func(at time.Time) *teletext.Page {
				return e.Page(evening.FirstLeague+league, at)
			}, matches)
			headlines := map[string]bool{}
			for _, h := range n.OnPage(at) {
				headlines[h.Text] = h.At.After(seen)
			}
			rows += compare(t, at, seen, n.Page, headlines)
			pairs += 2
		}
	}
	t.Logf("%d pairs, %d new rows", pairs, rows)
	if rows < pairs/2 {
		t.Error("hardly anything was new")
	}
}

// TestNewRowsOfAny changes a line in double height, a plain one, and the service's header, which is never new.
func TestNewRowsOfAny(t *testing.T) {
	lines := &teletext.Lines{}
	copy(lines[:], []string{"{Red}HELM TEXT {White}203", "", "{DH}{Yellow}Tall words", "", "{White}Plain words"})
	older := &teletext.Page{Number: 203, Network: "HELM", Subpages: []teletext.Subpage{{Number: 1, All: lines}}}
	for row, want := range map[int]string{2: "[2]", 4: "[4]", 0: "[]"} {
		other := *lines
		other[row] = strings.NewReplacer("words", "speech", " TEXT", "").Replace(other[row])
		now := &teletext.Page{Number: 203, Network: "HELM", Subpages: []teletext.Subpage{{Number: 1, All: &other}}}
		if got := fmt.Sprint(now.NewRows(older, nil)[1]); got != want {
			t.Errorf("row %d changed: new are %s", row, got)
		}
	}
}

func BenchmarkNewRows(b *testing.B) {
	start := time.Date(2026, 11, 14, 17, 50, 0, 0, time.UTC)
	n := evening.NewNight(1, start)
	at := start.Add(2 * time.Hour)
	now, seen := n.Page(at), n.Page(start)
	var earlier []*teletext.Page
	for i := range 6 {
		earlier = append(earlier, n.Page(at.Add(-time.Duration(i+1)*time.Minute)))
	}
	for b.Loop() {
		now.NewRows(seen, earlier)
	}
}
