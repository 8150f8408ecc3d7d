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

// A Key is a key, with modifiers or without, or a typed character.
type Key struct {
	Name     fyne.KeyName
	Modifier fyne.KeyModifier
	// Rune is the character in lower case; Name is then empty, and Modifier at most Shift.
	Rune rune
}

// Press returns a key without a modifier.
func Press(name fyne.KeyName) Key { return Key{Name: name} }

// Ctrl returns a key with Ctrl, or Cmd on macOS, and other modifiers.
func Ctrl(name fyne.KeyName, more ...fyne.KeyModifier) Key {
	k := Key{Name: name, Modifier: fyne.KeyModifierShortcutDefault}
	for _, m := range more {
		k.Modifier |= m
	}
	return k
}

// Alt returns a key with Alt.
func Alt(name fyne.KeyName) Key { return Key{Name: name, Modifier: fyne.KeyModifierAlt} }

// Shift returns a key with Shift.
func Shift(name fyne.KeyName) Key { return Key{Name: name, Modifier: fyne.KeyModifierShift} }

// Char returns the key of a character. Its case does not matter.
func Char(r rune) Key { return Key{Rune: unicode.ToLower(r)} }

// ShiftChar returns the key of a character that is typed with Shift.
func ShiftChar(r rune) Key { return Key{Rune: unicode.ToLower(r), Modifier: fyne.KeyModifierShift} }

// Words returns the key in words, as in "Ctrl+F" or "H".
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

// String returns Words in English, the format of keys in files.
func (k Key) String() string {
	switch k.Rune {
	case 0:
		return core.KeyNames(k.Modifier, k.Name)
	case ' ':
		return core.KeyNames(0, fyne.KeySpace)
	}
	return k.Words()
}

// shortcut returns the key as a shortcut for a menu.
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

// mostKeyWords limits the words of a key, in bytes.
const mostKeyWords = 60

// ParseKey parses the format of String.
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

// parseModifiers parses the modifiers in the words of a key, and returns the rest as name.
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

// parseCharacter returns the key of a character, with no modifier but Shift.
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

// namedKeys returns the keys that type no character.
func namedKeys() []fyne.KeyName {
	return []fyne.KeyName{
		fyne.KeyEscape, fyne.KeyReturn, fyne.KeyTab, fyne.KeyBackspace, fyne.KeyInsert, fyne.KeyDelete, fyne.KeySpace,
		fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown,
		fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageUp, fyne.KeyPageDown,
		fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8, fyne.KeyF9,
		fyne.KeyF10, fyne.KeyF11, fyne.KeyF12, toolkit.KeyMenu,
	}
}

// FromShortcut returns the key of a shortcut of the toolkit.
func FromShortcut(s fyne.Shortcut) (Key, bool) {
	k, ok := s.(fyne.KeyboardShortcut)
	switch s := s.(type) { // those without a key in the toolkit
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

// FromPress returns the key of the toolkit's event for a key that is no shortcut. It reports false for keys that type a
// character, which have an event of their own.
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
