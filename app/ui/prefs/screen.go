package prefs

import (
	"fyne.io/fyne/v2"

	"sextant/app/guard"
	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// A Startup makes the public screen start with the computer. Its methods wait for the disk.
type Startup interface {
	// IsInstalled reports whether it does. The error is why it cannot on this system.
	IsInstalled() (bool, error)
	// Install writes what makes it start, and Remove undoes that. They return what is left to do, for the user.
	Install() (left string, err error)
	Remove() (left string, err error)
}

// makeScreen makes the page for the public screen.
func (s *sheet) makeScreen() {
	keys := s.dialog.Keys()
	pin, start := newPINRow(s), newStartRow(s)
	s.pages.SetRows(
		screenPage,
		dialog.NewRow(keys, say.Text("kioskPrefs.show"), say.Text("kioskPrefs.show.help"),
			dialog.NewButtons(s.leads(say.Text("screen.show"), "screen.show")), nil),
		dialog.NewRow(keys, say.Text("kioskPrefs.playlist"), say.Text("kioskPrefs.playlist.help"),
			dialog.NewButtons(s.leads(say.Text("kioskPrefs.edit"), "playlists.show")), nil),
		pin.row.Known(say.Text("kioskPrefs.pin.words")),
		start.row.Known(say.Text("kioskPrefs.start.words")),
	)
	pin.show()
	start.show()
}

// A startRow makes the public screen start with the computer, or undoes that.
type startRow struct {
	sheet      *sheet
	row        *dialog.Row
	set, clear *control.PushButton
}

func newStartRow(s *sheet) *startRow {
	keys := s.dialog.Keys()
	r := &startRow{sheet: s}
	startup := s.parts.Startup
	r.set = control.NewPushButton(keys, say.Text("kioskPrefs.start.set"), func() { r.change(startup.Install) })
	r.clear = control.NewPushButton(keys, say.Text("kioskPrefs.start.clear"), func() { r.change(startup.Remove) })
	r.set.SetEnabled(false)
	r.clear.SetEnabled(false)
	r.row = dialog.NewRow(keys, say.Text("kioskPrefs.start"), say.Text("kioskPrefs.start.help"),
		dialog.NewButtons(r.set, r.clear), nil)
	return r
}

// show shows whether the screen starts with the computer.
func (r *startRow) show() {
	startup := r.sheet.parts.Startup
	go func() {
		is, err := startup.IsInstalled()
		r.sheet.host.Do(func() {
			r.set.SetEnabled(err == nil)
			r.clear.SetEnabled(err == nil && is)
			said := say.Text("kioskPrefs.start.help")
			switch {
			case err != nil:
				said = say.Text("kioskPrefs.start.none")
			case is:
				said = say.Text("kioskPrefs.start.isSet")
			}
			r.row.SetWhy(said)
		})
	}()
}

// change installs or removes in the background, and shows what is left to do.
func (r *startRow) change(change func() (string, error)) {
	go func() {
		left, err := change()
		r.sheet.host.Do(func() {
			if err != nil {
				r.row.SetTrouble(words.Why(err))
				return
			}
			r.row.SetTrouble("")
			r.show()
			host.ShowText(r.sheet.host, say.Text("kioskPrefs.start"), fyne.NewSize(560, 360),
				[]reading.Passage{{Text: left}}, nil)
		})
	}()
}

// A pinRow sets and removes the PIN for leaving a public screen.
type pinRow struct {
	sheet *sheet
	entry *control.Entry
	row   *dialog.Row
}

func newPINRow(s *sheet) *pinRow {
	keys := s.dialog.Keys()
	p := &pinRow{sheet: s, entry: control.NewEntry(
		keys, say.Text("kioskPrefs.digits", "Least", guard.LeastDigits, "Most", guard.MostDigits))}
	p.entry.Password = true
	p.entry.OnSubmitted = func(string) { p.set() }
	p.entry.OnChanged = func(string) { p.row.SetTrouble("") }
	buttons := dialog.NewButtons(
		control.NewPushButton(keys, say.Text("kioskPrefs.set"), p.set),
		control.NewPushButton(keys, say.Text("kioskPrefs.clear"), p.remove),
	)
	p.row = dialog.NewRow(keys, say.Text("kioskPrefs.pin"), "",
		dialog.NewColumn(p.entry, buttons), nil)
	return p
}

// show shows whether a PIN is set.
func (p *pinRow) show() {
	profile := p.sheet.parts.Profile
	go func() {
		isSet, err := guard.HasPIN(profile)
		said := say.Text("kioskPrefs.noPIN")
		switch {
		case err != nil:
			said = words.Why(err)
		case isSet:
			said = say.Text("kioskPrefs.pinIsSet")
		}
		p.sheet.host.Do(func() { p.row.SetWhy(said) })
	}()
}

// set sets the typed PIN, in the background, because hashing takes a moment.
func (p *pinRow) set() {
	digits, profile := p.entry.Text, p.sheet.parts.Profile
	p.change(func() error { return guard.SetPIN(profile, digits) })
}

func (p *pinRow) remove() {
	profile := p.sheet.parts.Profile
	p.change(func() error { return guard.ClearPIN(profile) })
}

// change changes the PIN in the background, and shows the result.
func (p *pinRow) change(change func() error) {
	go func() {
		err := change()
		p.sheet.host.Do(func() {
			if err != nil {
				p.row.SetTrouble(words.Why(err))
				p.sheet.dialog.Focus(p.entry)
				return
			}
			p.entry.SetText("")
			p.sheet.dialog.SetStatus(say.Text("kioskPrefs.changed"))
			p.show()
		})
	}()
}
