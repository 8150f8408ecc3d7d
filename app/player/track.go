package player

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/faiface/beep"
)

// resampleQuality is for beep.Resample: at 4 it takes 1 % of one processor.
const resampleQuality = 4

// request makes a track decode from a place on.
type request struct {
	gen    int
	at     time.Duration
	short  bool // without long pauses
	pause  bool // from a pause in speech near it
	ctx    context.Context
	cancel context.CancelFunc
}

// facts are what a track knows about its item.
type facts struct {
	duration time.Duration
	exact    bool
	skipped  int
	tags     *Tags
	arrived  time.Duration // up to which place the bytes have arrived, while duration is 0
	moves    int           // corrections of an estimated place
}

// listener is notified on the track's own goroutine.
type listener interface {
	trackOpened(*track)
	trackFlows(*track)
	trackFailed(t *track, gen int, err error)
	trackLearned(*track)
}

// track reads and decodes an item into its voice, on its own goroutine.
type track struct {
	src    Source
	voice  *voice
	ear    listener
	ctx    context.Context
	cancel context.CancelFunc
	news   chan struct{}

	mu    sync.Mutex
	asked *request // the latest request
	fresh bool     // run has not started it yet
	short bool     // requests are for sound without long pauses
	facts facts

	sound     *stream    // nil until opened
	moves     int        // see facts
	meter     *meter     // nil unless the loudness is measured
	shortener *shortener // nil unless long pauses are left out
}

// newTrack makes a track. The caller must call run and closeSource, each on a goroutine.
func newTrack(src Source, ear listener) *track {
	t := &track{src: src, voice: newVoice(), ear: ear, news: make(chan struct{}, 1)}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	return t
}

// closeSource waits for leave and closes the source, which unblocks a Read. It needs its own goroutine. An error of
// Close is ignored, because nothing is read any more.
func (t *track) closeSource() {
	<-t.ctx.Done()
	if c, ok := t.src.(io.Closer); ok {
		_ = c.Close()
	}
}

// request makes the track decode from a place on, or from a pause in speech near it, and cancels the request before.
func (t *track) request(at time.Duration, pause bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.asked != nil {
		t.asked.cancel()
	}
	r := &request{gen: t.voice.jump(at), at: at, short: t.short, pause: pause}
	r.ctx, r.cancel = context.WithCancel(t.ctx)
	t.asked, t.fresh = r, true
	select {
	case t.news <- struct{}{}:
	default:
	}
}

// shorten sets whether long pauses are left out, from the next request on.
func (t *track) shorten(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.short = on
}

// skipsSilence reports whether long pauses are left out.
func (t *track) skipsSilence() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.short
}

// leave ends the track. It does not wait for that.
func (t *track) leave() {
	t.voice.leave()
	t.cancel()
}

// known returns what is known so far.
func (t *track) known() facts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.facts
}

// run serves requests until leave.
func (t *track) run() {
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-t.news:
		}
		r := t.taken()
		if r == nil {
			continue
		}
		err := t.serve(r)
		if err != nil && r.ctx.Err() == nil {
			t.ear.trackFailed(t, r.gen, err)
		}
	}
}

func (t *track) taken() *request {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.fresh {
		return nil
	}
	t.fresh = false
	return t.asked
}

// serve opens the item if necessary, and decodes from the request's place on.
func (t *track) serve(r *request) error {
	if t.sound == nil {
		s, err := openStream(r.ctx, t.src)
		if err != nil {
			return err
		}
		t.sound = s
		t.learn()
		t.ear.trackOpened(t)
	}
	at := timeToTicks(r.at)
	if r.pause {
		at = t.pauseNear(r.ctx, at)
	}
	if err := t.sound.seek(r.ctx, at); err != nil {
		return err
	}
	t.voice.settle(r.gen, ticksToTime(t.sound.at))
	err := t.decode(r)
	t.learn()
	return err
}

