package player

import (
	"math"

	"github.com/faiface/beep"
)

// Speed is changed by WSOLA, waveform similarity overlap-add (Verhelst and Roelands, 1993). Every hop, the
// piece that is due at the wanted speed is crossfaded with the natural sequel, the piece that would follow in
// the recording. To keep them in phase, the new piece is taken from where, near its due place, the sound is
// most similar to the sequel. Pieces are played as recorded, so the pitch stays.
//
// The numbers are chosen for speech. A piece of 20 ms holds one or two periods of a voice and is shorter
// than any sound of speech, so that even at threefold speed a part of each consonant stays; longer pieces
// would drop some and repeat others. The search must reach a place in phase with the deepest voice, whose
// period is some 15 ms: it covers that distance both ways, enough for a wave of 35 Hz. The fade takes the
// whole hop, because a short one sounds rough where the pieces match badly, as in hissing sounds.
const (
	hopFrames    = Rate / 100       // output of each step
	pieceFrames  = 2 * hopFrames    // length of the compared pieces
	searchFrames = Rate * 15 / 1000 // greatest distance of a piece from its due place
	// coarse is the factor of decimation for the first search.
	coarse = 4
	// tempoFrames is the size of the buffer: all that a step reads, and what is fetched ahead.
	tempoFrames = 8192

	slowest, fastest = 0.5, 3
)

// tempo changes the speed of a source, but not its pitch. At speed 1 it passes the source through,
// unchanged and without delay.
//
// When the source runs dry, tempo plays all that it holds back; when the source has sound again, it
// continues from there.
type tempo struct {
	src   beep.Streamer
	speed float64

	buf    [][2]float64 // of tempoFrames
	n      int          // frames in buf
	at     float64      // index in buf that is due
	sequel int          // index in buf of the natural sequel

	out  [hopFrames][2]float64 // the last step
	left int                   // frames at its end not returned yet
	lag  float64               // mean distance in frames of what plays behind what was due, over the last steps

	rise               [hopFrames]float64 // the crossfade
	near, far          []float64          // decimated: the sequel, and where to search
	candidates, target []float64          // where to search, and the sequel, not decimated
}

var _ beep.Streamer = (*tempo)(nil)

func newTempo(src beep.Streamer) *tempo {
	s := &tempo{
		src:        src,
		speed:      1,
		buf:        make([][2]float64, tempoFrames),
		near:       make([]float64, pieceFrames/coarse),
		far:        make([]float64, (pieceFrames+2*searchFrames)/coarse),
		candidates: make([]float64, pieceFrames+2*coarse),
		target:     make([]float64, pieceFrames),
	}
	for i := range s.rise {
		s.rise[i] = (1 - math.Cos(math.Pi*(float64(i)+0.5)/hopFrames)) / 2
	}
	return s
}

// reset drops all that is held back.
func (t *tempo) reset() { t.n, t.left, t.sequel, t.at, t.lag = 0, 0, 0, 0, 0 }

// held returns how many frames of the source have been fetched, but do not count as played yet.
func (t *tempo) held() int {
	return max(t.n-int(t.at)+int(float64(t.left)*t.speed), 0)
}

// empty reports whether nothing is held back.
func (t *tempo) empty() bool { return t.left == 0 && t.n == t.sequel }

// Stream implements beep.Streamer.
func (t *tempo) Stream(out [][2]float64) (int, bool) {
	n := 0
	for n < len(out) {
		m := t.some(out[n:])
		if m == 0 {
			break
		}
		n += m
	}
	return n, n > 0
}

// Err implements beep.Streamer.
func (t *tempo) Err() error { return t.src.Err() }

// some fills a part of out: at least one frame, if there is any.
func (t *tempo) some(out [][2]float64) int {
	if t.left == 0 {
		if t.speed == 1 {
			return t.plain(out)
		}
		t.fetch()
		if !t.fits() {
			return t.follow(out)
		}
		t.step()
	}
	n := copy(out, t.out[hopFrames-t.left:])
	t.left -= n
	return n
}

// plain passes on what is held back, and then the source.
func (t *tempo) plain(out [][2]float64) int {
	if t.sequel < t.n {
		return t.follow(out)
	}
	t.reset()
	n, _ := t.src.Stream(out)
	return n
}

