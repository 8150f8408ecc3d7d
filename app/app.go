package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"sextant/app/about"
	"sextant/app/acquire"
	"sextant/app/demo"
	"sextant/app/desktop"
	"sextant/app/export"
	_ "sextant/app/locale"
	"sextant/app/media"
	"sextant/app/navigate"
	"sextant/app/player"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/words"
	"sextant/assets"
	"sextant/widgets/core"
)

// for the toolkit

// Exit statuses.
const (
	exitDone  = 0
	exitError = 1
	exitUsage = 2
)

// frugalGC keeps the memory small: a reader makes little garbage, so collecting it more often than by
// default costs nothing that can be felt.
const frugalGC = 40

// Main runs the program with its command line and gives its exit status.
func Main(args []string, env func(string) string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(args) > 0 && args[0] == "demo" {
		return demo.Main(args[1:], stdout, stderr, ctx)
	}
	if len(args) > 0 && args[0] == "export" {
		return export.Run(ctx, args[1:], env, stdout, stderr)
	}
	o, err := ParseOptions(args, env)
	switch {
	case errors.Is(err, flag.ErrHelp) || err == nil && o.Help:
		fmt.Fprint(stdout, Usage)
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "sextant: %v\nTry sextant --help.\n", err)
		return exitUsage
	case o.Version:
		fmt.Fprintln(stdout, "Sextant", about.Version)
		return exitDone
	}
	if err := desktop.CheckDisplay(env); err != nil {
		fmt.Fprintf(stderr, "sextant: %v\n", err)
		return exitError
	}
	if env("GOGC") == "" {
		debug.SetGCPercent(frugalGC)
	}
	if err := run(ctx, o); err != nil {
		fmt.Fprintf(stderr, "sextant: %v\n", err)
		return exitError
	}
	return exitDone
}

// sextant is the running program: its parts, and what they share.
type sextant struct {
	options   Options
	profile   settings.Profile
	settings  settings.Settings
	onDisk    settings.Settings // as they were last read or saved
	storedKey string
	do        func(func())
	now       func() time.Time

	favourites []store.Favourite
	watches    []store.Watch
	notifier   desktop.Notifier
	remote     *desktop.Remote

	station   *station.Station
	libraries station.Libraries
	nav       *navigate.Navigation
	playback  *playback
	window    *window
	fyne      fyne.App
	saving    *time.Timer
	begun     chan struct{} // closed when the window is ready
	quitting  atomic.Bool
	telling   atomic.Bool // of downloads, in a moment
	posting   sync.RWMutex
}

// run opens the window and returns when it is closed.
func run(ctx context.Context, o Options) error {
	s := &sextant{options: o, now: time.Now, begun: make(chan struct{})}
	s.do = s.post
	complaint, err := s.load()
	if err != nil {
		return err
	}
	s.libraries = station.Libraries{}
	if s.station, err = station.Open(s.settings, s.access(), s.profile, s.now, s.events(), s.libraries); err != nil {
		return err
	}
	// The first page is on its way while the window is being made.
	s.warmUp()
	s.fyne = newFyneApp()
	s.nav = s.newNavigation(o.Kiosk || s.settings.Turning)
	s.playback = s.newPlayback()
	s.window = newWindow(s, s.fyne)
	s.window.followAttention()
	s.remote = desktop.NewRemote(s.remoteActions(), s.now)
	s.nav.Screen, s.playback.view = s.window, s.window
	s.begin(complaint)
	stopped := context.AfterFunc(ctx, func() { s.do(s.end) })
	defer stopped()
	s.window.win.ShowAndRun()
	if !s.quitting.Swap(true) { // the toolkit ends by itself on a signal
		s.saveLast()
	}
	s.close()
	return nil
}

// post runs a function on the UI goroutine, but none any more once the program is about to end: the
// toolkit would then run it on the caller's.
func (s *sextant) post(f func()) {
	s.posting.RLock() // the toolkit's queue must not close between the look and the post
	defer s.posting.RUnlock()
	if s.quitting.Load() {
		return
	}
	fyne.Do(func() {
		if !s.quitting.Load() {
			f()
		}
	})
}

