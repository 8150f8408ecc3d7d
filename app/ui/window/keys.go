package window

import (
	"slices"

	"fyne.io/fyne/v2"
	toolkit "fyne.io/fyne/v2/driver/desktop"

	"sextant/app/desktop"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/ui/command"
	"sextant/app/ui/loop"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// keys runs commands by their keys, wherever the focus is, unless text is being typed.
type keys struct {
	window *Window
	bound  []fyne.Shortcut // the keys with a modifier
	digit  bool            // the last key was that of a digit, whose character is still to come, if it types one
	name   fyne.KeyName    // of the last key, whose character is still to come, if it types one
}

// Keys gets the keys that focused widgets do not handle.
func (w *Window) Keys() core.Keys {
	return core.Keys{
		Key: w.keys.press, Rune: w.keys.typed, Leave: w.keys.leave, Shortcut: w.keys.shortcut, Dial: w.keys.dial,
	}
}

// dial goes to the page whose number is half typed, and reports whether there is one.
func (k *keys) dial() bool {
	if k.window.page.Nav.Entry() == "" {
		return false
	}
	k.window.table.Do("page.dial")
	return true
}

// bind sets the handlers of keys while nothing is focused.
func (k *keys) bind() {
	c := k.window.Canvas()
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { k.press(e.Name) })
	c.SetOnTypedRune(k.typed)
	for _, s := range []fyne.Shortcut{
		&fyne.ShortcutCopy{}, &fyne.ShortcutCut{}, &fyne.ShortcutPaste{},
		&fyne.ShortcutSelectAll{}, &fyne.ShortcutUndo{}, &fyne.ShortcutRedo{},
	} {
		c.AddShortcut(s, k.common)
	}
	k.rekey()
}

// rekey applies the user's keys, and binds those with a modifier.
func (k *keys) rekey() {
	w := k.window
	w.table.Rekey(w.chosenKeys)
	for _, s := range k.bound {
		w.Canvas().RemoveShortcut(s)
	}
	k.bound = nil
	for _, key := range w.table.Shortcuts() {
		custom := &toolkit.CustomShortcut{KeyName: key.Name, Modifier: key.Modifier}
		k.bound = append(k.bound, custom)
		w.Canvas().AddShortcut(custom, k.shortcut)
	}
}

// shortcut handles a key with a modifier, wherever the focus is.
func (k *keys) shortcut(s fyne.Shortcut) {
	custom, is := s.(*toolkit.CustomShortcut)
	if !is {
		k.common(s)
		return
	}
	w, key := k.window, command.Key{Name: custom.KeyName, Modifier: custom.Modifier}
	if w.covered() && w.open != nil && w.open.Shortcut(custom) {
		return
	}
	holder := w.table.Holder(key)
	if holder == nil {
		return
	}
	k.pressed(key)
	switch {
	case !w.covered() || holder.ID == "window.quit":
		w.table.Press(key)
	case w.open == nil && holder.ID == "window.close":
		w.uncover() // a menu
	}
}

// common handles one of the toolkit's named shortcuts. An open dialog takes precedence.
func (k *keys) common(s fyne.Shortcut) {
	w := k.window
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		if w.copySelected() {
			return
		}
		if s.Secondary && !w.covered() {
			w.table.Do("page.copy") // also for the toolkit's second key
		}
	case *fyne.ShortcutSelectAll:
		if w.selectAll() {
			return
		}
	}
	if key, ok := command.FromShortcut(s); ok && !w.covered() {
		k.pressed(key)
		w.table.Press(key)
	}
}

// hear handles the back and forward buttons of the mouse, and the keys of remote controls.
func (k *keys) hear() {
	w := k.window
	named := map[int]fyne.KeyName{}
	go func() {
		known := desktop.RemoteKeys()
		w.Do(func() { named = known })
	}()
	loop.Hear(w.win, loop.Heard{
		Pressed: func() { w.aloud.Stop() },
		Button:  k.button,
		Key: func(number int) bool {
			name, is := named[number]
			is = is && !w.closed
			catcher, catches := w.Canvas().Focused().(*control.KeyCatcher)
			switch {
			case is && catches:
				catcher.TypedKey(&fyne.KeyEvent{Name: name})
			case is && !w.covered():
				w.table.Press(command.Press(name))
			}
			return is
		},
		Focus: w.attention.focused,
		Touch: desktop.HasTouchScreen(),
	})
}

