package page

import (
	"strings"
	"testing"
	"time"

	"sextant/app/teletext"
)

func TestHeaderRow(t *testing.T) {
	now := mustTime(t, "2026-11-21T14:05:33Z")
	row := headerCells(123, "HELM Text of the Isles", now)
	var b strings.Builder
	for _, c := range row {
		b.WriteRune(c.Rune)
	}
	if got := b.String(); got != " P123 HELM Text of Sat 21 Nov  14:05:33 " {
		t.Errorf("%q", got)
	}
}

// TestStandbyPage sees that the name, the time and the date are in the middle of the page.
func TestStandbyPage(t *testing.T) {
	g := standbyGrid("service.example", time.Date(2026, 11, 22, 14, 5, 9, 0, time.UTC))
	for row, want := range map[int]string{6: "service.example", 11: "1144::0055", 15: "Sunday 22 November"} {
		got := g.Row(row)
		text := strings.TrimSpace(got)
		left := len(got) - len(strings.TrimLeft(got, " "))
		if text != want {
			t.Errorf("row %d is %q", row, got)
		}
		if right := teletext.Columns - left - len(text); left-right > 2 || right-left > 2 {
			t.Errorf("row %d is not in the middle: %q", row, got)
		}
	}
	if g := standbyGrid(strings.Repeat("long.", 20), time.Now()); !strings.Contains(g.Row(6), "…") {
		t.Errorf("a long name is %q", g.Row(6))
	}
}

func mustTime(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
