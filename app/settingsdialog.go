package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"sextant/app/browse"
	"sextant/app/service"
	"sextant/widgets"
)

// A settingsForm edits the settings. Nothing changes before they are saved.
type settingsForm struct {
	w      *window
	dialog *dialog.CustomDialog
	status *widget.Label
	cancel context.CancelFunc

	base, media, id, key, zone        *widgets.Entry
	mediaCredentials                  *widget.Check
	format                            *widget.RadioGroup
	flash                             *widget.Select
	sextants                          *widget.Check
	timeout, stall, document, picture *widgets.Entry
	perSecond, perHour, perDay        *widgets.Entry
	freshness, refresh, kept          *widgets.Entry
	recordings                        *widgets.Entry
}

func (w *window) showSettings() {
	s := w.app.settings
	entry := func(text, placeholder string) *widgets.Entry {
		e := widgets.NewEntry(w.keys(), placeholder)
		e.SetText(text)
		return e
	}
	f := &settingsForm{
		w: w, status: widget.NewLabel(""), cancel: func() {},
		base:     entry(s.BaseURL, "empty for the built-in demo"),
		media:    entry(s.MediaBaseURL, "the same address"),
		id:       entry(s.AppID, "none"),
		key:      entry(w.app.storedKey, "none"),
		zone:     entry(s.Zone, "Europe/Helsinki"),
		timeout:  entry(strconv.Itoa(s.Timeout), ""),
		stall:    entry(strconv.Itoa(s.Stall), ""),
		document: entry(strconv.Itoa(s.DocumentMB), ""),
		picture:  entry(strconv.Itoa(s.PictureMB), ""),

		perSecond: entry(strconv.Itoa(s.PerSecond), ""),
		perHour:   entry(strconv.Itoa(s.PerHour), ""),
		perDay:    entry(strconv.Itoa(s.PerDay), ""),
		freshness: entry(strconv.Itoa(s.Freshness), ""),
		refresh:   entry(strconv.Itoa(s.Refresh), ""),
		kept:      entry(strconv.Itoa(s.StoreMB), ""),

		recordings: entry(strconv.Itoa(s.RecordingsMB), ""),
	}
	f.key.Password = true
	f.mediaCredentials = widget.NewCheck("Send both to the media service too", nil)
	f.mediaCredentials.SetChecked(s.MediaCredentials)
	f.format = widget.NewRadioGroup([]string{string(service.JSON), string(service.XML)}, nil)
	f.format.Horizontal = true
	f.format.Required = true
	f.format.SetSelected(string(s.Format))
	var flashing []string
	for _, m := range flashModes() {
		flashing = append(flashing, m.title())
	}
	f.flash = widget.NewSelect(flashing, nil)
	f.flash.SetSelected(s.Flash.title())
	f.sextants = widget.NewCheck("Copy mosaics as Unicode sextants, not as spaces", nil)
	f.sextants.SetChecked(s.CopySextants)
	f.status.Wrapping = fyne.TextWrapWord
	f.status.SetText(f.note())
	f.show()
}

// note says what of the settings is overruled, and where the key is.
func (f *settingsForm) note() string {
	o := f.w.app.options
	if o.BaseURL != "" || o.AppID != "" || o.AppKey != "" || o.MediaBaseURL != "" {
		return "This time, the command line or the environment overrules the service's address or credentials."
	}
	return f.w.app.settings.KeyPlace.String()
}

