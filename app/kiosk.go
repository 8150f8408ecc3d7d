package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/access/atspi"
	"sextant/app/acquire"
	"sextant/app/boot"
	"sextant/app/cli"
	"sextant/app/desktop"
	"sextant/app/diagnose"
	"sextant/app/guard"
	"sextant/app/kiosk"
	"sextant/app/kiosk/playlist"
	"sextant/app/kiosk/status"
	"sextant/app/power"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/systemd"
	screen "sextant/app/ui/kiosk"
	"sextant/app/ui/loop"
	"sextant/app/voice"
	"sextant/app/words"
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
	k := &publicScreen{ui: on.Loop, clock: on.Clock, log: stderr, crashes: crashes}
	for _, err := range []error{l.complaint, complaint} {
		k.complain(err)
	}
	if late != nil {
		k.complain(say.Error("reason.keyLocked"))
	}
	if err := k.open(o, l, key, late); err != nil {
		return err
	}
	defer k.close()
	stopped := context.AfterFunc(ctx, k.leave)
	defer stopped()
	k.ended = make(chan struct{})
	go func() {
		defer close(k.ended)
		k.director.Run()
	}()
	err := k.window.Run(k.director)
	k.ui.End() // the toolkit ends automatically on a signal
	crashes.Note("end")
	return err
}

// A publicScreen is the parts of a public screen.
type publicScreen struct {
	ui       *loop.Loop
	clock    Clock
	station  *station.Station
	playlist *playlist.Source
	director *kiosk.Director
	window   *screen.Window
	voice    *kiosk.Reader
	readers  *atspi.Service // on Linux
	systemd  *systemd.Supervisor
	status   *status.Server
	awake    *desktop.Awake
	power    *power.Switch
	watch    *screenWatch
	stored   atomic.Pointer[error] // why pages cannot be stored
	crashes  *diagnose.Recorder
	log      io.Writer
	leave    func()
	ended    chan struct{} // closed when the director has ended
}

// complain logs a problem, nil for none.
func (k *publicScreen) complain(err error) {
	if err != nil {
		fmt.Fprintf(k.log, "sextant: %v\n", err)
		k.crashes.Note("%v", err)
	}
}

