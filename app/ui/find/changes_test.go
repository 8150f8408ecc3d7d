package find

import (
	"fmt"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

func TestLastAbsence(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	visits := func(minutesAgo ...int) (list []store.Visited) {
		for _, m := range minutesAgo {
			list = append(list, store.Visited{At: now.Add(-time.Duration(m) * time.Minute)})
		}
		return list
	}
	for name, tt := range map[string]struct {
		visits []store.Visited
		ago    int // minutes; 0 for none
	}{
		"nothing was ever visited": {nil, 0},
		"reading on":               {visits(1, 5, 50), 0},
		"back right now":           {visits(180, 200), 180},
		"back for a while":         {visits(1, 10, 29, 130), 130},
		"back for long":            {visits(1, 20, 40, 130), 0},
		"away for a month":         {visits(1, 30*24*60), 0},
	} {
		want := time.Time{}
		if tt.ago > 0 {
			want = now.Add(-time.Duration(tt.ago) * time.Minute)
		}
		if got := lastAbsence(tt.visits, now); !got.Equal(want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestChangesAreListed checks that the list of all pages starts with the pages that have new rows since the user was
// last there, newest first, and ends with the number of pages that were compared. A page on which only the clock
// changed is not listed.
func TestChangesAreListed(t *testing.T) {
	f, h := newPresenter(t, t.TempDir())
	kept := f.parts.Tuner.Current().Store
	save := func(page int, at time.Time, lines ...string) {
		t.Helper()
		text := teletext.Lines{}
		copy(text[4:], lines)
		doc := &teletext.Page{
			Number: page, Name: fmt.Sprint("Page of ", page), Modified: at, SubpageCount: 1,
			Subpages: []teletext.Subpage{{Number: 1, Text: &text}},
		}
		raw := testkit.Must(doc.EncodeJSON())(t)
		kept.SavePage(doc, raw, "json", at, api.Validators{})
	}
	away, back := h.Now().Add(-5*time.Hour), h.Now().Add(-10*time.Minute)
	for page := range 4 {
		save(300+page, away.Add(-time.Minute), "Old news", "It is "+away.Format("15.04"))
	}
	kept.Visit(300, 1, 0, away)
	save(300, back.Add(-2*time.Hour), "Old news", "It is "+back.Add(-2*time.Hour).Format("15.04"))
	save(301, back.Add(-time.Hour), "Old news", "Something happened", "It is 9.99")
	save(302, back, "Other news", "It is "+back.Format("15.04"))
	testkit.NoError(t, kept.Flush(t.Context()))
	listings := testkit.Must(kept.Directory())(t)
	c, err := readChanges(kept, listings, h.Now())
	if err != nil || len(c.pages) != 2 || c.pages[0].line != "Other news" || c.pages[1].line != "Something happened" {
		t.Fatalf("%+v, %v", c, err)
	}
	f.panel.Show()
	f.Show(Pages)
	h.Until(t, "the list", func() bool { return len(f.tabs.rows[Pages]) > 4 })
	rows := f.tabs.rows[Pages]
	if rows[0].Page != 0 || rows[1].Page != 302 || rows[2].Page != 301 || rows[3].Page != 0 {
		t.Errorf("the rows lead to %v", rows)
	}
	l := list{}
	f.tabs.addChanges(&l, c)
	want := fmt.Sprintf("%d of %d known pages", c.looked, c.known)
	if last := l.rows[len(l.rows)-1].Title; c.known != c.looked+1 || last != want {
		t.Errorf("it ends with %q", last)
	}
}
