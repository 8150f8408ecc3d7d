package atspi

import (
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
	"sextant/app/bus"
)

// mostWaiting limits the readers' actions that wait for the UI goroutine.
const mostWaiting = 64

// A reference is AT-SPI's reference to an object: its connection and its path there.
type reference struct {
	Name string
	Path dbus.ObjectPath
}

// objects are a program's objects on the bus. It answers calls on any goroutine.
type objects struct {
	program, version string
	run              func(func())
	faces            []face
	shown            atomic.Pointer[shown]
	waiting          atomic.Int32
	number           atomic.Int32 // assigned by the registry
}

// shown is the published state.
type shown struct {
	tree    *access.Tree
	focus   access.ID
	self    string    // the connection's unique name
	desktop reference // the parent of the program
}

// A face is an interface of objects.
type face struct {
	name  string
	has   func(*call) bool
	calls map[string]method
	props map[string]property
}

// A method handles calls whose arguments have its signature.
type method struct {
	in, out string
	do      func(*call) ([]any, error)
}

// A property has a nil set if it is read-only.
type property struct {
	signature string
	get       func(*call) any
	set       func(*call, dbus.Variant) error
}

// A call is a method call to an object.
type call struct {
	*shown
	o    *objects
	n    *access.Node // nil for the cache
	args []any
}

func newObjects(o Options) *objects {
	b := &objects{program: clean(o.Name), version: clean(o.Version), run: o.Run}
	b.shown.Store(&shown{tree: empty()})
	b.faces = []face{
		accessible(), application(), component(), action(), text(),
		editable(), hypertext(), hyperlink(), value(), selection(),
		document(), picture(), cache(), propertiesFace(), introspectable(),
	}
	return b
}

// empty returns a tree of only the program.
func empty() *access.Tree { return access.NewTree(&access.Node{ID: 1, Role: access.Application}) }

// setTree publishes a tree for all further calls.
func (o *objects) setTree(t *access.Tree) {
	next := *o.shown.Load()
	next.tree, next.focus = t, 0
	if f := t.Focused(); f != nil {
		next.focus = f.ID
	}
	o.shown.Store(&next)
}

// answer handles a call. Its errors are D-Bus errors.
func (o *objects) answer(path dbus.ObjectPath, in, member string, args []any) ([]any, error) {
	c := &call{shown: o.shown.Load(), o: o, args: args}
	if path != cachePath {
		if c.n = c.at(path); c.n == nil {
			return nil, dbus.NewError("org.freedesktop.DBus.Error.UnknownObject", []any{
				"there is no object at " + string(path),
			})
		}
	}
	known := false
	for i := range o.faces {
		f := &o.faces[i]
		if in != "" && f.name != in || !f.has(c) {
			continue
		}
		known = true
		if m, is := f.calls[member]; is {
			if !fits(args, m.in) {
				return nil, &dbus.ErrMsgInvalidArg
			}
			return m.do(c)
		}
	}
	if !known {
		return nil, dbus.MakeUnknownInterfaceError(in)
	}
	return nil, dbus.MakeUnknownMethodError(member)
}

// fits reports whether arguments have a signature. It does not check the elements of arrays and structures.
func fits(args []any, signature string) bool {
	for i := 0; i < len(signature); i++ {
		if i >= len(args) {
			return false
		}
		ok := true
		switch signature[i] {
		case 'i':
			_, ok = args[i].(int32)
		case 'u':
			_, ok = args[i].(uint32)
		case 'b':
			_, ok = args[i].(bool)
		case 's':
			_, ok = args[i].(string)
		case 'v':
			_, ok = args[i].(dbus.Variant)
		default:
			return len(args) == i+1 && args[i] != nil && dbus.SignatureOf(args[i]).String()[0] == signature[i]
		}
		if !ok {
			return false
		}
	}
	return len(args) == len(signature)
}

// at returns the node at a path, nil for none.
func (s *shown) at(path dbus.ObjectPath) *access.Node {
	name, is := strings.CutPrefix(string(path), nodesPath)
	if !is {
		return nil
	}
	if name == "root" {
		return s.tree.Root
	}
	id, err := strconv.ParseUint(name, 10, 64)
	if err != nil || strconv.FormatUint(id, 10) != name || access.ID(id) == s.tree.Root.ID {
		return nil
	}
	return s.tree.Find(access.ID(id))
}

// ref returns the reference to a node, the null reference for nil.
func (s *shown) ref(n *access.Node) reference {
	switch n {
	case nil:
		return reference{"", nullPath}
	case s.tree.Root:
		return reference{s.self, embedPath}
	}
	return reference{s.self, pathOf(n)}
}

// pathOf returns the path of a node other than the program.
func pathOf(n *access.Node) dbus.ObjectPath {
	return dbus.ObjectPath(nodesPath + strconv.FormatUint(uint64(n.ID), 10))
}

// refs returns the references to several nodes.
func (s *shown) refs(list []*access.Node) []reference {
	refs := make([]reference, len(list))
	for i, n := range list {
		refs[i] = s.ref(n)
	}
	return refs
}

// child returns one of the node's children, nil if there is none.
func (c *call) child(i int32) *access.Node {
	if i < 0 || int(i) >= len(c.n.Children) {
		return nil
	}
	return c.n.Children[i]
}

// later posts a function to the UI goroutine. It reports false, and drops it, while mostWaiting are waiting.
func (c *call) later(do func()) bool {
	if c.o.waiting.Add(1) > mostWaiting {
		c.o.waiting.Add(-1)
		return false
	}
	c.o.run(func() {
		c.o.waiting.Add(-1)
		do()
	})
	return true
}

func (c *call) int(i int) int32   { return c.args[i].(int32) }
func (c *call) uint(i int) uint32 { return c.args[i].(uint32) }
func (c *call) str(i int) string  { return c.args[i].(string) }

// node reports whether a call is to a node, and not to the cache.
func node(c *call) bool { return c.n != nil }

func is(r ...access.Role) func(*call) bool {
	return func(c *call) bool {
		for _, r := range r {
			if c.n != nil && c.n.Role == r {
				return true
			}
		}
		return false
	}
}

// one makes a handler that returns the single value of get.
func one(get func(*call) any) func(*call) ([]any, error) {
	return func(c *call) ([]any, error) { return []any{get(c)}, nil }
}

// never returns false, for what is not supported.
func never(*call) any { return false }

// version returns the property that all AT-SPI interfaces have.
func version() property {
	return property{signature: "u", get: func(*call) any { return uint32(1) }}
}

// clean replaces characters that D-Bus does not allow, so that the number of characters stays.
func clean(s string) string { return bus.Clean(s) }
