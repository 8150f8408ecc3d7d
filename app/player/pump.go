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
	for silent < p.timing.linger {
		last := ctx.Err() != nil
		p.deck.render(buf)
		if err := s.Write(buf); err != nil {
			if last {
				return nil
			}
			return err
		}
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
