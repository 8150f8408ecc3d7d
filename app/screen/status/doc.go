// Package status is how a public screen is looked after from elsewhere, over HTTP:
//
//	/             a remote control for a phone, with what is on and how things stand
//	/press, /pick what its keys do: POST key=NAME, and list=NAME, which is empty for the list of the time of day
//	/now.png      what is on the screen, with ?width=N reduced to so many pixels
//	/state.json   how things stand, see [Report]
//	/metrics      the same for Prometheus
//	/healthz      200 where all is well, or 503 with the reason
//
// A client must send a token, or be on the same machine where there is none. A screen goes on whatever happens here:
// a request that is slow, wrong or hostile costs no more than its own answer.
package status

import (
	"context"
	"image"
	"time"

	"sextant/app/budget"
	"sextant/app/say"
	"sextant/app/screen/kiosk"
	"sextant/app/screen/playlist"
	"sextant/app/screen/power"
)

// A Director is what a status asks of a [kiosk.Director].
type Director interface {
	State(ctx context.Context) (kiosk.State, error)
	Healthy() error
	Press(k kiosk.Key)
	Digit(digit int)
	Pick(list int)
}

// Parts are what a status is made of. Its functions are called from any goroutine.
type Parts struct {
	Director Director
	// Snapshot is what is on the screen.
	Snapshot func(ctx context.Context) (*image.RGBA, error)
	// Glass is what is wrong with what is seen on the monitor, nil for nothing.
	Glass func() error
	// Faults counts how often something was wrong with that, by a name that stays the same.
	Faults func() map[string]int
	// Power is how the screen was turned off or on.
	Power func() power.State
	// Stored is why nothing can be stored, nil where it can.
	Stored func() error
	// Playlist is how things stand with the playlist, nil where there is none.
	Playlist func() playlist.State
	// Outcomes counts the requests by how they ended.
	Outcomes func() map[budget.Outcome]int
	// Token is what a client must send, empty where clients on the same machine need none.
	Token string
	// Secret is what cookies are signed with, which should stay the same over a restart. Where it is empty they end
	// with the Server.
	Secret []byte
	// Log writes a line for the operator.
	Log func(line string)
	Now func() time.Time
}

// Trouble is what is wrong with the screen, as /healthz has it: a word that stays the same and a line in words, both
// empty for nothing.
func (p *Parts) Trouble(ctx context.Context) (kind, reason string) {
	v := p.look(ctx)
	return v.trouble()
}

// State is what /state.json has, nil where the screen does not answer.
func (p *Parts) State(ctx context.Context) *Report {
	v := p.look(ctx)
	if v.err != nil {
		return nil
	}
	return v.report()
}

// Picture is what is on the screen, as PNG of at most a width in pixels.
func (p *Parts) Picture(ctx context.Context, width int) ([]byte, error) {
	return newCamera(p).take(ctx, want{width: width})
}

// patience is how long a screen may take to answer.
const patience = 3 * time.Second

// A view is how a screen stands at a moment.
type view struct {
	kiosk.State
	at       time.Time
	err      error // the Director does not answer, and there is no State
	broken   error // nil where the screen is at work
	glass    error // nil where it is seen
	stored   error // nil where what comes is stored
	power    power.State
	playlist *playlist.State
	in       *say.Tongue // nil for the program's language
}

// look asks how the screen stands.
func (p *Parts) look(ctx context.Context) (v view) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	v.at, v.broken = p.Now(), p.Director.Healthy()
	v.glass, v.stored = p.Glass(), p.Stored()
	v.power = p.Power()
	if v.State, v.err = p.Director.State(ctx); v.Asleep {
		v.glass = nil // nothing is shown
	}
	if p.Playlist != nil {
		s := p.Playlist()
		v.playlist = &s
	}
	return v
}
