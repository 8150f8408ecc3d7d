package core

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/say"
)

func TestKeyWords(t *testing.T) {
	const control, shift, alt, super = fyne.KeyModifierControl,
		fyne.KeyModifierShift, fyne.KeyModifierAlt, fyne.KeyModifierSuper
	for _, tt := range []struct {
		modifier fyne.KeyModifier
		key      fyne.KeyName
		want     string
	}{
		{control | shift, fyne.KeyC, "Ctrl+Shift+C"},
		{alt, fyne.KeyLeft, "Alt+Left"},
		{control | alt | shift, fyne.KeyF5, "Ctrl+Alt+Shift+F5"},
		{0, fyne.KeyH, "H"},
		{0, "h", "H"},
		{0, fyne.KeyF11, "F11"},
		{0, "?", "?"},
		{control, fyne.KeyPlus, "Ctrl++"},
		{control, fyne.KeyMinus, "Ctrl+−"},
		{control, fyne.KeyComma, "Ctrl+,"},
		{0, fyne.KeyReturn, "Enter"},
		{0, fyne.KeyEnter, "Enter"},
		{0, fyne.KeyEscape, "Esc"},
		{0, fyne.KeyBackspace, "Backspace"},
		{0, fyne.KeyPageUp, "PgUp"},
		{0, fyne.KeyPageDown, "PgDn"},
		{0, fyne.KeySpace, "Space"},
		{0, desktop.KeyMenu, "Menu"},
		{super, fyne.KeyQ, "Super+Q"},
	} {
		if got := keyWords("linux", tt.modifier, keyName(tt.key), "Ctrl", "Alt", "Shift"); got != tt.want {
			t.Errorf("%d %s: %q, want %q", tt.modifier, tt.key, got, tt.want)
		}
	}
	if got := keyWords("darwin", super|shift, keyName(fyne.KeyC), "Ctrl", "Alt", "Shift"); got != "Shift+Cmd+C" {
		t.Errorf("on a Mac: %q", got)
	}
}

// TestKeyWordsInLanguages checks the names of keys in each language. In files they are always English.
func TestKeyWordsInLanguages(t *testing.T) {
	t.Cleanup(func() { _ = say.Use("en") })
	for tag, want := range map[string]string{
		"en": "Shift+Backspace", "fi": "Vaihto+Askelpalautin", "sv": "Skift+Backsteg",
	} {
		if err := say.Use(tag); err != nil {
			t.Fatal(err)
		}
		if got := KeyWords(fyne.KeyModifierShift, fyne.KeyBackspace); got != want {
			t.Errorf("%s: %q, not %q", tag, got, want)
		}
		if got := KeyNames(fyne.KeyModifierShift, fyne.KeyBackspace); got != "Shift+Backspace" {
			t.Errorf("%s: in a file %q", tag, got)
		}
	}
}
