package window

import (
	"sextant/app/ui/command"
)

// A commander has commands.
type commander interface{ Commands() []command.Command }

func (w *Window) addCommands(list ...commander) error {
	w.table = command.NewTable(
		command.Below{Menu: command.GoMenu},
		command.Below{Menu: command.FavouritesMenu, Now: w.find.Favourites, Unlisted: true},
		command.Below{Menu: command.PageMenu},
		command.Below{Menu: command.ViewMenu},
		command.Below{Menu: command.ListenMenu},
		command.Below{
			Menu: command.ServiceMenu, At: command.Place{Menu: command.Main, Group: 1}, Now: w.prefs.Services,
		},
	)
	for _, c := range list {
		if err := w.table.Add(c.Commands()...); err != nil {
			return err
		}
	}
	return nil
}

// Command returns the command with an ID, with its current keys.
func (w *Window) Command(id string) *command.Command {
	if w.table == nil {
		return &command.Command{} // the window is under construction
	}
	return w.table.Command(id)
}

// Table returns the table of all commands.
func (w *Window) Table() *command.Table { return w.table }

// chosenKeys returns the user's keys for a command, without invalid ones. ok is false if all are invalid, as those of a
// later version may be.
func (w *Window) chosenKeys(id string) (keys []command.Key, ok bool) {
	chosen, ok := w.parts.Keymap.Of(id)
	for _, words := range chosen {
		if k, err := command.ParseKey(words); err == nil {
			keys = append(keys, k)
		}
	}
	return keys, ok && (len(keys) > 0 || len(chosen) == 0)
}
