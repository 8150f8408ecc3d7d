package window

import (
	"sextant/app/ui/command"
)

// A commander has commands.
type commander interface{ Commands() []command.Command }

func (w *Window) addCommands(list ...commander) error {
	w.table = command.NewTable(
		append(
			menusBelow(w.prefs.Services),
			command.Below{Menu: command.Colours, At: command.Place{Menu: command.ViewMenu, Group: 1}},
			command.Below{Menu: command.TextMenu, At: command.Place{Menu: command.ViewMenu, Group: 1}},
			command.Below{Menu: command.ProgramMenu, At: command.Place{Menu: command.Context, Group: 3}},
		)...,
	)
	for _, c := range list {
		if err := w.table.Add(c.Commands()...); err != nil {
			return err
		}
	}
	return nil
}

// menusBelow are the menus that are both in the window's menu and in that of the page. services are the commands that tune
// in to one each.
func menusBelow(services func() []command.Command) (list []command.Below) {
	for _, in := range []command.Place{{Menu: command.Main, Group: 0}, {Menu: command.Context, Group: 2}} {
		for _, m := range []command.Menu{command.GoMenu, command.PageMenu, command.ViewMenu, command.ListenMenu} {
			list = append(list, command.Below{Menu: m, At: in})
		}
		in.Group++
		for _, m := range []command.Menu{command.FileMenu, command.WindowMenu} {
			list = append(list, command.Below{Menu: m, At: in})
		}
		list = append(list, command.Below{Menu: command.ServiceMenu, At: in, Now: services})
	}
	return list
}

// Command is the command of an ID, with the keys that it has now.
func (w *Window) Command(id string) *command.Command {
	if w.table == nil {
		return &command.Command{} // the window is being made
	}
	return w.table.Command(id)
}

// Table has all commands.
func (w *Window) Table() *command.Table { return w.table }

// chosenKeys are the keys that the user has chosen for a command, as far as they are any. ok is false where none of them is,
// as those of a later version may be.
func (w *Window) chosenKeys(id string) (keys []command.Key, ok bool) {
	chosen, ok := w.parts.Keymap.Of(id)
	for _, words := range chosen {
		if k, err := command.ParseKey(words); err == nil {
			keys = append(keys, k)
		}
	}
	return keys, ok && (len(keys) > 0 || len(chosen) == 0)
}
