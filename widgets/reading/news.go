package reading

import (
	"slices"
	"unicode/utf8"
)

// A Stretch is a part of a passage's text, in bytes.
type Stretch struct{ Passage, From, Before int }

// The position of the mark of a new line, in the margin left of the column.
const (
	newBeside = 8
	newWidth  = 3
)

// SetNew marks at the left what is new to the user, with an opacity from 0 to 255. The next passages remove the marks.
func (v *View) SetNew(list []Stretch, opacity uint8) {
	f := v.flow
	var stretches []stretch
	for _, s := range list {
		if s.Passage < len(f.passages) {
			text := f.passages[s.Passage].Text
			stretches = append(stretches, stretch{
				s.Passage, utf8.RuneCountInString(text[:min(s.From, len(text))]),
				utf8.RuneCountInString(text[:min(s.Before, len(text))]),
			})
		}
	}
	if !slices.Equal(f.news, stretches) || f.newsOpacity != opacity {
		f.news, f.newsOpacity = stretches, opacity
		f.mark()
	}
}

// isNew reports whether a line has anything new.
func (f *flow) isNew(line int) bool {
	return slices.ContainsFunc(f.news, func(s stretch) bool {
		from, to := f.lineAt(wordPlace{s.passage, s.from}), f.lineAt(wordPlace{s.passage, s.before})
		begin, end := f.selectedOf(line, from, to)
		return end > begin
	})
}
