// Package navigate carries out what the browser wants: trips from a wanted place to an answer on the screen, and
// keeping the page that is there up to date.
package navigate

import (
	"context"
	"time"

	"sextant/app/browse"
	"sextant/app/words"
)

// Config is how pages are gone to and kept up to date.
type Config struct {
	Turning  bool          // subpages turn automatically
	Patient  bool          // page numbers being typed wait as long as it takes
	Pictures bool          // the service's pictures are wanted
	Every    time.Duration // the page on screen is asked for again this often, 0 for never
	Do       func(func())  // runs a function on the UI goroutine
	Now      func() time.Time
	// Calendar is for the times in messages. Without one they are in the machine's zone.
	Calendar func() words.Calendar
}

// Navigation carries out what the browser wants. It lives on the UI goroutine.
type Navigation struct {
	*browse.Browser
	// Refresh keeps the page on screen up to date.
	Refresh *Refresh

	pages     Source
	directory *browse.Directory
	screen    Screen
	cfg       Config
	epoch     int // counts the services; nothing of one that was left is shown

	trip    context.Context // of the last load; all that is asked for its sake ends with it
	cancel  context.CancelFunc
	visit   context.Context // of the page on screen, likewise
	leave   context.CancelFunc
	slow    bool // the trip has lasted for the loading delay
	timers  map[browse.Timer]*time.Timer
	loading *time.Timer
	pace    time.Duration // a running mean of how long the service takes, 0 before it is known
	scene   Scene
	decode  decoder
}

// New makes navigation among the pages of a service, with what is known of which there are.
func New(pages Source, d *browse.Directory, s Screen, cfg Config) *Navigation {
	if cfg.Calendar == nil {
		cfg.Calendar = func() words.Calendar { return words.Calendar{Zone: cfg.Now().Location(), Now: cfg.Now()} }
	}
	n := &Navigation{
		screen: s, cfg: cfg, decode: Decode, cancel: func() {},
		leave: func() {}, timers: map[browse.Timer]*time.Timer{},
	}
	n.Refresh = &Refresh{nav: n}
	n.tune(pages, d, cfg.Turning)
	return n
}

// Retune goes over to the pages of another service. What was under way for the one before comes to nothing.
func (n *Navigation) Retune(pages Source, d *browse.Directory) {
	turning := n.Turning()
	n.Stop()
	n.tune(pages, d, turning)
}

func (n *Navigation) tune(pages Source, d *browse.Directory, turning bool) {
	n.Browser, n.pages, n.directory = browse.New(turning), pages, d
	n.Browser.SetPatient(n.cfg.Patient)
	n.epoch++
	n.scene, n.pace = Scene{}, 0
	n.Refresh.reset()
}

// Scene is what is on the screen; its page is 0 while there is nothing yet.
func (n *Navigation) Scene() Scene { return n.scene }

// Directory is what is known of which pages the service has.
func (n *Navigation) Directory() *browse.Directory { return n.directory }

// IsSlow reports whether the trip under way has lasted so long that it should be shown.
func (n *Navigation) IsSlow() bool { return n.slow }

// IsRefreshing reports whether the page on screen is being asked for.
func (n *Navigation) IsRefreshing() bool { return n.Refresh.busy }

// WantsPictures reports whether the service's pictures are needed.
func (n *Navigation) WantsPictures() bool { return n.cfg.Pictures }

// Keep sets how often the page on screen is asked for again, 0 for never.
func (n *Navigation) Keep(every time.Duration) { n.cfg.Every = every }

// SetPatient sets whether page numbers being typed wait as long as it takes.
func (n *Navigation) SetPatient(patient bool) {
	n.cfg.Patient = patient
	n.Browser.SetPatient(patient)
}

// poster gives what runs a function on the UI goroutine, unless another service is tuned in by then. It is to be
// called on the UI goroutine, and what it gives from any.
func (n *Navigation) poster() func(f func()) {
	epoch := n.epoch
	return func(f func()) {
		n.cfg.Do(func() {
			if n.epoch == epoch {
				f()
			}
		})
	}
}

// Run carries out effects, and then lets the screen follow.
func (n *Navigation) Run(effects []browse.Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case browse.Load:
			n.load(e)
		case browse.Arm:
			n.arm(e)
		case browse.Reject:
			n.screen.Mention(words.Rejection(e.Reason))
		}
	}
	n.screen.Changed()
}

func (n *Navigation) arm(a browse.Arm) {
	if t := n.timers[a.Timer]; t != nil {
		t.Stop()
	}
	post := n.poster()
	n.timers[a.Timer] = time.AfterFunc(a.After, func() {
		post(func() { n.Run(n.TimedOut(a)) })
	})
}

// Stop ends the trip under way, what is asked for the page on screen, and all timers.
func (n *Navigation) Stop() {
	n.epoch++
	n.cancel()
	n.leave()
	n.stopLoading()
	n.Refresh.stop()
	for _, t := range n.timers {
		t.Stop()
	}
}
