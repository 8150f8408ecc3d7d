package player

import (
	"math"
	"math/bits"
	"math/cmplx"
)

const (
	toneWindow = 1024 // 93 ms, decimated
	// toneLow and toneHigh are the bins between which tones are detected, 200 to 3500 Hz. Mains hum lies below.
	toneLow, toneHigh = 19, 325
	// toneBeside is the number of bins on either side to compare a tone with, and toneWide the tone's own width.
	toneBeside, toneWide = 12, 2
	// toneRatio is the least ratio of a tone to its surroundings, in the mean of toneMean spectra, at least toneLeast.
	toneRatio           = 5
	toneMean, toneLeast = 8, 5
	// toneHush is the level below which a tone is inaudible, in decibels.
	toneHush = -78
)

// toneDetector finds tones in noise: lasting peaks in the spectrum, compared with the bins around them, since the noise
// of a room may be of any colour.
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

// reset returns the detector to its initial state.
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

// transform is the Cooley-Tukey FFT, in place, of input in bit-reversed order.
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

// peak returns the greatest ratio of a bin's power to that of the bins beside it.
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
