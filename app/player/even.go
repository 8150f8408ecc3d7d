package player

import "math"

const (
	// evenLoudness is how loud every item is made, in LUFS. ReplayGain 2 has the same reference,
	// and it leaves speech room for its peaks.
	evenLoudness = -18
	// evenMost is by how many decibels an item is made louder or quieter at most: more would raise
	// the noise of a bad recording.
	evenMost = 12
	// evenTrust is after how many tenths of a second of sound a measurement is good enough to make
	// an item louder. An item may begin quietly; that it is too loud can be believed at once.
	evenTrust = 30
	// evenPace is how fast the gain changes while something is heard, in decibels a second: slow
	// enough to pass for the recording's own.
	evenPace = 2
)

// evenGain is the gain for an item that is so loud.
func evenGain(lufs float64) float64 { return gainOf(evenLoudness - lufs) }

// gainOf turns decibels into a factor, within what is allowed.
func gainOf(db float64) float64 {
	return math.Pow(10, min(max(db, -evenMost), evenMost)/20)
}

// measuredGain is the gain after so much has been measured.
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

// leveller makes a voice louder or quieter, slowly, and never so loud that it is clipped.
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

// wanted is the gain that is wanted now.
func (l *leveller) wanted() float64 {
	if l.on {
		return l.aim
	}
	return 1
}

// settle takes over the wanted gain at once, because nothing is being heard.
func (l *leveller) settle() { l.gain, l.ceiling = l.wanted(), math.Pow(10, evenMost/20.0) }

// apply changes the sound. While nothing is wanted, it touches nothing.
//
// A sample that would be too loud pulls the gain down at once. As a wave rises to its peak, so the
// gain falls with it, without a step; it then recovers as slowly as it always changes.
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
