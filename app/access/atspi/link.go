package atspi

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// mostAnswered limits the calls in progress. Further ones wait in the bus.
const mostAnswered = 16

// A link is the program's connection to the accessibility bus. Except for the answers to calls, it belongs to one
// goroutine.
type link struct {
	*line
	objects   *objects
	end       context.CancelFunc
	tree      *access.Tree // the one that readers know
	registry  string       // the unique name of the registry that has the program, "" for none
	listeners []listener

	wantKeys     func(bool)
	keyListeners []keyListener
	keysWanted   bool // the program was notified that there are any
}

// A listener is a client that has subscribed to some events.
type listener struct{ Bus, Event string }

// newLink connects to the bus and registers the program.
func newLink(ctx context.Context, address string, options Options) (*link, error) {
	o := newObjects(options)
	ctx, end := context.WithCancel(ctx)
	h := &handler{objects: o, free: make(chan struct{}, mostAnswered), done: ctx.Done()}
	bus, err := dial(ctx, address, dbus.WithHandler(h), dbus.WithIncomingInterceptor(h.admit))
	if err != nil {
		end()
		return nil, err
	}
	l := &link{line: bus, objects: o, end: end, tree: o.shown.Load().tree, wantKeys: options.Keys}
	if err = l.addMatches(ctx, owners(registryName)...); err == nil {
		err = l.addMatches(ctx, dbus.WithMatchSender(registryName), dbus.WithMatchInterface(registryName))
	}
	if err == nil {
		err = l.addMatches(ctx, dbus.WithMatchSender(registryName),
			dbus.WithMatchInterface(prefix+"DeviceEventListener"))
	}
	if err == nil {
		err = l.embed(ctx)
	}
	if err != nil {
		l.hangUp()
		return nil, err
	}
	return l, nil
}

// hangUp disconnects. The registry notices.
func (l *link) hangUp() {
	l.end()
	l.line.hangUp()
}

// embed registers the program, and queries the listeners.
func (l *link) embed(ctx context.Context) error {
	self := l.Names()[0]
	known := *l.objects.shown.Load()
	known.self = self
	l.objects.shown.Store(&known)
	var desktop reference
	if err := l.callMethod(ctx, 0, registryName, embedPath, prefix+"Socket.Embed",
		reference{self, embedPath}).Store(&desktop); err != nil {
		return err
	}
	if !desktop.Path.IsValid() {
		return errNoDesktop
	}
	embedded := known // what was published is not written to
	embedded.desktop = desktop
	l.objects.shown.Store(&embedded)
	l.registry = desktop.Name
	l.listeners = nil
	// without a registry there are no listeners
	_ = l.callMethod(ctx, 0, registryName, registryPath, registryName+".GetRegisteredEvents").Store(&l.listeners)
	for i, n := range l.listeners {
		l.listeners[i].Event = normal(n.Event)
	}
	return nil
}

var errNoDesktop = errors.New("the registry's answer is no object")

// hear handles a signal of the bus or of the registry.
func (l *link) hear(ctx context.Context, signal *dbus.Signal) {
	var bus, event, owner string
	switch signal.Name {
	case ownerChanged:
		if dbus.Store(signal.Body, &bus, &event, &owner) != nil || owner == l.registry {
			return
		}
		l.registry, l.listeners, l.keyListeners = "", nil, nil
		l.updateKeysWanted()
		if owner != "" && l.embed(ctx) == nil { // a registry that fails ends soon, and reports that
			l.askForKeys(ctx)
		}
	case prefix + "DeviceEventListener.KeystrokeListenerRegistered":
		l.hearKeys(signal.Body, true)
	case prefix + "DeviceEventListener.KeystrokeListenerDeregistered":
		l.hearKeys(signal.Body, false)
	case registryName + ".EventListenerRegistered":
		if dbus.Store(signal.Body[:min(2, len(signal.Body))], &bus, &event) == nil {
			if n := (listener{bus, normal(event)}); !slices.Contains(l.listeners, n) {
				l.listeners = append(l.listeners, n)
			}
		}
	case registryName + ".EventListenerDeregistered":
		if dbus.Store(signal.Body[:min(2, len(signal.Body))], &bus, &event) == nil {
			l.listeners = slices.DeleteFunc(l.listeners, func(n listener) bool {
				return n.Bus == bus && covers(normal(event), n.Event)
			})
		}
	}
}

// normal normalises the name of an event, which readers and the registry write differently.
func normal(event string) string {
	return strings.TrimRight(strings.ToLower(strings.ReplaceAll(event, "-", "")), ":")
}

// covers reports whether an event matches a listener's pattern.
func covers(kind, event string) bool {
	rest, is := strings.CutPrefix(event, kind)
	return is && (rest == "" || kind == "" || rest[0] == ':')
}

// showTree publishes a tree, and emits its changes.
func (l *link) showTree(t *access.Tree) {
	changes := access.Diff(l.tree, t)
	l.tree = t
	l.objects.setTree(t)
	for _, c := range changes {
		l.emitChange(c)
		if !l.Connected() {
			return
		}
	}
}

// listened reports whether an event has a listener. Events that update the readers' caches always do.
func (l *link) listened(class, member, detail string) bool {
	switch member {
	case "ChildrenChanged", "StateChanged", "PropertyChange":
		return len(l.listeners) > 0
	}
	event := normal(class + ":" + member + ":" + detail)
	return slices.ContainsFunc(l.listeners, func(n listener) bool { return covers(n.Event, event) })
}

// emit emits an event if it has a listener.
func (l *link) emit(n *access.Node, class, member, detail string, first, second int, v any) {
	if l.listened(class, member, detail) {
		path := l.objects.shown.Load().ref(n).Path
		_ = l.Emit(path, prefix+"Event."+class+"."+member, detail, int32(first),
			int32(second), dbus.MakeVariant(v), map[string]dbus.Variant{})
	}
}
