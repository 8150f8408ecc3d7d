package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"sextant/app/browse"
	"sextant/app/desktop"
	"sextant/app/listen"
	"sextant/app/looptest"
	"sextant/app/player"
	"sextant/app/ui/hosttest"
	"sextant/widgets/core"
)

// newWindow makes a window of the demo without a sound. Nothing that it posts is ever run.
func newWindow(t *testing.T) *Window {
	t.Helper()
	loop := &looptest.Loop{}
	tuner, box := hosttest.Demo(t, loop.Do)
	st := tuner.Current()
	l := listen.New(&listen.Source{
		Downloads: st.Downloads, Lists: st.Lists, Heard: st.Heard, Zone: st.Zone, List: st.Client.Downloads,
		Hold: func() func() { return tuner.Hold(st) },
	}, listen.Config{
		Box: box, Post: loop.Do, Now: time.Now,
		NewPlayer: func(notify func(player.State)) *player.Player { return player.New(player.Silence{}, notify) },
	})
	notifier := desktop.NewNotifier()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(core.Theme())
	w, err := New(Parts{
		App: app, Box: box, Tuner: tuner, Listen: l, Notifier: notifier, Place: browse.Place{Page: browse.Home},
		Do: loop.Do, Now: time.Now, Leave: func() {},
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
