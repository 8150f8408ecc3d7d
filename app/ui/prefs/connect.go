package prefs

import (
	"cmp"
	"context"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// A connectForm adds a service, or asks for what is missing of an existing one. It asks for the address; what only some
// services need is folded until one of them asks for it. Nothing is changed until it tunes in.
type connectForm struct {
	host   host.Host
	parts  Parts
	dialog *dialog.Dialog
	preset settings.Preset // the service to connect to; without an ID for a new one
	fields *fields
	probe  *probe
	relays *relays

	test, connect *control.PushButton
	more          *control.PushButton // shows or hides the rows beyond the address
	open          bool                // they are shown
	failed        bool                // the test of the current fields has failed: "Connect" then skips it
	giveUp        context.CancelFunc
	closed        bool
}

// connect opens the form with what is known of a service, and a sentence about why.
func (p *Presenter) connect(preset settings.Preset, why string) {
	c := &connectForm{
		host: p.host, parts: p.parts, dialog: p.host.NewDialog(say.Text("connect.title")), preset: preset,
		probe: &probe{host: p.host, parts: p.parts}, giveUp: func() {},
	}
	keys := c.dialog.Keys()
	c.fields = newFields(keys, c.onTyped, c.goOn)
	c.relays = &relays{
		host: p.host, parts: p.parts, fields: c.fields, say: c.dialog.SetStatus, asked: func() { c.unfold(true) },
	}
	c.more = control.NewPushButton(keys, "", func() { c.unfold(!c.open) })
	c.dialog.SetRows(append([]*dialog.Row{
		c.fields.rows[addressField],
		dialog.NewRow(keys, "", "", dialog.NewButtons(
			control.NewPushButton(keys, say.Text("connect.where"), c.explain),
			control.NewPushButton(keys, say.Text("relays.find"), c.relays.search), c.more,
		), nil),
	}, c.fields.beyondAddress()...)...)
	c.test = control.NewPushButton(keys, say.Text("connect.test"), c.testOnly)
	c.connect = control.NewPushButton(keys, say.Text("connect.go"), c.goOn).Strong()
	c.dialog.SetButtons(c.test, host.CloseButton(c.dialog, say.Text("button.cancel")), c.connect)
	c.fields.fillIn(preset.Service, "")
	c.unfold(preset.ID != "" || c.fields.areSet())
	c.dialog.SetStatus(cmp.Or(why, say.Text("connect.hint")))
	first := fyne.Focusable(c.fields.address)
	if preset.ID != "" {
		first = c.fields.key
	}
	p.host.Open(c.dialog, fyne.NewSize(560, 500), first, c.close)
}

func (c *connectForm) close() {
	c.closed = true
	c.probe.stop()
	c.relays.stop()
	c.giveUp()
}

// unfold shows or hides what only some services need.
func (c *connectForm) unfold(open bool) {
	c.open = open
	for _, r := range c.fields.beyondAddress() {
		r.SetVisible(open)
	}
	if open {
		c.more.SetText(say.Text("connect.less"))
	} else {
		c.more.SetText(say.Text("connect.more"))
	}
	c.dialog.Refresh()
}

// yleAPI is where Yle, which the README names too, describes its interface.
const yleAPI = "https://developer.yle.fi"

// explain shows where one gets an address.
func (c *connectForm) explain() {
	var addresses []string
	passages := []reading.Passage{
		{Text: say.Text("connect.fromBroadcaster")},
		host.Field(say.Text("connect.example"), yleAPI, &addresses),
		{Text: say.Text("connect.fromRelay")},
		{Text: say.Text("connect.fromDemo")},
	}
	host.ShowText(c.host, say.Text("connect.where"), fyne.NewSize(480, 360), passages, func(link int) {
		host.Browse(c.host, addresses[link])
	})
}

// onTyped cancels a test of earlier values of the fields.
func (c *connectForm) onTyped() {
	if c.connect == nil {
		return // under construction
	}
	c.probe.stop()
	c.failed = false
	c.showButtons()
}

func (c *connectForm) showButtons() {
	c.test.SetText(say.Text("connect.test"))
	if c.probe.running() {
		c.test.SetText(say.Text("button.stop"))
	}
	c.connect.SetText(say.Text("connect.go"))
	if c.failed {
		c.connect.SetText(say.Text("connect.anyway"))
	}
	c.dialog.Refresh()
}

// testOnly tests the fields' values, or stops the test.
func (c *connectForm) testOnly() {
	if c.probe.running() {
		c.probe.stop()
		c.dialog.SetStatus(say.Text("connect.stopped"))
		c.showButtons()
		return
	}
	c.testFields(func(settings.Service, string, finding) {})
}

// goOn connects with the fields' values after a test, or without one if it has failed before.
func (c *connectForm) goOn() {
	switch {
	case c.probe.running():
	case c.failed:
		s, key := c.fields.typed(c.preset.Service)
		c.tune(s, key, finding{})
	default:
		c.testFields(c.tune)
	}
}

// testFields tests the fields' values. well is called on success.
func (c *connectForm) testFields(well func(settings.Service, string, finding)) {
	c.fields.complete()
	s, key := c.fields.typed(c.preset.Service)
	if at := c.fields.wrong(s); at != noField {
		c.focusField(at)
		return
	}
	c.dialog.SetStatus(say.Text("connect.asking", "Host", settings.HostName(s.BaseURL)))
	c.probe.start(s, key, func(f finding) {
		sentence, at := f.verdict(s)
		c.failed = f.err != nil
		c.showButtons()
		if at == noField {
			c.dialog.SetStatus(sentence)
		} else {
			c.dialog.SetStatus("")
			c.fields.mark(at, sentence)
			c.focusField(at)
		}
		if f.err == nil {
			well(s, key, f)
		}
	})
	c.showButtons()
}

// focusField focuses a field, after showing it.
func (c *connectForm) focusField(at field) {
	if at != addressField {
		c.unfold(true)
	}
	c.dialog.Focus(c.fields.entry(at))
}

// tune saves the service and tunes in.
func (c *connectForm) tune(s settings.Service, key string, found finding) {
	presets := c.parts.Tuner.Presets
	to := c.preset
	if to.Service = s; to.ID == "" {
		to = settings.NewPreset(settings.FreeName(cmp.Or(found.network, settings.HostName(s.BaseURL)), presets.All()),
			s)
	}
	var ctx context.Context
	ctx, c.giveUp = context.WithCancel(context.Background())
	c.dialog.SetStatus(say.Text("connect.connecting"))
	c.parts.Tuner.TuneTo(ctx, to, key, func(err error) {
		c.giveUp()
		switch {
		case c.closed: // by the user
		case err != nil:
			c.dialog.SetStatus(words.Why(err))
		default:
			c.dialog.Close()
			c.host.Mention(say.Text("service.tuned", "Name", to.Name) + " " + keyWords(c.parts, key))
		}
	})
}
