package teletext

import (
	"reflect"
	"testing"
)

// gridOf decodes lines of content type all.
func gridOf(lines ...string) *Grid {
	l := &Lines{}
	copy(l[:], lines)
	return (&Subpage{All: l}).Grid()
}

func TestDifferences(t *testing.T) {
	older := gridOf("", "The ferry sails at 14:05", "{Red}Gale warning")
	newer := gridOf("", "The ferry sails at 15:15", "{Yellow}Gale warning")
	if d := older.Differences(older); d != nil {
		t.Errorf("of itself: %v", d)
	}
	want := []Span{{1, 20, 21}, {1, 22, 23}, {2, 1, 5}, {2, 6, 13}}
	if d := newer.Differences(older); !reflect.DeepEqual(d, want) {
		t.Errorf("%v, want %v", d, want)
	}
}

func TestColourKeys(t *testing.T) {
	row := func(line string) *Grid {
		l := &Lines{}
		l[Rows-1] = line
		return (&Subpage{All: l}).Grid()
	}
	for line, want := range map[string][4]ColourKey{
		"{Red}Index 100 {Green}News 101 {Yellow}Sport 201 {Cyan}Weather": {
			{"Index", 100}, {"News", 101}, {"Sport", 201}, {"Weather", 0},
		},
		"{Red}News{Green}Sport{Yellow}TV{Blue}Fog": {
			{"News", 0}, {"Sport", 0}, {"TV", 0}, {"Fog", 0},
		},
		"{Red}Back{White}page 2{Cyan}300 Next": {{"Back", 0}, {}, {}, {"Next", 300}},
		"{Red}101 news today":                  {}, // one colour is not a row of keys
		"{Green}News{Red}Sport":                {}, // nor are colours in another order
		"{GRed}hhhh{GGreen}hhhh":               {}, // nor are mosaics
		"":                                     {},
	} {
		if got := row(line).ColourKeys(); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
	}
}
