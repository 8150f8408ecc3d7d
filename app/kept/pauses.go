package kept

import (
	"encoding/json"
	"slices"

	"sextant/app/store"
)

// pausesState is the key under which the store has the series whose long pauses are skipped, as a list of names of
// which the one that was set last stands last. maxPauses bounds its text in bytes and mostSeries the list.
const (
	pausesState = "skipPauses"
	maxPauses   = 1 << 20
	mostSeries  = 1000
)

// readPauses reads the series whose long pauses are skipped. What makes no sense is none.
func readPauses(kept *store.Store) ([]string, error) {
	text, err := kept.State(pausesState)
	return parsePauses(text), err
}

func parsePauses(text string) (series []string) {
	if len(text) > maxPauses || json.Unmarshal([]byte(text), &series) != nil {
		return nil
	}
	return series
}

// SkipsPauses reports whether long pauses of a series are skipped.
func (l *Lists) SkipsPauses(series string) bool { return slices.Contains(l.pauses, series) }

// SetSkipsPauses has long pauses of a series skipped, or played.
func (l *Lists) SetSkipsPauses(series string, skip bool) {
	change := func(list []string) []string {
		list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == series })
		if skip {
			list = append(list, series)
		}
		return list[max(0, len(list)-mostSeries):]
	}
	l.store.ChangeState(pausesState, func(text string) string {
		changed, err := json.Marshal(change(parsePauses(text)))
		if err != nil {
			return text // names can always be written
		}
		return string(changed)
	})
	l.edits.Add(1)
	l.pauses = change(l.pauses)
}
