package atspi

import (
	"context"
	"slices"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// A keyListener is a client that wants to be asked about keys, in the registry's format.
type keyListener struct {
	Bus           string
	Path          dbus.ObjectPath
	Device, Kinds uint32
	Keys          []keyDefinition // empty for all keys
	Modifiers     uint32          // that must be held: readers register once for each set of them
	Mode          struct {
		Synchronous, Preemptive bool
		Global                  bool // it gets keys from X, and not from programs
	}
}

// A keyDefinition is one of the keys of a keyListener.
type keyDefinition struct {
	Code, Symbol int32
	Text         string
	Unused       int32
}

// equals reports whether two are the same listener.
func (k keyListener) equals(other keyListener) bool {
	return k.Bus == other.Bus && k.Path == other.Path && k.Modifiers == other.Modifiers && k.Mode == other.Mode
}

// askForKeys queries the registry for key listeners.
func (l *link) askForKeys(ctx context.Context) {
	l.keyListeners = nil
	// without a registry there are no listeners
	_ = l.callMethod(ctx, 0, registryName, devicesPath, devices+".GetKeystrokeListeners").Store(&l.keyListeners)
	l.keyListeners = slices.DeleteFunc(l.keyListeners, func(k keyListener) bool { return k.Mode.Global })
	l.updateKeysWanted()
}

// hearKeys handles a signal that a key listener was added or removed.
func (l *link) hearKeys(body []any, begins bool) {
	var k keyListener
	if dbus.Store(body, &k) != nil || k.Mode.Global {
		return
	}
	l.keyListeners = slices.DeleteFunc(l.keyListeners, k.equals)
	if begins {
		l.keyListeners = append(l.keyListeners, k)
	}
	l.updateKeysWanted()
}

// updateKeysWanted notifies the program if the first key listener was added, or the last one removed.
func (l *link) updateKeysWanted() {
	if wanted := len(l.keyListeners) > 0; wanted != l.keysWanted {
		l.keysWanted = wanted
		l.wantKeys(wanted)
	}
}

// A deviceEvent is a key in the registry's format (AtspiDeviceEvent). The registry reads 16 bits where its description
// states 32.
type deviceEvent struct {
	Type      uint32 // 0 for a key that is pressed, 1 for one that is released
	Symbol    int32
	Code      int16
	Modifiers int16
	Time      int32 // ms, since an arbitrary time
	Text      string
	IsText    bool
}

// offer asks the readers about a key, and reports whether one of them took it.
func (l *link) offer(ctx context.Context, k access.Key) (taken bool) {
	e := deviceEvent{
		Type: 1, Symbol: int32(k.Symbol), Code: int16(k.Code), Modifiers: int16(k.Modifiers),
		Time: int32(k.At.UnixMilli()), Text: k.Text, IsText: k.Text != "",
	}
	if k.Down {
		e.Type = 0
	}
	return l.callMethod(ctx, 0, registryName, devicesPath, devices+".NotifyListenersSync", e).Store(&taken) == nil &&
		taken
}

// Key asks readers about a key before a window gets it, and does not wait for them. answer is called on another
// goroutine, or at once where there are none; it reports whether a reader took the key.
func (s *Service) Key(k access.Key, answer func(taken bool)) {
	l := s.joined.Load()
	if l == nil {
		answer(false)
		return
	}
	go func() { answer(l.offer(s.life, k)) }()
}