func newFyneApp() fyne.App {
	icon := fyne.NewStaticResource("sextant.png", assets.Icon)
	fyneapp.SetMetadata(fyne.AppMetadata{ID: about.ID, Name: "Sextant", Version: about.Version, Icon: icon, Migrations: map[string]bool{"fyneDo": threadsChecked}})
	a := fyneapp.NewWithID(about.ID)
	a.Settings().SetTheme(core.Theme())
	dropPreferences(a)
	return a
}

// dropPreferences keeps the toolkit from writing a file of preferences when the program ends. Sextant
// has none there, and the toolkit (v2.7.4) ends its loop without regard to it: now and then it would
// wait for ever, or panic.
func dropPreferences(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}

// load reads the profile. A complaint is something to tell in the window.
func (s *sextant) load() (complaint, err error) {
	if s.profile, err = settings.OpenProfile(s.options.Profile); err != nil {
		return nil, err
	}
	s.settings, complaint = s.profile.LoadSettings()
	s.onDisk = s.settings
	if s.options.AppKey == "" {
		var keyErr error
		s.storedKey, keyErr = s.profile.LoadKey(s.settings.KeyPlace)
		complaint = errors.Join(complaint, keyErr)
	}
	return complaint, nil
}

// access is the service's address and credentials: those of the command line and the environment
// first. An address from there does not get credentials from the settings, which belong to another.
// warmUp asks for the first page ahead of the window, which takes longer to come up.
// newNavigation makes navigation for the station, with what is known of its pages.
// learnDirectory tells navigation of the pages in the store, in a moment.
// events lead what the station tells to the window.
func (s *sextant) newPlayback() *playback {
	return &playback{
		do:        s.do,
		listing:   listing{cancel: func() {}, order: s.settings.Order},
		volume:    s.settings.Volume,
		speed:     s.settings.Speed,
		even:      s.settings.Even,
		make:      func(notify func(player.State)) *player.Player { return player.New(player.Oto{}, notify) },
		now:       s.now,
		zone:      func() *time.Location { return s.station.Zone },
		shelf:     func() *acquire.Downloads { return s.station.Downloads },
		keepHeard: func(h store.Heard) { s.station.Store.SetHeard(h) },
		keepQueue: func(before, after []media.Item) { s.station.SetQueue(before, after) },
		list:      func(ctx context.Context) (media.Value, error) { return s.station.Client.Downloads(ctx) },
		onSound: func() {
			p := s.playback
			s.settings.Volume, s.settings.Speed, s.settings.Even = p.volume, p.speed, p.even
			s.saveSettings()
		},
	}
}

// begin goes to the first page.
func (s *sextant) begin(complaint error) {
	close(s.begun)
	if s.options.Kiosk {
		s.startKiosk()
	} else if s.options.Fullscreen {
		s.window.setFull(true)
	}
	s.nav.Run(s.nav.GoTo(s.options.Place))
	s.startStation()
	s.tellOfStore()
	if s.settings.Downloads {
		s.playback.needList()
	}
	if complaint != nil {
		s.window.Tell(words.Message{Sentence: "Not all of the settings could be read.", Hint: words.FirstUpper(complaint.Error()) + "."})
	}
}

// startStation begins what is done in the background about the service, and reads what the user keeps
// of it.
// tellOfStore tells of a store that is not as it should be.
// pageChanged lets the window know of a page that came, whoever asked for it.
// keepKey keeps a changed key, which can take seconds, and then says in what place, or why not.
func (s *sextant) keepKey(key string, kept func(settings.KeyPlace, error)) {
	if key == s.storedKey {
		kept(s.settings.KeyPlace, nil)
		return
	}
	go func() {
		place, err := s.profile.SaveKey(key)
		s.do(func() { kept(place, err) })
	}()
}

// apply takes over changed settings and the key kept with them, and tunes in anew if they matter to
// that.
// sameService tells whether two settings differ only in what needs no new connection.
// retune goes over to another service, or to the same one in another way. What plays goes on.
// savingDelay gathers changes that come in quick succession, as from a slider.
const savingDelay = 500 * time.Millisecond

// saveSettings keeps the settings in a moment.
func (s *sextant) saveSettings() {
	if s.saving != nil {
		s.saving.Stop()
	}
	s.saving = time.AfterFunc(savingDelay, func() { s.do(s.saveNow) })
}

// close ends everything that waits on the network or the sound device.
func (s *sextant) close() {
	s.nav.Stop()
	s.playback.close()
	s.station.Close()
	s.notifier.Close()
	s.remote.Close()
}
