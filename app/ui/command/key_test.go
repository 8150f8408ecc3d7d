package command

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/driver/desktop"

	"sextant/app/desktop"
)

// TestParseKey parses keys in the words of Key.Words and in other spellings that users write.
func TestParseKey(t *testing.T) {
	both := fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	for _, k := range []Key{
		Char('h'), Char('?'), Char('-'), Char('+'), Char(' '), Char('ö'), Press(fyne.KeyF6),
		Press(fyne.KeyPageUp), Press(fyne.KeyReturn), Press(toolkit.KeyMenu),
		Ctrl(fyne.KeyP, fyne.KeyModifierShift), Ctrl(fyne.KeyPlus), Ctrl(fyne.KeyMinus),
		Ctrl(fyne.KeyComma), Ctrl(fyne.KeySpace), Alt(fyne.KeyLeft),
		Shift(fyne.KeyF10), Press(desktop.KeyChannelUp), Press(desktop.KeyPause),
		{Name: fyne.Key7, Modifier: both},
	} {
		if got, err := ParseKey(k.Words()); err != nil || got != k {
			t.Errorf("%s is %+v, want %+v (%v)", k.Words(), got, k, err)
		}
	}
	for words, want := range map[string]Key{
		"f6": Press(fyne.KeyF6), "ctrl + shift + p": {
			Name: fyne.KeyP, Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift,
		},
		"cmd+q": {Name: fyne.KeyQ, Modifier: fyne.KeyModifierSuper},
		"H":     Char('h'), "channel UP": Press(desktop.KeyChannelUp),
	} {
		if got, err := ParseKey(words); err != nil || got != want {
			t.Errorf("%s is %+v, want %+v (%v)", words, got, want, err)
		}
	}
	for _, words := range []string{
		"", "Ctrl", "Ctrl+", "Shift+H", "Foo", "Ctrl+Foo", "F13", "\x00", "\xff", strings.Repeat("Ctrl+", 20) + "A",
	} {
		if k, err := ParseKey(words); err == nil {
			t.Errorf("%q is the key %+v", words, k)
		}
	}
}

// FuzzParseKey checks that the words of a parsed key are parsed to the same key.
func FuzzParseKey(f *testing.F) {
	for _, words := range []string{
		"Ctrl+Shift+P", "H", "F6", "Channel up", "Ctrl++", "−", "Alt+ß", "ı", "K", "Ctrl+ſ",
	} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		k, err := ParseKey(words)
		if err != nil {
			return
		}
		if again, err := ParseKey(k.Words()); err != nil || again != k {
			t.Errorf("%q is %+v, and its words %q are %+v, %v", words, k, k.Words(), again, err)
		}
	})
}
