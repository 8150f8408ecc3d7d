package loop

import (
	"unicode/utf8"

	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

	"sextant/app/access"
)

// locks are the modifiers that the toolkit ignores.
const locks = glfw.ModCapsLock | glfw.ModNumLock

// accessKey describes a key to assistive technologies. A released key has the symbol that it had when it was pressed.
func (h *keyHand) accessKey(k *heldKey) access.Key {
	key := access.Key{
		Down: k.action != glfw.Release, Code: keycode(k.number), Modifiers: modifiers(k.mods),
		Text: string(k.text), Commands: len(h.taken) > 0, At: k.at,
	}
	if h.symbols == nil {
		h.symbols = map[int]uint32{}
	}
	if key.Down {
		name := ""
		if len(k.text) == 0 {
			inLibrary(func() { name = glfw.GetKeyName(k.key, k.number) })
		}
		key.Symbol = symbol(k.key, k.mods, key.Text, name)
		h.symbols[k.number] = key.Symbol
	} else {
		key.Symbol = h.symbols[k.number]
		delete(h.symbols, k.number)
	}
	return key
}

// keycode returns X's keycode of a scan code: on Wayland those are lower by 8.
func keycode(number int) (code uint32) {
	inLibrary(func() {
		if glfw.GetPlatform() == glfw.PlatformWayland {
			number += 8
		}
	})
	return uint32(number)
}

func modifiers(mods glfw.ModifierKey) (m access.KeyModifiers) {
	for _, b := range []struct {
		from glfw.ModifierKey
		to   access.KeyModifiers
	}{
		{glfw.ModShift, access.ShiftHeld},
		{glfw.ModCapsLock, access.CapsLocked},
		{glfw.ModControl, access.ControlHeld},
		{glfw.ModAlt, access.AltHeld},
		{glfw.ModNumLock, access.NumLocked},
		{glfw.ModSuper, access.SuperHeld},
	} {
		if mods&b.from != 0 {
			m |= b.to
		}
	}
	return m
}

// symbol returns the keysym of a key, from its position, the text that it types, and, if it types nothing, its name in
// the keyboard's layout.
func symbol(k glfw.Key, mods glfw.ModifierKey, text, name string) uint32 {
	if s, is := keypad(k, mods&glfw.ModNumLock != 0); is {
		return s
	}
	switch {
	case k == glfw.KeyTab && mods&glfw.ModShift != 0:
		return 0xfe20 // ISO_Left_Tab
	case k >= glfw.KeyF1 && k <= glfw.KeyF25:
		return 0xffbe + uint32(k-glfw.KeyF1)
	}
	if s, is := symbols[k]; is {
		return s
	}
	if text == "" {
		text = name
	}
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case n == 0 || r == utf8.RuneError:
		return 0
	case r >= 0x20 && r <= 0x7e, r >= 0xa0 && r <= 0xff:
		return uint32(r)
	}
	return 0x01000000 | uint32(r)
}

// keypad returns the keysym of a keypad key that depends on Num Lock.
func keypad(k glfw.Key, numLock bool) (s uint32, is bool) {
	bare := [...]uint32{0xff9e, 0xff9c, 0xff99, 0xff9b, 0xff96, 0xff9d, 0xff98, 0xff95, 0xff97, 0xff9a}
	switch {
	case k < glfw.KeyKP0 || k > glfw.KeyKPDecimal:
		return 0, false
	case k == glfw.KeyKPDecimal && numLock:
		return 0xffae, true
	case k == glfw.KeyKPDecimal:
		return 0xff9f, true
	case numLock:
		return 0xffb0 + uint32(k-glfw.KeyKP0), true
	}
	return bare[k-glfw.KeyKP0], true
}

// symbols are the keysyms of keys that type nothing, or the same in every layout.
var symbols = map[glfw.Key]uint32{
	glfw.KeySpace: 0x20, glfw.KeyEscape: 0xff1b, glfw.KeyEnter: 0xff0d, glfw.KeyTab: 0xff09, glfw.KeyBackspace: 0xff08,
	glfw.KeyInsert: 0xff63, glfw.KeyDelete: 0xffff, glfw.KeyRight: 0xff53,
	glfw.KeyLeft: 0xff51, glfw.KeyDown: 0xff54, glfw.KeyUp: 0xff52,
	glfw.KeyPageUp: 0xff55, glfw.KeyPageDown: 0xff56, glfw.KeyHome: 0xff50, glfw.KeyEnd: 0xff57,
	glfw.KeyCapsLock: 0xffe5, glfw.KeyScrollLock: 0xff14, glfw.KeyNumLock: 0xff7f,
	glfw.KeyPrintScreen: 0xff61, glfw.KeyPause: 0xff13,
	glfw.KeyLeftShift: 0xffe1, glfw.KeyRightShift: 0xffe2, glfw.KeyLeftControl: 0xffe3, glfw.KeyRightControl: 0xffe4,
	glfw.KeyKPDivide: 0xffaf, glfw.KeyKPMultiply: 0xffaa, glfw.KeyKPSubtract: 0xffad,
	glfw.KeyKPAdd: 0xffab, glfw.KeyKPEnter: 0xff8d, glfw.KeyKPEqual: 0xffbd,
	glfw.KeyLeftAlt: 0xffe9, glfw.KeyRightAlt: 0xffea, glfw.KeyLeftSuper: 0xffeb,
	glfw.KeyRightSuper: 0xffec, glfw.KeyMenu: 0xff67,
}
