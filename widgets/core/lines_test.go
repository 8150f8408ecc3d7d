package core

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// TestLines checks that a text breaks between words, and within a word that is too wide, without losing anything.
func TestLines(t *testing.T) {
	l := NewLines(12, theme.ColorNameForeground)
	text := "The oldest leave first, favourites never. https://service.example/with/a/very/long/path/that/does/not/fit"
	l.SetText(text)
	last := float32(0)
	for _, width := range []float32{600, 200, 90, 40} {
		l.SetWidth(width)
		for _, line := range l.lines {
			if TextWidth(line, 12, fyne.TextStyle{}) > width {
				t.Errorf("at %v, %q is too wide", width, line)
			}
		}
		if got := strings.ReplaceAll(strings.Join(l.lines, ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
			t.Errorf("at %v: %q", width, l.lines)
		}
		if l.Height() <= last || l.MinSize().Height != l.Height() {
			t.Errorf("at %v it is %v high, and %v before", width, l.Height(), last)
		}
		last = l.Height()
	}
	l.SetText("It takes 45\u00a0s.")
	if l.SetWidth(TextWidth("It takes 45", 12, fyne.TextStyle{}) + 1); len(l.lines) != 2 || l.lines[0] != "It takes" {
		t.Errorf("a number and its unit are apart: %q", l.lines)
	}
	if l.SetText(""); l.Height() != 0 {
		t.Errorf("nothing is %v high", l.Height())
	}
}
