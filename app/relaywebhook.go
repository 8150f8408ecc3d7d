package app

import (
	"context"
	"errors"
	"time"

	"sextant/app/files"
	"sextant/app/relay"
	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/webhook"
	"sextant/app/words"
)

// A absenceWatch sends notifications when a public screen among a relay's clients no longer reports.
type absenceWatch struct {
	path     string // of the file with the webhook
	notifier *webhook.Notifier
	stop     context.CancelFunc
	done     chan struct{}
}

// watchAbsence starts to watch the screens of a relay. path is empty for no webhook. The error is that of reading the
// file the first time.
func watchAbsence(path string, p settings.Profile, screens func() []relay.Screen, complain func(error),
) (*absenceWatch, error) {
	if path == "" {
		return nil, nil
	}
	clock := systemClock{now()}
	c := &absenceWatch{path: path, notifier: newNotifier(p, clock, complain), done: make(chan struct{})}
	if err := c.reload(); err != nil {
		c.notifier.Close()
		return nil, err
	}
	var ctx context.Context
	ctx, c.stop = context.WithCancel(context.Background())
	go c.run(ctx, screens)
	return c, nil
}

// reload reloads the webhook. After an error the one before stays.
func (w *absenceWatch) reload() error {
	if w == nil {
		return nil
	}
	data, err := files.Read(w.path, playlist.MaxFile)
	if err != nil {
		return say.Wrap(words.Reason(err), "relay.noTell", "File", w.path)
	}
	t, err := playlist.ParseWebhook(data)
	if err == nil && t.URL == "" {
		err = say.Error("call.nobody")
	}
	if err != nil {
		return say.Wrap(err, "relay.noTell", "File", w.path)
	}
	w.notifier.Set(t.Setup)
	return nil
}

// run checks for silent screens until ctx ends.
func (w *absenceWatch) run(ctx context.Context, screens func() []relay.Screen) {
	defer close(w.done)
	tick := time.NewTicker(observeEvery)
	defer tick.Stop()
	for {
		known := map[string]bool{}
		for _, s := range screens() {
			known[s.Name] = true
			t := webhook.Trouble{}
			if s.Silent {
				t = webhook.Trouble{Kind: "silent", Reason: say.Text("relay.silent")}
			}
			w.notifier.Observe(s.Name, t)
		}
		w.notifier.Keep(known)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// close ends it.
func (w *absenceWatch) close() {
	if w != nil {
		w.stop()
		<-w.done
		w.notifier.Close()
	}
}

// reloadScreens reloads the webhook for silent screens, and removes the screens whose keys were removed.
func (r *relaying) reloadScreens() error {
	r.relay.KeepScreens(r.door.Kiosks())
	return r.absence.reload()
}

// complain logs a problem.
func (r *relaying) complain(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		r.logLine(err.Error())
	}
}