func (f *settingsForm) show() {
	short := func(e *widgets.Entry, unit string) fyne.CanvasObject {
		return container.NewHBox(container.NewGridWrap(fyne.NewSize(70, e.MinSize().Height), e), widget.NewLabel(unit))
	}
	limits := container.NewHBox(short(f.perSecond, "a second"), short(f.perHour, "an hour"), short(f.perDay, "a day"))
	form := widget.NewForm(
		widget.NewFormItem("Service address", f.base),
		widget.NewFormItem("Media address", f.media),
		widget.NewFormItem("App id", f.id),
		widget.NewFormItem("App key", f.key),
		widget.NewFormItem("", f.mediaCredentials),
		widget.NewFormItem("Times are in", f.zone),
		widget.NewFormItem("Text flashes", f.flash),
		widget.NewFormItem("", f.sextants),
		widget.NewFormItem("Documents as", f.format),
		widget.NewFormItem("Look for changes", short(f.refresh, "seconds apart on the page on screen; 0 for never")),
		widget.NewFormItem("Pages are fresh", short(f.freshness, "seconds, and not asked for again before")),
		widget.NewFormItem("Requests allowed", limits),
		widget.NewFormItem("Stored pages", short(f.kept, "MiB at most; the oldest leave first")),
		widget.NewFormItem("Recordings", short(f.recordings, "MiB kept at most, to be heard again")),
		widget.NewFormItem("Wait for answers", short(f.timeout, "seconds")),
		widget.NewFormItem("Wait for downloads", short(f.stall, "seconds without data")),
		widget.NewFormItem("Largest document", short(f.document, "MiB")),
		widget.NewFormItem("Largest picture", short(f.picture, "MiB")),
	)
	w := f.w
	f.dialog = dialog.NewCustomWithoutButtons("Settings", container.NewBorder(nil, f.status, nil, nil, container.NewVScroll(form)), w.win)
	save := widget.NewButton("Save", f.save)
	save.Importance = widget.HighImportance
	f.dialog.SetButtons([]fyne.CanvasObject{
		widget.NewButton("Test connection", f.test),
		widget.NewButton("Cancel", func() { f.dialog.Hide() }),
		save,
	})
	f.dialog.Resize(w.dialogSize(600, 600))
	w.show(f.dialog, func() { f.cancel() })
	w.win.Canvas().Focus(f.base)
}

// settings is what the form says, checked.
func (f *settingsForm) settings() (Settings, error) {
	s := f.w.app.settings
	s.BaseURL, s.MediaBaseURL = strings.TrimSpace(f.base.Text), strings.TrimSpace(f.media.Text)
	s.AppID, s.Zone = strings.TrimSpace(f.id.Text), strings.TrimSpace(f.zone.Text)
	s.MediaCredentials = f.mediaCredentials.Checked
	s.Format = service.Format(f.format.Selected)
	s.CopySextants = f.sextants.Checked
	s.Flash = flashModes()[max(0, f.flash.SelectedIndex())]
	for _, n := range []struct {
		entry *widgets.Entry
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
		f.status.SetText(firstUpper(err.Error()) + ".")
		return
	}
	// The budget is that of the present service alone; what another one refuses is none of its business.
	var gate service.Gate
	if s.BaseURL == f.w.app.settings.BaseURL {
		gate = f.w.app.station.budget
	}
	st, err := connect(s, access{s.BaseURL, s.MediaBaseURL, s.AppID, strings.TrimSpace(f.key.Text)}, f.w.app.now, gate)
	if err != nil {
		f.status.SetText(firstUpper(err.Error()) + ".")
		return
	}
	f.cancel()
	var ctx context.Context
	ctx, f.cancel = context.WithCancel(context.Background())
	f.status.SetText("Asking for page 100 …")
	go func() {
		defer st.close()
		doc, err := st.client.Page(ctx, browse.Home, s.Format, service.Served{})
		f.w.app.do(func() {
			switch {
			case ctx.Err() != nil:
			case err != nil:
				m := pageMessage(browse.Place{Page: browse.Home}, false, err)
				f.status.SetText(m.sentence + " " + m.hint)
			default:
				f.status.SetText(fmt.Sprintf("It works: page 100 is “%s” of %s.", doc.Page.Name, doc.Page.Network))
			}
		})
	}()
}

// save keeps the settings and the key, and tunes in anew if the service has changed.
func (f *settingsForm) save() {
	s, err := f.settings()
	if err != nil {
		f.status.SetText(firstUpper(err.Error()) + ".")
		return
	}
	f.status.SetText("Saving …")
	key := strings.TrimSpace(f.key.Text)
	f.w.app.keepKey(key, func(place KeyPlace, err error) {
		s.KeyPlace = place
		if err == nil {
			err = f.w.app.apply(s, key)
		}
		if err != nil {
			f.status.SetText(firstUpper(err.Error()) + ".")
			return
		}
		f.dialog.Hide()
		if key != "" {
			f.w.Mention(place.String())
		}
	})
}
