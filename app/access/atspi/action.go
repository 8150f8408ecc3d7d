package atspi

import (
	"math"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// An act is AT-SPI's description of an action.
type act struct{ Name, Description, Key string }

// action returns the interface of nodes with actions.
func action() face {
	get := func(out func(*call, int) string) func(*call) ([]any, error) {
		return func(c *call) ([]any, error) {
			i := int(c.int(0))
			if i < 0 || i >= len(c.n.Actions) {
				return nil, &dbus.ErrMsgInvalidArg
			}
			return []any{out(c, i)}, nil
		}
	}
	name := get(func(c *call, i int) string { return clean(c.n.Actions[i].Name) })
	return face{
		name: prefix + "Action",
		has:  func(c *call) bool { return c.n != nil && len(c.n.Actions) > 0 },
		props: map[string]property{
			"version":  version(),
			"NActions": {signature: "i", get: func(c *call) any { return int32(len(c.n.Actions)) }},
		},
		calls: map[string]method{
			"GetName":          {"i", "s", name},
			"GetLocalizedName": {"i", "s", name},
			"GetDescription":   {"i", "s", get(func(*call, int) string { return "" })},
			"GetKeyBinding":    {"i", "s", get((*call).key)},
			"GetActions": {"", "a(sss)", one(func(c *call) any {
				list := make([]act, len(c.n.Actions))
				for i, a := range c.n.Actions {
					list[i] = act{clean(a.Name), "", c.key(i)}
				}
				return list
			})},
			"DoAction": {"i", "b", one(func(c *call) any {
				i := int(c.int(0))
				return i >= 0 && i < len(c.n.Actions) && c.n.Actions[i].Do != nil && c.later(c.n.Actions[i].Do)
			})},
		},
	}
}

// key returns the keyboard shortcut of an action, after the two fields for those of menus; "" for none.
func (c *call) key(i int) string {
	key := c.n.Actions[i].Key
	if key == "" && i == 0 {
		key = c.n.Key
	}
	if key == "" {
		return ""
	}
	return ";;" + clean(key)
}

// value returns the interface of sliders and progress bars.
func value() face {
	number := func(get func(*access.Value) float64) property {
		return property{signature: "d", get: func(c *call) any { return get(c.n.Value) }}
	}
	now := number(func(v *access.Value) float64 { return v.Now })
	now.set = setValue
	return face{
		name: prefix + "Value",
		has:  func(c *call) bool { return c.n != nil && c.n.Value != nil && c.n.Value.Most > c.n.Value.Least },
		props: map[string]property{
			"version":          version(),
			"MinimumValue":     number(func(v *access.Value) float64 { return v.Least }),
			"MaximumValue":     number(func(v *access.Value) float64 { return v.Most }),
			"MinimumIncrement": number(func(v *access.Value) float64 { return v.Step }),
			"CurrentValue":     now,
			"Text":             {signature: "s", get: func(c *call) any { return clean(c.n.Value.Words) }},
		},
	}
}

// setValue sets a value, clamped to the allowed range.
func setValue(c *call, v dbus.Variant) error {
	now, is := v.Value().(float64)
	set := c.n.Value.Set
	if !is || math.IsNaN(now) || set == nil {
		return &dbus.ErrMsgInvalidArg
	}
	now = min(max(now, c.n.Value.Least), c.n.Value.Most)
	if !c.later(func() { set(now) }) {
		return errBusy
	}
	return nil
}

// selection returns the interface of nodes with selectable children.
func selection() face {
	return face{
		name: prefix + "Selection",
		has:  selects,
		props: map[string]property{
			"version":           version(),
			"NSelectedChildren": {signature: "i", get: func(c *call) any { return int32(len(c.selected())) }},
		},
		calls: map[string]method{
			"GetSelectedChild": {"i", "(so)", func(c *call) ([]any, error) {
				i, list := c.int(0), c.selected()
				if i < 0 || int(i) >= len(list) {
					return nil, &dbus.ErrMsgInvalidArg
				}
				return []any{c.ref(list[i])}, nil
			}},
			"SelectChild": {"i", "b", one(func(c *call) any {
				n := c.child(c.int(0))
				return n != nil && n.Choose != nil && c.later(n.Choose)
			})},
			"IsChildSelected": {"i", "b", one(func(c *call) any {
				n := c.child(c.int(0))
				return n != nil && n.States.Has(access.Selected)
			})},
			"DeselectSelectedChild": {"i", "b", one(never)},
			"DeselectChild":         {"i", "b", one(never)},
			"SelectAll":             {"", "b", one(never)},
			"ClearSelection":        {"", "b", one(never)},
		},
	}
}

// selects reports whether children of a node can be selected.
func selects(c *call) bool {
	if c.n == nil {
		return false
	}
	for _, n := range c.n.Children {
		if n.States&(access.Selectable|access.Selected) != 0 {
			return true
		}
	}
	return c.n.Role == access.List || c.n.Role == access.TabList
}

func (c *call) selected() (list []*access.Node) {
	for _, n := range c.n.Children {
		if n.States.Has(access.Selected) {
			list = append(list, n)
		}
	}
	return list
}
