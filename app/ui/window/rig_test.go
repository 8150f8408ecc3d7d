package window

import (
	"context"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"sextant/app/browse"
	"sextant/app/desktop"
	"sextant/app/discover"
	"sextant/app/player"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/sound/listen"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/ui/hosttest"
	"sextant/app/ui/wall"
	"sextant/app/voice"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// A desk has one window, and opens no others.
type desk struct{}

func (desk) Open(teletext.Place)                      {}
func (desk) Named() []settings.OpenWindow             { return nil }
func (desk) OpenWall(settings.OpenWindow, *wall.Wall) {}
func (desk) Forget(string) (undo func())              { return func() {} }
func (desk) Close(*Window)                            {}
func (desk) IsLast() bool                             { return false }
func (desk) Raise()                                   {}
func (desk) Speaks(*Window) bool                      { return true }
func (desk) Focused(*Window)                          {}
func (desk) Changed()                                 {}

// newWindow returns a window with the demo and without sound. Functions that it posts are not run.
func newWindow(t *testing.T) *Window {
	t.Helper()
	return newWindowOn(t, (&testkit.Loop{}).Do)
}

// newWindowOn is newWindow with a function that posts.
func newWindowOn(t testing.TB, post func(func())) *Window {
	t.Helper()
	tuner, box := hosttest.Demo(t, post)
	return newWindowOf(t, tuner, box, settings.Profile{Dir: t.TempDir()}, post)
}

// newWindowOf is newWindowOn with a tuner and a profile.
func newWindowOf(t testing.TB, tuner *station.Tuner, box *settings.Box, profile settings.Profile,
	post func(func()),
) *Window {
	t.Helper()
	widgettest.RefreshClock()
	l := newListen(tuner, box, post)
	notifier := desktop.NewNotifier()
	app := test.NewTempApp(t)
	keys, _ := profile.LoadKeys()
	w, err := New(Parts{
		App: app, Profile: profile, Box: box, Keymap: settings.NewKeymap(profile, keys, post), Tuner: tuner,
		Listen: l, Voice: voice.New(func(string) string { return "" }, post), Notifier: notifier, Browse: noRelays,
		Screen: noScreen{}, Startup: noScreen{},
		Place: teletext.Place{Page: browse.Home}, Desk: desk{}, Dress: Wear(app, box, time.Now),
		Do: post, Now: time.Now, Leave: func() {},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Stop()
		l.Close()
		notifier.Close()
	})
	return w
}

// noScreen shows no public screen.
type noScreen struct{}

func (noScreen) Show(*playlist.Playlist, int, func(error)) {}
func (noScreen) IsShown() bool                             { return false }
func (noScreen) Leave()                                    {}
func (noScreen) IsInstalled() (bool, error)                { return false, nil }
func (noScreen) Install() (string, error)                  { return "", nil }
func (noScreen) Remove() (string, error)                   { return "", nil }

// noRelays finds no relays.
func noRelays(context.Context, time.Duration) ([]discover.Relay, error) { return nil, nil }

// newListen returns a controller of the tuner's recordings, without sound.
func newListen(tuner *station.Tuner, box *settings.Box, post func(func())) *listen.Controller {
	return listen.New(sourceOf(tuner), listen.Config{
		Box: box, Post: post, Now: time.Now,
		NewPlayer: func(notify func(player.State)) *player.Player { return player.New(player.Silence{}, notify) },
	})
}

// sourceOf returns the recordings of the current service.
func sourceOf(tuner *station.Tuner) *listen.Source {
	st := tuner.Current()
	return &listen.Source{
		Service: st.Service(), Downloads: st.Downloads, Lists: st.Lists, Positions: st.Positions, Zone: st.Zone,
		List: st.Client.Downloads, Hold: func() func() { return tuner.Hold(st) },
	}
}

// newSetOf returns the windows of a session with a tuner and a profile, whose recordings follow the tuner.
func newSetOf(t testing.TB, tuner *station.Tuner, box *settings.Box, profile settings.Profile, post func(func()),
	leave func(), before ...settings.OpenWindow,
) *Set {
	t.Helper()
	widgettest.RefreshClock()
	l := newListen(tuner, box, post)
	tuner.Tuned.On(func(station.Change) { l.Tune(sourceOf(tuner)) })
	tuner.Downloads.On(func(struct{}) { l.DownloadsChanged() })
	tuner.DownloadEnded.On(func(e station.Ending) { l.Library.DownloadEnded(e.Recording, e.Err) })
	notifier := desktop.NewNotifier()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(core.Theme())
	set, err := NewSet(Parts{
		App: app, Profile: profile, Box: box, Keymap: settings.NewKeymap(profile, nil, post), Tuner: tuner, Listen: l,
		Voice: voice.New(func(string) string { return "" }, post), Notifier: notifier, Browse: noRelays,
		Screen: noScreen{}, Startup: noScreen{},
		Do: post, Now: time.Now, Leave: leave,
	}, before, teletext.Place{Page: browse.Home})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		set.Stop()
		l.Close()
		notifier.Close()
	})
	return set
}
