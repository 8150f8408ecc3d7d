package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/about"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/widgets/core"
	"sextant/widgets/menus"
	"sextant/widgets/reading"
)

// keys hand on what is typed to the commands that it does, wherever the keyboard is, unless it is in a text.
type keys struct{ window *Window }

// Keys is where widgets that have the keyboard hand on what they do not use.
func (w *Window) Keys() core.Keys {
	return core.Keys{Key: w.keys.press, Rune: w.keys.typed, Leave: w.keys.leave, Shortcut: w.keys.shortcut}
}

// bind takes what is typed while nothing has the keyboard, and keys with a modifier.
func (k *keys) bind() {
	w, c := k.window, k.window.Canvas()
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { k.press(e.Name) })
	c.SetOnTypedRune(k.typed)
	for _, key := range w.table.Shortcuts() {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: key.Name, Modifier: key.Modifier}, func(fyne.Shortcut) {
			if !w.covered() || key == quitKey() {
				w.table.Press(key)
			}
		})
	}
	c.AddShortcut(&fyne.ShortcutCopy{}, func(fyne.Shortcut) { k.orPress(w.copySelected, command.Ctrl(fyne.KeyC)) })
	c.AddShortcut(&fyne.ShortcutSelectAll{}, func(fyne.Shortcut) { k.orPress(w.selectAll, command.Ctrl(fyne.KeyA)) })
}

// orPress does what a dialog makes of a key, or where there is none the command.
func (k *keys) orPress(inDialog func() bool, key command.Key) {
	if !inDialog() && !k.window.covered() {
		k.window.table.Press(key)
	}
}

// shortcut takes a key with a modifier from a widget that has the keyboard.
func (k *keys) shortcut(s fyne.Shortcut) { k.window.Canvas().(fyne.Shortcutable).TypedShortcut(s) }

// press acts on a key that types no character.
func (k *keys) press(name fyne.KeyName) {
	w := k.window
	switch {
	case w.covered():
		if name == fyne.KeyEscape {
			w.uncover()
		}
	case name == fyne.KeyF10 && core.ShiftHeld():
		w.table.Press(command.Shift(fyne.KeyF10))
	default:
		w.table.Press(command.Press(name))
	}
}

// typed acts on a character.
func (k *keys) typed(r rune) {
	if !k.window.covered() {
		k.window.table.Press(command.Char(r))
	}
}

// leave gives the keyboard back to the page, or closes what lies over the page: a dialog, or in a narrow
// window the panel of downloads.
func (k *keys) leave() {
	w := k.window
	switch {
	case w.covered():
		w.uncover()
	case w.panels.downloadsCover():
		w.panels.toggleDownloads()
	default:
		w.Canvas().Unfocus()
	}
}

// back takes back the nearest thing: what the page has, the notice, the search, full screen.
func (k *keys) back() {
	w := k.window
	switch {
	case w.page.Back():
	case w.notices.notice.Visible():
		w.notices.closeNotice()
	case w.find.Panel().Visible():
		w.panels.closeFinder()
	case w.panels.full:
		w.panels.setFull(false)
	}
}

func quitKey() command.Key { return command.Ctrl(fyne.KeyQ) }

// Commands are those of the window as a whole.
func (k *keys) Commands() []command.Command {
	w := k.window
	last := []command.Place{{Menu: command.Main, Group: 2}}
	return []command.Command{
		{
			ID: "window.back", Help: "take back the nearest thing: a number being typed, a selection, a notice, the search, full screen",
			Keys: []command.Key{command.Press(fyne.KeyEscape)}, Do: k.back,
		},
		{ID: "window.menu", Title: "Menu", Help: "the window's menu: what has no key of its own is there", Keys: []command.Key{command.Press(fyne.KeyF10)}, Do: func() { k.showMenu().ActivateFirst() }},
		{
			ID: "window.context", Help: "the menu of the page, or of a row of a list", KeyWords: "Menu, Shift+F10",
			Keys: []command.Key{command.Press(desktop.KeyMenu), command.Shift(fyne.KeyF10)}, Do: k.openContext,
		},
		{ID: "window.keys", Title: "Keys", Help: "these keys", Keys: []command.Key{command.Char('?')}, Place: last, Do: k.showKeys},
		{ID: "window.about", Title: "About Sextant", Place: last, Do: k.showAbout},
		{
			ID: "window.quit", Title: "Quit", Help: "quit", Keys: []command.Key{quitKey()}, Place: []command.Place{{Menu: command.Main, Group: 3}},
			Do: w.Quit,
		},
	}
}

// showMenu opens the window's menu above its button, or in the corner where that would be while the bar is
// not there.
func (k *keys) showMenu() *menus.Menu {
	w := k.window
	place := menus.Above(w.panels.menuSwitch)
	if !w.page.Bar.Visible() {
		size := w.Canvas().Size()
		place = menus.At(fyne.NewPos(size.Width, size.Height))
	}
	return menus.Open(w.Canvas(), w.table.Items(command.Main), place)
}

// openContext opens the menu of the page on screen by a key.
func (k *keys) openContext() {
	w := k.window
	if w.page.Nav.Shown().Page == 0 {
		return
	}
	w.tips.Hide()
	at := fyne.NewPos(0, 0)
	if size := w.page.Content.Size(); size.Width > 0 {
		at = fyne.NewPos(size.Width/4, size.Height/4)
	}
	menus.Open(w.Canvas(), w.table.Items(command.Context), menus.At(at)).ActivateFirst()
}

// showContext opens the menu of the page on screen where the pointer is.
func (k *keys) showContext(at fyne.Position) {
	menus.Open(k.window.Canvas(), k.window.table.Items(command.Context), menus.At(at))
}

// showKeys lists the keys and what each does.
func (k *keys) showKeys() {
	var passages []reading.Passage
	for _, row := range k.window.table.Rows() {
		passages = append(passages, reading.Passage{Kind: reading.Field, Name: row.Keys, Text: row.Help})
	}
	host.ShowText(k.window, "Keys", fyne.NewSize(540, 600), passages, nil)
}

func (k *keys) showAbout() {
	passages := []reading.Passage{
		{Text: "Sextant " + about.Version},
		{Text: "A teletext browser. A sextant is a cell of two by three mosaic blocks, and an instrument to find your way by."},
		{Text: "Teletext is standardised as ETSI EN 300 706."},
		{Kind: reading.Reference, Text: "The standard at ETSI"},
	}
	host.ShowText(k.window, "About Sextant", fyne.NewSize(400, 270), passages, func(int) {
		host.Browse(k.window, "https://www.etsi.org/standards")
	})
}
