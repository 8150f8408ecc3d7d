package playlist

import (
	"cmp"
	"slices"
	"strings"

	"sextant/app/say"
)

// A Mistake is something in a file that cannot be as it is.
type Mistake struct {
	Line   int // from 1
	Reason string
}

// String is the mistake with its line.
func (m Mistake) String() string { return m.In(nil) }

// In is String in a language; the reason stays in the language in which it was found.
func (m Mistake) In(in *say.Tongue) string {
	return in.Text("playlist.line", "Line", m.Line, "Reason", m.Reason)
}

// Mistakes are those that were found in a file, by their lines: at least one, and all of them unless there are
// hundreds.
type Mistakes struct{ List []Mistake }

// How many mistakes are reported of a file, and of how many bytes about.
const (
	maxMistakes = 200
	maxReason   = 500
)

// Error has a line for each of them.
func (m *Mistakes) Error() string {
	var lines []string
	for _, one := range m.List {
		lines = append(lines, one.String())
	}
	return strings.Join(lines, "\n")
}

// addMistake adds a mistake, once.
func (m *Mistakes) addMistake(line int, reason string) {
	one := Mistake{line, reason}
	if len(one.Reason) > maxReason {
		one.Reason = strings.ToValidUTF8(one.Reason[:maxReason], "") + "…"
	}
	if !m.full() && !slices.Contains(m.List, one) {
		m.List = append(m.List, one)
	}
}

func (m *Mistakes) full() bool { return len(m.List) == maxMistakes }

// asError is the mistakes by their lines, or nil where there is none.
func (m *Mistakes) asError() error {
	if len(m.List) == 0 {
		return nil
	}
	slices.SortStableFunc(m.List, func(a, b Mistake) int { return cmp.Compare(a.Line, b.Line) })
	return m
}
