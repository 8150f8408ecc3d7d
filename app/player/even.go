package player

import "math"

const (
	// evenLoudness is the loudness that every item is brought to, in LUFS. It is ReplayGain 2's
	// reference level, and leaves headroom for the peaks of speech.
	evenLoudness = -18
	// evenMost limits the gain in either direction, in decibels: more would raise the noise of a bad
	// recording.
	evenMost = 12
	// evenTrust is how much sound, in tenths of a second, must have been measured before an item is made
	// louder: it may only start quietly. An item that is too loud is turned down at once.
	evenTrust = 30
	// evenPace is the fastest change of the gain while something plays, in decibels a second: slow
	// enough to go unnoticed.
	evenPace = 2
)

// evenGain returns the gain for an item of a loudness in LUFS.
func evenGain(lufs float64) float64 { return gainOf(evenLoudness - lufs) }

// gainOf converts decibels, limited to evenMost, to a factor.
func gainOf(db float64) float64 {
	return math.Pow(10, min(max(db, -evenMost), evenMost)/20)
}

// measuredGain returns the gain for what m has measured so far.
func measuredGain(m *meter) float64 {
	lufs, tenths := m.loudness()
	switch g := evenGain(lufs); {
	case tenths == 0:
		return 1
	case tenths < evenTrust:
		return min(g, 1)
	default:
		return g
	}
}

// leveller changes the gain of a voice, slowly and without clipping.
type leveller struct {
	on      bool
	aim     float64 // the gain that is wanted for the item when on
	gain    float64
	ceiling float64 // holds the gain down after a peak
	pace    float64 // the most by which either changes for each frame
}

func newLeveller() leveller {
	return leveller{aim: 1, gain: 1, ceiling: 1, pace: math.Pow(10, evenPace/20.0/Rate)}
}

// wanted returns the gain to approach.
func (l *leveller) wanted() float64 {
	if l.on {
		return l.aim
	}
	return 1
}

// settle applies the wanted gain at once. It is called while nothing is audible.
func (l *leveller) settle() { l.gain, l.ceiling = l.wanted(), math.Pow(10, evenMost/20.0) }

// apply changes sound in place; at a gain of 1 it leaves every sample as it is.
//
// A sample that would clip lowers the ceiling at once. Since a wave rises to its peak gradually, so does the gain
// fall, without a step; it recovers at the usual pace.
func (l *leveller) apply(sound [][2]float64) {
	want := l.wanted()
	if want == 1 && l.gain == 1 {
		return
	}
	for i, f := range sound {
		l.gain = min(max(want, l.gain/l.pace), l.gain*l.pace)
		l.ceiling *= l.pace
		if peak := max(math.Abs(f[0]), math.Abs(f[1])); min(l.gain, l.ceiling)*peak > 1 {
			l.ceiling = 1 / peak
		}
		g := min(l.gain, l.ceiling)
		sound[i] = [2]float64{f[0] * g, f[1] * g}
	}
	l.ceiling = min(l.ceiling, math.Pow(10, evenMost/20.0))
}
