package desktop

import (
	"slices"
	"strings"
	"testing"
)

// TestToastReadsNoScript checks that texts from a service are passed unchanged in the environment, and never as a part
// of the script.
func TestToastReadsNoScript(t *testing.T) {
	const title, text = "`$(calc)", "\"; calc; \"$(calc)\x00\x1b\n' | iex # ä 5 €"
	c := toastCommand(t.Context(), "watch 123", title, text)
	for _, a := range c.Args {
		if strings.Contains(a, "calc") {
			t.Errorf("it is in the command line: %q", a)
		}
	}
	for _, want := range []string{
		"SEXTANT_TITLE=" + title, "SEXTANT_TEXT=\"; calc; \"$(calc)\n' | iex # ä 5 €", "SEXTANT_ID=teletext.sextant",
	} {
		if !slices.Contains(c.Env, want) {
			t.Errorf("%q is not in the environment", want)
		}
	}
	tag := func(subject string) string {
		env := toastCommand(t.Context(), subject, "", "").Env
		return env[slices.IndexFunc(env, func(v string) bool { return strings.HasPrefix(v, "SEXTANT_TAG=") })]
	}
	if first := tag("watch 123"); first != tag("watch 123") || first == tag("watch 124") ||
		len(first) != len("SEXTANT_TAG=")+16 {
		t.Errorf("the tag is %s", first)
	}
}
