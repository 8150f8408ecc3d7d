package player

import (
	"sync"
	"time"

	"github.com/faiface/beep"
)

const (
	// fadeFrames is how long sound takes to come and go: five milliseconds, in which the ear hears
	// neither a click nor a fade.
	fadeFrames = Rate * 5 / 1000
	// ringFrames is how much sound is decoded ahead.
	ringFrames = Rate
	// firstFill is how much of it must be there to begin, and refill to go on after it ran dry:
	// then the bytes come slowly, and stopping again at once would be worse than waiting.
	firstFill = Rate / 10
	refill    = Rate / 2
	// longDelay is longer than any Output's delay.
	longDelay = Rate / 2
)

// voice is the sound of one item between its track, which pushes, and the pump, which pulls.
//
// After each jump the sound is of a new generation. What the track still pushes of an old one is
// refused.
type voice struct {
	mu   sync.Mutex
	ring [][2]float64
	head int // of the oldest frame
	n    int // frames held
	room chan struct{}

	gen      int
	complete bool // nothing will be added to this generation
	flowing  bool // there is enough to play
	need     int  // how much that is

	running bool // it should be heard
	level   float64
	tail    [][2]float64 // what remains to be heard of a generation that was cut off
	gone    bool

	base     time.Duration // the place where the generation begins
	consumed int64         // frames that were pulled since
	run      int64         // of these, without a pause
	hush     int64         // frames of silence since the last
}

var _ beep.Streamer = (*voice)(nil)

func newVoice() *voice {
	return &voice{
		ring: make([][2]float64, ringFrames),
		room: make(chan struct{}, 1),
		need: firstFill,
	}
}

// jump begins a new generation at a place, and gives its number. What was playing fades away.
func (v *voice) jump(to time.Duration) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.cut()
	v.gen++
	v.complete, v.flowing, v.need = false, false, firstFill
	v.base, v.consumed, v.run, v.hush = to, 0, 0, longDelay
	v.signal()
	return v.gen
}

// settle tells where the generation really begins.
func (v *voice) settle(gen int, at time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if gen == v.gen {
		v.base = at
	}
}

// leave lets the voice fade away and end.
func (v *voice) leave() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.cut()
	v.gone, v.ring = true, nil // the mixer may keep the voice until the device is opened next
	v.signal()
}

// cut empties the ring, but keeps a fading tail of what is being heard.
func (v *voice) cut() {
	if v.level > 0 && v.flowing {
		v.tail = make([][2]float64, min(fadeFrames, v.n))
		for i := range v.tail {
			f := v.ring[(v.head+i)%ringFrames]
			gain := v.level * (1 - float64(i+1)/fadeFrames)
			v.tail[i] = [2]float64{f[0] * gain, f[1] * gain}
		}
	}
	v.head, v.n, v.level = 0, 0, 0
}

// play begins or ends being heard.
func (v *voice) play(on bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.running = on
}

// freeze ends being heard at once, because there is nothing any more that could be heard.
func (v *voice) freeze() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.running, v.level, v.tail, v.run, v.hush = false, 0, nil, 0, longDelay
}

// push adds decoded sound, as much as there is room for. It reports whether the generation is
// still the current one, and whether sound can flow that could not before.
func (v *voice) push(gen int, frames [][2]float64) (took int, current, began bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if gen != v.gen || v.gone {
		return 0, false, false
	}
	took = min(len(frames), ringFrames-v.n)
	for i, f := range frames[:took] {
		v.ring[(v.head+v.n+i)%ringFrames] = f
	}
	v.n += took
	began = !v.flowing && v.n >= v.need
	v.flowing = v.flowing || began
	return took, true, began
}

// finish tells that the generation is complete.
func (v *voice) finish(gen int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if gen == v.gen {
		v.complete, v.flowing = true, true
	}
}

// Stream implements beep.Streamer. It never ends before leave: where there is no sound, it gives
// silence.
func (v *voice) Stream(out [][2]float64) (int, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.gone && len(v.tail) == 0 {
		return 0, false
	}
	clear(out)
	n := v.take(out)
	if n > 0 {
		v.hush = 0
		v.run += int64(n)
	}
	v.hush += int64(len(out) - n)
	if v.hush >= longDelay {
		v.run = 0
	}
	m := min(len(out), len(v.tail))
	for i, f := range v.tail[:m] {
		out[i][0] += f[0]
		out[i][1] += f[1]
	}
	v.tail = v.tail[m:]
	return len(out), true
}

// Err implements beep.Streamer. What goes wrong is told by the track.
func (v *voice) Err() error { return nil }

// take moves sound from the ring to out, through the fade, and gives the number of frames.
func (v *voice) take(out [][2]float64) int {
	if !v.flowing || v.gone {
		return 0
	}
	n := 0
	for n < len(out) && n < v.n && v.fade() {
		f := v.ring[(v.head+n)%ringFrames]
		out[n] = [2]float64{f[0] * v.level, f[1] * v.level}
		n++
	}
	v.head = (v.head + n) % ringFrames
	v.n -= n
	v.consumed += int64(n)
	if v.n == 0 && !v.complete {
		v.starve(out[:n])
	}
	if v.n <= ringFrames*3/4 {
		v.signal()
	}
	return n
}

// fade moves the level one frame nearer to where it should be, and reports whether anything can be
// heard.
func (v *voice) fade() bool {
	if v.running {
		v.level = min(v.level+1.0/fadeFrames, 1)
		return true
	}
	v.level = max(v.level-1.0/fadeFrames, 0)
	return v.level > 0
}

// starve fades out the last sound that there is.
func (v *voice) starve(last [][2]float64) {
	last = last[max(len(last)-fadeFrames, 0):]
	for i := range last {
		gain := 1 - float64(i+1)/float64(len(last))
		last[i][0] *= gain
		last[i][1] *= gain
	}
	v.level, v.flowing, v.need = 0, false, refill
}

// signal tells the track that there is room.
func (v *voice) signal() {
	select {
	case v.room <- struct{}{}:
	default:
	}
}

// status is what the Player has to know of a voice.
type voiceStatus struct {
	flowing bool // enough is decoded
	audible bool // the next frames are not silent
	full    bool // no more fits in for now
	drained bool // all sound has been heard
	at      time.Duration
}

// status tells the state of the voice on an Output with the given delay.
func (v *voice) status(delay time.Duration) voiceStatus {
	v.mu.Lock()
	defer v.mu.Unlock()
	waiting := min(max(timeToSamples(delay, Rate)-v.hush, 0), v.run, v.consumed)
	audible := v.flowing && v.n > 0 && (v.running || v.level > 0)
	return voiceStatus{
		flowing: v.flowing,
		audible: audible || len(v.tail) > 0,
		full:    v.n > ringFrames*3/4,
		drained: v.complete && v.n == 0 && waiting == 0,
		at:      v.base + samplesToTime(v.consumed-waiting, Rate),
	}
}

// is reports whether gen is the current generation.
func (v *voice) is(gen int) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return gen == v.gen
}
