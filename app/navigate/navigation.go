// Package navigate carries out the browser's effects: trips from a place to an answer on the screen, and refreshing the
// page on the screen.
package navigate

import (
	"context"
	"time"

	"sextant/app/browse"
)

// Config configures Navigation.
type Config struct {
	Turning  bool          // subpages turn automatically
	Patient  bool          // page numbers being typed wait as long as it takes
	Pictures bool          // the service's pictures are wanted
	Every    time.Duration // the page on screen is asked for again this often, 0 for never
	Do       func(func())  // runs a function on the UI goroutine
	Now      func() time.Time
}

// Navigation carries out the browser's effects. It belongs to the UI goroutine.
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
	stopped bool
	slow    bool // the trip has lasted for the loading delay
	timers  map[browse.Timer]*time.Timer
	loading *time.Timer
	pace    time.Duration // a running mean of how long the service takes, 0 before it is known
	scene   Scene
	decode  decoder
}

// New makes the navigation of a service's pages, with a directory of those that are known.
func New(pages Source, d *browse.Directory, s Screen, cfg Config) *Navigation {
	n := &Navigation{
		screen: s, cfg: cfg, decode: Decode, cancel: func() {},
		leave: func() {}, timers: map[browse.Timer]*time.Timer{},
	}
	n.Refresh = &Refresh{nav: n}
	n.tune(pages, d, cfg.Turning)
	return n
}

// Retune switches to the pages of another service. Requests under way for the one before are dropped.
func (n *Navigation) Retune(pages Source, d *browse.Directory) {
	turning := n.Turning()
	n.drop()
	n.tune(pages, d, turning)
}

func (n *Navigation) tune(pages Source, d *browse.Directory, turning bool) {
	n.Browser, n.pages, n.directory = browse.New(turning), pages, d
	n.Browser.SetPatient(n.cfg.Patient)
	n.Browser.SetDirectory(d)
	n.epoch++
	n.scene, n.pace = Scene{}, 0
	n.Refresh.reset()
}

// Scene returns the scene on the screen; its page is 0 before the first.
func (n *Navigation) Scene() Scene { return n.scene }

// Directory returns the known pages of the service.
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

// poster returns a function that runs another one on the UI goroutine, unless another service has been tuned in
// meanwhile. poster must be called on the UI goroutine, and the function that it returns on any.
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

// Run carries out effects, and then notifies the screen.
func (n *Navigation) Run(effects []browse.Effect) {
	if n.stopped {
		return
	}
	for _, e := range effects {
		switch e := e.(type) {
		case browse.Load:
			n.load(e)
		case browse.Arm:
			n.arm(e)
		case browse.Reject:
			n.screen.Reject(e.Reason)
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

// Stop ends the navigation for good: what a window that was closed still asks for leads nowhere.
func (n *Navigation) Stop() {
	n.stopped = true
	n.drop()
}

// drop ends the trip under way, the requests for the page on screen, and all timers.
func (n *Navigation) drop() {
	n.epoch++
	n.cancel()
	n.leave()
	n.stopLoading()
	n.Refresh.stop()
	for _, t := range n.timers {
		t.Stop()
	}
}
