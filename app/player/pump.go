package player

import (
	"context"
	"log/slog"
	"time"
)

const (
	// chunkFrames is how much is rendered and written at a time: ten milliseconds.
	chunkFrames = Rate / 100
	// reportFrames is after how much sound the position is reported.
	reportFrames = Rate / 4
	// farewell is how long a Write may go on after Close.
	farewell = 100 * time.Millisecond
	// lookEvery is the interval at which awaitLate polls.
	lookEvery = 2 * time.Millisecond
)

// timing is when the pump does what no sound makes it do.
type timing struct {
	linger int           // frames of silence after which the device is given back
	retry  time.Duration // between two looks for a lost device
	tries  int           // how many of these
}

// A pump writes the sound that the deck renders to the device, and reports to the stage what the device does. It
// belongs to the goroutine on which run is called.
type pump struct {
	out    Output
	deck   *deck
	stage  *stage
	timing timing
}

// run writes sound for as long as there is any, and a little longer, and ends with ctx.
func (p *pump) run(ctx context.Context) {
	for p.awaitSound(ctx) {
		s, err := p.out.Open()
		if err != nil {
			p.stage.missing(err)
			continue
		}
		stop := context.AfterFunc(ctx, func() {
			time.AfterFunc(farewell, func() { _ = s.Close() })
		})
		if err = p.leadIn(s); err == nil {
			p.deck.settle()
			p.stage.connect(s.Delay())
			err = p.feed(ctx, s)
		}
		stop()
		_ = s.Close() // there is nothing left to be heard of it
		if err != nil && ctx.Err() == nil {
			slog.Warn("the sound device was lost", "error", err)
		}
		p.stage.disconnect(err)
	}
}

// leadIn fills the device's buffer with silence, and a little more, so that the device is known to
// run when the sound begins. Some need a second to wake up, and swallow what they get until then.
func (p *pump) leadIn(s Stream) error {
	n := timeToSamples(s.Delay(), Rate) + chunkFrames
	return s.Write(make([]byte, n*frameBytes))
}

// awaitSound sleeps until there is something to be heard, or it is time to look for a lost device.
// It reports false after Close.
func (p *pump) awaitSound(ctx context.Context) bool {
	for {
		audible, retry := p.stage.outlook()
		if audible {
			return ctx.Err() == nil
		}
		if retry = p.sleep(ctx, retry); retry || ctx.Err() != nil {
			return retry
		}
	}
}

// sleep waits for a kick or the end, or until it is time to look for a lost device: then it
// reports true.
func (p *pump) sleep(ctx context.Context, retry bool) bool {
	var due <-chan time.Time
	if retry {
		t := time.NewTimer(p.timing.retry)
		defer t.Stop()
		due = t.C
	}
	select {
	case <-ctx.Done():
	case <-p.stage.kick:
	case <-due:
		return true
	}
	return false
}

// feed writes to an open device until there has been nothing to hear for a while, or the Player is
// closed; then it returns nil. Otherwise it returns the device's error.
func (p *pump) feed(ctx context.Context, s Stream) error {
	buf := make([]byte, chunkFrames*frameBytes)
	silent, unreported := 0, 0
	unheard := newQueue(s.Delay())
	for silent < p.timing.linger {
		p.awaitLate(ctx, unheard)
		last := ctx.Err() != nil
		p.deck.render(buf)
		start := time.Now()
		if err := s.Write(buf); err != nil {
			if last {
				return nil
			}
			return err
		}
		unheard.wrote(chunkFrames, start)
		if last {
			return nil
		}
		silent += chunkFrames
		if p.stage.follow() {
			silent = 0
		}
		if unreported += chunkFrames; unreported >= reportFrames {
			unreported = 0
			p.stage.reportPosition()
		}
	}
	return nil
}

// awaitLate waits for sound that is late, as long as the device still has some: a device that takes much at once is
// faster than the decoder, and sound from a slow line may come in time.
func (p *pump) awaitLate(ctx context.Context, q *queue) {
	for p.stage.isLate(chunkFrames) && q.left() > q.delay/4 && ctx.Err() == nil {
		time.Sleep(lookEvery)
	}
}

// A queue estimates how much of what was written to a device has not been heard: at most the Stream's Delay, although
// some devices take more.
type queue struct {
	delay time.Duration
	end   time.Time // when all will have been heard
}

// newQueue is the queue of a device whose buffer was filled a moment ago.
func newQueue(delay time.Duration) *queue { return &queue{delay, time.Now().Add(delay)} }

// left returns how long the device can do without more, negative where it has run dry.
func (q *queue) left() time.Duration { return time.Until(q.end) }

// wrote adds frames whose Write began at start and returned now. A Write that took half of their time had to wait for
// room: the buffer is full. That corrects for a device whose clock is not the system's.
func (q *queue) wrote(frames int64, start time.Time) {
	now, lasts := time.Now(), samplesToTime(frames, Rate)
	full := now.Add(q.delay)
	if q.end.Before(start) {
		q.end = start
	}
	if q.end = q.end.Add(lasts); q.end.After(full) || now.Sub(start) >= lasts/2 {
		q.end = full
	}
}
