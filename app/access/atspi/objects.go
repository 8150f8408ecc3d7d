package atspi

import (
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// mostWaiting is how much of what readers do may wait for the user interface at a time.
const mostWaiting = 64

// A reference is how AT-SPI names an object: its connection and its path there.
type reference struct {
	Name string
	Path dbus.ObjectPath
}

// objects is what a program has on the bus. It answers calls from any goroutine.
type objects struct {
	program, version string
	run              func(func())
	faces            []face
	shown            atomic.Pointer[shown]
	waiting          atomic.Int32
	number           atomic.Int32 // that the registry gives the program
}

// shown is what readers see at one moment.
type shown struct {
	tree    *access.Tree
	focus   access.ID
	self    string    // the connection's own name
	desktop reference // what the program is below of
}

// A face is an interface of some objects.
type face struct {
	name  string
	has   func(*call) bool
	calls map[string]method
	props map[string]property
}

// A method answers a call whose arguments have the signature that it takes.
type method struct {
	in, out string
	do      func(*call) ([]any, error)
}

// A property's set is nil where it can only be read.
type property struct {
	signature string
	get       func(*call) any
	set       func(*call, dbus.Variant) error
}

// A call is one question to one object.
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

// empty is a tree of nothing but the program.
func empty() *access.Tree { return access.NewTree(&access.Node{ID: 1, Role: access.Application}) }

// setTree has all calls from now on answered from a tree.
func (o *objects) setTree(t *access.Tree) {
	next := *o.shown.Load()
	next.tree, next.focus = t, 0
	if f := t.Focused(); f != nil {
		next.focus = f.ID
	}
	o.shown.Store(&next)
}

// answer answers a call, or fails with an error of D-Bus.
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

// fits reports whether arguments have a signature. An array or a structure is only looked at from outside.
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

// at is the node at a path, nil for none.
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

// ref names a node; nil is nothing.
func (s *shown) ref(n *access.Node) reference {
	switch n {
	case nil:
		return reference{"", nullPath}
	case s.tree.Root:
		return reference{s.self, embedPath}
	}
	return reference{s.self, pathOf(n)}
}

// pathOf is the path of a node other than the program.
func pathOf(n *access.Node) dbus.ObjectPath {
	return dbus.ObjectPath(nodesPath + strconv.FormatUint(uint64(n.ID), 10))
}

// refs names several nodes.
func (s *shown) refs(list []*access.Node) []reference {
	refs := make([]reference, len(list))
	for i, n := range list {
		refs[i] = s.ref(n)
	}
	return refs
}

// child is one of the node's children, nil for none.
func (c *call) child(i int32) *access.Node {
	if i < 0 || int(i) >= len(c.n.Children) {
		return nil
	}
	return c.n.Children[i]
}

// later has something done on the UI goroutine, and reports whether it will be: not while too much waits already.
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

// one answers with values, such as of a question that needs no argument.
func one(get func(*call) any) func(*call) ([]any, error) {
	return func(c *call) ([]any, error) { return []any{get(c)}, nil }
}

// never is false, for what cannot be done.
func never(*call) any { return false }

// version is the property that all interfaces of AT-SPI have.
func version() property {
	return property{signature: "u", get: func(*call) any { return uint32(1) }}
}

// clean is a text without what D-Bus refuses, in as many characters.
func clean(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", "\uFFFD"), "\uFFFD")
}
