package prefs

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// A keyRow is a command in the list of keys.
type keyRow struct {
	command *command.Command
	row     *dialog.Row
	button  *control.PushButton // nil if the keys are fixed
}

// makeKeys makes the page with the keys of all commands, in groups.
func (s *sheet) makeKeys() {
	keys := s.dialog.Keys()
	all := control.NewPushButton(keys, say.Text("shortcut.resetAll"), s.resetKeys)
	s.allKeys = dialog.NewRow(keys, "", say.Text("shortcut.fixed"), dialog.NewButtons(all), nil)
	rows := []*dialog.Row{s.allKeys}
	for _, g := range command.Groups() {
		var ofGroup []*dialog.Row
		for _, c := range s.parts.Table().All() {
			if c.Group == g && !s.hasRowAbove(c) && (!c.IsHidden() || len(c.Keys) > 0) {
				ofGroup = append(ofGroup, s.keyRow(c))
			}
		}
		if len(ofGroup) > 0 {
			rows = append(append(rows, dialog.NewHeading(g.Title())), ofGroup...)
		}
	}
	s.pages.SetRows(keysPage, rows...)
	s.showKeys()
}

// hasRowAbove reports whether the row before includes a command: all digits share one row.
func (s *sheet) hasRowAbove(c *command.Command) bool {
	last := len(s.keys) - 1
	return c.Fixed && last >= 0 && s.keys[last].command.Help == c.Help
}

// repeats reports whether the help of a command only repeats its title, or is about several commands.
func (s *sheet) repeats(c *command.Command) bool {
	shares := func(other *command.Command) bool { return other.ID != c.ID && other.Help == c.Help }
	return strings.EqualFold(c.Help, c.Title) || slices.ContainsFunc(s.parts.Table().All(), shares)
}

// keyRow makes the row of a command.
func (s *sheet) keyRow(c *command.Command) *dialog.Row {
	r := &keyRow{command: c}
	s.keys = append(s.keys, r)
	why := words.Sentence(c.Help)
	if !c.Fixed && s.repeats(c) {
		why = ""
	}
	if c.Fixed {
		line := core.NewLine(theme.TextSize(), theme.ColorNamePlaceHolder)
		line.SetText(c.FixedWords())
		title := c.Title
		if c.KeyWords == "0 – 9" {
			title = say.Text("shortcut.digits")
		}
		r.row = dialog.NewRow(s.dialog.Keys(), title, why, line, nil)
		r.row.SetFoundBy(c.FixedWords())
		return r.row
	}
	r.button = control.NewPushButton(s.dialog.Keys(), "", func() { s.catchKey(c) })
	r.row = dialog.NewRow(s.dialog.Keys(), c.AsOf(c.Title), why, dialog.NewButtons(r.button), func() {
		s.setKeys(map[string][]string{c.ID: nil})
	})
	return r.row.Known(c.Words)
}

// showKeys updates the list of keys.
func (s *sheet) showKeys() {
	for _, r := range s.keys {
		if r.button == nil {
			continue
		}
		text := r.command.KeysWords()
		if text == "" {
			text = say.Text("shortcut.none")
		}
		r.button.SetText(text)
		r.row.SetFoundBy(text + " " + r.command.Help)
		r.row.SetOwn(!slices.Equal(r.command.Keys, r.command.Usual()))
	}
	if s.undo != nil {
		s.undo.SetEnabled(len(s.undos) > 0 && s.wanted == nil)
	}
}

// setKeys sets the keys of commands, nil for the default ones, with undo.
func (s *sheet) setKeys(change map[string][]string) {
	before := map[string][]string{}
	for id := range change {
		before[id] = nil
		if keys, own := s.parts.Keymap.Of(id); own {
			before[id] = keys
		}
	}
	s.remember(func() { s.parts.Keymap.Set(before) })
	s.parts.Keymap.Set(change)
}

// resetKeys restores the default keys of all commands.
func (s *sheet) resetKeys() {
	change := map[string][]string{}
	for id := range s.parts.Keymap.All() {
		change[id] = nil
	}
	if len(change) == 0 {
		s.dialog.SetStatus(say.Text("shortcut.allUsual"))
		return
	}
	s.setKeys(change)
	s.dialog.SetStatus(say.Text("shortcut.usualAgain"))
}

