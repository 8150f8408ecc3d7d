package command

import "sextant/app/say"

// A Group is a group of commands in the list of keys and in the list of all commands. Commands in a submenu are in the
// group with its name.
type Group int

// The groups.
const (
	Program   Group = iota // settings, help and the end
	Going                  // to pages, and finding them
	Keeping                // what is done with the page on screen
	Looking                // how the page and the window look
	Listening              // recordings
	Services               // the services to tune in to
	Windows                // windows, walls and public screens
)

// Groups returns all groups in their order for users.
func Groups() []Group { return []Group{Going, Keeping, Looking, Listening, Services, Windows, Program} }

// Title returns the group's name for users.
func (g Group) Title() string {
	return say.Text(map[Group]string{
		Going: "menu.go", Keeping: "menu.page", Looking: "menu.view", Listening: "menu.listen",
		Services: "service.title", Windows: "group.windows", Program: "group.program",
	}[g])
}

// group returns the group of the commands in a submenu. ok is false for other menus.
func (m Menu) group() (g Group, ok bool) {
	g, ok = map[Menu]Group{
		GoMenu: Going, PageMenu: Keeping, ViewMenu: Looking, ListenMenu: Listening, FavouritesMenu: Keeping,
		ServiceMenu: Services,
	}[m]
	return g, ok
}
