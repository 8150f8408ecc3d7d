package upkeep

import (
	"testing"
	"time"

	"sextant/app/kiosk/programme"
)

// TestTurns has a service that fails at every page: none of them holds up another, whatever it is worth. When one has
// come, what it is worth counts again. A page in a backoff is left alone.
func TestTurns(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	k := New("")
	agenda := []programme.Due{{Page: 100}, {Page: 200, Known: true, In: time.Minute}, {Page: 300, In: 5 * time.Minute}}
	choose := func() int { return k.Choose(agenda, func(int) time.Duration { return 10 * time.Minute }, 1) }
	asked := map[int]int{}
	for range 9 {
		now = now.Add(time.Minute)
		page := choose()
		asked[page]++
		for i := range agenda {
			if agenda[i].Page == page {
				agenda[i].Failed = now
			}
		}
	}
	for i, d := range agenda {
		if asked[d.Page] != 3 {
			t.Errorf("page %d was asked for %d times of nine", d.Page, asked[d.Page])
		}
		agenda[i].Failed = time.Time{}
	}
	if page := choose(); page != 100 {
		t.Errorf("page %d comes first", page)
	}
	agenda[0].Wait = time.Second
	if page := choose(); page != 300 {
		t.Errorf("page %d comes first while page 100 is left alone", page)
	}
}
