package atspi

import (
	"strconv"
	"strings"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// accessible is what every node answers.
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

// name is that of a node; the program is called as it is called where the tree does not say.
func (c *call) name(n *access.Node) string {
	if n == c.tree.Root && n.Name == "" {
		return c.o.program
	}
	return clean(n.Name)
}

// parent is what is around a node: for the program, the desktop.
func (s *shown) parent(n *access.Node) reference {
	if n != s.tree.Root {
		return s.ref(s.tree.Parent(n.ID))
	}
	if s.desktop.Path == "" {
		return s.ref(nil)
	}
	return s.desktop
}

// index is the place of a node in its parent, which for the program nobody here knows.
func (s *shown) index(n *access.Node) int32 {
	if n == s.tree.Root {
		return -1
	}
	return int32(s.tree.Index(n.ID))
}

// language is that of a node's text or of what is around it, "" for the user's.
func (c *call) language() string {
	for n := c.n; n != nil; n = c.tree.Parent(n.ID) {
		if n.Language != "" {
			return clean(n.Language)
		}
	}
	return ""
}

// states are those of a node, as two numbers of 32 bits.
func (s *shown) states(n *access.Node) []uint32 {
	bits := stateBits(n, n.ID == s.focus)
	return []uint32{uint32(bits), uint32(bits >> 32)}
}

// attributes say what has no place elsewhere, by the names that readers know from the web.
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

// interfaces lists those of AT-SPI that a node has.
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

// A relation is that of a node to others.
type relation struct {
	Number uint32
	To     []reference
}

// relations are those that follow from where a node stands: the rows of a page flow on, the buttons of a choice belong
// together, and words belong to the control beside them that says the same of itself.
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

// nearby is how many things further words beside a control stand at most.
const nearby = 4

// words are the relations between words and the controls that they stand beside: those that a control is called by, and
// those that describe it.
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

// application is what the program itself answers besides.
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

// setNumber keeps the number that the registry gives.
func setNumber(c *call, v dbus.Variant) error {
	n, is := v.Value().(int32)
	if !is {
		return &dbus.ErrMsgInvalidArg
	}
	c.o.number.Store(n)
	return nil
}