// button is called for the back and forward buttons of the mouse.
func (k *keys) button(forward bool) {
	w := k.window
	if w.closed || w.covered() {
		return
	}
	if forward {
		w.page.Nav.Run(w.page.Nav.Forward())
	} else {
		w.page.Nav.Run(w.page.Nav.Back())
	}
}

// press handles a key that types no character, and one of a digit, whatever that types without Shift: nothing on a
// number pad without Num Lock, "&" in the row of digits of a French keyboard.
func (k *keys) press(name fyne.KeyName) {
	w := k.window
	digit, isDigit := loop.DigitOf(name)
	k.digit = isDigit && !w.covered()
	k.name = name
	switch {
	case w.covered():
		if name == fyne.KeyEscape {
			w.uncover()
		}
	case k.digit:
		k.run(command.Char(digit))
	case core.ShiftHeld() && w.table.Holder(command.Shift(name)) != nil:
		k.run(command.Shift(name))
	default:
		if key, ok := command.FromPress(name, false); ok {
			k.run(key)
		}
	}
}

func (k *keys) run(key command.Key) {
	k.pressed(key)
	k.window.table.Press(key)
}

// typed handles a typed character. Instead of a letter of another script it takes the Latin one of its key, unless it
// is the key of a command.
func (k *keys) typed(r rune) {
	w := k.window
	letter := loop.LatinOf(k.name, r)
	k.name = ""
	if byKey := k.digit; byKey || w.covered() {
		k.digit = false
		return
	}
	if w.table.Holder(command.Char(r)) == nil {
		r = letter
	}
	key := command.Char(r)
	if shifted := command.ShiftChar(r); core.ShiftHeld() && w.table.Holder(shifted) != nil {
		key = shifted
	}
	k.run(key)
}

// pressed closes the preview of a link and stops reading aloud when a key is pressed. Keys of commands for reading
// aloud, and for going back, do so in their commands.
func (k *keys) pressed(key command.Key) {
	w := k.window
	c := w.table.Holder(key)
	if c == nil || c.ID != "window.back" {
		w.page.EndPreview()
	}
	if c == nil || c.ID != "voice.read" && c.ID != "voice.here" && c.ID != "window.back" {
		w.aloud.Stop()
	}
}

// leave returns the focus to the page, or closes what lies over the page: a dialog, or in a narrow window the panel of
// downloads.
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

// hasBack reports whether takeBackNearest would do anything.
func (k *keys) hasBack() bool {
	w := k.window
	return w.aloud.Reads() || w.page.HasBack() || w.notices.notice.Visible() ||
		w.find.Panel().Visible() || w.panels.full
}

// takeBackNearest ends the first of these that is active: reading aloud, the page's Back, the notice, the search, full
// screen.
func (k *keys) takeBackNearest() {
	w := k.window
	switch {
	case w.aloud.Stop():
	case w.page.Back():
	case w.notices.notice.Visible():
		w.notices.closeNotice()
	case w.find.Panel().Visible():
		w.panels.closeFinder()
	case w.panels.full:
		w.panels.setFull(false)
	}
}

