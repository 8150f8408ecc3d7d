package endtoend

import (
	"bytes"
	"fmt"
	"image"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/app/browse"
	notify "sextant/app/desktop"
	"sextant/app/player"
	"sextant/app/settings"
	"sextant/app/sound/listen"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
	"sextant/app/ui/wall"
	"sextant/app/ui/window"
)

// tableOf returns the program's table of commands. None of them may be run.
func tableOf(t *testing.T) *command.Table {
	t.Helper()
	loop := &testkit.Loop{}
	tuner, box := hosttest.Demo(t, loop.Do)
	st := tuner.Current()
	st.Lists.SetFavourites(nil) // the service of the walk has none
	l := listen.New(&listen.Source{
		Downloads: st.Downloads, Lists: st.Lists, Positions: st.Positions, Zone: st.Zone,
		List: st.Client.Downloads, Hold: func() func() { return func() {} },
	}, listen.Config{
		Box: box, Post: loop.Do, Now: time.Now,
		NewPlayer: func(notify func(player.State)) *player.Player { return player.New(player.Silence{}, notify) },
	})
	notifier := notify.NewNotifier()
	app := test.NewTempApp(t)
	w, err := window.New(window.Parts{
		App: app, Box: box, Tuner: tuner, Listen: l, Notifier: notifier,
		Place: teletext.Place{Page: browse.Home}, Desk: noDesk{},
		Keymap: settings.NewKeymap(settings.Profile{Dir: t.TempDir()}, nil, loop.Do),
		Dress:  window.Wear(app, box, time.Now),
		Do:     loop.Do, Now: time.Now, Leave: func() {},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Stop()
		l.Close()
		notifier.Close()
	})
	return w.Table()
}

// noDesk has no windows.
type noDesk struct{}

func (noDesk) Open(teletext.Place)                      {}
func (noDesk) Named() []settings.OpenWindow             { return nil }
func (noDesk) OpenWall(settings.OpenWindow, *wall.Wall) {}
func (noDesk) Forget(string) (undo func())              { return func() {} }
func (noDesk) Close(*window.Window)                     {}
func (noDesk) IsLast() bool                             { return false }
func (noDesk) Raise()                                   {}
func (noDesk) Speaks(*window.Window) bool               { return true }
func (noDesk) Focused(*window.Window)                   {}
func (noDesk) Changed()                                 {}

// A walk runs commands in a real window, which must look different after each: the result, or why it is not possible.
type walk struct {
	*session
	service *service
	env     []string
}

// newWalk opens the demo, drawn sharp in amber, so that each palette and each view looks different.
func newWalk(t *testing.T) *walk {
	t.Helper()
	return newWalkOn(t, newDisplay(t))
}

// newWalkOn is newWalk on a display, with more variables in the environment.
func newWalkOn(t *testing.T, d *display, env ...string) *walk {
	t.Helper()
	service, _ := serveDemo(t)
	withSettings(t, d, map[string]any{
		"knowsDemo": true, "drawing": "sharp", "palette": "amber", "flash": "never", "developers": true,
	})
	w := &walk{&session{display: d, t: t}, service, env}
	w.begin()
	return w
}

// begin starts the program, and waits until it is settled.
func (w *walk) begin() {
	w.t.Helper()
	w.session = w.start(w.t, w.env, append(w.service.options(), "100")...)
	w.untilTitle("100")
	w.untilPrefetched(w.service)
}

// untilPrefetched waits until the colour keys of the demo's page 100 show the names of their pages, which are
// prefetched once it has been on the screen for a while.
func (s *session) untilPrefetched(of *service) {
	s.t.Helper()
	s.until("the names at the colour keys", func() bool {
		answered := of.Answered()
		return !slices.ContainsFunc([]int{100, 101, 201, 300, 400}, func(page int) bool {
			return !slices.Contains(answered, servicetest.DocumentPath(page))
		})
	})
	s.settled()
}

// inside returns the pixels of the window.
func (s *session) inside() []byte { return s.shot(s.bounds()).Pix }

// rest waits until the program is settled, and returns the pixels of the window.
func (s *session) rest() []byte {
	s.t.Helper()
	s.settled()
	return s.inside()
}

// see calls a function, and expects that the window looks different afterwards or the service got a request.
func (w *walk) see(id string, do func()) {
	w.t.Helper()
	w.slowly(hosttest.KeysBefore(id)...)
	was, asked := w.rest(), len(w.service.Asked())
	do()
	w.until("something to be seen of "+id, func() bool {
		return !bytes.Equal(was, w.inside()) || id == "page.reload" && len(w.service.Asked()) > asked
	})
	w.settled()
	w.slowly(hosttest.KeysAfter(id)...)
	switch id {
	case "view.header": // its clock changes at any time
		w.named("header row with")
	case "view.sharp": // without it, other colours look the same
		w.named("sharp drawing")
	}
	w.rest()
}

// chord returns the name of a key for press.
func chord(k command.Key) string {
	if k.Rune != 0 {
		return map[rune]string{'?': "Shift+/", '+': "Shift+=", ' ': "Space"}[k.Rune] +
			strings.Trim(string(k.Rune), "?+ ")
	}
	words := strings.NewReplacer("−", "-", "PgUp", "Page_Up", "PgDn", "Page_Down",
		"Enter", "Return", "Esc", "Escape", "Backspace", "BackSpace").Replace(k.Words())
	if words == "Ctrl++" {
		return "Ctrl+Shift+="
	}
	return words
}

