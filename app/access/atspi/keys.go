package atspi

import (
	"context"
	"slices"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// A keyListener is somebody who wants to be asked about keys, as the registry describes it.
type keyListener struct {
	Bus           string
	Path          dbus.ObjectPath
	Device, Kinds uint32
	Keys          []keyDefinition // none for all
	Modifiers     uint32          // that have to be held: readers listen once for each set of them
	Mode          struct {
		Synchronous, Preemptive bool
		Global                  bool // keys come to it from X, and not from programs
	}
}

// A keyDefinition is one of the keys that somebody listens for.
type keyDefinition struct {
	Code, Symbol int32
	Text         string
	Unused       int32
}

// equals reports whether two are the same listener.
func (k keyListener) equals(other keyListener) bool {
	return k.Bus == other.Bus && k.Path == other.Path && k.Modifiers == other.Modifiers && k.Mode == other.Mode
}

// askForKeys asks the registry who listens for keys.
func (l *link) askForKeys(ctx context.Context) {
	l.keyListeners = nil
	// without it, nobody listens
	_ = l.callMethod(ctx, 0, registryName, devicesPath, devices+".GetKeystrokeListeners").Store(&l.keyListeners)
	l.keyListeners = slices.DeleteFunc(l.keyListeners, func(k keyListener) bool { return k.Mode.Global })
	l.updateKeysWanted()
}

// hearKeys acts on a signal that somebody begins or ends to listen for keys.
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

// updateKeysWanted notifies the program when it has changed whether anybody wants to be asked about keys.
func (l *link) updateKeysWanted() {
	if wanted := len(l.keyListeners) > 0; wanted != l.keysWanted {
		l.keysWanted = wanted
		l.wantKeys(wanted)
	}
}

// A deviceEvent is a key as the registry takes it (AtspiDeviceEvent). Where its own description has 32 bits, it reads
// 16.
type deviceEvent struct {
	Type      uint32 // 0 for a key that is pressed, 1 for one that is let go
	Symbol    int32
	Code      int16
	Modifiers int16
	Time      int32 // ms, since whenever
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
