package page

import (
	"testing"

	"sextant/app/teletext"
)

// TestColourTargets checks that a key that the page names keeps its page, and that only unnamed keys are filled with
// other pages.
func TestColourTargets(t *testing.T) {
	named := func(label string) int { return map[string]int{"Sport": 201}[label] }
	fill := []teletext.Place{
		{Page: 101}, {Page: 201}, {Page: 300, Subpage: 2}, {Page: 300}, {Page: 50}, {Page: 400}, {Page: 500},
	}
	for name, tt := range map[string]struct {
		keys [4]teletext.ColourKey
		want [4]colourTarget
	}{
		"of the page itself": {
			[4]teletext.ColourKey{
				{Label: "News", Page: 101}, {Label: "Sport"}, {Label: "Tides"}, {Label: "Help", Page: 700},
			},
			[4]colourTarget{
				{teletext.Place{Page: 101}, "News", true},
				{teletext.Place{Page: 201}, "Sport", false},
				{name: "Tides"},
				{teletext.Place{Page: 700}, "Help", false},
			},
		},
		"some": {
			[4]teletext.ColourKey{1: {Label: "Sport"}, 3: {Label: "News", Page: 101}},
			[4]colourTarget{
				{place: teletext.Place{Page: 300, Subpage: 2}},
				{place: teletext.Place{Page: 201}, name: "Sport"},
				{place: teletext.Place{Page: 400}},
				{teletext.Place{Page: 101}, "News", true},
			},
		},
		"none": {
			[4]teletext.ColourKey{},
			[4]colourTarget{
				{place: teletext.Place{Page: 201}},
				{place: teletext.Place{Page: 300, Subpage: 2}},
				{place: teletext.Place{Page: 400}},
				{place: teletext.Place{Page: 500}},
			},
		},
	} {
		if got := colourTargets(101, tt.keys, named, fill); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}
