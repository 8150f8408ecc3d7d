package kept

import (
	"encoding/json"
	"slices"
	"strings"

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
func (l *Lists) SkipsSilence(series string) bool { return slices.Contains(l.silence.elements, series) }

// SetSkipsSilence skips silence in a series, or plays it.
func (l *Lists) SetSkipsSilence(series string, skip bool) {
	all := slices.DeleteFunc(slices.Clone(l.silence.elements), func(s string) bool { return s == series })
	if skip {
		all = append(all, series)
	}
	l.silence.set(all[max(0, len(all)-mostSeries):])
}

func silenceKind() kind[string] {
	return kind[string]{
		list: silence, key: strings.Clone, equal: store.Same[string],
		read: readSilence, write: writeSilence,
	}
}

// writeSilence stores a change of the series. Changes by other programs meanwhile are kept.
func writeSilence(kept *store.Store, before, after []string) {
	kept.ChangeState(silenceState, func(text string) string {
		kind := silenceKind()
		all := store.Merge(before, after, parseSilence(text), kind.key, kind.equal)
		changed, err := json.Marshal(all[max(0, len(all)-mostSeries):])
		if err != nil {
			return text // names can always be written
		}
		return string(changed)
	})
}
