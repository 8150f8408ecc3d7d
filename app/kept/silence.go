package kept

import (
	"encoding/json"
	"slices"

	"sextant/app/store"
)

// silenceState is the store's key of the series in which silence is skipped: a list of names, the latest last, of at
// most mostSeries names and maxSilence bytes.
const (
	silenceState = "skipSilence"
	maxSilence   = 1 << 20
	mostSeries   = 1000
)

// readSilence reads the series in which silence is skipped. A value that does not parse counts as none.
func readSilence(kept *store.Store) ([]string, error) {
	text, err := kept.State(silenceState)
	return parseSilence(text), err
}

func parseSilence(text string) (series []string) {
	if len(text) > maxSilence || json.Unmarshal([]byte(text), &series) != nil {
		return nil
	}
	return series
}

// SkipsSilence reports whether silence is skipped in a series.
func (l *Lists) SkipsSilence(series string) bool { return slices.Contains(l.silence, series) }

// SetSkipsSilence skips silence in a series, or plays it.
func (l *Lists) SetSkipsSilence(series string, skip bool) {
	writeSilence(l.store, series, skip)
	l.edits.Add(1)
	l.silence = withSeries(l.silence, series, skip)
}

// withSeries returns a list with a series at its end, or without it.
func withSeries(list []string, series string, in bool) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == series })
	if in {
		list = append(list, series)
	}
	return list[max(0, len(list)-mostSeries):]
}

// writeSilence changes one series in the store. Changes by other programs meanwhile are kept.
func writeSilence(kept *store.Store, series string, skip bool) {
	kept.ChangeState(silenceState, func(text string) string {
		changed, err := json.Marshal(withSeries(parseSilence(text), series, skip))
		if err != nil {
			return text // names can always be written
		}
		return string(changed)
	})
}
