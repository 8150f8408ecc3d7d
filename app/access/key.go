package access

import "time"

// A Key is a key that is pressed or released in a window, in X's numbers, which screen readers use everywhere.
type Key struct {
	Down      bool
	Symbol    uint32       // keysym (X Window System Protocol, appendix A), 0 for none
	Code      uint32       // keycode
	Modifiers KeyModifiers // held at that time, without the key itself
	Text      string       // what it types, "" for nothing
	Commands  bool         // another held key was taken by a reader, so this one is part of its command
	At        time.Time
}

// KeyModifiers are keys that are held, or locks that are on, as bits of X (KeyButMask).
type KeyModifiers uint32

// The modifiers. Those that X leaves to the keyboard's table are the usual ones.
const (
	ShiftHeld   KeyModifiers = 1 << 0
	CapsLocked  KeyModifiers = 1 << 1
	ControlHeld KeyModifiers = 1 << 2
	AltHeld     KeyModifiers = 1 << 3
	NumLocked   KeyModifiers = 1 << 4
	SuperHeld   KeyModifiers = 1 << 6
)
