package atspi

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
	"sextant/app/bus"
)

// An item has the properties of a node that readers cache.
type item struct {
	Self, Application, Parent reference
	Index, Children           int32
	Interfaces                []string
	Name                      string
	Role                      uint32
	Description               string
	States                    []uint32
}

// cache returns the interface that lists all nodes at once.
func cache() face {
	return face{
		name:  prefix + "Cache",
		has:   func(c *call) bool { return c.n == nil },
		props: map[string]property{"version": version()},
		calls: map[string]method{
			"GetItems": {"", "a((so)(so)(so)iiassusau)", one(func(c *call) any {
				return c.items(c.tree.Root, make([]item, 0, c.tree.Len()))
			})},
		},
	}
}

// items appends a node and all below it to a list.
func (c *call) items(n *access.Node, list []item) []item {
	list = append(list, item{
		Self: c.ref(n), Application: c.ref(c.tree.Root), Parent: c.parent(n),
		Index: c.index(n), Children: int32(len(n.Children)),
		Interfaces: c.interfaces(n), Name: c.name(n), Role: roleOf(n).number,
		Description: clean(n.Description), States: c.states(n),
	})
	for _, child := range n.Children {
		list = c.items(child, list)
	}
	return list
}

// propertiesFace returns the interface for the properties of all other interfaces.
func propertiesFace() face {
	return face{
		name: properties,
		has:  func(*call) bool { return true },
		calls: map[string]method{
			"Get": {"ss", "v", func(c *call) ([]any, error) {
				p, err := c.property()
				if err != nil {
					return nil, err
				}
				return []any{dbus.MakeVariant(p.get(c))}, nil
			}},
			"GetAll": {"s", "a{sv}", one(func(c *call) any {
				all := map[string]dbus.Variant{}
				for _, f := range c.o.faces {
					if f.name == c.str(0) && f.has(c) {
						for name, p := range f.props {
							all[name] = dbus.MakeVariant(p.get(c))
						}
					}
				}
				return all
			})},
			"Set": {"ssv", "", func(c *call) ([]any, error) {
				p, err := c.property()
				if err == nil && p.set == nil {
					err = dbus.NewError("org.freedesktop.DBus.Error.PropertyReadOnly", []any{"it can only be read"})
				}
				if err == nil {
					err = p.set(c, c.args[2].(dbus.Variant))
				}
				return nil, err
			}},
		},
	}
}

// property returns the property that the first two arguments name.
func (c *call) property() (property, error) {
	for _, f := range c.o.faces {
		if f.name == c.str(0) && f.has(c) {
			if p, is := f.props[c.str(1)]; is {
				return p, nil
			}
		}
	}
	return property{}, errNoProperty(c.str(1))
}

// errNoProperty returns the error for a property that an object does not have.
func errNoProperty(name string) error {
	return dbus.NewError("org.freedesktop.DBus.Error.UnknownProperty", []any{"there is no property " + clean(name)})
}

// introspectable returns the interface that describes an object's interfaces.
func introspectable() face {
	return face{
		name: "org.freedesktop.DBus.Introspectable",
		has:  func(*call) bool { return true },
		calls: map[string]method{"Introspect": {"", "s", one(func(c *call) any {
			var b strings.Builder
			b.WriteString("<node>\n")
			for _, f := range c.o.faces {
				if f.has(c) {
					describe(&b, f)
				}
			}
			b.WriteString("</node>\n")
			return b.String()
		})}},
	}
}

func describe(b *strings.Builder, f face) {
	fmt.Fprintf(b, " <interface name=%q>\n", f.name)
	for _, name := range slices.Sorted(maps.Keys(f.calls)) {
		m := f.calls[name]
		fmt.Fprintf(b, "  <method name=%q>\n", name)
		arguments(b, "in", m.in)
		arguments(b, "out", m.out)
		b.WriteString("  </method>\n")
	}
	for _, name := range slices.Sorted(maps.Keys(f.props)) {
		may := "read"
		if f.props[name].set != nil {
			may = "readwrite"
		}
		fmt.Fprintf(b, "  <property name=%q type=%q access=%q/>\n", name, f.props[name].signature, may)
	}
	b.WriteString(" </interface>\n")
}

// arguments writes the arguments of a signature, one complete type after the other.
func arguments(b *strings.Builder, direction, signature string) {
	for signature != "" {
		n := bus.TypeLength(signature)
		fmt.Fprintf(b, "   <arg type=%q direction=%q/>\n", signature[:n], direction)
		signature = signature[n:]
	}
}
