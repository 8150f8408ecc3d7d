package atspi

import (
	"strconv"
	"strings"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// accessible returns the interface of every node.
func accessible() face {
	return face{
		name: prefix + "Accessible",
		has:  node,
		props: map[string]property{
			"version":      version(),
			"Name":         {signature: "s", get: func(c *call) any { return c.name(c.n) }},
			"Description":  {signature: "s", get: func(c *call) any { return clean(c.n.Description) }},
			"Parent":       {signature: "(so)", get: func(c *call) any { return c.parent(c.n) }},
			"ChildCount":   {signature: "i", get: func(c *call) any { return int32(len(c.n.Children)) }},
			"Locale":       {signature: "s", get: func(c *call) any { return c.language() }},
			"AccessibleId": {signature: "s", get: func(*call) any { return "" }},
			"HelpText":     {signature: "s", get: func(*call) any { return "" }},
		},
		calls: map[string]method{
			"GetChildAtIndex": {"i", "(so)", func(c *call) ([]any, error) {
				if n := c.child(c.int(0)); n != nil {
					return []any{c.ref(n)}, nil
				}
				return nil, &dbus.ErrMsgInvalidArg
			}},
			"GetChildren":          {"", "a(so)", one(func(c *call) any { return c.refs(c.n.Children) })},
			"GetIndexInParent":     {"", "i", one(func(c *call) any { return c.index(c.n) })},
			"GetRelationSet":       {"", "a(ua(so))", one(func(c *call) any { return c.relations() })},
			"GetRole":              {"", "u", one(func(c *call) any { return roleOf(c.n).number })},
			"GetRoleName":          {"", "s", one(func(c *call) any { return roleOf(c.n).name })},
			"GetLocalizedRoleName": {"", "s", one(func(c *call) any { return roleOf(c.n).name })},
			"GetState":             {"", "au", one(func(c *call) any { return c.states(c.n) })},
			"GetAttributes":        {"", "a{ss}", one(func(c *call) any { return c.attributes() })},
			"GetApplication":       {"", "(so)", one(func(c *call) any { return c.ref(c.tree.Root) })},
			"GetInterfaces":        {"", "as", one(func(c *call) any { return c.interfaces(c.n) })},
		},
	}
}

// name returns a node's name; that of the program is in the Options if the tree has none.
func (c *call) name(n *access.Node) string {
	if n == c.tree.Root && n.Name == "" {
		return c.o.program
	}
	return clean(n.Name)
}

// parent returns a node's parent: for the program, the desktop.
func (s *shown) parent(n *access.Node) reference {
	if n != s.tree.Root {
		return s.ref(s.tree.Parent(n.ID))
	}
	if s.desktop.Path == "" {
		return s.ref(nil)
	}
	return s.desktop
}

// index returns the index of a node in its parent, which is not known for the program.
func (s *shown) index(n *access.Node) int32 {
	if n == s.tree.Root {
		return -1
	}
	return int32(s.tree.Index(n.ID))
}

// language returns the language of a node's text or of its ancestors', "" for the user's.
func (c *call) language() string {
	for n := c.n; n != nil; n = c.tree.Parent(n.ID) {
		if n.Language != "" {
			return clean(n.Language)
		}
	}
	return ""
}

// states returns the states of a node, as two numbers of 32 bits.
func (s *shown) states(n *access.Node) []uint32 {
	bits := stateBits(n, n.ID == s.focus)
	return []uint32{uint32(bits), uint32(bits >> 32)}
}

// attributes returns other properties, by the names that readers know from the web.
func (c *call) attributes() map[string]string {
	list := map[string]string{"toolkit": c.o.program}
	number := func(name string, n int) {
		if n > 0 {
			list[name] = strconv.Itoa(n)
		}
	}
	number("posinset", c.n.Position)
	number("setsize", c.n.Count)
	number("level", c.n.Level)
	if c.n.Key != "" {
		list["keyshortcuts"] = clean(c.n.Key)
	}
	if c.n.Value != nil && c.n.Value.Words != "" {
		list["valuetext"] = clean(c.n.Value.Words)
	}
	return list
}

// interfaces returns the names of a node's AT-SPI interfaces.
func (c *call) interfaces(n *access.Node) []string {
	of := &call{shown: c.shown, o: c.o, n: n}
	var names []string
	for _, f := range c.o.faces {
		if strings.HasPrefix(f.name, prefix) && f.has(of) {
			names = append(names, f.name)
		}
	}
	return names
}

// A relation is a node's relation to other nodes.
type relation struct {
	Number uint32
	To     []reference
}

// relations returns the relations that follow from a node's position: the rows of a page flow on, the buttons of a
// choice belong together, and words belong to the control beside them with the same name or description.
func (c *call) relations() []relation {
	list := []relation{}
	parent := c.tree.Parent(c.n.ID)
	if parent == nil {
		return list
	}
	at := c.tree.Index(c.n.ID)
	beside := func(by int, is func(*access.Node) bool, number uint32) {
		if i := at + by; i >= 0 && i < len(parent.Children) && is(parent.Children[i]) {
			list = append(list, relation{number, []reference{c.ref(parent.Children[i])}})
		}
	}
	isRow := func(n *access.Node) bool { return n.Role == access.Row }
	switch c.n.Role {
	case access.Row:
		beside(1, isRow, flowsTo)
		beside(-1, isRow, flowsFrom)
	case access.RadioButton:
		var all []*access.Node
		for _, n := range parent.Children {
			if n.Role == access.RadioButton {
				all = append(all, n)
			}
		}
		list = append(list, relation{memberOf, c.refs(all)})
	}
	return append(list, c.words(parent.Children, at)...)
}

// nearby is the greatest distance, in siblings, of words from their control.
const nearby = 4

// words returns the relations between words and the controls beside them: words that are a control's label, and those
// that describe it.
func (c *call) words(among []*access.Node, at int) (list []relation) {
	isWords := c.n.Role == access.Label
	naming, describing := relation{Number: labelledBy}, relation{Number: describedBy}
	if isWords {
		naming.Number, describing.Number = labelFor, descriptionFor
	}
	for _, n := range among[max(0, at-nearby):min(len(among), at+nearby+1)] {
		words, control := n, c.n
		if isWords {
			words, control = c.n, n
		}
		switch {
		case words.Role != access.Label || control.Role == access.Label || words.Name == "":
		case control.Name == words.Name, strings.HasPrefix(control.Name, words.Name+","):
			naming.To = append(naming.To, c.ref(n))
		case strings.Contains(control.Description, words.Name):
			describing.To = append(describing.To, c.ref(n))
		}
	}
	for _, r := range []relation{naming, describing} {
		if len(r.To) > 0 {
			list = append(list, r)
		}
	}
	return list
}

// application returns the additional interface of the program.
func application() face {
	return face{
		name: prefix + "Application",
		has:  func(c *call) bool { return c.n == c.tree.Root },
		props: map[string]property{
			"ToolkitName":      {signature: "s", get: func(c *call) any { return c.o.program }},
			"Version":          {signature: "s", get: func(c *call) any { return c.o.version }},
			"ToolkitVersion":   {signature: "s", get: func(c *call) any { return c.o.version }},
			"AtspiVersion":     {signature: "s", get: func(*call) any { return "2.1" }},
			"InterfaceVersion": {signature: "u", get: func(*call) any { return uint32(1) }},
			"Id":               {signature: "i", get: func(c *call) any { return c.o.number.Load() }, set: setNumber},
		},
		calls: map[string]method{
			"GetLocale":                {"u", "s", one(func(c *call) any { return c.language() })},
			"GetApplicationBusAddress": {"", "s", one(func(*call) any { return "" })},
		},
	}
}

// setNumber stores the number that the registry assigns.
func setNumber(c *call, v dbus.Variant) error {
	n, is := v.Value().(int32)
	if !is {
		return &dbus.ErrMsgInvalidArg
	}
	c.o.number.Store(n)
	return nil
}