// decode decodes to the end.
func (t *track) decode(r *request) error {
	s := t.resampled()
	deliver, finish := t.way(r)
	buf := make([][2]float64, 1024)
	for {
		n, _ := s.Stream(buf)
		if r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if n == 0 && t.sound.enterSegment() {
			s = t.resampled()
			continue
		}
		if n == 0 {
			if err := finish(); err != nil {
				return err
			}
			if err := t.sound.Err(); err != nil {
				return err
			}
			t.voice.finish(r.gen, false)
			t.ear.trackFlows(t)
			return nil
		}
		t.measure(buf[:n])
		if err := deliver(buf[:n]); err != nil {
			return err
		}
	}
}

// resampled returns the sound of the current segment at Rate.
func (t *track) resampled() beep.Streamer {
	if t.sound.rate() == Rate {
		return t.sound
	}
	return beep.Resample(resampleQuality, beep.SampleRate(t.sound.rate()), Rate, t.sound)
}

// way returns how decoded sound gets into the voice, directly or through the shortener, and what to call at its end.
func (t *track) way(r *request) (deliver func([][2]float64) error, finish func() error) {
	if !r.short {
		return func(sound [][2]float64) error { return t.deliver(r, sound) }, func() error { return nil }
	}
	if t.shortener == nil {
		t.shortener = newShortener()
	}
	t.shortener.reset()
	out := func(sound [][2]float64, left int) error {
		t.voice.leaveOut(r.gen, left)
		return t.deliver(r, sound)
	}
	return func(sound [][2]float64) error { return t.shortener.push(sound, out) },
		func() error { return t.shortener.finish(out) }
}

// measure measures the loudness of the item, if it is needed and not stated, about a second ahead of what is audible.
func (t *track) measure(sound [][2]float64) {
	if t.sound.gain().known || !t.voice.isEven() {
		return
	}
	if t.meter == nil {
		t.meter = newMeter()
	}
	if t.meter.measure(sound) {
		t.voice.aim(measuredGain(t.meter))
	}
}

// deliver pushes sound into the voice, and waits for room. It fails if the request is cancelled, or if the source fails
// while await reads ahead.
func (t *track) deliver(r *request, frames [][2]float64) error {
	t.noteArrived()
	for {
		took, current, began := t.voice.push(r.gen, frames)
		if !current {
			return context.Canceled
		}
		if began {
			t.ear.trackFlows(t)
		}
		if frames = frames[took:]; len(frames) == 0 {
			return nil
		}
		if err := t.await(r); err != nil {
			return err
		}
	}
}

// await waits for room in the voice. Meanwhile it extends the index, so that the duration becomes exact and
// every place can be found.
func (t *track) await(r *request) error {
	for t.voice.status(0).full {
		more, err := t.sound.index.extend(r.ctx, 1024)
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
		if shift, ok := t.sound.correct(); ok {
			t.voice.shift(r.gen, ticksToTime(shift))
			t.moves++
		}
		t.learn()
		if more {
			continue
		}
		select {
		case <-r.ctx.Done():
			return r.ctx.Err()
		case <-t.voice.room:
		}
	}
	return r.ctx.Err()
}

// noteArrived publishes how far the sound has arrived, so that Seek gets there before learn runs next. It notifies
// nobody: a place that plays is reported at intervals anyway.
func (t *track) noteArrived() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.facts.duration == 0 {
		t.facts.arrived = t.sound.walked()
	}
}

// learn publishes what is known, and notifies the listener of changes.
func (t *track) learn() {
	tags := t.known().tags
	if t.sound.readTags(t.ctx) {
		tags = t.sound.label.result()
	}
	if g := t.sound.gain(); g.known {
		t.voice.aim(gainOf(g.db))
	}
	length, exact := t.sound.length()
	now := facts{
		duration: ticksToTime(length),
		exact:    exact && length > 0,
		skipped:  t.sound.skipped,
		tags:     tags,
		moves:    t.moves,
	}
	if length == 0 {
		now.arrived = t.sound.walked()
	}
	t.mu.Lock()
	changed := now != t.facts
	t.facts = now
	t.mu.Unlock()
	if changed {
		t.ear.trackLearned(t)
	}
}
