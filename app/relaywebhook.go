package app

import (
	"context"
	"errors"
	"time"

	"sextant/app/files"
	"sextant/app/kiosk/playlist"
	"sextant/app/relay"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/webhook"
	"sextant/app/words"
)

// A silenceWatch calls somebody when a public screen among the clients of a relay falls silent.
type silenceWatch struct {
	path     string // of the file that says who is called
	notifier *webhook.Notifier
	stop     context.CancelFunc
	done     chan struct{}
}

// watchSilence begins to look after the screens of a relay. path is empty where nobody is called. The error is that
// of the file at the beginning.
func watchSilence(path string, p settings.Profile, screens func() []relay.Screen, complain func(error),
) (*silenceWatch, error) {
	if path == "" {
		return nil, nil
	}
	clock := systemClock{now()}
	c := &silenceWatch{path: path, notifier: newNotifier(p, clock, complain), done: make(chan struct{})}
	if err := c.reload(); err != nil {
		c.notifier.Close()
		return nil, err
	}
	var ctx context.Context
	ctx, c.stop = context.WithCancel(context.Background())
	go c.run(ctx, screens)
	return c, nil
}

// reload reads again who is called. After an error that stays as it was.
func (c *silenceWatch) reload() error {
	if c == nil {
		return nil
	}
	data, err := files.Read(c.path, playlist.MaxFile)
	if err != nil {
		return say.Wrap(words.Reason(err), "relay.noTell", "File", c.path)
	}
	t, err := playlist.ParseWebhook(data)
	if err == nil && t.URL == "" {
		err = say.Error("call.nobody")
	}
	if err != nil {
		return say.Wrap(err, "relay.noTell", "File", c.path)
	}
	c.notifier.Set(t.Setup)
	return nil
}

// run looks for silent screens until ctx ends.
func (c *silenceWatch) run(ctx context.Context, screens func() []relay.Screen) {
	defer close(c.done)
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
			c.notifier.Observe(s.Name, t)
		}
		c.notifier.Keep(known)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// close ends it.
func (c *silenceWatch) close() {
	if c != nil {
		c.stop()
		<-c.done
		c.notifier.Close()
	}
}

// reloadScreens reads again who is called for silent screens, and forgets the screens whose keys are gone.
func (r *relaying) reloadScreens() error {
	r.relay.KeepScreens(r.door.Kiosks())
	return r.silence.reload()
}

// complain writes what is wrong to the log.
func (r *relaying) complain(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		r.logLine(err.Error())
	}
}