// follow passes on the natural sequel, as far as it is buffered.
func (t *tempo) follow(out [][2]float64) int {
	n := copy(out, t.buf[t.sequel:t.n])
	t.sequel += n
	t.at, t.lag = float64(t.sequel), 0
	return n
}

// fetch drops what is no longer needed from buf, and fills it with what the next step needs.
func (t *tempo) fetch() {
	from := max(min(t.sequel, int(t.at)-searchFrames), 0)
	copy(t.buf, t.buf[from:t.n])
	t.n -= from
	t.sequel -= from
	t.at -= float64(from)
	need := max(int(t.at)+searchFrames, t.sequel) + pieceFrames
	for t.n < need {
		m, _ := t.src.Stream(t.buf[t.n:need])
		if m == 0 {
			return
		}
		t.n += m
	}
}

// fits reports whether the piece that is due, and the sequel, are buffered.
func (t *tempo) fits() bool { return max(int(t.at)+pieceFrames, t.sequel+hopFrames) <= t.n }

// step crossfades from the sequel to the best piece.
func (t *tempo) step() {
	from := t.best()
	for i, up := range t.rise {
		a, b := t.buf[t.sequel+i], t.buf[from+i]
		t.out[i] = [2]float64{a[0] + (b[0]-a[0])*up, a[1] + (b[1]-a[1])*up}
	}
	t.left = hopFrames
	t.sequel = from + hopFrames
	// A step advances by what is due, but plays at the recording's own pace from where the piece was found.
	t.lag += (hopFrames*(t.speed-1) + t.at - float64(from) - t.lag) / 6
	t.at += hopFrames * t.speed
}

// best returns the index of the piece most similar to the sequel. Near the end, where too little is left to
// compare, the last step takes the last whole piece, so that the end is played.
func (t *tempo) best() int {
	due := int(t.at)
	low, high := max(due-searchFrames, 0), due+searchFrames
	if t.n < max(high, t.sequel)+pieceFrames {
		if next := t.at + hopFrames*t.speed; int(next)+pieceFrames > t.n {
			return t.n - pieceFrames
		}
		return due
	}
	if due == t.sequel {
		return due
	}
	for i := range t.near {
		t.near[i] = t.thin(t.sequel + i*coarse)
	}
	far := t.far[:(high-low+pieceFrames)/coarse]
	for i := range far {
		far[i] = t.thin(low + i*coarse)
	}
	rough := low + coarse*likest(t.near, far, (due-low)/coarse)
	return t.refine(rough, low, high)
}

// refine repeats the search around the result of the coarse one, at full resolution.
func (t *tempo) refine(rough, low, high int) int {
	low, high = max(rough-coarse, low), min(rough+coarse, high)
	for i := range t.target {
		t.target[i] = blend(t.buf[t.sequel+i])
	}
	around := t.candidates[:pieceFrames+high-low]
	for i := range around {
		around[i] = blend(t.buf[low+i])
	}
	return low + likest(t.target, around, rough-low)
}

// thin returns the sum of the coarse frames at an index: a sample of the decimated sound.
func (t *tempo) thin(at int) float64 {
	sum := 0.0
	for _, f := range t.buf[at : at+coarse] {
		sum += blend(f)
	}
	return sum
}

// blend mixes two channels to one, with different weights so that sound in opposite phase does not cancel out.
func blend(f [2]float64) float64 { return f[0] + 0.7*f[1] }

// likest returns the index in all where the sound is most similar to target, by normalised correlation; first
// if there is none, as in silence.
func likest(target, all []float64, first int) int {
	energy := 0.0
	for _, v := range all[:len(target)] {
		energy += v * v
	}
	best, where := 0.0, first
	for at := range len(all) - len(target) + 1 {
		sum := 0.0
		part := all[at : at+len(target)]
		for i, v := range target {
			sum += v * part[i]
		}
		if like := sum / math.Sqrt(max(energy, 1e-9)); like > best {
			best, where = like, at
		}
		if next := at + len(target); next < len(all) {
			energy += all[next]*all[next] - all[at]*all[at]
		}
	}
	return where
}
