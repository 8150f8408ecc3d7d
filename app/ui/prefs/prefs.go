// Package prefs presents the settings.
package prefs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/discover"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// A settingsForm edits the settings. Nothing changes before they are saved.
type settingsForm struct {
	host   host.Host
	parts  Parts
	dialog *dialog.Dialog
	cancel context.CancelFunc

	base, media, id, key, zone        *control.Entry
	mediaCredentials, sextants        *control.Switch
	format, flash                     *control.Choice
	timeout, stall, document, picture *control.Entry
	perSecond, perHour, perDay        *control.Entry
	freshness, refresh, kept          *control.Entry
	recordings                        *control.Entry

	saving, closed bool
	giveUp         func() // saving
}

// Parts are what the presenter is about.
type Parts struct {
	Box   *settings.Box
	Tuner *station.Tuner
	// Browse looks for relays in the network.
	Browse func(ctx context.Context, listen time.Duration) ([]discover.Relay, error)
}

// A Presenter opens the settings.
type Presenter struct {
	host  host.Host
	parts Parts
}

// New makes the presenter.
func New(h host.Host, parts Parts) *Presenter { return &Presenter{h, parts} }

// Commands are the one that opens the settings.
func (p *Presenter) Commands() []command.Command {
	return []command.Command{{
		ID: "prefs.show", Title: "Settings …", Help: "settings", Keys: []command.Key{command.Ctrl(fyne.KeyComma)},
		Place: []command.Place{{Menu: command.Main, Group: 2}}, Do: p.show,
	}}
}

func (p *Presenter) show() {
	s := p.parts.Box.Get()
	f := &settingsForm{host: p.host, parts: p.parts, dialog: p.host.NewDialog("Settings"), cancel: func() {}, giveUp: func() {}}
	f.makeService(s.Service)
	f.makeLimits(s)
	f.makeLook(s.Look)
	f.dialog.SetStatus(f.note())
	f.show()
}

// entry is a field with a text in it.
func (f *settingsForm) entry(text, placeholder string) *control.Entry {
	e := control.NewEntry(f.dialog.Keys(), placeholder)
	e.SetText(text)
	e.OnSubmitted = func(string) { f.save() }
	return e
}

// number is a field with a number in it.
func (f *settingsForm) number(n int) *control.Entry { return f.entry(strconv.Itoa(n), "") }

// makeService makes the fields about the service.
func (f *settingsForm) makeService(s settings.Service) {
	keys := f.dialog.Keys()
	f.base, f.media = f.entry(s.BaseURL, "empty for the built-in demo"), f.entry(s.MediaBaseURL, "the same address")
	f.id, f.key = f.entry(s.AppID, "none"), f.entry(f.parts.Tuner.Key(), "none")
	f.key.Password = true
	f.zone = f.entry(s.Zone, "Europe/Helsinki")
	f.mediaCredentials = control.NewSwitch(keys, "Send both to the media service too", nil)
	f.mediaCredentials.SetChecked(s.MediaCredentials)
	f.format = control.NewChoice(keys, []string{string(service.JSON), string(service.XML)}, nil)
	f.format.SetSelected(string(s.Format))
}

// makeLimits makes the fields with numbers.
func (f *settingsForm) makeLimits(s settings.Settings) {
	f.timeout, f.stall = f.number(s.Timeout), f.number(s.Stall)
	f.document, f.picture = f.number(s.DocumentMB), f.number(s.PictureMB)
	f.perSecond, f.perHour, f.perDay = f.number(s.PerSecond), f.number(s.PerHour), f.number(s.PerDay)
	f.freshness, f.refresh = f.number(s.Freshness), f.number(s.Refresh)
	f.kept, f.recordings = f.number(s.StoreMB), f.number(s.RecordingsMB)
}

// makeLook makes the fields about how pages are shown and copied.
func (f *settingsForm) makeLook(s settings.Look) {
	keys := f.dialog.Keys()
	var flashing []string
	for _, m := range settings.FlashModes() {
		flashing = append(flashing, m.Title())
	}
	f.flash = control.NewChoice(keys, flashing, nil)
	f.flash.SetSelected(s.Flash.Title())
	f.sextants = control.NewSwitch(keys, "Copy mosaics as Unicode sextants, not as spaces", nil)
	f.sextants.SetChecked(s.CopySextants)
}

// note says what of the settings is overruled, and where the key is.
func (f *settingsForm) note() string {
	if f.parts.Tuner.IsOverruled() {
		return "This time, the command line or the environment overrules the service's address or credentials."
	}
	return f.parts.Box.Get().KeyPlace.String()
}

