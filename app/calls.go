package app

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"sextant/app/files"
	"sextant/app/kiosk/playlist"
	"sextant/app/kiosk/status"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/webhook"
	"sextant/app/words"
)

const (
	// callsFile is the file of the profile that has for what somebody was called.
	callsFile = "calls.json"
	mostCalls = 1 << 20
	// observeEvery is how often it is looked how a screen is.
	observeEvery = 5 * time.Second
	// reportEvery is after how many looks a relay hears of it, and reportWidth how wide its picture is, in pixels.
	reportEvery = 12
	reportWidth = 480
)

// newCaller makes a caller that goes by a clock, and keeps in a profile what it called.
func newCaller(p settings.Profile, clock Clock, complain func(error)) *webhook.Caller {
	path := p.Path(callsFile)
	return webhook.NewCaller(webhook.Config{
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
			data, err := files.Read(path, mostCalls)
			if err != nil || len(data) > mostCalls {
				return ""
			}
			return string(data)
		},
		Save: func(state string) {
			if err := files.Write(path, []byte(state), 0o600); err != nil {
				complain(say.Error("call.unsaved", "Error", words.Reason(err)))
			}
		},
		Now: clock.Now, Elapsed: clock.Elapsed, After: clock.After,
	})
}

// A screenWatch calls somebody while a public screen is down. Its methods may be called from any goroutine.
type screenWatch struct {
	caller *webhook.Caller
	clock  Clock
	parts  status.Parts
	tell   atomic.Pointer[playlist.Tell]
	relay  func(ctx context.Context, body []byte, isPicture bool) error
	hide   func(secrets ...string)
	stop   context.CancelFunc
	done   chan struct{}
}

// watchScreen begins to look after a screen. What is secret is hidden in reports of crashes by hide; relay tells the
// relay how the screen is, where the service is one.
func watchScreen(c *webhook.Caller, clock Clock, parts status.Parts, t playlist.Tell,
	hide func(secrets ...string), relay func(ctx context.Context, body []byte, isPicture bool) error,
) *screenWatch {
	ctx, stop := context.WithCancel(context.Background())
	w := &screenWatch{
		caller: c, clock: clock, parts: parts, hide: hide, relay: relay, stop: stop, done: make(chan struct{}),
	}
	w.set(t)
	go w.run(ctx)
	return w
}

// set changes who is called.
func (w *screenWatch) set(t playlist.Tell) {
	w.hide(t.URL, t.Token)
	w.tell.Store(&t)
	w.caller.Set(t.Setup)
}

// run looks how the screen is now and again, until ctx ends.
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
		if t := w.tell.Load(); t.URL != "" {
			kind, reason := w.parts.Trouble(ctx)
			if ctx.Err() == nil {
				w.caller.Observe(t.Screen(), webhook.Trouble{Kind: kind, Reason: reason})
			}
		}
		if n%reportEvery == 0 {
			w.report(ctx)
		}
	}
}

// report tells a relay how the screen is. A relay that does not listen hears it a minute later.
func (w *screenWatch) report(ctx context.Context) {
	state := w.parts.State(ctx)
	if state == nil {
		return
	}
	body, err := json.Marshal(state)
	if err != nil || w.relay(ctx, body, false) != nil || !w.tell.Load().Picture || state.Asleep != nil {
		return
	}
	shot, err := w.parts.Picture(ctx, reportWidth)
	if err == nil {
		_ = w.relay(ctx, shot, true) // likewise
	}
}

// close ends it.
func (w *screenWatch) close() {
	w.stop()
	<-w.done
	w.caller.Close()
}