// inWords returns keys in their stored form; nil for the default ones.
func inWords(c *command.Command, keys []command.Key) []string {
	if slices.Equal(keys, c.Usual()) {
		return nil
	}
	list := []string{}
	for _, k := range keys {
		list = append(list, k.String())
	}
	return list
}

// A keyCatch is the dialog that asks for a key of a command.
type keyCatch struct {
	sheet   *sheet
	command *command.Command
	dialog  *dialog.Dialog
	box     *control.KeyCatcher
	leave   *control.PushButton
}

// catchKey asks for a key of a command.
func (s *sheet) catchKey(c *command.Command) {
	q := &keyCatch{sheet: s, command: c, dialog: s.host.NewDialog(say.Text("shortcut.title", "Command", c.Title))}
	now := c.KeysWords()
	if now == "" {
		now = say.Text("shortcut.none")
	}
	q.box = control.NewKeyCatcher(now)
	q.box.Key, q.box.Rune, q.box.Shortcut = q.key, func(r rune) { q.takeKey(command.Char(r)) }, q.shortcut
	q.dialog.SetRows(dialog.NewText(say.Text("shortcut.press")), dialog.NewPlain(q.box))
	q.leave = host.CloseButton(q.dialog, say.Text("shortcut.leave"))
	q.dialog.SetButtons(q.leave)
	s.host.Open(q.dialog, fyne.NewSize(420, 250), q.box, nil)
}

// key handles a key that types no character.
func (c *keyCatch) key(name fyne.KeyName) {
	switch k, ok := command.FromPress(name, core.ShiftHeld()); {
	case name == fyne.KeyEscape:
		c.dialog.Close()
	case name == fyne.KeyBackspace || name == fyne.KeyDelete:
		c.setKeys(nil)
	case ok:
		c.takeKey(k)
	}
}

func (c *keyCatch) shortcut(s fyne.Shortcut) {
	if k, ok := command.FromShortcut(s); ok {
		c.takeKey(k)
	}
}

// takeKey sets a key, or shows which command has it.
func (c *keyCatch) takeKey(k command.Key) {
	if _, err := command.ParseKey(k.String()); err != nil {
		c.say(say.Text("shortcut.unusable", "Key", k.Words()))
		return
	}
	c.dialog.SetButtons(c.leave)
	switch other := c.sheet.parts.Table().Holder(k); {
	case other == nil || other == c.command:
		c.setKeys([]command.Key{k})
	case other.Fixed:
		c.say(say.Text("shortcut.stays", "Key", k.Words(), "Command", other.Title))
	default:
		c.say(say.Text("shortcut.taken", "Key", k.Words(), "Command", other.Title))
		use := control.NewPushButton(c.dialog.Keys(), say.Text("shortcut.take"),
			func() { c.takeFrom(other, k) }).Strong()
		c.dialog.SetButtons(use, c.leave)
		c.dialog.Refresh()
		c.dialog.Focus(c.leave)
	}
	c.box.SetText(k.Words())
}

func (c *keyCatch) say(sentence string) { c.dialog.SetStatus(sentence) }

// takeFrom sets a key that another command has, and removes it there.
func (c *keyCatch) takeFrom(other *command.Command, k command.Key) {
	rest := slices.DeleteFunc(slices.Clone(other.Keys), func(o command.Key) bool { return o == k })
	change := map[string][]string{c.command.ID: inWords(c.command, []command.Key{k})}
	if len(rest) < len(other.Keys) {
		change[other.ID] = inWords(other, rest)
	}
	c.dialog.Close()
	c.sheet.setKeys(change)
}

// setKeys sets the command's keys, or none.
func (c *keyCatch) setKeys(keys []command.Key) {
	c.dialog.Close()
	if !slices.Equal(keys, c.command.Keys) {
		c.sheet.setKeys(map[string][]string{c.command.ID: inWords(c.command, keys)})
	}
}
