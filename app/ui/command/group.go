package command

import "sextant/app/say"

// A Group is of commands that belong together in the list of keys.
type Group int

// The groups, in their order.
const (
	Program Group = iota // menus, settings and the end
	Going
	Looking
	Keeping
	Listening
	Windows
)

// Groups are all groups in the order of the list of keys.
func Groups() []Group { return []Group{Going, Looking, Keeping, Listening, Windows, Program} }

// Title is what the group is called.
func (g Group) Title() string {
	return say.Text(map[Group]string{
		Going: "group.going", Looking: "group.looking", Keeping: "group.keeping",
		Listening: "group.listening", Windows: "group.windows", Program: "group.program",
	}[g])
}
