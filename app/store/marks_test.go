package store

import (
	"reflect"
	"testing"
)

func TestMarksOfHits(t *testing.T) {
	lines := []string{"Tänään light-", "", "house keeper tanaan"}
	for _, tt := range []struct {
		text  string
		exact bool
		want  [][]Mark
	}{
		{"tan", false, [][]Mark{{{0, 9}}, nil, {{13, 19}}}},
		{"tän", true, [][]Mark{{{0, 9}}, nil, nil}},
		{`"light house" keep`, false, [][]Mark{{{10, 15}}, nil, {{0, 5}, {6, 12}}}},
		{"", false, [][]Mark{nil, nil, nil}},
		{"*", false, [][]Mark{nil, nil, nil}},
	} {
		if got := Marks(lines, tt.text, tt.exact); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}
