package command

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/driver/desktop"

	"sextant/app/desktop"
	"sextant/app/say"
	"sextant/widgets/core"
)

// A Key is a key, with modifiers or without, or a character that is typed.
type Key struct {
	Name     fyne.KeyName
	Modifier fyne.KeyModifier
	// Rune is the character in lower case; Name is then empty, and Modifier at most Shift.
	Rune rune
}

// Press is a key without a modifier.
func Press(name fyne.KeyName) Key { return Key{Name: name} }

// Ctrl is a key with Ctrl, which is Cmd on macOS, and maybe others.
func Ctrl(name fyne.KeyName, more ...fyne.KeyModifier) Key {
	k := Key{Name: name, Modifier: fyne.KeyModifierShortcutDefault}
	for _, m := range more {
		k.Modifier |= m
	}
	return k
}

// Alt is a key with Alt.
func Alt(name fyne.KeyName) Key { return Key{Name: name, Modifier: fyne.KeyModifierAlt} }

// Shift is a key with Shift.
func Shift(name fyne.KeyName) Key { return Key{Name: name, Modifier: fyne.KeyModifierShift} }

// Char is a character. Its case does not matter.
func Char(r rune) Key { return Key{Rune: unicode.ToLower(r)} }

// ShiftChar is a character that is typed with Shift.
func ShiftChar(r rune) Key { return Key{Rune: unicode.ToLower(r), Modifier: fyne.KeyModifierShift} }

// Words say which keys to press, as in "Ctrl+F" or "H".
func (k Key) Words() string {
	switch k.Rune {
	case 0:
		return core.KeyWords(k.Modifier, k.Name)
	case ' ':
		return core.KeyWords(0, fyne.KeySpace)
	case '-':
		return "−"
	}
	if k.Modifier != 0 {
		return core.KeyWords(k.Modifier, fyne.KeyName(unicode.ToUpper(k.Rune)))
	}
	return string(unicode.ToUpper(k.Rune))
}

// String is what Words says in English, whatever the language: as keys are written in files.
func (k Key) String() string {
	switch k.Rune {
	case 0:
		return core.KeyNames(k.Modifier, k.Name)
	case ' ':
		return core.KeyNames(0, fyne.KeySpace)
	}
	return k.Words()
}

// shortcut is how a menu is given the key.
func (k Key) shortcut() fyne.Shortcut {
	name := k.Name
	switch {
	case k.Rune == ' ':
		name = fyne.KeySpace
	case k.Rune != 0:
		name = fyne.KeyName(unicode.ToUpper(k.Rune))
	}
	return &toolkit.CustomShortcut{KeyName: name, Modifier: k.Modifier}
}

// mostKeyWords is how long the words of a key can be, in bytes.
const mostKeyWords = 60

// ParseKey reads a key as String writes it.
func ParseKey(words string) (Key, error) {
	fail := say.Error("keyboard.noKey", "Key", fmt.Sprintf("%.*s", mostKeyWords, words))
	if len(words) > mostKeyWords {
		return Key{}, fail
	}
	modifier, name := parseModifiers(words)
	if r, size := utf8.DecodeRuneInString(name); size == len(name) && size > 0 {
		return parseCharacter(modifier, r, fail)
	}
	for _, k := range append(namedKeys(), desktop.RemoteKeyNames()...) {
		if !strings.EqualFold(core.KeyNames(0, k), name) {
			continue
		}
		if k == fyne.KeySpace && modifier == 0 {
			return Char(' '), nil
		}
		return Key{Name: k, Modifier: modifier}, nil
	}
	return Key{}, fail
}

// parseModifiers takes the modifiers from the words of a key, and gives what is behind them.
func parseModifiers(words string) (modifier fyne.KeyModifier, name string) {
	named := map[string]fyne.KeyModifier{
		"ctrl": fyne.KeyModifierControl, "alt": fyne.KeyModifierAlt, "shift": fyne.KeyModifierShift,
		"cmd": fyne.KeyModifierSuper, "super": fyne.KeyModifierSuper,
	}
	for {
		word, rest, found := strings.Cut(words, "+")
		m, is := named[strings.ToLower(strings.TrimSpace(word))]
		if !found || !is || rest == "" {
			return modifier, strings.TrimSpace(words)
		}
		modifier, words = modifier|m, rest
	}
}

// parseCharacter is the key of a character. Shift alone makes it another character.
func parseCharacter(modifier fyne.KeyModifier, r rune, fail error) (Key, error) {
	if r == '−' {
		r = '-'
	}
	upper := unicode.ToUpper(r)
	lower := unicode.ToLower(upper)
	switch {
	case !unicode.IsPrint(r) || r == utf8.RuneError || r == ' ' ||
		modifier == fyne.KeyModifierShift || unicode.ToUpper(lower) != upper:
		return Key{}, fail
	case modifier == 0:
		return Char(lower), nil
	}
	return Key{Name: fyne.KeyName(upper), Modifier: modifier}, nil
}

// namedKeys are the keys that type no character.
func namedKeys() []fyne.KeyName {
	return []fyne.KeyName{
		fyne.KeyEscape, fyne.KeyReturn, fyne.KeyTab, fyne.KeyBackspace, fyne.KeyInsert, fyne.KeyDelete, fyne.KeySpace,
		fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown,
		fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageUp, fyne.KeyPageDown,
		fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8, fyne.KeyF9,
		fyne.KeyF10, fyne.KeyF11, fyne.KeyF12, toolkit.KeyMenu,
	}
}

// FromShortcut is the key that the toolkit makes a shortcut of.
func FromShortcut(s fyne.Shortcut) (Key, bool) {
	k, ok := s.(fyne.KeyboardShortcut)
	switch s := s.(type) { // those of which the toolkit does not give the key
	case *fyne.ShortcutCopy:
		ok = !s.Secondary
	case *fyne.ShortcutCut:
		ok = !s.Secondary
	case *fyne.ShortcutPaste:
		ok = !s.Secondary
	}
	if !ok {
		return Key{}, false
	}
	return Key{Name: k.Key(), Modifier: k.Mod()}, true
}

// FromPress is the key that is pressed where the toolkit reports one that is no shortcut: Shift counts, and a key that
// types a character is reported by that.
func FromPress(name fyne.KeyName, shift bool) (Key, bool) {
	if name == fyne.KeyEnter {
		name = fyne.KeyReturn
	}
	k := Press(name)
	if shift {
		k = Shift(name)
	}
	return k, name != fyne.KeySpace &&
		(slices.Contains(namedKeys(), name) || slices.Contains(desktop.RemoteKeyNames(), name))
}
