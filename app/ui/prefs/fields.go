package prefs

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// A field is one of the fields for a service's address and credentials.
type field int

// The fields.
const (
	noField field = iota
	addressField
	mediaField
	idField
	keyField
)

// fields are the controls for a service's address and credentials. They change no settings.
type fields struct {
	address, media, id, key *control.Entry
	both                    *control.Switch
	rows                    map[field]*dialog.Row
	bothRow                 *dialog.Row
}

// newFields makes empty fields. changed is called on each change, and submit on Enter.
func newFields(keys core.Keys, changed, submit func()) *fields {
	f := &fields{rows: map[field]*dialog.Row{}}
	entry := func(of field, name, why, placeholder string) *control.Entry {
		e := control.NewEntry(keys, placeholder)
		e.OnChanged = func(string) {
			f.rows[of].SetTrouble("")
			changed()
		}
		e.OnSubmitted = func(string) { submit() }
		f.rows[of] = dialog.NewRow(keys, name, why, e, nil)
		return e
	}
	none := say.Text("connection.none")
	f.address = entry(addressField, say.Text("connection.address"), "", "service.example/api")
	f.media = entry(mediaField, say.Text("connection.media"),
		say.Text("connection.media.help"), say.Text("connection.media.same"))
	f.id = entry(idField, say.Text("connection.appID"), "", none)
	f.key = entry(keyField, say.Text("connection.appKey"), say.Text("connection.appKey.help"), none)
	f.key.Password = true
	f.rows[addressField].Known(say.Text("connection.address.words"))
	f.rows[mediaField].Known(say.Text("connection.media.words"))
	f.rows[idField].Known(say.Text("connection.appID.words"))
	f.rows[keyField].Known(say.Text("connection.appKey.words"))
	f.both = control.NewSwitch(keys, say.Text("connection.both"), func(bool) { changed() })
	f.bothRow = dialog.NewRow(keys, "", "", f.both, nil)
	return f
}

// common returns the rows that most services need, and further returns the others.
func (f *fields) common() []*dialog.Row {
	return []*dialog.Row{f.rows[addressField], f.rows[idField], f.rows[keyField]}
}
func (f *fields) further() []*dialog.Row { return []*dialog.Row{f.rows[mediaField], f.bothRow} }

// beyondAddress returns all rows but that of the address.
func (f *fields) beyondAddress() []*dialog.Row {
	return []*dialog.Row{f.rows[idField], f.rows[keyField], f.rows[mediaField], f.bothRow}
}

// areSet reports whether there is something in the rows beyond the address.
func (f *fields) areSet() bool { return f.id.Text != "" || f.key.Text != "" || f.media.Text != "" }

// fillIn sets the fields to a service and its key.
func (f *fields) fillIn(s settings.Service, key string) {
	f.address.SetText(s.BaseURL)
	f.media.SetText(s.MediaBaseURL)
	f.id.SetText(s.AppID)
	f.key.SetText(key)
	absent := say.Text("connection.none")
	if s.KeyPlace != settings.NoKey { // the keyring did not answer; an empty field leaves its key unchanged
		absent = say.Text("connection.keyUnread")
	}
	f.key.SetPlaceHolder(absent)
	f.both.SetChecked(s.MediaCredentials)
	f.mark(noField, "")
}

// typed returns a service with the fields' values, the addresses completed, and the key.
func (f *fields) typed(s settings.Service) (settings.Service, string) {
	s.BaseURL, s.MediaBaseURL = settings.CompleteAddress(f.address.Text), settings.CompleteAddress(f.media.Text)
	s.AppID, s.MediaCredentials = strings.TrimSpace(f.id.Text), f.both.Checked
	return s, strings.TrimSpace(f.key.Text)
}

// complete shows the completed addresses.
func (f *fields) complete() {
	for _, e := range []*control.Entry{f.address, f.media} {
		if whole := settings.CompleteAddress(e.Text); e.Text != whole {
			e.SetText(whole)
			e.CursorColumn = len([]rune(whole)) // typing continues at the end
			e.Refresh()
		}
	}
}

// wrong marks and returns the first invalid field.
func (f *fields) wrong(s settings.Service) field {
	all := settings.Settings{Service: s}
	switch base, media := all.Wrong("baseURL"), all.Wrong("mediaBaseURL"); {
	case s.BaseURL == "":
		f.mark(addressField, say.Text("connection.noAddress"))
		return addressField
	case base != nil:
		f.mark(addressField, words.Whole(base))
		return addressField
	case media != nil:
		f.mark(mediaField, words.Whole(media))
		return mediaField
	}
	f.mark(noField, "")
	return noField
}

// mark shows an error below one field, and clears those of all others.
func (f *fields) mark(of field, sentence string) {
	for other, row := range f.rows {
		if other != of {
			row.SetTrouble("")
		}
	}
	if of != noField {
		f.rows[of].SetTrouble(sentence)
	}
}

// entry returns the control of a field, nil for none.
func (f *fields) entry(of field) fyne.Focusable {
	switch of {
	case addressField:
		return f.address
	case mediaField:
		return f.media
	case idField:
		return f.id
	case keyField:
		return f.key
	}
	return nil
}
