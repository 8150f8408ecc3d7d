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

// makeScreen makes the page of the public screen.
func (s *sheet) makeScreen() {
	keys := s.dialog.Keys()
	entry := control.NewEntry(keys, say.Text("kioskPrefs.digits", "Least", guard.LeastDigits, "Most", guard.MostDigits))
	entry.Password = true
	var row *dialog.Row
	set := func() { s.changePIN(row, entry, false) }
	entry.OnSubmitted = func(string) { set() }
	entry.OnChanged = func(string) { row.SetTrouble("") }
	clearPIN := control.NewPushButton(keys, say.Text("kioskPrefs.clear"), func() { s.changePIN(row, entry, true) })
	row = dialog.NewRow(keys, say.Text("kioskPrefs.pin"), say.Text("kioskPrefs.pin.help"),
		dialog.NewColumn(entry,
			dialog.NewButtons(control.NewPushButton(keys, say.Text("kioskPrefs.set"), set), clearPIN)), nil)
	how := core.NewLines(theme.TextSize(), theme.ColorNameForeground)
	how.SetText("sextant --kiosk")
	s.pages.SetRows(
		screenPage,
		dialog.NewRow(keys, say.Text("kioskPrefs.playlist"), say.Text("kioskPrefs.playlist.help"),
			dialog.NewButtons(s.leads(say.Text("kioskPrefs.edit"), "playlists.show")), nil),
		row,
		dialog.NewRow(keys, say.Text("kioskPrefs.begin"), say.Text("kioskPrefs.begin.help"), how, nil),
	)
	s.tellPIN(row)
}

// tellPIN says whether there is a PIN.
func (s *sheet) tellPIN(row *dialog.Row) {
	go func() {
		isSet, err := guard.HasPIN(s.parts.Profile)
		said := say.Text("kioskPrefs.noPIN")
		switch {
		case err != nil:
			said = words.Why(err)
		case isSet:
			said = say.Text("kioskPrefs.pinIsSet")
		}
		s.host.Do(func() { row.SetWhy(said + " " + say.Text("kioskPrefs.pin.help")) })
	}()
}

// changePIN sets the PIN that was typed, which takes a moment, or clears it.
func (s *sheet) changePIN(row *dialog.Row, entry *control.Entry, clearIt bool) {
	digits := entry.Text
	go func() {
		var err error
		if clearIt {
			err = guard.ClearPIN(s.parts.Profile)
		} else {
			err = guard.SetPIN(s.parts.Profile, digits)
		}
		s.host.Do(func() {
			if err != nil {
				row.SetTrouble(words.Why(err))
				s.dialog.Focus(entry)
				return
			}
			entry.SetText("")
			s.dialog.SetStatus(say.Text("kioskPrefs.changed"))
			s.tellPIN(row)
		})
	}()
}
