package teletext

import "testing"

// TestEntries checks that links are extended to the entries of an index, but not in running text.
func TestEntries(t *testing.T) {
	guide := guideTo{exist: []int{345, 346, 400}}
	for line, want := range map[string]string{
		"345 Gulls win":            "1:0-13 345",
		"  Gulls win ..... 345":    "1:2-21 345",
		"345 News   346 Sport":     "1:0-8 345, 1:11-20 346",
		"News 345   Sport 346":     "1:0-8 345, 1:11-20 346",
		"News 345, Sport 346 soon": "1:5-8 345, 1:16-19 346",
		"see 345 for more":         "1:4-7 345",
		"345":                      "1:0-3 345",
		"345 346 400":              "1:0-3 345, 1:4-7 346, 1:8-11 400",
	} {
		s := Subpage{Number: 1, All: &Lines{0: line}}
		p, g := &Page{Number: 100, Subpages: []Subpage{s}}, s.Grid()
		if got := linkWords(Entries(g, p.Links(0, g, guide))); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}
