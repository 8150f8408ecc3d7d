package player

import "math"

// A pause in speech is a stretch of steps of 10 ms in each of which three things hold.
//
// It is as quiet as the recording gets, in each of three bands. Noise of a room is silence too, and so the threshold
// follows the recording's own floor, which is found by minimum statistics (R. Martin, Noise power spectral density
// estimation based on optimal smoothing and minimum statistics, IEEE Transactions on Speech and Audio Processing 9,
// 2001): between and within words speech lets the noise through every few hundred milliseconds, and so the smallest
// of the smoothed powers of the last seconds is the noise's. Bands, because a weak consonant may drown in the power of
// all, but not in that of its own. The threshold stays well below the level of speech, so that no steady sound passes
// for a floor, and above what cannot be heard beside it, where coding leaves holes.
//
// It is not tonal (toneDetector): music under speech sounds on in its pauses.
//
// What came before it was speech (speechDetector): rests belong to music. Where nothing has been heard yet, as at the
// beginning or after a seek, only near silence is a pause.
//
// Its errors, measured with the sounds of TestShortenerLeavesMusic and TestShortenerRooms:
//
//	rests of music within a second or two of speech: drums lose 4.3 % of their time, arpeggios 1.2 %
//	ends of words weaker than noise of -40 or -35 dBFS, as an f: up to 40 ms of what is as strong as the noise
//	pauses that stay though they are too long: 5 % in noise that an MP3 of 64 kbit/s has coded, 7 % in noise of
//	traffic, 26 % in that of wind, 3 to 51 % where noise swells by 2 dB and 58 to 74 % where by 6 dB, 78 % among
//	the cracks of a record, and all over a fan that whistles or a voice that only whispers or never changes its
//	pitch; and the first pauses, until there was a third of a second of speech
const (
	stepFrames  = Rate / 100
	blockFrames = stepFrames / 9 // the resolution of the ends of a pause

	lowBand, midBand, highBand, bandCount = 0, 1, 2, 3
	// lowEdge and highEdge are the frequencies between the bands.
	lowEdge, highEdge = 350, 3000

	// belowSpeech is the least distance of the threshold below the level of speech, in decibels. Anything farBelow
	// that level, or under hush, is always silent; before there was any sound, so is anything under nearHush.
	belowSpeech, farBelow = 14, 45
	hush, nearHush        = -66, -60

	// tonePause is the number of silent steps before the search for tones starts: reverberation is tonal.
	tonePause = 20
	// pitchSteps and toneSteps are the intervals, in steps, at which pitch and tones are detected.
	pitchSteps, toneSteps = 2, 5
)

// margin returns by how many decibels the power of noise may exceed the minimum of the last seconds. It varies more in
// a narrow band.
func margin(band int) float64 {
	return [bandCount]float64{lowBand: 14, midBand: 7, highBand: 6}[band]
}

// verdict is the detector's result for a step.
type verdict struct {
	silent bool // it belongs to a pause
	lead   int  // how many of its first frames do, if not silent
	trail  int  // how many of its last
}

// bandPowers is the mean square in each band.
type bandPowers [bandCount]float64

// pauseDetector finds the pauses in speech.
type pauseDetector struct {
	split  splitter
	blocks [stepFrames / blockFrames]bandPowers
	thin   thinner
	floors [bandCount]minimum
	level  float64 // power of the sound outside of pauses; 0 before there is any
	speech speechDetector
	tone   toneDetector
	quiet  int // steps so far that were as quiet as the recording gets
	loud   int // steps so far that were not
}

func newPauseDetector() *pauseDetector {
	return &pauseDetector{split: newSplitter(), tone: newToneDetector()}
}

// reset returns the detector to its initial state.
func (d *pauseDetector) reset() {
	*d = pauseDetector{split: newSplitter(), tone: d.tone}
	d.tone.reset()
}

// hear classifies the next step, of stepFrames.
func (d *pauseDetector) hear(step [][2]float64) verdict {
	powers := d.measure(step)
	least := d.thresholds(powers)
	for b, p := range powers {
		if p > least[b] {
			return d.hearLoud(powers, least)
		}
	}
	d.quiet++
	if d.quiet >= tonePause && d.quiet%toneSteps == 0 {
		d.tone.hear(d.thin.last(toneWindow))
	}
	return verdict{silent: !d.tone.isTonal() && (d.level == 0 || d.speech.isSpeech())}
}

