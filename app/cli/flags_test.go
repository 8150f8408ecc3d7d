package cli

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/station"
)

// TestFlags declares an option of each type, and parses them between words.
func TestFlags(t *testing.T) {
	dir, port, quick, wait, level := "usual", 0, false, time.Duration(0), ""
	f := NewFlags("verb")
	f.Add("--profile DIR", &dir, "option.profile")
	f.Add("--monitor N", &port, "")
	f.Add("--draw", &quick, "option.relay.draw")
	f.Add("--latency TIME", &wait, "option.demo.latency")
	f.Add("-o FILE", func(s string) error { level = s; return nil }, "option.export.file")
	f.Quiet().Service(&station.Overrides{}, NoVariables)
	words, err := f.Parse(strings.Fields("a --monitor=2 --draw b --latency 3s -o x --app-id=id c"))
	if err != nil || !slices.Equal(words, []string{"a", "b", "c"}) {
		t.Errorf("%q, %v", words, err)
	}
	if dir != "usual" || port != 2 || !quick || wait != 3*time.Second || level != "x" {
		t.Error(dir, port, quick, wait, level)
	}
	var described []string
	for _, l := range f.Lines() {
		if described = append(described, l.Word); l.Words == "" {
			t.Errorf("%s has no description", l.Word)
		}
	}
	if want := []string{"--profile DIR", "--draw", "--latency TIME", "-o FILE"}; !slices.Equal(described, want) {
		t.Errorf("%q", described)
	}
	if !f.isSwitch("draw") || f.isSwitch("profile") || f.isSwitch("none") {
		t.Error("what is a switch")
	}
	want := []Given{{"app-id", "id"}, {"draw", "true"}, {"latency", "3s"}, {"monitor", "2"}, {"o", ""}}
	if given := f.Given(); !slices.Equal(given, want) {
		t.Errorf("%q", given)
	}
}
