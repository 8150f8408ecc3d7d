package player

import (
	"math"
	"sync"
	"time"
)

const (
	// fadeFrames is the length of a fade: 5 ms, too short to be heard as one, and long enough not to click.
	fadeFrames = Rate * 5 / 1000
	// ringFrames is how much sound is decoded ahead: a second.
	ringFrames = Rate
	// firstFill is how much must be decoded to start, and refill to resume after an underrun: the bytes
	// come slowly then, and an early second gap would be worse than a longer wait.
	firstFill = Rate / 10
	refill    = Rate / 2
	// longDelay is longer than any Output's delay.
	longDelay = Rate / 2
)

// voice buffers the sound of one item between its track, which pushes, and the pump, which pulls through a
// lane.
//
// Each jump starts a new generation of sound. What the track still pushes of an old one is refused.
type voice struct {
	mu    sync.Mutex
	ring  *ring
	gate  gate   // takes from the ring
	tempo *tempo // takes from the gate
	room  chan struct{}

	gen      int
	complete bool // nothing will be added to this generation
	broken   bool // because of an error
	flowing  bool // there is enough to play
	need     int  // how much that is

	running bool // it should play
	level   float64
	even    leveller
	tail    [][2]float64 // the fade-out of a generation that was cut off
	closed  bool

	until     time.Duration // the place at which to stop, 0 for none
	base      time.Duration // the place where the generation starts
	pushed    int64         // frames pushed since
	given     int64         // frames rendered since, at whatever speed
	runFrames int64         // of these, since the last silence
	hush      int64         // frames of silence since the last sound
	line      timeline      // when the pushed frames were rendered
	cuts      cuts          // what the track has left out between the pushed frames
	saved     int64         // frames left out of what was rendered of the generations before
}

func newVoice() *voice {
	r := newRing(ringFrames)
	v := &voice{
		ring: r,
		gate: gate{ring: r},
		room: make(chan struct{}, 1),
		need: firstFill,
		even: newLeveller(),
	}
	v.tempo = newTempo(&v.gate)
	v.line.reset()
	return v
}

// jump starts a new generation at a place, and returns its number. What was playing fades out. A voice that was left
// has no further generation.
func (v *voice) jump(to time.Duration) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return v.gen
	}
	v.cut()
	v.gen++
	v.complete, v.broken, v.flowing, v.need = false, false, false, firstFill
	v.base, v.pushed, v.given, v.runFrames, v.hush = to, 0, 0, 0, longDelay
	v.saved += v.cuts.before(v.line.heard(0))
	v.cuts = cuts{}
	v.line.reset()
	v.signal()
	return v.gen
}

// settle sets the place where the generation really starts, after the seek.
func (v *voice) settle(gen int, at time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if gen == v.gen {
		v.base = at
	}
}

// shift moves all places of a generation that started at an estimated one.
func (v *voice) shift(gen int, by time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if gen == v.gen {
		v.base += by
	}
}

// leave lets the voice fade out and end.
func (v *voice) leave() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return
	}
	v.cut()
	// The mixer may keep the voice until the device is opened next.
	v.closed, v.ring, v.gate.ring, v.tempo = true, nil, nil, nil
	v.signal()
}

// cut empties the ring, and turns what is playing into a fading tail.
func (v *voice) cut() {
	if v.level > 0 && v.flowing {
		tail := make([][2]float64, fadeFrames)
		v.gate.left = v.framesLeft()
		n, _ := v.tempo.Stream(tail)
		v.tail = tail[:n]
		v.even.apply(v.tail)
		for i := range v.tail {
			gain := v.level * (1 - float64(i+1)/fadeFrames)
			v.tail[i][0] *= gain
			v.tail[i][1] *= gain
		}
	}
	v.ring.clear()
	v.tempo.reset()
	v.level = 0
}

// play starts or stops playing, with a fade.
func (v *voice) play(on bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.running = on
}

// freeze stops playing without a fade, when there is no device.
func (v *voice) freeze() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.running, v.level, v.tail, v.runFrames, v.hush = false, 0, nil, 0, longDelay
	v.line.rest(longDelay)
}

// adjust sets the speed, and whether the voice is levelled.
func (v *voice) adjust(speed float64, even bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.even.on = even
	if !v.closed {
		v.tempo.speed = speed
	}
}

// isEven reports whether the voice is levelled.
func (v *voice) isEven() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.even.on
}

// aim sets the gain for levelling.
func (v *voice) aim(gain float64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.even.aim = gain
}

// push adds as much decoded sound as there is room for. It returns how much, whether the generation is still
// the current one, and whether there is enough to play that was not before.
func (v *voice) push(gen int, frames [][2]float64) (took int, current, began bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if gen != v.gen || v.closed {
		return 0, false, false
	}
	took = v.ring.push(frames)
	v.pushed += int64(took)
	began = !v.flowing && v.ring.n >= v.need
	v.flowing = v.flowing || began
	return took, true, began
}

// leaveOut records frames of the recording that are left out between those pushed so far and the next.
func (v *voice) leaveOut(gen, frames int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if gen == v.gen && frames > 0 {
		v.cuts.add(v.pushed, int64(frames), v.line.oldest())
	}
}