// kindOf returns the way in which the toolkit receives a key.
func kindOf(k command.Key) string {
	switch {
	case k.Rune == 0 && len(k.Name) == 1:
		return fmt.Sprint(k.Modifier, " and a letter")
	case k.Rune == 0 && strings.HasPrefix(string(k.Name), "F"):
		return fmt.Sprint(k.Modifier, " and a function key")
	case k.Rune == 0:
		return fmt.Sprint(k.Modifier, " and another key")
	case k.Modifier == 0 && (unicode.IsLetter(k.Rune) || unicode.IsDigit(k.Rune)):
		return "a letter or digit"
	}
	return k.String()
}

// TestCommandsByKeysAndMouse runs a command by each kind of key, one of each menu by the mouse, and one by its name.
// The tests of app/ui/window run all commands.
func TestCommandsByKeysAndMouse(t *testing.T) {
	race.Skip(t, "each command is given in a window of its own")
	t.Parallel()
	table := tableOf(t)
	w := newWalk(t)
	done := map[string]bool{}
	first := func(kind string) bool {
		was := done[kind]
		done[kind] = true
		return !was
	}
	for _, c := range table.All() {
		if strings.HasPrefix(c.ID, "window.") && len(c.Place) > 0 || c.ID == "window.close" || c.ID == "media.list" {
			continue
		}
		for _, k := range c.Keys {
			if first(kindOf(k)) {
				w.see(c.ID, func() { w.press(chord(k)) })
			}
		}
		if len(c.Keys) == 0 && first("name") {
			w.see(c.ID, func() { w.named(strings.TrimSuffix(c.Title, " …")) })
		}
		isInMain := func(p command.Place) bool { return p.Menu < command.Context }
		if slices.ContainsFunc(c.Place, isInMain) && !isOff(c.ID) && first("the menu "+table.Path(c)) {
			w.see(c.ID, func() { w.choose(table, c) })
			w.pointAway()
		}
	}
	w.press("Ctrl+N")
	w.untilAnother()
	w.press("Ctrl+W")
	w.until("one window", func() bool { return len(w.own()) == 1 })
	w.until("it to have the keyboard", w.hasKeyboard)
	w.choose(table, table.Command("window.quit"))
	w.expectEnd()
	t.Logf("done by %q", slices.Sorted(maps.Keys(done)))
}

// untilAnother waits for a second window that is focused.
func (w *walk) untilAnother() {
	w.t.Helper()
	first := w.window
	w.until("another window to have the keyboard", func() bool {
		return len(w.own()) == 2 && w.hasKeyboard() && w.window != first
	})
	w.rest()
}

// named runs a command by its name in the list of all commands.
func (s *session) named(name string) {
	s.slowly("Ctrl+Shift+P")
	s.typed(name)
	s.slowly("Return")
}

// The measures of a menu.
const (
	itemHigh, lineHigh, itemsTop = 26, 9, 4
)

// changed returns the bounds of all pixels that differ in two pictures, except in some rectangles.
func changed(a, b *image.RGBA, without ...image.Rectangle) (r image.Rectangle) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			p := image.Pt(x, y)
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) && !slices.ContainsFunc(without, p.In) {
				r = r.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))})
			}
		}
	}
	return r
}

// isOff reports whether a command is disabled in the menu, in the state of the walk.
func isOff(id string) bool {
	return strings.HasPrefix(id, "media.") || slices.Contains([]string{
		"view.reveal", "page.copy",
	}, id)
}

// choose runs a command by the mouse in the window's menu.
func (w *walk) choose(table *command.Table, c *command.Command) {
	w.t.Helper()
	path := slices.DeleteFunc(strings.Split(table.Path(c), " › "), func(s string) bool { return s == "" })
	menu, b := table.Items(command.Main), w.bounds()
	var open []image.Rectangle
	w.settled()
	was := w.shot(b)
	w.clickAt(27, b.Dy()-22) // the button of the menu
	for i := 0; ; i++ {
		w.settled()
		now := w.shot(b)
		at := changed(was, now, open...)
		if at.Dy() < menuHigh(menu) {
			w.t.Fatalf("menu %d for %s is not there, but %v%s", i+1, c.ID, at, w.keepShot())
		}
		open = append(open, at.Inset(-3))
		was = now
		label := c.Name()
		if i < len(path) {
			label = path[i]
		}
		y, item := placeIn(menu, label)
		if item == nil {
			w.t.Fatalf("%q is not in the menu", label)
		}
		p := b.Min.Add(image.Pt((at.Min.X+at.Max.X)/2, at.Min.Y+y))
		w.pointTo(p)
		if i == len(path) {
			if w.settled(); bytes.Equal(was.Pix, w.shot(b).Pix) {
				w.t.Errorf("the entry of %s is not marked%s", c.ID, w.keepShot())
			}
			w.click(p)
			return
		}
		menu = item.ChildMenu
	}
}

// menuHigh returns the height of a menu.
func menuHigh(m *fyne.Menu) int {
	high := 2 * itemsTop
	for _, i := range m.Items {
		high += lineHigh
		if !i.IsSeparator {
			high += itemHigh - lineHigh
		}
	}
	return high
}

// placeIn returns the distance of an item's middle from the top of a menu.
func placeIn(m *fyne.Menu, label string) (y int, item *fyne.MenuItem) {
	y = itemsTop
	for _, i := range m.Items {
		if i.IsSeparator {
			y += lineHigh
			continue
		}
		if label == i.Label || strings.HasPrefix(i.Label, label+":") {
			return y + itemHigh/2, i
		}
		y += itemHigh
	}
	return 0, nil
}
