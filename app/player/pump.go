package player

import (
	"context"
	"log/slog"
	"time"
)

const (
	// chunkFrames is the length of what is rendered and written at a time: 10 ms.
	chunkFrames = Rate / 100
	// reportFrames is the interval at which the position is reported, in frames of sound.
	reportFrames = Rate / 4
	// farewell is how long a Write may continue after Close.
	farewell = 100 * time.Millisecond
	// lookEvery is the interval at which awaitLate polls.
	lookEvery = 2 * time.Millisecond
)

// timing holds the pump's timeouts.
type timing struct {
	linger int           // frames of silence after which the device is closed
	retry  time.Duration // between two attempts to reopen a lost device
	tries  int           // how many attempts
}

// A pump writes the sound that the deck renders to the device, and reports the device's state to the stage. It
// belongs to the goroutine on which run is called.
type pump struct {
	out    Output
	deck   *deck
	stage  *stage
	timing timing
}

// run opens the device whenever there is sound, and closes it after a while of silence. It returns when ctx ends.
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
		_ = s.Close() // an error makes no difference any more
		if err != nil && ctx.Err() == nil {
			slog.Warn("the sound device was lost", "error", err)
		}
		p.stage.disconnect(err)
	}
}

// leadIn writes a little more silence than the device's buffer holds, so that the device is known to run
// when the sound starts. Some need a second to wake up, and discard what they get until then.
func (p *pump) leadIn(s Stream) error {
	n := timeToSamples(s.Delay(), Rate) + chunkFrames
	return s.Write(make([]byte, n*frameBytes))
}

// awaitSound sleeps until there is something to play, or it is time to retry a lost device. It reports
// false after Close.
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

// sleep waits for a kick or the end of ctx. If retry is set, it reports true when it is time to retry a
// lost device.
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

// feed writes to an open device. It returns nil after a while of silence and after Close, and otherwise
// the device's error.
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

// awaitLate waits for late sound while the device still has some to play: a device with a large buffer takes sound
// faster than it is decoded, and bytes from a slow network may arrive in time.
func (p *pump) awaitLate(ctx context.Context, q *queue) {
	for p.stage.isLate(chunkFrames) && q.left() > q.delay/4 && ctx.Err() == nil {
		time.Sleep(lookEvery)
	}
}

// A queue estimates how much of what was written to a device has not been heard: at most the Stream's Delay, although
// some devices take more.
type queue struct {
	delay time.Duration
	end   time.Time // when all will have played
}

// newQueue returns the queue of a device whose buffer has just been filled.
func newQueue(delay time.Duration) *queue { return &queue{delay, time.Now().Add(delay)} }

// left returns how long the device can play without more, negative after an underrun.
func (q *queue) left() time.Duration { return time.Until(q.end) }

// wrote adds frames whose Write started at start and returned now. A Write that took half of their duration waited for
// room, so the buffer is full; that corrects for the drift between the device's clock and the system's.
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
