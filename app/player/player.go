package player

import (
	"context"
	"io"
	"math"
	"sync"
	"time"
)

// Player plays one item, and then the one that follows. All methods return at once and may be called from any
// goroutine, also from notify. Make one with New.
type Player struct {
	*stage
	deck *deck

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup // the goroutines

	volume float64 // these three with the stage's lock
	speed  float64
	even   bool
}

// LoadOptions are options of Load and SetNext.
type LoadOptions struct {
	ID      string // chosen by the caller, returned in State.ID
	StartAt time.Duration
	// AtPause starts at a pause in speech near StartAt, if there is one.
	AtPause bool
	Paused  bool // start paused
	// SkipSilence leaves out the middle of long pauses, as Player.SetSkipSilence does.
	SkipSilence bool
}

// New makes a Player for an Output, which is opened when there is something to play. notify may be nil; it
// is called on one goroutine of the Player's, whenever the State has changed and about four times a second
// while playing. Changes that come faster than notify returns are reported as one. A slow notify delays
// nothing else.
func New(out Output, notify func(State)) *Player {
	return newPlayer(out, notify, timing{linger: 3 * Rate, retry: 1500 * time.Millisecond, tries: 40})
}

func newPlayer(out Output, notify func(State), t timing) *Player {
	news := newReporter(notify)
	p := &Player{stage: newStage(t.tries, news), deck: newDeck(), volume: 1, speed: 1}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	pump := &pump{out: out, deck: p.deck, stage: p.stage, timing: t}
	p.work.Go(func() { pump.run(p.ctx) })
	p.work.Go(func() { news.run(p.ctx, p.State) })
	return p
}

// Load drops the current item and the next, opens src, and plays it unless opts.Paused. The Player closes
// src when it is done with it, if it is an io.Closer; see Source.
func (p *Player) Load(src Source, opts LoadOptions) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		refuse(src)
		return
	}
	p.dropLocked()
	p.item, p.want = p.newItemLocked(src, opts), !opts.Paused
	p.item.voice.play(p.want)
	p.lane = &lane{now: p.item.voice}
	p.deck.addLane(p.lane)
	p.updateLocked()
}

// SetNext sets the item that follows the current one, in place of any set before; nil removes it. It is
// opened and decoded ahead, and starts at the sample at which the current one ends; State.ID changes when
// it becomes audible. If it cannot be opened, State.NextErr says why, and the current item ends as if
// nothing followed. opts.Paused is ignored. When nothing is loaded, src is only closed.
func (p *Player) SetNext(src Source, opts LoadOptions) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.alone()()
	p.dropNext()
	switch {
	case src == nil:
	case p.item == nil || p.ctx.Err() != nil:
		refuse(src)
	default:
		p.next = p.newItemLocked(src, opts)
	}
	p.news.report()
}

// newItemLocked starts to open and decode a recording.
func (p *Player) newItemLocked(src Source, opts LoadOptions) *item {
	it := &item{track: newTrack(src, p.stage), id: opts.ID}
	it.voice.adjust(p.speed, p.even)
	it.shorten(opts.SkipSilence)
	it.request(max(opts.StartAt, 0), opts.AtPause)
	p.work.Go(it.run)
	p.work.Go(it.closeSource)
	return it
}

// refuse closes a source that cannot be played, on a goroutine, because Close may block.
func refuse(src Source) {
	if c, ok := src.(io.Closer); ok {
		go func() { _ = c.Close() }()
	}
}

// Play resumes, starts over after the end, or retries after a failure.
func (p *Player) Play() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.item == nil || p.ctx.Err() != nil {
		return
	}
	defer p.alone()()
	switch {
	case p.item.failed:
		p.item.again(p.positionLocked(), false)
	case p.item.hasEnded:
		p.item.again(0, false)
	}
	p.want, p.item.stopped = true, false
	p.tries = p.mostTries
	p.item.voice.play(true)
	p.updateLocked()
}

// Pause pauses at the place that is audible.
func (p *Player) Pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.item == nil {
		return
	}
	defer p.alone()()
	p.want, p.lost = false, false
	p.item.voice.play(false)
	p.updateLocked()
}

// Toggle pauses what plays or is about to, and otherwise plays.
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

