package player

import "math"

const (
	// meterStep is the distance between the starts of blocks, in frames; a block has four steps, 400 ms.
	meterStep  = Rate / 10
	meterSteps = 4
	// quietest is the absolute gate in LUFS, and gateBelow the relative one in LU below the mean: pauses
	// do not make a speaker any quieter.
	quietest, gateBelow = -70.0, 10.0
	// binWidth is the resolution of the histogram of blocks in decibels, and bins its size.
	binWidth, bins = 0.1, 800
)

// meter measures the integrated loudness of a recording after ITU-R BS.1770 and EBU R 128: the K-weighted power of both
// channels in blocks of 400 ms, gated. It keeps a histogram of the blocks' loudness, so its memory does not grow.
type meter struct {
	sides  [2]ear
	power  float64 // of the current step
	n      int     // its frames
	steps  [meterSteps]float64
	full   int // how many steps are complete
	counts [bins]int
	total  int // sum of counts
}

func newMeter() *meter { return &meter{sides: [2]ear{newEar(), newEar()}} }

// measure adds sound, and reports whether the result may have changed.
func (m *meter) measure(sound [][2]float64) bool {
	changed := false
	for _, f := range sound {
		for c := range m.sides {
			v := m.sides[c].hear(f[c])
			m.power += v * v
		}
		if m.n++; m.n == meterStep {
			changed = m.step() || changed
		}
	}
	return changed
}

// step ends a step, and with it a block.
func (m *meter) step() bool {
	copy(m.steps[:], m.steps[1:])
	m.steps[meterSteps-1] = m.power / meterStep
	m.power, m.n = 0, 0
	if m.full++; m.full < meterSteps {
		return false
	}
	sum := 0.0
	for _, p := range m.steps {
		sum += p
	}
	bin := int((decibels(sum/meterSteps) - quietest) / binWidth)
	if bin < 0 {
		return false
	}
	m.counts[min(bin, bins-1)]++
	m.total++
	return true
}

// decibels returns the loudness of a power in LUFS.
func decibels(power float64) float64 { return -0.691 + 10*math.Log10(power) }

// loudness returns the loudness so far in LUFS, and from how many tenths of a second of sound. It means
// nothing while these are 0.
func (m *meter) loudness() (lufs float64, tenths int) {
	if m.total == 0 {
		return 0, 0
	}
	gate := m.mean(0) - gateBelow
	return m.mean(max(int((gate-quietest)/binWidth), 0)), m.total
}

// mean returns the mean loudness of the blocks from a bin on, in LUFS.
func (m *meter) mean(from int) float64 {
	sum, n := 0.0, 0
	for i, count := range m.counts[from:] {
		if count > 0 {
			sum += float64(count) * math.Pow(10, (float64(from+i)+0.5)*binWidth/10)
			n += count
		}
	}
	return quietest + 10*math.Log10(sum/float64(n))
}

// ear is the K-weighting filter of BS.1770 for one channel: the head's high-frequency shelf, then a high-pass. The
// standard gives coefficients for 48 kHz only; these formulas produce the same filters at any rate.
type ear [2]biquad

func newEar() ear {
	shelf := func() biquad {
		const gain, slope, hz, q = 3.999843853973347, 0.4996667741545416, 1681.974450955533, 0.7071752369554196
		k, high := math.Tan(math.Pi*hz/Rate), math.Pow(10, gain/20)
		middle := math.Pow(high, slope)
		a0 := 1 + k/q + k*k
		return biquad{
			b: [3]float64{(high + middle*k/q + k*k) / a0, 2 * (k*k - high) / a0, (high - middle*k/q + k*k) / a0},
			a: [2]float64{2 * (k*k - 1) / a0, (1 - k/q + k*k) / a0},
		}
	}
	lowCut := func() biquad {
		const hz, q = 38.13547087602444, 0.5003270373238773
		k := math.Tan(math.Pi * hz / Rate)
		a0 := 1 + k/q + k*k
		return biquad{b: [3]float64{1, -2, 1}, a: [2]float64{2 * (k*k - 1) / a0, (1 - k/q + k*k) / a0}}
	}
	return ear{shelf(), lowCut()}
}

// hear filters one sample.
func (e *ear) hear(v float64) float64 { return e[1].pass(e[0].pass(v)) }

// biquad is a filter of the second order.
type biquad struct {
	b      [3]float64
	a      [2]float64
	z1, z2 float64
}

func (b *biquad) pass(v float64) float64 {
	out := b.b[0]*v + b.z1
	b.z1 = b.b[1]*v - b.a[0]*out + b.z2
	b.z2 = b.b[2]*v - b.a[1]*out
	return out
}