// Commands returns the commands of the window as a whole.
func (k *keys) Commands() []command.Command {
	w := k.window
	return slices.Concat([]command.Command{
		{
			ID: "window.menu", Title: say.Text("menu.title"), Help: say.Text("menu.help"), Unlisted: true,
			Keys: []command.Key{command.Press(fyne.KeyF10)}, Do: func() { k.showMenu().ActivateFirst() },
		},
		{
			ID: "window.context", Title: say.Text("menu.context"), Help: say.Text("menu.context.help"),
			KeyWords: command.Words(command.Press(toolkit.KeyMenu), command.Shift(fyne.KeyF10)), Unlisted: true,
			Fixed: true, Keys: []command.Key{command.Press(toolkit.KeyMenu), command.Shift(fyne.KeyF10)},
			Do: k.openContext,
		},
		{
			ID: "window.news", Words: say.Text("news.words"), Typed: true,
			Title: say.Text("news.title"), Help: say.Text("news.help"), Do: w.news.show,
		},
		{
			ID: "window.about", Words: say.Text("about.words"),
			Title: say.Text("about.title"), Help: say.Text("about.help"),
			Place: command.At(command.Main, 3), Do: w.showAbout,
		},
		{
			ID: "window.quit", Words: say.Text("program.quit.words"),
			Title: say.Text("program.quit"), Help: say.Text("program.quit.help"),
			Keys: []command.Key{command.Ctrl(fyne.KeyQ)}, Place: command.At(command.Main, 4),
			Do: w.Quit,
		},
	}, command.In(
		command.Windows,
		command.Command{
			ID: "window.back", Typed: true,
			Title: say.Text("takeBack.title"), Fixed: true, KeyWords: "Esc",
			Help:    say.Text("takeBack.help"),
			Keys:    []command.Key{command.Press(fyne.KeyEscape)},
			Enabled: k.hasBack, Why: say.Text("takeBack.why"), Do: k.takeBackNearest,
		},
		command.Command{
			ID: "window.undo", Words: say.Text("undo.words"),
			Title: say.Text("edit.undo"), Help: say.Text("undo.help"),
			Keys:    []command.Key{command.Ctrl(fyne.KeyZ)},
			Enabled: w.notices.offersUndo, Why: say.Text("undo.why"), Do: w.notices.undo,
		},
		command.Command{
			ID: "window.new", Words: say.Text("windows.new.words"),
			Title: say.Text("windows.new"), Help: say.Text("windows.new.help"),
			Keys:  []command.Key{command.Ctrl(fyne.KeyN)},
			Place: command.At(command.Main, 1), Do: func() { w.parts.Desk.Open(w.here()) },
		},
		command.Command{
			ID: "window.close", Words: say.Text("windows.close.words"),
			Title: say.Text("windows.close"), Help: say.Text("windows.close.help"),
			Keys: []command.Key{command.Ctrl(fyne.KeyW)},
			Also: []command.Key{command.Ctrl(fyne.KeyW, fyne.KeyModifierShift)}, Do: k.closeWindow,
		},
	))
}

// closeWindow closes the window, unless it is the last one: that ends the program, which has a key of its own.
func (k *keys) closeWindow() {
	w := k.window
	if w.parts.Desk.IsLast() {
		w.Mention(say.Text("windows.last", "Keys", w.Command("window.quit").KeysWords()))
		return
	}
	w.Close()
}

// showMenu opens the window's menu above its button, or in that corner while the bar is hidden.
func (k *keys) showMenu() *control.Menu {
	w := k.window
	place := control.Above(w.panels.menuSwitch)
	if !w.page.Bar.Visible() {
		size := w.Canvas().Size()
		place = control.At(fyne.NewPos(size.Width, size.Height))
	}
	return control.Open(w.Canvas(), w.table.Items(command.Main), place)
}

// showFavourites opens the menu of favourites at a place.
func (k *keys) showFavourites(at control.Place) {
	control.Open(k.window.Canvas(), k.window.table.Items(command.FavouritesMenu), at)
}

// openContext opens the context menu by a key.
func (k *keys) openContext() {
	w := k.window
	if w.page.Nav.Shown().Page == 0 {
		return
	}
	w.tips.Hide()
	w.page.ForgetMenuLine()
	at := fyne.NewPos(0, 0)
	if size := w.page.Content.Size(); size.Width > 0 {
		at = fyne.NewPos(size.Width/4, size.Height/4)
	}
	control.Open(w.Canvas(), w.table.Items(k.contextMenu()), control.At(at)).ActivateFirst()
}

// contextMenu returns the menu of the selection, or else of the page.
func (k *keys) contextMenu() command.Menu {
	if k.window.page.HasSelection() {
		return command.Selection
	}
	return command.Context
}

// showContext opens the context menu at the pointer.
func (k *keys) showContext(at fyne.Position) {
	control.Open(k.window.Canvas(), k.window.table.Items(k.contextMenu()), control.At(at))
}

// showLinkMenu opens the menu of a link to a page.
func (k *keys) showLinkMenu(to teletext.Place, at fyne.Position) {
	w := k.window
	open := fyne.NewMenuItem(say.Text("link.open", "Page", to), func() { w.page.Nav.Run(w.page.Nav.GoTo(to)) })
	another := fyne.NewMenuItem(say.Text("link.openNew"), func() { w.parts.Desk.Open(to) })
	address := fyne.NewMenuItem(say.Text("copyAddress.title"), func() { w.page.CopyAddress(to) })
	items := []*fyne.MenuItem{
		open, another, fyne.NewMenuItemSeparator(), address, w.watch.PageItem(to.Page), w.watch.LineItem(),
	}
	control.Open(w.Canvas(), fyne.NewMenu("", items...), control.At(at))
}