// Stop drops the current item and the next.
func (p *Player) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dropLocked()
	p.updateLocked()
}

// Seek seeks to a place, or to the nearest there is. A paused item stays paused.
func (p *Player) Seek(to time.Duration) { p.seek(to, false) }

// SeekToPause seeks to a pause in speech near a place, or to the place if there is none.
func (p *Player) SeekToPause(to time.Duration) { p.seek(to, true) }

func (p *Player) seek(to time.Duration, pause bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.item == nil || p.ctx.Err() != nil {
		return
	}
	defer p.alone()()
	switch f := p.item.known(); {
	case f.exact:
		to = min(to, f.duration)
	case f.duration == 0 && p.item.opened:
		to = min(to, f.arrived) // there is no saying where else it would lead
	}
	p.item.voice.setUntil(0)
	p.item.again(max(to, 0), pause)
	p.updateLocked()
	p.news.report()
}

// PlayUntil makes the current item pause at a place, exactly and after a fade; 0 for none. So does a place that was
// passed already. Load and Seek cancel it.
func (p *Player) PlayUntil(at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.item != nil {
		p.item.voice.setUntil(max(at, 0))
		p.updateLocked()
	}
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
		p.news.report()
	}
}

// SetSpeed sets the speed for this and all later items, from 0.5 to 3 times that of the recording; the pitch
// stays. All places and durations remain those of the recording.
func (p *Player) SetSpeed(speed float64) {
	if math.IsNaN(speed) {
		return
	}
	speed = min(max(speed, slowest), fastest)
	p.mu.Lock()
	defer p.mu.Unlock()
	if speed != p.speed {
		p.speed = speed
		p.adjust()
	}
}

// SetEven brings all items to about the same loudness, -18 LUFS, or leaves them as recorded. It uses an
// item's ReplayGain, or else measures its loudness while it plays. The gain changes slowly and never clips.
func (p *Player) SetEven(even bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if even != p.even {
		p.even = even
		p.adjust()
	}
}

// SetSkipSilence shortens long pauses in the speech of the current item, or no longer does: those of more than 0.6 s
// become 0.3 s. Music stays as it is. All places and durations remain those of the recording. Playing continues at
// the audible place, as after a Seek.
func (p *Player) SetSkipSilence(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	it := p.item
	if it == nil || p.ctx.Err() != nil || it.skipsSilence() == on {
		return
	}
	defer p.alone()()
	it.shorten(on)
	if !it.failed && !it.hasEnded {
		it.again(it.voice.status(p.delay).at, false)
	}
	p.updateLocked()
	p.news.report()
}

// adjust applies speed and even loudness to the voices.
func (p *Player) adjust() {
	for _, it := range p.items() {
		it.voice.adjust(p.speed, p.even)
	}
	p.news.report()
}

// Close drops the items and closes the device. From then on the Player does nothing. Close returns at once;
// Wait waits.
func (p *Player) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dropLocked()
	p.cancel()
}

// Wait waits after Close until all goroutines of the Player have ended: until the device and the sources
// have been closed, and the source has returned from Read.
func (p *Player) Wait() { p.work.Wait() }

// State returns the current State.
func (p *Player) State() State {
	p.mu.Lock()
	s := State{
		Status: p.statusLocked(), Volume: p.volume, Speed: p.speed, Even: p.even, Buffered: -1,
		Err: p.device, Lost: p.lost,
	}
	it := p.item
	if it != nil {
		f := it.known()
		s.ID, s.Tags, s.Duration, s.DurationExact, s.Skipped = it.id, f.tags, f.duration, f.exact, f.skipped
		s.Arrived, s.Moves = f.arrived, f.moves
		s.Position, s.Saved = p.positionLocked(), it.voice.status(p.delay).saved
		s.SkipSilence, s.Stopped = it.skipsSilence(), it.stopped
		if s.Status == Ended && f.exact {
			s.Position = f.duration
		}
		if it.failed {
			s.Err = it.fault
		}
	}
	if p.next != nil && p.next.failed {
		s.NextErr = p.next.fault
	}
	p.mu.Unlock()
	if it != nil {
		s.Buffered = buffered(it.src)
	}
	return s
}

// buffered returns the part of a source that has arrived, 0 to 1, or -1 if unknown.
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
