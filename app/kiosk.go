package app

import (
	"context"
	"io"

	"fyne.io/fyne/v2"

	"sextant/app/cli"
	"sextant/app/diagnose"
	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/screen/status"
	"sextant/app/systemd"
)

// showKiosk runs a public screen until it is ended.
func showKiosk(ctx context.Context, o cli.Options, l loaded, on Ground, crashes *diagnose.Recorder,
	stderr io.Writer,
) error {
	key, late, complaint := l.key(o.Overrides, true)
	crashes.Hide(o.AppKey, key, o.Token)
	if complaint == nil && late == nil {
		go tidy(crashes, stderr)
	}
	access := o.Access(l.settings.Service, key)
	access.Late = late
	k := &publicScreen{
		ui: on.Loop, clock: on.Clock, log: stderr, crashes: crashes,
		profile: l.profile, chosen: l.settings, access: access, options: o.KioskOptions,
		placeFile: l.profile.Path(placeFile),
	}
	if o.OnePage {
		k.list = playlist.Default()
		k.list.Lists[0].Items = []playlist.Item{
			{Kind: playlist.Pages, From: o.Place.Page, To: o.Place.Page, Subpage: o.Place.Subpage},
		}
	}
	for _, err := range []error{l.complaint, complaint} {
		k.complain(err)
	}
	if late != nil {
		k.complain(say.Error("reason.keyLocked"))
	}
	address := ""
	if o.Status != "" {
		var err error
		if address, err = status.Address(o.Status, o.Token); err != nil {
			return err
		}
	}
	if err := k.prepare(); err != nil {
		return err
	}
	toolkit := k.ui.NewToolkit()
	diagnose.QuietHTTP()
	k.ui.Catch(k.reportFailure)
	k.leave = func() {
		k.ui.Post(func() {
			if k.ui.End() {
				toolkit.Quit()
			}
		})
	}
	k.make(toolkit, address)
	defer k.close()
	_, k.readers = describe(k.ui, func() []fyne.Window { return []fyne.Window{k.window.Seen()} })
	var err error
	k.systemd, err = systemd.Supervise(k.director.Healthy)
	k.complain(err)
	stopped := context.AfterFunc(ctx, k.leave)
	defer stopped()
	k.begin()
	err = k.window.Run(k.director)
	k.ui.End() // the toolkit ends automatically on a signal
	crashes.Note("end")
	return err
}
