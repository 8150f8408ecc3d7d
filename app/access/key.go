package access

import "time"

// A Key is a key that is pressed or let go in a window, in the numbers that X has for keys and readers everywhere know.
type Key struct {
	Down      bool
	Symbol    uint32       // what it means (X Window System Protocol, appendix A: keysym), 0 for nothing
	Code      uint32       // where it is on the keyboard (keycode)
	Modifiers KeyModifiers // what was held when that happened, without the key itself
	Text      string       // what it types, "" for nothing
	Commands  bool         // a key is held with it that a reader took, as part of a command of its own
	At        time.Time
}

// KeyModifiers are keys that are held, or locks that are on, as bits of X (KeyButMask).
type KeyModifiers uint32

// The modifiers, where X leaves some to the keyboard's table those of every usual one.
const (
	ShiftHeld   KeyModifiers = 1 << 0
	CapsLocked  KeyModifiers = 1 << 1
	ControlHeld KeyModifiers = 1 << 2
	AltHeld     KeyModifiers = 1 << 3
	NumLocked   KeyModifiers = 1 << 4
	SuperHeld   KeyModifiers = 1 << 6
)