// hearLoud classifies a step that is not quiet.
func (d *pauseDetector) hearLoud(powers, least bandPowers) verdict {
	d.quiet = 0
	d.tone.reset()
	power := powers[lowBand] + powers[midBand] + powers[highBand]
	switch {
	case d.level == 0:
		d.level = power
	case power > d.level:
		d.level += (power - d.level) / 10
	default:
		d.level += (power - d.level) / 500
	}
	d.speech.hearPower(power)
	if d.loud++; d.loud%pitchSteps == 0 {
		d.speech.hear(d.thin.last(pitchWindow))
	}
	return d.ends(least)
}

// measure computes the powers of a step and of its blocks.
func (d *pauseDetector) measure(step [][2]float64) (powers bandPowers) {
	for i := range d.blocks {
		block := &d.blocks[i]
		*block = bandPowers{}
		for _, f := range step[i*blockFrames:][:blockFrames] {
			// blend's two weights add up to 1.7.
			bands := d.split.pass(blend(f) / 1.7)
			d.thin.add(bands[midBand])
			for b, v := range bands {
				block[b] += v * v / blockFrames
			}
		}
		for b, p := range block {
			powers[b] += p / float64(len(d.blocks))
		}
	}
	return powers
}

// thresholds returns the greatest power of a quiet step in each band.
func (d *pauseDetector) thresholds(powers bandPowers) (least bandPowers) {
	low, high := powerOf(hush), powerOf(nearHush)
	if d.level > 0 {
		low, high = min(low, d.level*powerOf(-farBelow)), d.level*powerOf(-belowSpeech)
	}
	for b := range least {
		least[b] = min(max(d.floors[b].hear(powers[b])*powerOf(margin(b)), low), high)
	}
	return least
}

// ends finds where silence ends at the start of a step and where it begins at its end. The power of a short block is a
// poor estimate, so a loud block must be clearly above the threshold. If none is, the whole step counts as loud.
func (d *pauseDetector) ends(least bandPowers) verdict {
	first, last := -1, -1
	for i, powers := range d.blocks {
		for b, p := range powers {
			if p <= 2*least[b] {
				continue
			}
			if last = i; first < 0 {
				first = i
			}
			break
		}
	}
	if first < 0 {
		return verdict{}
	}
	return verdict{lead: first * blockFrames, trail: (len(d.blocks) - 1 - last) * blockFrames}
}

// powerOf converts decibels to a power.
func powerOf(db float64) float64 { return math.Pow(10, db/10) }

const (
	meanSteps             = 4 // length of the smoothing
	partSteps, floorParts = 50, 10
)

// minimum tracks the minimum of the smoothed power over the last five seconds.
type minimum struct {
	last  [meanSteps]float64
	n     int
	parts [floorParts]float64 // the minimum of each half second
}

// hear adds a step's power, and returns the minimum.
func (m *minimum) hear(power float64) float64 {
	m.last[m.n%meanSteps] = power
	smooth := 0.0
	for _, p := range m.last[:min(m.n+1, meanSteps)] {
		smooth += p
	}
	smooth /= float64(min(m.n+1, meanSteps))
	part := &m.parts[m.n/partSteps%floorParts]
	if m.n%partSteps == 0 {
		*part = smooth
	}
	*part = min(*part, smooth)
	m.n++
	least := *part
	for _, p := range m.parts[:min((m.n-1)/partSteps+1, floorParts)] {
		least = min(least, p)
	}
	return least
}

// splitter is a filter bank.
type splitter [4]biquad

func newSplitter() splitter {
	return splitter{lowPass(lowEdge), highPass(lowEdge), lowPass(highEdge), highPass(highEdge)}
}

func (s *splitter) pass(v float64) [bandCount]float64 {
	return [bandCount]float64{s[0].pass(v), s[2].pass(s[1].pass(v)), s[3].pass(v)}
}

// lowPass and highPass return second-order Butterworth filters.
func lowPass(hz float64) biquad {
	k, a0, a := butterworth(hz)
	g := k * k / a0
	return biquad{b: [3]float64{g, 2 * g, g}, a: a}
}

func highPass(hz float64) biquad {
	_, a0, a := butterworth(hz)
	return biquad{b: [3]float64{1 / a0, -2 / a0, 1 / a0}, a: a}
}

func butterworth(hz float64) (k, a0 float64, a [2]float64) {
	k = math.Tan(math.Pi * hz / Rate)
	a0 = 1 + math.Sqrt2*k + k*k
	return k, a0, [2]float64{2 * (k*k - 1) / a0, (1 - math.Sqrt2*k + k*k) / a0}
}
