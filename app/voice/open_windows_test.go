package voice

import (
	"slices"
	"strings"
	"testing"
)

// TestPowerShellReadsNoText checks that the text and the options are in the environment, where they are not a script.
func TestPowerShellReadsNoText(t *testing.T) {
	d, err := open(func(string) string { return "" }, false)
	if err != nil {
		t.Fatal(err)
	}
	p := d.(process)
	const text = "Sää: `$(calc)\"; calc '"
	c := p.command(t.Context(), Options{Voice: "Microsoft Heidi", Language: "fi", Rate: MostRate})
	p.give(c, text)
	if strings.Contains(strings.Join(c.Args, " "), "calc") || c.Stdin != nil {
		t.Errorf("%q, %v", c.Args, c.Stdin)
	}
	for _, want := range []string{
		"SEXTANT_TEXT=" + text, "SEXTANT_VOICE=Microsoft Heidi", "SEXTANT_LANGUAGE=fi", "SEXTANT_RATE=10",
	} {
		if !slices.Contains(c.Env, want) {
			t.Errorf("%q is not in the environment", want)
		}
	}
}
