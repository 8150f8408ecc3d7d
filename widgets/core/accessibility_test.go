package core

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
)

func TestSplitTip(t *testing.T) {
	for tip, want := range map[string][2]string{
		"":                       {"", ""},
		"Reload":                 {"Reload", ""},
		"Reload (F5)":            {"Reload", "F5"},
		"Weather (map) (F1)":     {"Weather (map)", "F1"},
		"(F5)":                   {"(F5)", ""},
		"Close (F5) now":         {"Close (F5) now", ""},
		"Edellinen (nuoli ylös)": {"Edellinen", "nuoli ylös"},
		"Close for good (“Connect …” stays in the menu)": {"Close for good (“Connect …” stays in the menu)", ""},
	} {
		if words, key := SplitTip(tip); [2]string{words, key} != want {
			t.Errorf("%q is %q and %q", tip, words, key)
		}
	}
}

// TestDescribeWords checks the description of lines and the progress, and what the toolkit gets of it.
func TestDescribeWords(t *testing.T) {
	line := NewLine(UsualText, theme.ColorNameForeground)
	empty := NewLine(UsualText, theme.ColorNameForeground)
	line.SetText("some words")
	lines := NewLines(UsualText, theme.ColorNameForeground)
	lines.SetText("more words")
	marked := NewMarkedLine(UsualText)
	marked.Set("marked words", nil)
	progress := NewProgress()
	progress.Set(0.25)
	for _, c := range []struct {
		widget fyne.Widget
		role   access.Role
		name   string
		heard  string
		as     fyne.AccessibleRole
	}{
		{line, access.Label, "some words", "some words", fyne.AccessibleRoleText},
		{empty, access.Unknown, "", "", fyne.AccessibleRoleContainer},
		{lines, access.Label, "more words", "more words", fyne.AccessibleRoleText},
		{marked, access.Label, "marked words", "marked words", fyne.AccessibleRoleText},
		{progress, access.Progress, "Progress", "Progress, 25%", fyne.AccessibleRoleText},
	} {
		var got Accessibility
		c.widget.(Accessible).Describe(&got)
		heard := c.widget.(fyne.Accessible)
		if got.Role != c.role || got.Name != c.name ||
			heard.AccessibilityLabel() != c.heard || heard.AccessibilityRole() != c.as {
			t.Errorf("%T has role %d, %q, and the toolkit hears %q as %s", c.widget,
				got.Role, got.Name, heard.AccessibilityLabel(), heard.AccessibilityRole())
		}
	}
}
