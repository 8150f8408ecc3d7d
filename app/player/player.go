package player

import (
	"context"
	"io"
	"math"
	"sync"
	"time"
)

// Player plays one item at a time. All methods return at once and may be called from any
// goroutine, also from notify. Make one with New.
type Player struct {
	out    Output
	notify func(State)
	deck   *deck
	timing timing

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup // the goroutines
	wake   chan struct{}  // something is to be told
	kick   chan struct{}  // something may be to be heard

	mu     sync.Mutex
	track  *track // nil when idle
	opened bool
	want   bool // it should play
	ended  bool
	failed bool
	fault  error  // what ends or has ended the item
	told   Status // by the last wake
	toldAt time.Duration

	connected bool
	delay     time.Duration // of the device
	device    error         // why there is no device
	lost      bool          // it went away while playing, and is looked for
	tries     int           // how often it still will be
	volume    float64
}

// timing is when the pump does what no sound tells it to.
type timing struct {
	linger int           // frames of silence after which the device is given back
	retry  time.Duration // between two looks for a lost device
	tries  int           // how many of these
}

// LoadOptions says how an item begins.
type LoadOptions struct {
	StartAt time.Duration
	Paused  bool // it does not play until Play
}

// New makes a Player for an Output, which is not opened before there is something to hear. notify
// may be nil; it is called, always from the same goroutine of the Player's own, whenever the State
// has changed, and about four times a second while playing. Changes that come faster than notify
// returns are told as one. While notify takes its time, nothing else waits.
func New(out Output, notify func(State)) *Player {
	return newPlayer(out, notify, timing{linger: 3 * Rate, retry: 1500 * time.Millisecond, tries: 40})
}

func newPlayer(out Output, notify func(State), t timing) *Player {
	p := &Player{
		out:    out,
		notify: notify,
		deck:   newDeck(),
		timing: t,
		wake:   make(chan struct{}, 1),
		kick:   make(chan struct{}, 1),
		volume: 1,
	}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.work.Go(p.pump)
	p.work.Go(p.report)
	return p
}

// Load drops the item that is loaded, opens another, and plays it unless opts.Paused. It closes
// src when it has no more use for it, if that is an io.Closer; see Source.
func (p *Player) Load(src Source, opts LoadOptions) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		if c, ok := src.(io.Closer); ok {
			go func() { _ = c.Close() }()
		}
		return
	}
	p.drop()
	t := newTrack(src, p)
	p.track, p.want = t, !opts.Paused
	t.voice.play(p.want)
	p.deck.add(t.voice)
	t.ask(max(opts.StartAt, 0))
	p.work.Go(t.run)
	p.changed()
}

// drop forgets the item.
func (p *Player) drop() {
	if p.track != nil {
		p.track.leave()
	}
	p.track, p.opened, p.want, p.ended, p.failed = nil, false, false, false, false
	p.fault, p.device, p.lost = nil, nil, false
}

// Play goes on, begins again after the end, or tries again after a failure.
func (p *Player) Play() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.track == nil || p.ctx.Err() != nil {
		return
	}
	switch {
	case p.failed:
		p.again(p.place())
	case p.ended:
		p.again(0)
	}
	p.want = true
	p.tries = p.timing.tries
	p.track.voice.play(true)
	p.changed()
}

// Pause holds the item where it is.
func (p *Player) Pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.track == nil {
		return
	}
	p.want, p.lost = false, false
	p.track.voice.play(false)
	p.changed()
}

// Toggle pauses what plays, and plays what does not.
func (p *Player) Toggle() {
	p.mu.Lock()
	playing := p.want
	p.mu.Unlock()
	if playing {
		p.Pause()
	} else {
		p.Play()
	}
}

// Stop drops the item.
func (p *Player) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop()
	p.changed()
}

// Seek goes to a place, or to the nearest there is. What was paused stays so.
func (p *Player) Seek(to time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.track == nil || p.ctx.Err() != nil {
		return
	}
	if end := p.track.known().duration; end > 0 {
		to = min(to, end)
	}
	p.again(max(to, 0))
	p.changed()
	p.tell()
}

// again makes the track go on from a place, whatever has become of it.
func (p *Player) again(at time.Duration) {
	p.ended, p.failed, p.fault = false, false, nil
	p.track.ask(at)
}

// SetVolume sets the volume from 0, silent, to 1, as recorded.
func (p *Player) SetVolume(volume float64) {
	if math.IsNaN(volume) {
		return
	}
	volume = min(max(volume, 0), 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	if volume != p.volume {
		p.volume = volume
		p.deck.setVolume(volume)
		p.tell()
	}
}

// Close drops the item, gives the device back and ends the Player, which does nothing from then
// on. It does not wait for that; Wait does.
func (p *Player) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop()
	p.cancel()
}

// Wait waits after Close until nothing of the Player runs any more. That takes as long as it takes
// the device to close, and the source to return from Read.
func (p *Player) Wait() { p.work.Wait() }

// State tells how things are now.
func (p *Player) State() State {
	p.mu.Lock()
	s := State{Status: p.status(), Volume: p.volume, Buffered: -1, Err: p.device}
	t := p.track
	if t != nil {
		f := t.known()
		s.Duration, s.DurationExact, s.Skipped = f.duration, f.exact, f.skipped
		s.Position = p.place()
		if s.Status == Ended && f.exact {
			s.Position = f.duration
		}
	}
	if p.failed {
		s.Err = p.fault
	}
	p.mu.Unlock()
	if t != nil {
		s.Buffered = buffered(t.src)
	}
	return s
}

// buffered tells how much of a source has arrived.
func buffered(src Source) float64 {
	g, ok := src.(Growing)
	if !ok {
		return 1
	}
	size, arrived := g.Size(), g.Arrived()
	switch {
	case size < 0 || arrived < 0:
		return -1
	case arrived >= size:
		return 1
	default:
		return float64(arrived) / float64(size)
	}
}
