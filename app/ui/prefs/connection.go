package prefs

import (
	"slices"
	"strings"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// A connectionForm is the page with the services and the current one's address and credentials.
type connectionForm struct {
	sheet  *sheet
	fields *fields
	probe  *probe
	relays *relays
	zone   *zoneField

	service    *control.Choice
	name       *control.Entry
	nameRow    *dialog.Row
	remove     *control.PushButton
	demoRow    *dialog.Row
	test, find *control.PushButton
	apply      *control.PushButton
	discard    *control.PushButton
	acts       *dialog.Row
	services   *dialog.Row

	of      string           // the ID of the preset in the fields
	shown   settings.Service // the last values set in the fields
	demo    bool             // the rows are those of the demo
	applies bool             // there are changes to apply
	key     string
}

// makeConnection makes the page.
func (s *sheet) makeConnection() {
	c := &connectionForm{sheet: s, probe: &probe{host: s.host, parts: s.parts}}
	s.connection = c
	keys := s.dialog.Keys()
	c.fields = newFields(keys, c.edited, c.applyAll)
	c.relays = &relays{host: s.host, parts: s.parts, fields: c.fields, say: s.dialog.SetStatus, asked: func() {}}
	c.zone = newZoneField(s.host, keys, c.edited)
	c.makeServices()
	c.demoRow = dialog.NewText(say.Text("connection.demo"))
	c.test = control.NewPushButton(keys, say.Text("connect.test"), c.testNow)
	c.find = control.NewPushButton(keys, say.Text("relays.find"), c.relays.search)
	c.apply = control.NewPushButton(keys, say.Text("button.apply"), c.applyAll).Strong()
	c.discard = control.NewPushButton(keys, say.Text("button.discard"), c.discardAll)
	c.acts = dialog.NewRow(keys, "", "", dialog.NewButtons(c.test, c.find), nil)
	s.options = append(s.options, option{show: func(settings.Settings) { c.update() }, commit: c.commitName})
	c.arrange()
}

// makeServices makes the choice of the service and the buttons of the list.
func (c *connectionForm) makeServices() {
	s, keys := c.sheet, c.sheet.dialog.Keys()
	c.service = control.NewChoice(keys, []string{""}, c.chooseService)
	c.remove = control.NewPushButton(keys, say.Text("button.remove"), c.removeNow)
	c.services = dialog.NewRow(keys, say.Text("service.title"), "", dialog.NewColumn(c.service, dialog.NewButtons(
		control.NewPushButton(keys, say.Text("connect.command"), s.presenter.Connect), c.remove,
		control.NewPushButton(keys, say.Text("button.import"), presetFiles{s}.importAll),
		control.NewPushButton(keys, say.Text("button.export"), presetFiles{s}.exportAll),
	)), nil).Known(say.Text("service.words"))
	c.name = control.NewEntry(keys, "")
	c.name.OnSubmitted = func(string) { c.commitName() }
	c.name.OnLeft = c.commitName
	c.nameRow = dialog.NewRow(keys, say.Text("connection.name"), "", c.name, nil).
		Known(say.Text("connection.name.words"))
}

// arrange sets the rows for the current service.
func (c *connectionForm) arrange() {
	c.find.Hidden = c.demo // the demo has no field for an address
	rows, further := []*dialog.Row{c.services}, []*dialog.Row{c.zone.row}
	if c.demo {
		rows = append(rows, c.demoRow, c.acts)
	} else {
		rows = append(append(append(rows, c.nameRow), c.fields.common()...), c.acts)
		further = append(c.fields.further(), c.zone.row)
	}
	c.sheet.pages.SetRows(connectionPage, rows...)
	c.sheet.pages.SetMore(connectionPage, further...)
}

func (c *connectionForm) close() {
	c.probe.stop()
	c.relays.stop()
}

// update updates the page. Typed values stay unless another service is shown, or this one has changed.
func (c *connectionForm) update() {
	tuner := c.sheet.parts.Tuner
	now, preset := c.sheet.now().Service, tuner.Preset()
	var names []string
	for _, p := range tuner.Presets.All() {
		names = append(names, p.Name)
	}
	c.service.SetWords(names, preset.Name)
	c.remove.Hidden = preset.IsDemo()
	if c.of != preset.ID || c.shown != now || c.key != tuner.Key() {
		c.takeService(preset, now, tuner.Key())
	}
	why := ""
	if tuner.IsOverruled() {
		why = say.Text("connection.overruled")
	}
	if c.services.Why() != why {
		c.services.SetWhy(why)
	}
	c.edited()
}

// takeService shows another service, or the same one with other settings.
func (c *connectionForm) takeService(preset settings.Preset, now settings.Service, key string) {
	fresh := c.of != preset.ID
	keep := !fresh && c.isChanged() && sameConnection(c.shown, now) && c.key == key
	c.of, c.shown, c.key = preset.ID, now, key
	if !keep {
		c.fields.fillIn(now, c.key)
		c.zone.entry.SetText(now.Zone)
	}
	if fresh {
		c.name.SetText(preset.Name)
	}
	if c.demo != preset.IsDemo() {
		c.demo = preset.IsDemo()
		c.arrange()
	}
}

// sameConnection reports whether two services differ in nothing that the fields show.
func sameConnection(a, b settings.Service) bool {
	return a.BaseURL == b.BaseURL && a.MediaBaseURL == b.MediaBaseURL &&
		a.AppID == b.AppID && a.MediaCredentials == b.MediaCredentials && a.Zone == b.Zone
}

// typed returns the fields' values.
func (c *connectionForm) typed() (settings.Service, string) {
	now := c.sheet.now().Service
	s, key := now, c.key
	if !c.demo {
		s, key = c.fields.typed(now)
	}
	s.Zone = strings.TrimSpace(c.zone.entry.Text)
	return s, key
}

// isChanged reports whether the fields differ from the settings.
func (c *connectionForm) isChanged() bool {
	s, key := c.typed()
	return c.of != "" && (!sameConnection(s, c.shown) || key != c.key)
}

// edited updates the buttons after a change of the fields.
func (c *connectionForm) edited() {
	if c.apply == nil {
		return // under construction
	}
	c.probe.stop()
	if changed := c.isChanged(); c.applies != changed {
		c.applies = changed
		c.sheet.showButtons()
	}
	c.test.SetText(say.Text("connect.test"))
}

// checked returns the fields' values if they are valid; otherwise it marks the invalid field.
func (c *connectionForm) checked() (settings.Service, string, bool) {
	c.fields.complete()
	s, key := c.typed()
	if !c.demo {
		if at := c.fields.wrong(s); at != noField {
			c.sheet.pages.ShowRow(c.fields.rows[at], c.fields.entry(at))
			return s, key, false
		}
	}
	all := settings.Settings{Service: s}
	if err := all.Wrong("zone"); err != nil {
		c.zone.row.SetTrouble(words.Whole(err))
		c.sheet.pages.ShowRow(c.zone.row, c.zone.entry)
		return s, key, false
	}
	return s, key, true
}

// testNow requests page 100 with the fields' values, or stops that.
func (c *connectionForm) testNow() {
	setStatus := c.sheet.dialog.SetStatus
	if c.probe.running() {
		c.edited()
		setStatus(say.Text("connect.stopped"))
		return
	}
	s, key, ok := c.checked()
	if !ok {
		return
	}
	c.test.SetText(say.Text("button.stop"))
	setStatus(say.Text("connect.askingPage"))
	c.probe.start(s, key, func(f finding) {
		sentence, at := f.verdict(s)
		c.test.SetText(say.Text("connect.test"))
		if at == noField || c.demo {
			setStatus(sentence)
			return
		}
		setStatus("")
		c.fields.mark(at, sentence)
		c.sheet.pages.ShowRow(c.fields.rows[at], c.fields.entry(at))
	})
}

// applyAll connects with the fields' values, with undo.
func (c *connectionForm) applyAll() {
	s, key, ok := c.checked()
	if !ok || !c.isChanged() {
		return
	}
	sheet, before, keyBefore := c.sheet, c.shown, c.key
	sheet.dialog.SetStatus(say.Text("connect.connecting"))
	sheet.tune(s, key, func() {
		sheet.remember(func() { sheet.tune(before, keyBefore, func() {}) })
		sheet.dialog.SetStatus(say.Text("connection.applied") + " " + keyWords(sheet.parts, key))
	})
}

func (c *connectionForm) discardAll() {
	c.fields.fillIn(c.shown, c.key)
	c.zone.entry.SetText(c.shown.Zone)
	c.edited()
}

// chooseService tunes in to another service, with undo.
func (c *connectionForm) chooseService(name string) {
	presets := c.sheet.parts.Tuner.Presets.All()
	at := slices.IndexFunc(presets, func(p settings.Preset) bool { return p.Name == name })
	before := c.sheet.parts.Tuner.Preset()
	if at < 0 || presets[at].ID == before.ID && !c.sheet.parts.Tuner.IsOverruled() {
		return
	}
	c.sheet.tuneIn(presets[at], func() {
		c.sheet.remember(func() { c.sheet.tuneIn(before, func() {}) })
	})
}

// tuneIn tunes in to a preset. well is called on success.
func (s *sheet) tuneIn(to settings.Preset, well func()) {
	s.dialog.SetStatus(say.Text("service.tuning", "Name", to.Name))
	s.presenter.tuneIn(to, func(err error) {
		if s.closed {
			return
		}
		s.dialog.SetStatus("")
		if err == nil {
			well()
		} else if !isGivenUp(err) {
			s.dialog.SetStatus(words.Why(err))
		}
		s.update()
	})
}

// commitName renames the service, with undo.
func (c *connectionForm) commitName() {
	tuner := c.sheet.parts.Tuner
	preset, name := tuner.Preset(), strings.TrimSpace(c.name.Text)
	if c.sheet.closed || c.of != preset.ID || preset.IsDemo() || name == preset.Name {
		return
	}
	others := slices.DeleteFunc(tuner.Presets.All(), func(p settings.Preset) bool { return p.ID == preset.ID })
	if err := settings.WrongName(name, others); err != nil {
		c.nameRow.SetTrouble(words.Whole(err))
		return
	}
	c.nameRow.SetTrouble("")
	before := preset.Name
	c.sheet.remember(func() {
		if now, ok := tuner.Presets.Find(preset.ID); ok {
			now.Name = before
			tuner.Presets.Put(now)
			c.name.SetText(before)
		}
	})
	preset.Name = name
	tuner.Presets.Put(preset)
}