func (f *settingsForm) show() {
	limits := dialog.NewShorts(dialog.NewShort(f.perSecond, "a second"), dialog.NewShort(f.perHour, "an hour"), dialog.NewShort(f.perDay, "a day"))
	form := dialog.NewForm()
	form.Add("Service address", f.base)
	form.Add("Media address", f.media)
	form.Add("App id", f.id)
	form.Add("App key", f.key)
	form.Add("", f.mediaCredentials)
	form.Add("Times are in", f.zone)
	form.Add("Text flashes", f.flash)
	form.Add("", f.sextants)
	form.Add("Documents as", f.format)
	form.Add("Look for changes", dialog.NewShort(f.refresh, "seconds apart on the page on screen; 0 for never"))
	form.Add("Pages are fresh", dialog.NewShort(f.freshness, "seconds, and not asked for again before"))
	form.Add("Requests allowed", limits)
	form.Add("Stored pages", dialog.NewShort(f.kept, "MB at most; the oldest leave first"))
	form.Add("Recordings", dialog.NewShort(f.recordings, "MB kept at most, to be heard again"))
	form.Add("Wait for answers", dialog.NewShort(f.timeout, "seconds"))
	form.Add("Wait for downloads", dialog.NewShort(f.stall, "seconds without data"))
	form.Add("Largest document", dialog.NewShort(f.document, "MB"))
	form.Add("Largest picture", dialog.NewShort(f.picture, "MB"))
	f.dialog.SetForm(form)
	keys := f.dialog.Keys()
	f.dialog.SetButtons(
		control.NewPushButton(keys, "Find a relay", f.findRelays),
		control.NewPushButton(keys, "Test connection", f.test),
		host.CloseButton(f.dialog, "Cancel"),
		control.NewPushButton(keys, "Save", f.save).Strong(),
	)
	f.host.Open(f.dialog, fyne.NewSize(600, 620), f.base, func() {
		f.closed = true
		f.cancel()
		f.giveUp()
	})
}

// settings is what the form says, checked.
func (f *settingsForm) settings() (settings.Settings, error) {
	s := f.parts.Box.Get()
	s.BaseURL, s.MediaBaseURL = strings.TrimSpace(f.base.Text), strings.TrimSpace(f.media.Text)
	s.AppID, s.Zone = strings.TrimSpace(f.id.Text), strings.TrimSpace(f.zone.Text)
	s.MediaCredentials = f.mediaCredentials.Checked
	s.Format = service.Format(f.format.Selected)
	s.CopySextants = f.sextants.Checked
	s.Flash = settings.FlashModes()[max(0, f.flash.SelectedIndex())]
	for _, n := range []struct {
		entry *control.Entry
		value *int
	}{
		{f.timeout, &s.Timeout},
		{f.stall, &s.Stall},
		{f.document, &s.DocumentMB},
		{f.picture, &s.PictureMB},
		{f.perSecond, &s.PerSecond},
		{f.perHour, &s.PerHour},
		{f.perDay, &s.PerDay},
		{f.freshness, &s.Freshness},
		{f.refresh, &s.Refresh},
		{f.kept, &s.StoreMB},
		{f.recordings, &s.RecordingsMB},
	} {
		v, err := strconv.Atoi(strings.TrimSpace(n.entry.Text))
		if err != nil {
			return s, fmt.Errorf("%q is no whole number", n.entry.Text)
		}
		*n.value = v
	}
	if s.BaseURL == "" && s.MediaBaseURL != "" {
		return s, errors.New("a media address needs a service address beside it")
	}
	return s, s.Validate()
}

// test asks the service of the form for page 100, and says how it went.
func (f *settingsForm) test() {
	s, err := f.settings()
	if err != nil {
		f.dialog.SetStatus(words.FirstUpper(err.Error()) + ".")
		return
	}
	// The budget is that of the present service alone; what another one refuses is none of its business.
	var gate service.Gate
	if s.BaseURL == f.parts.Box.Get().BaseURL {
		gate = f.parts.Tuner.Current().Budget
	}
	c, err := station.Connect(s.Service, station.Access{
		BaseURL: s.BaseURL, MediaBaseURL: s.MediaBaseURL, AppID: s.AppID, AppKey: strings.TrimSpace(f.key.Text),
	}, f.host.Now, gate)
	if err != nil {
		f.dialog.SetStatus(words.FirstUpper(err.Error()) + ".")
		return
	}
	f.cancel()
	var ctx context.Context
	ctx, f.cancel = context.WithCancel(context.Background())
	f.dialog.SetStatus("Asking for page 100 …")
	go func() {
		defer c.Close()
		doc, err := c.Client.Page(ctx, browse.Home, s.Format, service.Served{})
		f.host.Do(func() {
			switch {
			case ctx.Err() != nil:
			case err != nil:
				m := words.PageMessage(browse.Place{Page: browse.Home}, false, err)
				f.dialog.SetStatus(m.Sentence + " " + m.Here())
			default:
				f.dialog.SetStatus(fmt.Sprintf("It works: page 100 is “%s” of %s.", doc.Page.Name, doc.Page.Network))
			}
		})
	}()
}

// save keeps the settings and the key, and tunes in anew if the service has changed.
func (f *settingsForm) save() {
	s, err := f.settings()
	if err != nil {
		f.dialog.SetStatus(words.FirstUpper(err.Error()) + ".")
		return
	}
	if f.saving {
		return
	}
	f.saving = true
	f.dialog.SetStatus("Saving …")
	key := strings.TrimSpace(f.key.Text)
	ctx, cancel := context.WithCancel(context.Background())
	f.giveUp = cancel
	f.parts.Tuner.Tune(ctx, s.Service, key, func(err error) {
		cancel()
		if f.saving = false; f.closed {
			return // the user has thought better of it
		}
		if err != nil {
			f.dialog.SetStatus(words.FirstUpper(words.Reason(err).Error()) + ".")
			return
		}
		f.parts.Box.Change(func(now *settings.Settings) { now.Look = s.Look })
		f.parts.Box.Save(func(err error) { f.saved(key, err) })
	})
}

// saved closes the form when everything is on the disk, or says why it is not.
func (f *settingsForm) saved(key string, err error) {
	switch {
	case f.closed:
	case err != nil:
		f.dialog.SetStatus(words.FirstUpper(words.Reason(err).Error()) + ".")
	default:
		f.dialog.Close()
		if key != "" {
			f.host.Mention(f.parts.Box.Get().KeyPlace.String())
		}
	}
}
