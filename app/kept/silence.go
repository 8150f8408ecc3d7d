package kept

import (
	"slices"
	"strings"

	"sextant/app/store"
)

// mostSeries bounds the series in which silence is skipped, of which the latest is the last, and maxSilence their
// stored text, in bytes.
const (
	mostSeries = 1000
	maxSilence = 1 << 20
)

func silenceKind() kind[string] {
	return stateKind(silence, "skipSilence", strings.Clone, store.Same[string], seriesLimits())
}

func seriesLimits() limits[string] { return limits[string]{mostSeries, maxSilence, last[string]} }

// SkipsSilence reports whether silence is skipped in a series.
func (l *Lists) SkipsSilence(series string) bool { return slices.Contains(l.silence.elements, series) }

// SetSkipsSilence skips silence in a series, or plays it.
func (l *Lists) SetSkipsSilence(series string, skip bool) {
	all := slices.DeleteFunc(slices.Clone(l.silence.elements), func(s string) bool { return s == series })
	if skip {
		all = append(all, series)
	}
	within := seriesLimits()
	l.silence.set(within.bound(all))
}
