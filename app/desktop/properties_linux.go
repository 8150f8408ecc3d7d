package desktop

import (
	"maps"
	"slices"
	"sync"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/introspect"

	"sextant/app/bus"
)

// properties are the properties of an object on a bus, by interface and name. The library's (v5.2.2, prop) modify a map
// that a reply may still be encoding, and keep entries of earlier values.
type properties struct {
	bus  *bus.Conn // for signals
	path dbus.ObjectPath
	take map[string]func(v dbus.Variant) *dbus.Error // handlers of Set by name, for writable properties

	mu     sync.Mutex
	values map[string]map[string]dbus.Variant // the values are immutable
}

// The errors of the interface org.freedesktop.DBus.Properties.
var (
	errNoInterface = dbus.NewError("org.freedesktop.DBus.Error.UnknownInterface", nil)
	errNoProperty  = dbus.NewError("org.freedesktop.DBus.Error.UnknownProperty", nil)
	errReadOnly    = dbus.NewError("org.freedesktop.DBus.Error.PropertyReadOnly", nil)
	errInvalid     = dbus.NewError("org.freedesktop.DBus.Error.InvalidArgs", nil)
)

// Get returns a property.
func (p *properties) Get(in, name string) (dbus.Variant, *dbus.Error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.values[in] == nil {
		return dbus.Variant{}, errNoInterface
	}
	v, is := p.values[in][name]
	if !is {
		return dbus.Variant{}, errNoProperty
	}
	return v, nil
}

// GetAll returns all properties of an interface.
func (p *properties) GetAll(in string) (map[string]dbus.Variant, *dbus.Error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.values[in] == nil {
		return nil, errNoInterface
	}
	return maps.Clone(p.values[in]), nil
}

// Set passes the desktop's request for a value to the handler. The property changes only with the program's state.
func (p *properties) Set(in, name string, v dbus.Variant) *dbus.Error {
	before, err := p.Get(in, name)
	switch {
	case err != nil:
		return err
	case p.take[name] == nil:
		return errReadOnly
	case v.Signature() != before.Signature():
		return errInvalid
	}
	return p.take[name](v)
}

// setValues sets values, and emits the signal for those announced. It fails if the bus is lost.
func (p *properties) setValues(in string, values, announced map[string]dbus.Variant) error {
	p.mu.Lock()
	maps.Copy(p.values[in], values)
	p.mu.Unlock()
	if len(announced) == 0 {
		return nil
	}
	return p.bus.Emit(p.path, "org.freedesktop.DBus.Properties.PropertiesChanged", in, announced, []string{})
}

// described returns the introspection data of an interface's properties; emits says whether a change of one is
// signalled.
func (p *properties) described(in string, emits func(name string) string) (list []introspect.Property) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(p.values[in])) {
		access := "read"
		if p.take[name] != nil {
			access = "readwrite"
		}
		list = append(list, introspect.Property{
			Name: name, Type: p.values[in][name].Signature().String(), Access: access,
			Annotations: []introspect.Annotation{
				{Name: "org.freedesktop.DBus.Property.EmitsChangedSignal", Value: emits(name)},
			},
		})
	}
	return list
}
