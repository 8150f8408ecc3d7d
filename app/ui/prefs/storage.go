package prefs

import (
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// storageRows are the limits of disk space, with the usage.
type storageRows struct {
	sheet             *sheet
	pages, recordings *number
}

// makeStorage makes the page about disk space.
func (s *sheet) makeStorage() {
	r := &storageRows{sheet: s}
	s.storage = r
	keys := s.dialog.Keys()
	r.pages = s.integer(say.Text("storage.pages"), megabytes(), say.Text("storage.pages.help"),
		"storeLimitMB", func(now *settings.Settings) *int { return &now.StoreMB })
	r.recordings = s.integer(say.Text("storage.recordings"), megabytes(), say.Text("storage.recordings.help"),
		"recordingsLimitMB", func(now *settings.Settings) *int { return &now.RecordingsMB })
	s.pages.SetRows(
		storagePage, r.pages.row.Known(say.Text("storage.pages.words")),
		r.recordings.row.Known(say.Text("storage.recordings.words")),
		dialog.NewRow(keys, say.Text("storage.collect"), say.Text("storage.collect.help"),
			dialog.NewButtons(control.NewPushButton(keys, say.Text("storage.collect.action"), func() {
				s.parts.Tuner.Current().Collect.Start()
				s.dialog.SetStatus(say.Text("storage.collecting"))
			})), nil).Known(say.Text("storage.collect.words")),
	)
}

// profileRow makes the row with the profile's folder.
func (s *sheet) profileRow() *dialog.Row {
	keys, dir := s.dialog.Keys(), s.parts.Profile.Dir
	place := core.NewLines(theme.TextSize(), theme.ColorNameForeground)
	place.SetText(dir)
	return dialog.NewRow(keys, say.Text("storage.profile"),
		say.Text("storage.profile.help"), dialog.NewColumn(place, dialog.NewButtons(
			control.NewPushButton(keys, say.Text("button.open"), func() { s.openFolder(dir) }),
			control.NewPushButton(keys, say.Text("storage.copyPath"), func() {
				s.host.Copy(dir)
				s.dialog.SetStatus(say.Text("storage.pathCopied"))
			}),
		)), nil)
}

// openFolder opens a folder in the background.
func (s *sheet) openFolder(dir string) {
	go func() {
		if err := s.parts.OpenFolder(dir); err != nil {
			s.host.Do(func() { s.dialog.SetStatus(say.Text("storage.notOpened") + " " + words.Why(err)) })
		}
	}()
}

// measure measures the usage in the background, and shows it.
func (r *storageRows) measure() {
	r.sheet.parts.Tuner.InBackground(func(st *station.Station) {
		pages, err := st.Store.Size()
		held, unread := st.Library.Holdings()
		recordings := int64(0)
		for _, h := range held {
			recordings += h.OnDisk
		}
		r.sheet.host.Do(func() {
			if r.sheet.closed {
				return
			}
			now := r.sheet.now()
			if err == nil {
				r.pages.say(usedWords(pages, now.StoreMB))
			}
			if unread == nil {
				r.recordings.say(usedWords(recordings, now.RecordingsMB))
			}
		})
	})
}

// usedWords returns the usage of a limit in words.
func usedWords(used int64, limit int) string {
	const megabyte = 1_000_000
	whole := int((used + megabyte/2) / megabyte)
	return say.Text("storage.used", "Used", words.Megabytes(whole), "Limit", words.Megabytes(limit))
}
