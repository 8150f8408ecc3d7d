package core

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
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
		if got := keyWords("linux", tt.modifier, keyName(tt.key)); got != tt.want {
			t.Errorf("%d %s: %q, want %q", tt.modifier, tt.key, got, tt.want)
		}
	}
	if got := keyWords("darwin", super|shift, keyName(fyne.KeyC)); got != "Shift+Cmd+C" {
		t.Errorf("on a Mac: %q", got)
	}
}
