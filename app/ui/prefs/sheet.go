package prefs

import (
	"context"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// The pages of the settings.
const (
	connectionPage = iota
	displayPage
	accessPage
	soundPage
	storagePage
	screenPage
	keysPage
	advancedPage
)

// pageNames returns the names of the pages.
func pageNames() []string {
	return []string{
		say.Text("prefs.connection"), say.Text("prefs.display"),
		say.Text("prefs.access"), say.Text("prefs.sound"), say.Text("prefs.storage"),
		say.Text("prefs.screen"), say.Text("prefs.keys"), say.Text("prefs.advanced"),
	}
}

// A sheet is the open settings. Changes apply at once, with undo; only those that make a new connection need a button.
type sheet struct {
	host      host.Host
	parts     Parts
	presenter *Presenter
	dialog    *dialog.Dialog
	pages     *dialog.Pages
	options   []option
	keys      []*keyRow
	allKeys   *dialog.Row

	undos []func() // a stack

	connection  *connectionForm
	storage     *storageRows
	voices      func(names []string) // shows the voices to choose from
	undo, leave *control.PushButton
	wanted      *settings.Service // the one being tuned in to
	closed      bool
}

// An option is a setting on one of the pages.
type option struct {
	// show shows the current value, and commit applies a typed value. Both may be nil.
	show   func(now settings.Settings)
	commit func()
}

func (p *Presenter) show() { p.open(connectionPage) }

// open opens the settings on a page, with the search focused.
func (p *Presenter) open(page int) {
	p.parts.Tuner.Presets.Reload()
	p.parts.Keymap.Reload()
	s := p.makeSheet()
	s.makeKeys()
	s.undo = control.NewPushButton(s.dialog.Keys(), say.Text("edit.undo"), s.takeBack)
	s.leave = host.CloseButton(s.dialog, say.Text("button.close"))
	s.showButtons()
	s.dialog.Guard = s.mayClose
	p.sheet = s
	s.update()
	s.pages.ShowPage(page)
	p.host.Open(s.dialog, fyne.NewSize(780, 620), s.pages.Search(), s.close)
	s.storage.measure()
	s.parts.Voices(s.voices)
}

// makeSheet makes the settings, without opening them and without the page of keys.
func (p *Presenter) makeSheet() *sheet {
	s := &sheet{host: p.host, parts: p.parts, presenter: p, dialog: p.host.NewDialog(say.Text("prefs.title"))}
	s.pages = dialog.NewPages(s.dialog, pageNames(), say.Text("prefs.search"))
	s.makeConnection()
	s.makeDisplay()
	s.makeAccess()
	s.makeSound()
	s.makeStorage()
	s.makeScreen()
	s.makeAdvanced()
	return s
}

func (s *sheet) close() {
	s.closed, s.presenter.sheet = true, nil
	s.connection.close()
}

// now returns the settings, with the service that is being tuned in to.
func (s *sheet) now() settings.Settings {
	now := s.parts.Box.Get()
	if s.wanted != nil {
		now.Service = *s.wanted
	}
	return now
}

// update updates all controls.
func (s *sheet) update() {
	if s.undo == nil {
		return // under construction
	}
	now := s.now()
	for _, o := range s.options {
		if o.show != nil {
			o.show(now)
		}
	}
	s.undo.SetEnabled(len(s.undos) > 0 && s.wanted == nil)
}

// showButtons shows the buttons at the foot that apply now.
func (s *sheet) showButtons() {
	buttons := []*control.PushButton{s.undo, s.leave}
	if s.connection.applies {
		buttons = []*control.PushButton{s.undo, s.connection.discard, s.connection.apply, s.leave}
	}
	s.dialog.SetButtons(buttons...)
	s.dialog.Refresh()
}

// commit applies typed values.
func (s *sheet) commit() {
	for _, o := range s.options {
		if o.commit != nil {
			o.commit()
		}
	}
}

// changeSettings changes the settings, with undo.
func (s *sheet) changeSettings(change func(*settings.Settings)) {
	before := s.now()
	after := before
	if change(&after); after == before {
		return
	}
	s.remember(func() {
		now := s.now()
		back := now.With(after, before)
		if now.PresetID() != before.PresetID() { // another window went to another service
			back.Service = now.Service
		}
		s.apply(back)
	})
	s.apply(after)
}

// remember pushes an undo function.
func (s *sheet) remember(undo func()) { s.undos = append(s.undos, undo) }

// takeBack undoes the last change.
func (s *sheet) takeBack() {
	s.commit()
	if last := len(s.undos) - 1; last >= 0 && s.wanted == nil {
		undo := s.undos[last]
		s.undos = s.undos[:last]
		s.dialog.SetStatus("")
		undo()
		s.update()
	}
}

// apply applies settings.
func (s *sheet) apply(after settings.Settings) {
	other := after.Service != s.now().Service
	s.parts.Box.Change(func(now *settings.Settings) { now.Look, now.Sound = after.Look, after.Sound })
	if other {
		s.tune(after.Service, s.parts.Tuner.Key(), func() {})
		return
	}
	s.update()
}

// tune tunes in to the current service with other parameters. well is called on success.
func (s *sheet) tune(service settings.Service, key string, well func()) {
	s.wanted = &service
	wanted := s.wanted
	s.update()
	s.parts.Tuner.Tune(context.Background(), service, key, func(err error) {
		if s.wanted == wanted {
			s.wanted = nil
		}
		switch {
		case s.closed || isGivenUp(err):
		case err != nil:
			s.dialog.SetStatus(words.Why(err))
		default:
			well()
		}
		if !s.closed {
			s.update()
		}
	})
}

// mayClose reports whether the dialog may close. If typed values would be lost, it asks the user.
func (s *sheet) mayClose() bool {
	s.commit()
	if !s.connection.isChanged() {
		return true
	}
	d := s.host.NewDialog(say.Text("prefs.title"))
	keys := d.Keys()
	leave := func() {
		s.dialog.Guard = nil
		d.Close()
		s.dialog.Close()
	}
	text := dialog.NewText(say.Text("connection.unapplied"))
	d.SetRows(text)
	stay := host.CloseButton(d, say.Text("connection.goBack"))
	d.SetButtons(control.NewPushButton(keys, say.Text("button.discard"), leave), stay)
	s.host.Open(d, fyne.NewSize(400, 150), stay, nil)
	return false
}
