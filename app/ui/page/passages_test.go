package page

import (
	"slices"
	"testing"

	"sextant/widgets/reading"
)

// TestWholeLinesAreLinks checks which lines of a text are links as a whole: entries of lists, and not sentences.
func TestWholeLinesAreLinks(t *testing.T) {
	link := func(from, before int) reading.Link { return reading.Link{From: from, Before: before} }
	for name, c := range map[string]struct {
		kind        reading.Kind
		text        string
		links, want []reading.Link
	}{
		"a table": {
			reading.Table, "  Town clock slow  102 \nno page\n103 Vernier light\nsee 104 and 105\n",
			[]reading.Link{link(19, 22), link(32, 35), link(54, 57), link(62, 65)},
			[]reading.Link{link(2, 22), link(32, 49), link(54, 57), link(62, 65)},
		},
		"a number in the middle": {
			reading.Table, "from 104 to the sea", []reading.Link{link(5, 8)}, []reading.Link{link(5, 8)},
		},
		"a title": {
			reading.Prose, "Fog first, then sunshine 400",
			[]reading.Link{link(25, 28)},
			[]reading.Link{link(0, 28)},
		},
		"a sentence": {
			reading.Prose, "The harbour office confirmed that no one had checked since the year that is on page 102",
			[]reading.Link{link(84, 87)},
			[]reading.Link{link(84, 87)},
		},
		"nothing": {reading.Prose, "", nil, nil},
	} {
		if got := wholeLines(reading.Passage{Kind: c.kind, Text: c.text, Links: c.links}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}
