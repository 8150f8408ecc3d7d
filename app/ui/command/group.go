package command

import "sextant/app/say"

// A Group is a group of commands in the list of keys.
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

// Groups returns all groups in the order of the list of keys.
func Groups() []Group { return []Group{Going, Looking, Keeping, Listening, Windows, Program} }

// Title returns the group's name for users.
func (g Group) Title() string {
	return say.Text(map[Group]string{
		Going: "group.going", Looking: "group.looking", Keeping: "group.keeping",
		Listening: "group.listening", Windows: "group.windows", Program: "group.program",
	}[g])
}