// finish records that nothing will be added to the generation, because of an error if broken.
func (v *voice) finish(gen int, broken bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if gen == v.gen {
		v.complete, v.flowing, v.broken = true, true, broken
	}
}

// fill fills out with the next sound, and with silence where there is none. It returns how many frames are
// sound, not counting a fading tail, and reports false after leave, once the tail has faded out.
func (v *voice) fill(out [][2]float64) (n int, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed && len(v.tail) == 0 {
		return 0, false
	}
	clear(out)
	n = v.takeFrames(out)
	v.count(n, len(out))
	m := min(len(out), len(v.tail))
	for i, f := range v.tail[:m] {
		out[i][0] += f[0]
		out[i][1] += f[1]
	}
	v.tail = v.tail[m:]
	return n, true
}

// keepSilent counts frames of silence for a voice after another has followed it: its last sound is still in
// the device's buffer.
func (v *voice) keepSilent(frames int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.count(0, frames)
}

// count records all rendered frames, of which n are sound.
func (v *voice) count(n, all int) {
	if n > 0 {
		v.hush = 0
		v.runFrames += int64(n)
		v.given += int64(n)
		v.line.add(n, v.pushed-max(int64(v.ring.n+v.tempo.held()+int(v.tempo.lag)), 0))
	}
	v.line.rest(all - n)
	v.hush += int64(all - n)
	if v.hush >= longDelay {
		v.runFrames = 0
	}
}

// takeFrames moves sound from the ring to out, through the fade, and returns the number of frames.
func (v *voice) takeFrames(out [][2]float64) int {
	if !v.flowing || v.closed {
		return 0
	}
	if !v.running {
		out = out[:min(len(out), int(math.Ceil(v.level*fadeFrames)))]
	}
	if v.given == 0 {
		v.even.settle()
	}
	v.gate.left = v.framesLeft()
	n, _ := v.tempo.Stream(out)
	v.even.apply(out[:n])
	for i := range out[:n] {
		v.fade()
		out[i][0] *= v.level
		out[i][1] *= v.level
	}
	if v.isStopped() {
		v.level = 0
	} else if v.empty() && !v.complete {
		v.starve(out[:n])
	}
	if v.ring.n <= ringFrames*3/4 {
		v.signal()
	}
	return n
}

// fade moves the level of the fade one frame nearer to its target.
func (v *voice) fade() {
	if v.running {
		v.level = min(v.level+1.0/fadeFrames, 1)
	} else {
		v.level = max(v.level-1.0/fadeFrames, 0)
	}
}

// starve handles an underrun: it fades out the last sound.
func (v *voice) starve(last [][2]float64) {
	last = last[max(len(last)-fadeFrames, 0):]
	for i := range last {
		gain := 1 - float64(i+1)/float64(len(last))
		last[i][0] *= gain
		last[i][1] *= gain
	}
	v.level, v.flowing, v.need = 0, false, refill
}

// empty reports whether there is no sound left for now.
func (v *voice) empty() bool { return v.ring.n == 0 && v.tempo.empty() }

// signal wakes the track when there is room.
func (v *voice) signal() {
	select {
	case v.room <- struct{}{}:
	default:
	}
}

// voiceStatus is the state of a voice.
type voiceStatus struct {
	flowing bool // enough is decoded
	audible bool // the next frames are not silent
	full    bool // no more fits in for now
	drained bool // all sound has played
	stopped bool // all up to the place at which it stops
	at      time.Duration
	saved   time.Duration // left out of what has played
}

// status returns the state of the voice on an Output with the given delay.
func (v *voice) status(delay time.Duration) voiceStatus {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed {
		return voiceStatus{audible: len(v.tail) > 0}
	}
	delayed := timeToSamples(delay, Rate)
	waiting := min(max(delayed-v.hush, 0), v.runFrames, v.given)
	audible := v.flowing && !v.empty() && (v.running || v.level > 0)
	place := v.line.heard(delayed)
	left := v.cuts.before(place)
	return voiceStatus{
		flowing: v.flowing,
		audible: audible || len(v.tail) > 0,
		full:    v.ring.n > ringFrames*3/4,
		drained: v.complete && v.empty() && waiting == 0,
		stopped: v.isStopped() && waiting == 0,
		at:      v.base + samplesToTime(place+left, Rate),
		saved:   samplesToTime(v.saved+left, Rate),
	}
}

// isCurrent reports whether gen is the current generation.
func (v *voice) isCurrent(gen int) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return gen == v.gen
}

// isLate reports whether the next frames would have a gap that the track may still fill.
func (v *voice) isLate(frames int) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed || !v.running || !v.flowing || v.complete || v.isStopped() {
		return false
	}
	return float64(v.ring.n) < float64(frames)*v.tempo.speed
}

// spent reports whether the item has been rendered to its end without an error, while it should play.
func (v *voice) spent() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return !v.closed && v.running && v.complete && !v.broken && v.empty()
}

// begin starts the voice without a fade where another has ended, and reports whether it has enough sound. A
// fade would be heard as a gap.
func (v *voice) begin() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.closed || !v.flowing {
		return false
	}
	v.running = true
	if v.base == 0 {
		v.level = 1
	}
	return true
}
