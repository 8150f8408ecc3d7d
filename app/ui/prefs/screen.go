package prefs

import (
	"fyne.io/fyne/v2/theme"

	"sextant/app/guard"
	"sextant/app/say"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// makeScreen makes the page for the public screen.
func (s *sheet) makeScreen() {
	keys := s.dialog.Keys()
	pin := newPINRow(s)
	how := core.NewLines(theme.TextSize(), theme.ColorNameForeground)
	how.SetText("sextant --kiosk")
	s.pages.SetRows(
		screenPage,
		dialog.NewRow(keys, say.Text("kioskPrefs.playlist"), say.Text("kioskPrefs.playlist.help"),
			dialog.NewButtons(s.leads(say.Text("kioskPrefs.edit"), "playlists.show")), nil),
		pin.row,
		dialog.NewRow(keys, say.Text("kioskPrefs.begin"), say.Text("kioskPrefs.begin.help"), how, nil),
	)
	pin.show()
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
	p.row = dialog.NewRow(keys, say.Text("kioskPrefs.pin"), say.Text("kioskPrefs.pin.help"),
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
		p.sheet.host.Do(func() { p.row.SetWhy(said + " " + say.Text("kioskPrefs.pin.help")) })
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
