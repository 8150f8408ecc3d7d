package atspi

import (
	"fmt"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
	"sextant/app/testkit"
)

// registryKeys is the part of a registry that passes keys to readers: here to one that consumes keys without text.
type registryKeys struct {
	*fakeRegistry
	keys   []keyListener
	events chan deviceEvent
	answer chan struct{} // each answer needs an element
}

func (r *registryKeys) GetKeystrokeListeners() ([]keyListener, *dbus.Error) { return r.keys, nil }

func (r *registryKeys) NotifyListenersSync(e deviceEvent) (bool, *dbus.Error) {
	r.events <- e
	<-r.answer
	return !e.IsText, nil
}

func (r *registryKeys) signal(t *testing.T, name string, k keyListener) {
	t.Helper()
	testkit.NoError(t, r.conn.Emit(devicesPath, prefix+"DeviceEventListener."+name, k))
}

// TestReadersAreAskedAboutKeys tests readers that listen for keys and others that do not, and a bus that ends while an
// answer is pending.
func TestReadersAreAskedAboutKeys(t *testing.T) {
	session, _ := testkit.StartBus(t)
	bus, end := testkit.StartBus(t)
	global := keyListener{Bus: ":1.8", Path: "/x"}
	global.Mode.Global = true
	r := &registryKeys{
		fakeRegistry: newRegistry(t, bus), keys: []keyListener{global, {Bus: ":1.9", Path: "/listener"}},
		events: make(chan deviceEvent, 9), answer: make(chan struct{}, 9),
	}
	testkit.NoError(t, r.conn.Export(r, devicesPath, devices))
	s := start(t, session)
	s.Key(access.Key{}, func(taken bool) {
		if taken {
			t.Error("a key is taken where there are no readers")
		}
	})
	l := newLauncher(t, session, bus)
	l.set("IsEnabled", true)
	expect := func(when, want string) {
		t.Helper()
		testkit.Eventually(t, when, func() bool { return s.keysNotified() == want })
	}
	expect("a reader is there already", "[true]")
	r.signal(t, "KeystrokeListenerRegistered", keyListener{Bus: ":1.9", Path: "/listener", Modifiers: 1})
	r.signal(t, "KeystrokeListenerDeregistered", keyListener{Bus: ":1.9", Path: "/listener", Modifiers: 1})
	r.signal(t, "KeystrokeListenerRegistered", global)
	r.signal(t, "KeystrokeListenerDeregistered", keyListener{Bus: ":1.9", Path: "/listener"})
	expect("it goes", "[true false]")
	r.signal(t, "KeystrokeListenerRegistered", keyListener{Bus: ":1.9", Path: "/listener"})
	expect("it comes again", "[true false true]")

	answers := make(chan bool, 9)
	at := time.UnixMilli(1_000_000)
	r.answer <- struct{}{}
	r.answer <- struct{}{}
	s.Key(access.Key{Down: true, Symbol: 'A', Code: 38, Modifiers: access.ShiftHeld, Text: "A", At: at},
		func(taken bool) { answers <- taken })
	if taken, e := <-answers, <-r.events; taken ||
		e != (deviceEvent{Symbol: 'A', Code: 38, Modifiers: 1, Time: 1_000_000, Text: "A", IsText: true}) {
		t.Errorf("asked about %+v; taken: %v", e, taken)
	}
	s.Key(access.Key{Symbol: 0xff63, Code: 118, At: at}, func(taken bool) { answers <- taken })
	if taken, e := <-answers, <-r.events; !taken ||
		e != (deviceEvent{Type: 1, Symbol: 0xff63, Code: 118, Time: 1_000_000}) {
		t.Errorf("asked about %+v; taken: %v", e, taken)
	}
	s.Key(access.Key{Down: true}, func(taken bool) { answers <- taken })
	<-r.events
	end()
	if <-answers {
		t.Error("a key was taken by nobody")
	}
	expect("the bus has ended", "[true false true false]")
	close(r.answer)
}

func (s *screen) keysNotified() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.keys)
}
