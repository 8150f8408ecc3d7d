package command

import (
	"fmt"
	"slices"
	"unicode"
)

// A Table holds all commands. It belongs to the UI goroutine.
type Table struct {
	commands []*Command
	byID     map[string]*Command
	byKey    map[Key]*Command
	menus    []Below
}

// NewTable makes a table without commands.
func NewTable(menus ...Below) *Table {
	return &Table{byID: map[string]*Command{}, byKey: map[Key]*Command{}, menus: menus}
}

// Add adds commands. It fails if an ID or a key is taken, or if the ID or the title for a menu is missing.
func (t *Table) Add(list ...Command) error {
	for i := range list {
		c := &list[i]
		switch {
		case c.ID == "":
			return fmt.Errorf("a command has no ID: %q", c.Title+c.Help)
		case t.byID[c.ID] != nil:
			return fmt.Errorf("there are two commands %s", c.ID)
		case len(c.Place) > 0 && c.Title == "":
			return fmt.Errorf("%s is in a menu without a title", c.ID)
		}
		c.usual = c.Keys
		for _, p := range c.Place {
			if g, ok := p.Menu.group(); ok {
				c.Group = g
			}
		}
		t.commands, t.byID[c.ID] = append(t.commands, c), c
		for _, k := range slices.Concat(c.Keys, c.Also) {
			if other := t.byKey[k]; other != nil {
				return fmt.Errorf("%s is the key of %s and of %s", k.Words(), other.ID, c.ID)
			}
			t.byKey[k] = c
		}
	}
	return nil
}

// Rekey sets the keys of all commands: the user's if chosen returns them, and otherwise the default ones. If two
// commands have the same key, Fixed ones take precedence over the user's keys, and these over default ones.
func (t *Table) Rekey(chosen func(id string) (keys []Key, ok bool)) {
	t.byKey = map[Key]*Command{}
	take := func(c *Command, keys []Key) (taken []Key) {
		for _, k := range keys {
			if t.byKey[k] == nil {
				t.byKey[k] = c
				taken = append(taken, k)
			}
		}
		return taken
	}
	each := func(is func(c *Command, own bool) bool) {
		for _, c := range t.commands {
			keys, own := chosen(c.ID)
			own = own && !c.Fixed
			if !is(c, own) {
				continue
			}
			if !own {
				keys = c.usual
			}
			c.Keys = take(c, keys)
		}
	}
	each(func(c *Command, _ bool) bool { return c.Fixed })
	each(func(c *Command, own bool) bool { return !c.Fixed && own })
	each(func(c *Command, own bool) bool { return !c.Fixed && !own })
	for _, c := range t.commands {
		take(c, c.Also)
	}
}

// All returns all commands, in the order in which they were added.
func (t *Table) All() []*Command { return t.commands }

// Holder returns the command that has a key, nil for none.
func (t *Table) Holder(k Key) *Command { return t.byKey[k] }

// Usual returns a command's default keys.
func (c *Command) Usual() []Key { return c.usual }

// Press runs the command of a key, and reports whether there is one.
func (t *Table) Press(k Key) bool {
	k.Rune = unicode.ToLower(k.Rune)
	c := t.byKey[k]
	if c == nil || c.Do == nil {
		return false
	}
	c.Do()
	return true
}

// Shortcuts returns the keys with a modifier, for which the window needs shortcuts.
func (t *Table) Shortcuts() []Key {
	var keys []Key
	for k, c := range t.byKey {
		if c.Do != nil && k.Modifier != 0 && k.Rune == 0 {
			keys = append(keys, k)
		}
	}
	return keys
}

// Command returns the command with an ID, which must exist.
func (t *Table) Command(id string) *Command {
	if c := t.byID[id]; c != nil {
		return c
	}
	panic("no command " + id)
}

// Do runs the command with an ID, which must exist.
func (t *Table) Do(id string) { t.Command(id).Do() }

// FixedWords returns the default keys in words, or KeyWords.
func (c *Command) FixedWords() string {
	if c.KeyWords != "" {
		return c.KeyWords
	}
	return (&Command{Keys: c.usual}).KeysWords()
}
