package player

import (
	"math"
	"slices"
)

const (
	// thinning is the factor of decimation for pitch and tones, whose band ends at highEdge.
	thinning = 4

	// pitchWindow is the length of sound that pitchOf needs: pitchPiece and the longest period.
	shortestPeriod, longestPeriod = Rate / thinning / 400, Rate / thinning / 70
	pitchPiece                    = 256
	pitchWindow                   = pitchPiece + longestPeriod + 1
)

// thinner decimates sound and keeps the last of it.
type thinner struct {
	all   [4 * toneWindow]float64
	n     int
	phase int
}

// add appends a frame of sound that is band-limited to highEdge.
func (t *thinner) add(v float64) {
	if t.phase++; t.phase < thinning {
		return
	}
	t.phase = 0
	if t.n == len(t.all) {
		t.n = copy(t.all[:], t.all[t.n-toneWindow:])
	}
	t.all[t.n] = v
	t.n++
}

// last returns the last n samples, or fewer if there were fewer.
func (t *thinner) last(n int) []float64 { return t.all[max(t.n-n, 0):t.n] }

// speechDetector distinguishes speech from music by the last seconds.
//
// A voice that speaks glides: its pitch is never the same for long, and moves steadily within a syllable. A note stays
// where it is, and then leaps. (Fundamental frequency and its track: T. Zhang and C.-C. J. Kuo, Audio content analysis
// for online audiovisual data segmentation and classification, IEEE Transactions on Speech and Audio Processing 9,
// 2001.) And a voice is loud and quiet in turn, some four times a second (E. Scheirer and M. Slaney, Construction and
// evaluation of a robust multifeature speech/music discriminator, ICASSP 1997), so that the share of low short-time
// energy is high (L. Lu, H.-J. Zhang and H. Jiang, Content analysis for audio classification and segmentation, IEEE
// Transactions on Speech and Audio Processing 10, 2002).
type speechDetector struct {
	moves  [3]float64 // the logarithms of the last pitches; NaN where there is none
	heard  float64    // searches for a pitch in the last seconds, a decaying count like those below
	voiced float64    // pitches found
	glides float64    // of these, steady movements
	stays  float64    // of these, without movement

	powers [100]float64 // of the last second
	n      int
	low    float64 // sum of lowEnergy at these searches
}

// hearPower adds the power of a step.
func (d *speechDetector) hearPower(power float64) {
	d.powers[d.n%len(d.powers)] = power
	d.n++
}

// hear updates the counts by the pitch of sound.
func (d *speechDetector) hear(sound []float64) {
	pitch := math.NaN()
	if len(sound) == pitchWindow {
		pitch = pitchOf(sound)
	}
	d.moves[0], d.moves[1], d.moves[2] = d.moves[1], d.moves[2], pitch
	a, b := d.moves[1]-d.moves[0], d.moves[2]-d.moves[1]
	const fade = 0.99
	d.heard = d.heard*fade + 1
	d.voiced *= fade
	d.glides *= fade
	d.stays *= fade
	if !math.IsNaN(pitch) {
		d.voiced++
	}
	switch {
	case math.Abs(a) < 0.003 && math.Abs(b) < 0.003:
		d.stays++
	case a*b > 0 && min(math.Abs(a), math.Abs(b)) > 0.004 && max(math.Abs(a), math.Abs(b)) < 0.08:
		d.glides++
	}
	d.low = d.low*fade + d.lowEnergy()
}

// lowEnergy returns the share of the steps that have less than half of the mean power.
func (d *speechDetector) lowEnergy() float64 {
	n := min(d.n, len(d.powers))
	mean, low := 0.0, 0
	for _, p := range d.powers[:n] {
		mean += p / float64(n)
	}
	for _, p := range d.powers[:n] {
		if p < mean/2 {
			low++
		}
	}
	return float64(low) / float64(max(n, 1))
}

// isSpeech reports whether the last seconds were clearly speech.
func (d *speechDetector) isSpeech() bool {
	return d.heard >= 15 && d.glides > 0.06*d.heard && d.glides > d.stays &&
		d.voiced < 0.95*d.heard && d.low > 0.25*d.heard
}

// pitchOf returns the logarithm of the fundamental frequency, or NaN if there is none, from the period with the
// greatest autocorrelation.
func pitchOf(sound []float64) float64 {
	like := selfLikeness(sound)
	best := slices.Max(like[:])
	if best < 0.7 {
		return math.NaN()
	}
	for p := shortestPeriod; p <= longestPeriod; p++ {
		// The shortest period that is nearly the best: twice the period correlates as well.
		if l := like[p]; l >= 0.9*best && l >= like[p-1] && l >= like[p+1] {
			return -math.Log(float64(p) + vertex(like[p-1], l, like[p+1]))
		}
	}
	return math.NaN()
}

// selfLikeness returns the normalised autocorrelation of the last pitchPiece of a sound, by lag.
func selfLikeness(sound []float64) (like [longestPeriod + 2]float64) {
	last := len(sound) - pitchPiece
	from := last - shortestPeriod + 1
	piece := sound[last:]
	own, energy := sumOfSquares(piece), sumOfSquares(sound[from:][:pitchPiece])
	for ; from >= 0; from-- {
		sum := 0.0
		for i, v := range sound[from:][:pitchPiece] {
			sum += v * piece[i]
		}
		like[last-from] = sum / math.Sqrt(own*max(energy, own/1e6)+1e-30)
		if from > 0 {
			first, gone := sound[from-1], sound[from+pitchPiece-1]
			energy += first*first - gone*gone
		}
	}
	return like
}

func sumOfSquares(sound []float64) (sum float64) {
	for _, v := range sound {
		sum += v * v
	}
	return sum
}

// vertex returns the position of the peak of the parabola through three values, relative to the middle one.
func vertex(a, b, c float64) float64 {
	if d := a - 2*b + c; d < 0 {
		return (a - c) / (2 * d)
	}
	return 0
}