// open makes the parts.
func (k *publicScreen) open(o cli.Options, l loaded, key string, late *station.LateKey) (err error) {
	address := ""
	if o.Status != "" {
		if address, err = status.Address(o.Status, o.Token); err != nil {
			return err
		}
	}
	events := k.events()
	access := o.Access(l.settings.Service, key)
	access.Late = late
	if err = k.openStation(l, access, events); err != nil {
		return err
	}
	if err = k.followPlaylist(o, l.profile); err != nil {
		k.station.Release()
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
	k.awake = desktop.KeepAwake(say.Text("awake.kiosk"), toolkit.Driver().SetDisableScreenBlanking)
	k.power = power.New()
	k.window = screen.New(screen.Parts{
		App: toolkit, Monitor: o.Monitor, Flash: func() bool { return mayFlash(l.settings.Flash) }, Do: k.ui.Post,
		Guard: k.ui.GuardEvents, After: k.clock.After,
		Trouble: k.complain,
	})
	_, k.readers = describe(k.ui, func() []fyne.Window { return []fyne.Window{k.window.Seen()} })
	k.direct(o, l.profile, l.settings.Sound)
	k.station.Attend(events)
	if late != nil {
		k.station.AwaitKey(access, func(key string) {
			k.crashes.Hide(key)
			k.crashes.Note("the key is known")
			go tidy(k.crashes, k.log)
		})
	}
	parts := k.statusParts(o)
	if address != "" {
		k.status = status.Serve(address, parts)
	}
	var hook playlist.Webhook
	if k.playlist != nil {
		hook = k.playlist.Current().Webhook
	}
	k.watch = watchScreen(newNotifier(l.profile, k.clock, k.complain), k.clock, parts, hook, k.crashes.Hide,
		k.station.ReportScreen)
	return nil
}

// openStation opens the service and its store.
func (k *publicScreen) openStation(l loaded, a station.Access, events station.Events) (err error) {
	k.station, err = station.Open(l.settings.Service, a, l.profile, k.clock.Now, events,
		&station.Libraries{Boot: boot.System()})
	if err != nil {
		return err
	}
	if o := k.station.Outcome; o.Cause != nil || o.SetAside != "" {
		k.notStored(o.Cause, words.StoreMessage(o))
	}
	k.station.Budget.SetUnattended(true)
	k.station.Store.SetUnattended(true)
	return nil
}

// reportFailure writes the report of a panic that was caught, in the background.
func (k *publicScreen) reportFailure(failure any, stack []byte) {
	go func() {
		if _, err := k.crashes.Caught(failure, stack); err != nil {
			k.complain(err)
		}
	}()
}

// followPlaylist starts to follow the playlist. The profile's may be missing.
func (k *publicScreen) followPlaylist(o cli.Options, p settings.Profile) (err error) {
	if o.OnePage {
		return nil
	}
	where := o.Playlist
	if where == "" {
		where = p.Path(playlist.File)
	}
	k.playlist, err = playlist.Follow(where,
		playlist.Options{
			Key: o.PlaylistKey, Keep: p.Path("playlists"), Now: k.clock.Now,
			Changed: func(s playlist.State) {
				k.complainOfPlaylist(s)
				k.ui.Post(func() { // runs after the director was made
					k.director.SetPlaylist(s.Playlist)
					k.watch.set(s.Playlist.Webhook)
					k.director.SetNotice(k.playlistState(o).InShort())
				})
			},
		})
	if err != nil {
		return err
	}
	k.complainOfPlaylist(k.playlistState(o))
	return nil
}

func (k *publicScreen) complainOfPlaylist(s playlist.State) {
	for _, err := range []error{s.Trouble, s.Unkept} {
		if err != nil {
			k.complain(say.Wrap(err, "playlist.trouble"))
		}
	}
}

// playlistState returns the state of the playlist. A missing one of the profile is no problem.
func (k *publicScreen) playlistState(o cli.Options) playlist.State {
	s := k.playlist.State()
	if o.Playlist == "" && errors.Is(s.Trouble, fs.ErrNotExist) {
		s.Trouble = nil
	}
	return s
}

// statusSecret is the state under which the store has the secret of the status's cookies.
const statusSecret = "status-secret"

// statusParts returns the sources of the status.
func (k *publicScreen) statusParts(o cli.Options) status.Parts {
	p := status.Parts{
		Director: k.director, Snapshot: k.window.Snapshot, Glass: k.window.Trouble, Faults: k.window.Faults,
		Power: k.power.State, Stored: k.storeTrouble,
		Outcomes: k.station.Budget.Outcomes, Now: k.clock.Now,
		Token: o.Token, Secret: guard.CookieSecret(k.station.Store, statusSecret),
		Log: func(line string) { k.complain(errors.New(line)) },
	}
	if k.playlist != nil {
		p.Playlist = func() playlist.State { return k.playlistState(o) }
	}
	return p
}

// direct makes the director.
func (k *publicScreen) direct(o cli.Options, p settings.Profile, sound settings.Sound) {
	st := k.station
	placeFile := p.Path("kiosk-place")
	_, err := os.Stat(placeFile)
	firstTime := errors.Is(err, fs.ErrNotExist)
	k.voice = newReader(st, sound, func(f func()) { k.director.Post(f) })
	list := playlist.Default()
	if o.OnePage {
		list.Lists[0].Items = []playlist.Item{
			{Kind: playlist.Pages, From: o.Place.Page, To: o.Place.Page, Subpage: o.Place.Subpage},
		}
	} else {
		list = k.playlist.Current()
	}
	k.director = kiosk.New(kiosk.Parts{
		Pages: st.Pages, Budget: st.Budget, Store: st.Store, Lists: st.Lists,
		Directory: st.Directory, Collector: st.Collect, Title: st.Title(),
		PlaceFile: placeFile,
		Screen:    k.window, Power: blanking{k}, Voice: k.voice, Playlist: list, PIN: k.pin(p), Leave: k.leave,
		Note: func(event string) {
			k.crashes.Note("%s", event)
		},
		Ready: func() { k.ready() }, Status: func(line string) { k.systemd.Status(line) },
		Now: k.clock.Now, Zone: st.Zone, Elapsed: k.clock.Elapsed, Boot: k.clock.Boot, After: k.clock.After,
	})
	if k.playlist != nil {
		k.director.SetNotice(k.playlistState(o).InShort())
	}
	if firstTime {
		k.director.SetHint(say.Text("kiosk.howToLeave"))
	}
	k.systemd, err = systemd.Supervise(k.director.Healthy)
	k.complain(err)
}

// blanking turns the screen off and on, and keeps the system from doing so.
type blanking struct{ *publicScreen }

// Set turns the screen on or off.
func (b blanking) Set(on bool) {
	b.awake.SetScreenOff(!on)
	b.power.Set(on)
}

// hintFor is how long the first public screen of a profile shows how to leave it.
const hintFor = 5 * time.Second

// ready is called when the first page is on screen.
func (k *publicScreen) ready() {
	k.systemd.Ready()
	k.clock.After(hintFor, func() { k.director.SetHint("") })
}

// newReader makes a reader that calls back by post. It starts no process before there is something to say.
func newReader(st *station.Station, sound settings.Sound, post func(func())) *kiosk.Reader {
	chosen := sound.VoiceLanguage
	if chosen == "" && st.IsDemo {
		chosen = "en"
	}
	return &kiosk.Reader{Engine: voice.New(os.Getenv, post), Options: voice.Options{
		Language: voice.Language(chosen, st.Zone.String(), say.InUse()), Rate: sound.VoiceRate, Voice: sound.Voice,
	}}
}

// pin returns a function that compares digits with the PIN, nil if none is set.
func (k *publicScreen) pin(p settings.Profile) func(string) (bool, time.Duration) {
	set, err := guard.HasPIN(p)
	k.complain(err)
	if !set {
		return nil
	}
	return guard.NewPIN(p, k.clock.Now).Try
}

// events handle the station's events.
func (k *publicScreen) events() station.Events {
	e := station.Silence()
	e.PageChanged = func(c acquire.Change) { k.director.OnPageChanged(c) }
	e.PagesStale = func(pages []int) { k.director.OnPagesStale(pages) }
	e.Trouble = func(err error) { k.notStored(err, words.StoreTrouble(err)) }
	e.Looked = func(take func()) { k.director.Post(take) }
	return e
}

// notStored logs why pages cannot be stored, nil if they can again, and keeps it for the status. A read-only profile
// may be intended, and a damaged store has been replaced, so the status has neither.
func (k *publicScreen) notStored(err error, m words.Message) {
	k.complain(errors.New(strings.TrimSpace(m.Sentence + " " + m.Hint)))
	var damaged *store.DamagedError
	switch {
	case err == nil:
		k.stored.Store(nil)
	case !errors.As(err, &damaged) && !errors.Is(err, store.ErrReadOnly):
		said := errors.New(strings.TrimSuffix(m.Sentence, "."))
		k.stored.Store(&said)
	}
}

// storeTrouble returns why pages cannot be stored, nil if they can.
func (k *publicScreen) storeTrouble() error {
	if err := k.stored.Load(); err != nil {
		return *err
	}
	return nil
}

// mayFlash reports whether text may flash.
func mayFlash(mode settings.FlashMode) bool {
	return mode == settings.FlashAlways || mode == settings.FlashAsDesktop && !desktop.ReducedMotion()
}

// close ends everything, and returns when all data are on the disk.
func (k *publicScreen) close() {
	k.systemd.Stop()
	k.readers.Close()
	if k.status != nil {
		k.status.Close()
	}
	k.watch.close()
	k.power.Close()
	k.awake.Release()
	if k.playlist != nil {
		k.playlist.Close()
	}
	k.director.End()
	<-k.ended
	k.voice.Close()
	k.station.Retire()
	k.station.Release()
}
