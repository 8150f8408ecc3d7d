package store

import (
	"reflect"
	"testing"
)

func TestSpansOfHits(t *testing.T) {
	lines := []string{"Tänään light-", "", "house keeper tanaan"}
	for _, tt := range []struct {
		text  string
		exact bool
		want  [][]Span
	}{
		{"tan", false, [][]Span{{{0, 9}}, nil, {{13, 19}}}},
		{"tän", true, [][]Span{{{0, 9}}, nil, nil}},
		{`"light house" keep`, false, [][]Span{{{10, 15}}, nil, {{0, 5}, {6, 12}}}},
		{"", false, [][]Span{nil, nil, nil}},
		{"*", false, [][]Span{nil, nil, nil}},
	} {
		if got := Spans(lines, tt.text, tt.exact); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}
