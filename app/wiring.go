package app

import (
	"errors"
	"io"
	"os"

	"fyne.io/fyne/v2"

	"sextant/app/access/atspi"
	"sextant/app/boot"
	"sextant/app/cli"
	"sextant/app/desktop"
	"sextant/app/diagnose"
	"sextant/app/discover"
	"sextant/app/player"
	"sextant/app/settings"
	"sextant/app/sound/listen"
	"sextant/app/station"
	"sextant/app/ui/accessible"
	"sextant/app/ui/loop"
	"sextant/app/ui/sound"
	"sextant/app/ui/window"
	"sextant/app/voice"
	"sextant/assets"
)

// program has the parts of the running program, in the order in which they are made.
type program struct {
	box      *settings.Box
	keymap   *settings.Keymap
	tuner    *station.Tuner
	listen   *listen.Controller
	voice    *voice.Engine
	notifier *desktop.Notifier
	windows  *window.Set
	screens  *screens
	remote   *desktop.Remote
	readers  *atspi.Service // on Linux
	unfollow func()         // the desktop's size of text
	run      func()         // the toolkit's loop
	// complaint is the error of reading the profile, nil for none.
	complaint error
	crashes   *diagnose.Recorder
	// keyRead is set once the key is known, so that it can be redacted in crash reports.
	keyRead bool
}

// build makes the parts. The service is opened, and its first page requested, while the toolkit starts.
func build(o cli.Options, l loaded, on Ground, crashes *diagnose.Recorder, log io.Writer) (*program, error) {
	ui, clock := on.Loop, on.Clock
	p := &program{
		box: settings.NewBox(l.profile, l.settings, ui.Post), notifier: desktop.NewNotifier(), crashes: crashes,
	}
	tuned := make(chan tuning, 1)
	go func() { tuned <- tune(o, l, p.box, ui) }()
	toolkit := ui.NewToolkit()
	diagnose.QuietHTTP()
	t := <-tuned
	if t.err != nil {
		return nil, t.err
	}
	p.tuner, p.complaint, p.keyRead = t.tuner, errors.Join(l.complaint, t.tuner.Unread, t.complaint),
		t.complaint == nil && !t.keyless
	crashes.Hide(o.AppKey, t.tuner.Key())
	crashes.Note("the service is open")
	p.listen = listen.New(source(p.tuner, p.tuner.Current()), listen.Config{
		Box: p.box, Post: ui.Post, Now: now,
		NewPlayer: func(notify func(player.State)) *player.Player { return player.New(player.Oto{}, notify) },
	})
	p.voice = voice.New(os.Getenv, ui.Post)
	p.followTuner()
	p.keymap = settings.NewKeymap(l.profile, l.keys, ui.Post)
	p.run = toolkit.Run
	var err error
	var describer *accessible.Describer
	p.screens = &screens{
		ui: ui, clock: clock, toolkit: toolkit, profile: l.profile, box: p.box, tuner: p.tuner, crashes: crashes,
		log: log, over: make(chan struct{}), back: func() { p.windows.Raise() },
	}
	p.tuner.Tuned.On(p.screens.again)
	p.windows, err = window.NewSet(window.Parts{
		App: toolkit, Profile: l.profile, Box: p.box, Keymap: p.keymap,
		Tuner: p.tuner, Listen: p.listen, Voice: p.voice, Notifier: p.notifier, Browse: discover.Browse,
		Screen: p.screens, Startup: startup{l.profile},
		Front: func(w fyne.Window, front bool) { describer.Front(w, front) }, Guard: ui.GuardEvents,
		Do: ui.Post, Now: now, Leave: func() {
			if ui.End() {
				toolkit.Quit()
			}
		},
	}, l.windows, l.place(o))
	if err != nil {
		return nil, err
	}
	describer, p.readers = describe(ui, func() []fyne.Window { return append(p.screens.seen(), p.windows.Seen()...) })
	p.remote = desktop.NewRemote(sound.Controls(p.listen, p.windows.Raise, p.windows.Quit, ui.Post), now)
	p.listen.Changed.On(func(struct{}) { p.remote.Show(sound.Playing(p.listen)) })
	p.unfollow = desktop.FollowTextSize(func(dpi float64) { ui.Post(func() { p.windows.SetTextSize(dpi) }) })
	return p, nil
}

// tuning is the result of tuning in at the start.
type tuning struct {
	tuner     *station.Tuner
	complaint error // of reading the key
	keyless   bool  // the key is not known yet
	err       error
}

// tune reads the key, opens the service and requests the first page.
func tune(o cli.Options, l loaded, box *settings.Box, ui *loop.Loop) (t tuning) {
	key, late, complaint := l.key(o.Overrides, false)
	t.complaint, t.keyless = complaint, late != nil
	libraries := &station.Libraries{Recognise: player.Recognise, EndsWell: player.EndsWell, Boot: boot.System()}
	if late != nil {
		t.tuner, t.err = station.NewTunerWithout(late, l.profile, box, o.Overrides, now, ui.Post, libraries)
	} else {
		t.tuner, t.err = station.NewTuner(l.profile, box, o.Overrides, key, now, ui.Post, libraries)
	}
	if t.err == nil {
		t.tuner.Current().WarmUp(l.place(o), l.settings.ShowsPictures())
	}
	return t
}

// close ends everything, and returns when all data are on the disk. The UI goroutine runs no posted functions any more
// then.
func (p *program) close() {
	if err := p.box.SaveLast(); err != nil && p.box.Loses() {
		window.ReportUnsaved(err)
	}
	p.keymap.Wait()
	p.screens.close()
	p.windows.SaveLast()
	p.windows.Stop()
	p.readers.Close()
	p.voice.Close()
	p.listen.Close()
	p.tuner.End()
	p.notifier.Close()
	p.remote.Close()
	p.unfollow()
	desktop.KeepPicture()
}

// show raises the window, with the target.
func (p *program) show(wanted cli.Target) {
	p.windows.Show(wanted.Place)
	p.play(wanted)
}

// play plays the target's recording, if there is one.
func (p *program) play(wanted cli.Target) {
	if wanted.Moment.ID != "" {
		p.listen.PlayMoment(wanted.Moment)
	}
}

// source returns a station as a source of recordings.
func source(t *station.Tuner, st *station.Station) *listen.Source {
	return &listen.Source{
		Service:   st.Service(),
		Downloads: st.Downloads, Lists: st.Lists, Positions: st.Positions, Zone: st.Zone, List: st.Client.Downloads,
		Hold: func() func() { return t.Hold(st) },
	}
}

// followTuner switches the recordings to the service that is tuned in to.
func (p *program) followTuner() {
	p.tuner.Tuned.On(func(c station.Change) {
		p.crashes.Hide(p.tuner.Key())
		p.crashes.Note("another service is open")
		p.listen.Tune(source(p.tuner, c.To))
	})
	p.tuner.Downloads.On(func(struct{}) { p.listen.DownloadsChanged() })
	p.tuner.DownloadShorter.On(p.listen.Library.DownloadShorter)
	p.tuner.DownloadEnded.On(func(e station.Ending) { p.listen.Library.DownloadEnded(e.Recording, e.Err) })
}

// describe starts to describe the windows to screen readers, while any are running.
func describe(ui *loop.Loop, seen func() []fyne.Window) (*accessible.Describer, *atspi.Service) {
	d := accessible.New(ui, seen)
	s := atspi.Start(atspi.Options{
		Name: "Sextant", Version: assets.Version, Run: ui.Post, Wanted: d.Wanted, Keys: d.KeysWanted,
	})
	d.To(s)
	return d, s
}
