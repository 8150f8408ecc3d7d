package app

import (
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
	"sextant/app/say"
	"sextant/app/screen/kiosk"
	"sextant/app/screen/playlist"
	"sextant/app/screen/power"
	"sextant/app/screen/status"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/systemd"
	"sextant/app/ui/loop"
	"sextant/app/ui/screen"
	"sextant/app/voice"
	"sextant/app/webhook"
	"sextant/app/words"
)

// placeFile is the profile's file with the place in its playlist.
const placeFile = "kiosk-place"

// A publicScreen is a public screen with its parts: of a program that has only that, or beside the windows.
type publicScreen struct {
	ui      *loop.Loop
	clock   Clock
	crashes *diagnose.Recorder
	log     io.Writer
	leave   func()

	profile settings.Profile
	chosen  settings.Settings
	access  station.Access
	options cli.KioskOptions
	list    *playlist.Playlist // what is shown, nil for a playlist that is followed
	// placeFile stores the place in the list, empty for not at all.
	placeFile string
	beside    bool // the program has windows too

	pin      func(digits string) (bool, time.Duration) // nil without a PIN
	notifier *webhook.Notifier
	secret   []byte // of the status's cookies
	explains bool   // it shows at first how to leave
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
	ended    chan struct{}         // closed when the director has ended
}

// complain logs a problem, nil for none.
func (k *publicScreen) complain(err error) {
	if err != nil {
		fmt.Fprintf(k.log, "sextant: %v\n", err)
		k.crashes.Note("%v", err)
	}
}

// prepare opens the service and the playlist, which waits for the disk.
func (k *publicScreen) prepare() (err error) {
	if err = k.openStation(k.events()); err != nil {
		return err
	}
	if err = k.followPlaylist(); err != nil {
		k.station.Release()
		return err
	}
	if isSet, err := guard.HasPIN(k.profile); isSet {
		k.pin = guard.NewPIN(k.profile, k.clock.Now).Try
	} else {
		k.complain(err)
	}
	k.notifier = newNotifier(k.profile, k.clock, k.complain)
	if k.options.Status != "" {
		k.secret = guard.CookieSecret(k.station.Store, statusSecret)
	}
	_, err = os.Stat(k.placeFile)
	k.explains = k.beside || errors.Is(err, fs.ErrNotExist)
	return nil
}

// abandon ends a screen that was prepared and will not be shown.
func (k *publicScreen) abandon() {
	k.notifier.Close()
	if k.playlist != nil {
		k.playlist.Close()
	}
	k.station.Release()
}

// make makes the window and the director, on the UI goroutine. The status is served on an address, empty for none.
func (k *publicScreen) make(toolkit fyne.App, address string) {
	events := k.events()
	k.awake = desktop.KeepAwake(say.Text("awake.kiosk"), toolkit.Driver().SetDisableScreenBlanking)
	k.power = power.New()
	k.window = screen.NewWindow(screen.WindowParts{
		App: toolkit, Beside: k.beside, Monitor: k.options.Monitor,
		Flash: func() bool { return mayFlash(k.chosen.Flash) }, Do: k.ui.Post,
		Guard: k.ui.GuardEvents, After: k.clock.After,
		Trouble: k.complain,
	})
	k.direct()
	k.station.Attend(events)
	if k.access.Late != nil {
		k.station.AwaitKey(k.access, func(key string) {
			k.crashes.Hide(key)
			k.crashes.Note("the key is known")
			go tidy(k.crashes, k.log)
		})
	}
	parts := k.statusParts()
	if address != "" {
		k.status = status.Serve(address, parts)
	}
	var hook playlist.Webhook
	if k.playlist != nil {
		hook = k.playlist.Current().Webhook
	}
	k.watch = watchScreen(k.notifier, k.clock, parts, hook, k.crashes.Hide, k.station.ReportScreen)
}

// begin begins to direct the screen.
func (k *publicScreen) begin() {
	k.ended = make(chan struct{})
	go func() {
		defer close(k.ended)
		k.director.Run()
	}()
}

