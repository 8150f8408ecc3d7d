package player

import (
	"math"
	"math/bits"
	"math/cmplx"
)

const (
	toneWindow = 1024 // 93 ms, thinned out
	// toneLow and toneHigh are the bins between which tones are looked for, from 200 to 3500 Hz. Under it there is
	// the hum of the mains.
	toneLow, toneHigh = 19, 325
	// toneBeside is how many bins on either side are compared with a tone, and toneWide how wide it is itself.
	toneBeside, toneWide = 12, 2
	// toneRatio is how much stronger it is, in the mean of toneMean spectra, where toneLeast are enough to judge.
	toneRatio           = 5
	toneMean, toneLeast = 8, 5
	// toneHush is under which level nobody hears it, in decibels.
	toneHush = -78
)

// toneDetector finds tones in noise: peaks that stand out of their surroundings in a spectrum and stay. (A measure
// that is the spectral flatness of each neighbourhood, for noise of a room may be of any colour.)
type toneDetector struct {
	window [toneWindow]float64
	turns  [toneWindow / 2]complex128
	bins   [toneWindow]complex128
	mean   [toneHigh + toneBeside + 1]float64
	heard  int
	tonal  bool
}

func newToneDetector() toneDetector {
	var d toneDetector
	for i := range d.window {
		d.window[i] = (1 - math.Cos(2*math.Pi*float64(i)/toneWindow)) / 2
	}
	for i := range d.turns {
		d.turns[i] = cmplx.Rect(1, -2*math.Pi*float64(i)/toneWindow)
	}
	return d
}

// reset forgets what was heard.
func (d *toneDetector) reset() { d.heard, d.tonal = 0, false }

// isTonal reports whether there is a tone.
func (d *toneDetector) isTonal() bool { return d.tonal }

// hear adds a spectrum.
func (d *toneDetector) hear(sound []float64) {
	if len(sound) < toneWindow {
		return
	}
	power := 0.0
	for i, v := range sound {
		power += v * v / toneWindow
		d.bins[bits.Reverse16(uint16(i))>>6] = complex(v*d.window[i], 0)
	}
	d.transform()
	if d.heard++; d.heard == 1 {
		clear(d.mean[:])
	}
	for i := range d.mean {
		re, im := real(d.bins[i]), imag(d.bins[i])
		d.mean[i] += (re*re + im*im - d.mean[i]) / float64(min(d.heard, toneMean))
	}
	d.tonal = d.heard >= toneLeast && power > powerOf(toneHush) && d.peak() > toneRatio
}

// transform is Cooley and Tukey's, of bins whose order is that of their reversed bits.
func (d *toneDetector) transform() {
	for half := 1; half < toneWindow; half *= 2 {
		for from := 0; from < toneWindow; from += 2 * half {
			for i := range half {
				a, b := d.bins[from+i], d.bins[from+i+half]*d.turns[i*(toneWindow/2/half)]
				d.bins[from+i], d.bins[from+i+half] = a+b, a-b
			}
		}
	}
}

// peak is by how much the bin that stands out most is stronger than those beside it.
func (d *toneDetector) peak() float64 {
	most := 0.0
	for i := toneLow; i <= toneHigh; i++ {
		beside := 0.0
		for j := toneWide + 1; j <= toneBeside; j++ {
			beside += d.mean[max(i-j, 0)] + d.mean[i+j]
		}
		most = max(most, d.mean[i]*2*(toneBeside-toneWide)/max(beside, 1e-30))
	}
	return most
}
