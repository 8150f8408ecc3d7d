package app

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"sextant/app/files"
	"sextant/app/say"
	"sextant/app/screen/playlist"
	"sextant/app/screen/status"
	"sextant/app/settings"
	"sextant/app/webhook"
	"sextant/app/words"
)

const (
	// notifiedFile is the name of the profile's file with the state of notifications.
	notifiedFile = "notifications.json"
	mostNotified = 1 << 20
	// observeEvery is the interval at which a screen is checked.
	observeEvery = 5 * time.Second
	// reportEvery is the number of checks between reports to a relay, and reportWidth the width of their picture in
	// pixels.
	reportEvery = 12
	reportWidth = 480
)

// newNotifier makes a notifier with a clock, which keeps its state in a profile.
func newNotifier(p settings.Profile, clock Clock, complain func(error)) *webhook.Notifier {
	path := p.Path(notifiedFile)
	return webhook.NewNotifier(webhook.Config{
		Words: func(screen string, t webhook.Trouble, since, until time.Time) (title, text string) {
			return words.Call(screen, t.Reason, since, until, clock.Now())
		},
		Post: webhook.Post,
		Log: func(err error) {
			if err == nil {
				complain(say.Error("call.again"))
				return
			}
			complain(say.Error("call.failed", "Error", words.CallFailure(err)))
		},
		Load: func() string {
			data, err := files.Read(path, mostNotified)
			if err != nil || len(data) > mostNotified {
				return ""
			}
			return string(data)
		},
		Save: func(state string) {
			if err := files.Write(path, []byte(state), 0o600); err != nil {
				complain(say.Wrap(words.Reason(err), "call.unsaved"))
			}
		},
		Now: clock.Now, Elapsed: clock.Elapsed, After: clock.After,
	})
}

// A screenWatch sends notifications while a public screen is down. Its methods may be called on any goroutine.
type screenWatch struct {
	notifier *webhook.Notifier
	clock    Clock
	parts    status.Parts
	webhook  atomic.Pointer[playlist.Webhook]
	relay    func(ctx context.Context, body []byte, isPicture bool) error
	hide     func(secrets ...string)
	stop     context.CancelFunc
	done     chan struct{}
}

// watchScreen starts watching a screen. hide keeps secrets out of crash reports; relay sends a report or a picture to
// the relay, if the service is one.
func watchScreen(c *webhook.Notifier, clock Clock, parts status.Parts, t playlist.Webhook,
	hide func(secrets ...string), relay func(ctx context.Context, body []byte, isPicture bool) error,
) *screenWatch {
	ctx, stop := context.WithCancel(context.Background())
	w := &screenWatch{
		notifier: c, clock: clock, parts: parts, hide: hide, relay: relay, stop: stop, done: make(chan struct{}),
	}
	w.set(t)
	go w.run(ctx)
	return w
}

// set sets the target of notifications.
func (w *screenWatch) set(t playlist.Webhook) {
	w.hide(string(t.URL), string(t.Token))
	w.webhook.Store(&t)
	w.notifier.Set(t.Setup)
}

// run checks the screen regularly, until ctx ends.
func (w *screenWatch) run(ctx context.Context) {
	defer close(w.done)
	for n := 0; ; n++ {
		due := make(chan struct{})
		stop := w.clock.After(observeEvery, func() { close(due) })
		select {
		case <-ctx.Done():
			stop()
			return
		case <-due:
		}
		if t := w.webhook.Load(); t.URL != "" {
			kind, reason := w.parts.Trouble(ctx)
			if ctx.Err() == nil {
				w.notifier.Observe(t.Screen(), webhook.Trouble{Kind: kind, Reason: reason})
			}
		}
		if n%reportEvery == 0 {
			w.report(ctx)
		}
	}
}

// report sends the state of the screen to a relay. After a failure the next report is a minute later.
func (w *screenWatch) report(ctx context.Context) {
	state := w.parts.State(ctx)
	if state == nil {
		return
	}
	body, err := json.Marshal(state)
	if err != nil || w.relay(ctx, body, false) != nil || !w.webhook.Load().Picture || state.Asleep != nil {
		return
	}
	shot, err := w.parts.Picture(ctx, reportWidth)
	if err == nil {
		_ = w.relay(ctx, shot, true) // the next report is a minute later
	}
}

// close ends it.
func (w *screenWatch) close() {
	w.stop()
	<-w.done
	w.notifier.Close()
}
