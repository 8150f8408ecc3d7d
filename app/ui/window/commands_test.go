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
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
)

// A walk runs all commands in a window. After each, the window must look different, because the command did something
// or a message says why it did not.
type walk struct {
	*user
	t *testing.T
}

// walking runs a walk in a window in which each palette and each view makes a difference.
func walking(t *testing.T, f func(w *walk)) {
	t.Helper()
	race.Skip(t, "what the window does at the same time is tried elsewhere")
	inWindow(t, servicetest.Demo(t), func(s *settings.Settings) {
		s.Drawing, s.Palette, s.Flash, s.Developers = settings.SharpDrawing, "amber", settings.FlashNever, true
	}, func(t *testing.T, u *user) { f(&walk{u, t}) })
}

// see runs do, which must change how the window looks, or request something from the service.
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
	case "view.header", "view.sharp": // undo it: without sharp drawing, other colours make no difference
		w.table.Do(id)
	}
	w.rest()
	if w.covered() {
		w.t.Fatalf("after %s there is %q over the window", id, w.says())
	}
}

// named runs a command by its name in the list of all commands.
func (u *user) named(name string) {
	u.t.Helper()
	u.press("Ctrl+Shift+P")
	u.typed(name)
	u.press("Enter")
}

// elsewhere reports whether a command opens or closes a window or a public screen, which the desk of this test cannot
// do.
func elsewhere(id string) bool {
	return slices.Contains([]string{
		"window.quit", "window.close", "window.new", "screen.page", "screen.favourites", "screen.playlist",
	}, id)
}

// TestEveryCommandByKey runs all commands by their keys, and those without keys by their names in the list of all
// commands.
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

// chord presses a command's key. The toolkit for tests does not know whether Shift is held.
func (w *walk) chord(k command.Key) {
	if k.Modifier == fyne.KeyModifierShift || k.Rune != 0 {
		w.table.Press(k)
	} else {
		hosttest.Press(w.t, w.Canvas(), k.String())
	}
}

// inMenu returns the commands of the window's menu that are enabled during a walk.
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

// path returns the menu items that lead to a command.
func (w *walk) path(c *command.Command) []string {
	return append(slices.DeleteFunc(strings.Split(w.table.Path(c), " › "), func(s string) bool { return s == "" }),
		c.Name())
}

// TestEveryCommandByMouse runs all commands of the window's menu by mouse.
func TestEveryCommandByMouse(t *testing.T) {
	testkit.Long(t)
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

// TestEveryCommandByAction runs all commands of the window's menu by the actions that screen readers use.
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