// openStation opens the service and its store.
func (k *publicScreen) openStation(events station.Events) (err error) {
	k.station, err = station.Open(k.chosen.Service, k.access, k.profile, k.clock.Now, events,
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

// followPlaylist starts to follow the playlist, unless a list is given. The profile's may be missing.
func (k *publicScreen) followPlaylist() (err error) {
	if k.list != nil {
		return nil
	}
	where := k.options.Playlist
	if where == "" {
		where = k.profile.Path(playlist.File)
	}
	k.playlist, err = playlist.Follow(where,
		playlist.Options{
			Key: k.options.PlaylistKey, Keep: k.profile.Path("playlists"), Now: k.clock.Now,
			Changed: func(s playlist.State) {
				k.complainOfPlaylist(s)
				k.ui.Post(func() {
					if k.watch == nil {
						return // the director is still to be made, with the current playlist
					}
					k.director.SetPlaylist(s.Playlist)
					k.watch.set(s.Playlist.Webhook)
					k.director.SetNotice(k.playlistState().InShort())
				})
			},
		})
	if err != nil {
		return err
	}
	k.complainOfPlaylist(k.playlistState())
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
func (k *publicScreen) playlistState() playlist.State {
	s := k.playlist.State()
	if k.options.Playlist == "" && errors.Is(s.Trouble, fs.ErrNotExist) {
		s.Trouble = nil
	}
	return s
}

// statusSecret is the state under which the store has the secret of the status's cookies.
const statusSecret = "status-secret"

// statusParts returns the sources of the status.
func (k *publicScreen) statusParts() status.Parts {
	p := status.Parts{
		Director: k.director, Snapshot: k.window.Snapshot, Glass: k.window.Trouble, Faults: k.window.Faults,
		Power: k.power.State, Stored: k.storeTrouble,
		Outcomes: k.station.Budget.Outcomes, Now: k.clock.Now,
		Token: k.options.Token, Secret: k.secret,
		Log: func(line string) { k.complain(errors.New(line)) },
	}
	if k.playlist != nil {
		p.Playlist = func() playlist.State { return k.playlistState() }
	}
	return p
}

// direct makes the director.
func (k *publicScreen) direct() {
	st := k.station
	k.voice = newReader(st, k.chosen.Sound, func(f func()) { k.director.Post(f) })
	list := k.list
	if list == nil {
		list = k.playlist.Current()
	}
	k.director = kiosk.New(kiosk.Parts{
		Pages: st.Pages, Budget: st.Budget, Store: st.Store, Lists: st.Lists,
		Directory: st.Directory, Collector: st.Collect, Title: st.Title(),
		PlaceFile: k.placeFile,
		Screen:    k.window, Power: blanking{k}, Voice: k.voice, Playlist: list, PIN: k.pin, Leave: k.leave,
		HowToLeave: say.Text("kiosk.howToLeave"),
		Note: func(event string) {
			k.crashes.Note("%s", event)
		},
		Ready: func() { k.ready() }, Status: func(line string) { k.systemd.Status(line) },
		Now: k.clock.Now, Zone: st.Zone, Elapsed: k.clock.Elapsed, Boot: k.clock.Boot, After: k.clock.After,
	})
	if k.playlist != nil {
		k.director.SetNotice(k.playlistState().InShort())
	}
	if k.explains {
		k.director.SetHint(say.Text("kiosk.howToLeave"))
	}
}

// blanking turns the screen off and on, and keeps the system from doing so.
type blanking struct{ *publicScreen }

// Set turns the screen on or off.
func (b blanking) Set(on bool) {
	b.awake.SetScreenOff(!on)
	b.power.Set(on)
}

// hintFor is how long a screen that explains how to leave it shows that.
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

// events handle the station's events.
func (k *publicScreen) events() station.Events {
	e := station.NoEvents()
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
	if k.readers != nil {
		k.readers.Close()
	}
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
