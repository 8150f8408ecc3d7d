package window

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/app/access"
	"sextant/app/settings"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
)

// A walk goes through all commands in a window, which is to look different after each: something was done, or it is
// said why not.
type walk struct {
	*user
	t *testing.T
}

// walking is a window in which each palette and each view makes a difference.
func walking(t *testing.T, f func(w *walk)) {
	t.Helper()
	race.Skip(t, "what the window does at the same time is tried elsewhere")
	inWindow(t, servicetest.Demo(t), func(s *settings.Settings) {
		s.Drawing, s.Palette, s.Flash = settings.SharpDrawing, "amber", settings.FlashNever
	}, func(t *testing.T, u *user) { f(&walk{u, t}) })
}

// see does something that is to make the window look different, or the service be asked.
func (w *walk) see(id string, do func()) {
	w.t.Helper()
	w.press(hosttest.KeysBefore(id)...)
	was, asked := w.inside(), len(w.service.Asked())
	do()
	w.rest()
	if bytes.Equal(was.Pix, w.inside().Pix) && (id != "page.reload" || len(w.service.Asked()) == asked) {
		w.t.Errorf("nothing is to be seen of %s", id)
	}
	w.press(hosttest.KeysAfter(id)...)
	switch id {
	case "view.header", "view.sharp": // without sharp drawing, other colours make no difference
		w.table.Do(id)
	}
	w.rest()
	if w.covered() {
		w.t.Fatalf("after %s there is %q over the window", id, w.says())
	}
}

// named does a command by its name in the list of all commands.
func (u *user) named(name string) {
	u.t.Helper()
	u.press("Ctrl+Shift+P")
	u.typed(name)
	u.press("Enter")
}

// elsewhere reports whether a command opens or closes a window, which the desk of this test does not.
func elsewhere(id string) bool {
	return slices.Contains([]string{"window.quit", "window.close", "window.new"}, id)
}

// TestEveryCommandByKey does all commands by their keys, and those without by their names in the list of all commands.
func TestEveryCommandByKey(t *testing.T) {
	walking(t, func(w *walk) {
		for _, c := range w.table.All() {
			switch {
			case elsewhere(c.ID):
			case c.ID == "media.list":
				w.see(c.ID, func() { w.press("i") })
			case len(c.Keys) == 0:
				w.see(c.ID, func() {
					name, _, _ := strings.Cut(strings.TrimSuffix(c.Title, " …"), " (")
					w.named(name)
				})
			default:
				for _, k := range c.Keys {
					w.see(c.ID, func() { w.chord(k) })
				}
			}
		}
	})
}

// chord presses a key of a command. The toolkit of tests does not know that Shift is held.
func (w *walk) chord(k command.Key) {
	if k.Modifier == fyne.KeyModifierShift || k.Rune != 0 {
		w.table.Press(k)
	} else {
		hosttest.Press(w.t, w.Canvas(), k.String())
	}
}

// inMenu are the commands of the window's menu that can be done in the state in which a walk is.
func (w *walk) inMenu() (list []*command.Command) {
	isInMain := func(p command.Place) bool { return p.Menu < command.Context }
	for _, c := range w.table.All() {
		if slices.ContainsFunc(c.Place, isInMain) && !elsewhere(c.ID) && !strings.HasPrefix(c.ID, "media.") &&
			c.ID != "view.reveal" && c.ID != "page.copy" {
			list = append(list, c)
		}
	}
	return list
}

// path are the items of the window's menu by which a command is chosen.
func (w *walk) path(c *command.Command) []string {
	return append(slices.DeleteFunc(strings.Split(w.table.Path(c), " › "), func(s string) bool { return s == "" }),
		c.Name())
}

// TestEveryCommandByMouse does all commands of the window's menu by the mouse.
func TestEveryCommandByMouse(t *testing.T) {
	walking(t, func(w *walk) {
		for _, c := range w.inMenu() {
			w.see(c.ID, func() {
				test.Tap(w.panels.menuSwitch)
				path := w.path(c)
				for _, item := range path[:len(path)-1] {
					test.MoveMouse(w.Canvas(), w.at(item))
				}
				w.tap(path[len(path)-1])
			})
		}
	})
}

// TestEveryCommandByAction does all commands of the window's menu by what a reader of the screen can do.
func TestEveryCommandByAction(t *testing.T) {
	walking(t, func(w *walk) {
		d := describer(w.Window)
		act := func(name string, roles ...access.Role) {
			w.t.Helper()
			for _, n := range nodes(d.Tree().Root.Children[0]) {
				if slices.Contains(roles, n.Role) && n.Name == name && len(n.Actions) > 0 {
					n.Actions[0].Do()
					w.rest()
					return
				}
			}
			w.t.Fatalf("there is nothing called %q to be done", name)
		}
		for _, c := range w.inMenu() {
			w.see(c.ID, func() {
				act("Menu", access.Button, access.ToggleButton)
				for _, item := range w.path(c) {
					act(item, access.MenuItem)
				}
			})
		}
	})
}
