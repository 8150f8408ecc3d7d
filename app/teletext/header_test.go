package teletext

import (
	"strings"
	"testing"
)

func TestHeaderRow(t *testing.T) {
	row := HeaderRow(123, "HELM Text of the Isles", "Sat 21 Nov", "14:05:33")
	var b strings.Builder
	for _, c := range row {
		b.WriteRune(c.Rune)
	}
	if got := b.String(); got != " P123 HELM Text of Sat 21 Nov  14:05:33 " {
		t.Errorf("%q", got)
	}
}

// TestStandbyPage checks that the name, the time and the date are in the middle of the page.
func TestStandbyPage(t *testing.T) {
	g := StandbyGrid("service.example", "14:05", "Sunday 22 November")
	for row, want := range map[int]string{6: "service.example", 11: "1144::0055", 15: "Sunday 22 November"} {
		got := g.Row(row)
		text := strings.TrimSpace(got)
		left := len(got) - len(strings.TrimLeft(got, " "))
		if text != want {
			t.Errorf("row %d is %q", row, got)
		}
		if right := Columns - left - len(text); left-right > 2 || right-left > 2 {
			t.Errorf("row %d is not in the middle: %q", row, got)
		}
	}
	if g := StandbyGrid(strings.Repeat("long.", 20), "7.05", ""); !strings.Contains(g.Row(6), "…") {
		t.Errorf("a long name is %q", g.Row(6))
	}
}

// TestHeaderWithZone checks a header whose clock has a time zone.
func TestHeaderWithZone(t *testing.T) {
	row := HeaderRow(123, "HELM", "22 Nov", "20:24:05 EET")
	var text strings.Builder
	for _, c := range row {
		text.WriteRune(c.Rune)
	}
	if want := " P123 HELM         22 Nov  20:24:05 EET "; text.String() != want {
		t.Errorf("%q, want %q", text.String(), want)
	}
}
