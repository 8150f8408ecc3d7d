package cli

import (
	"strings"
	"testing"
)

// TestRelayOptions parses valid options, and checks the errors of invalid ones.
func TestRelayOptions(t *testing.T) {
	for args, want := range map[string]string{
		"":                                   "",
		"--public-url https://text.example/": "",
		"--client-key id:key:more --draw":    "",
		"--public-url text.example":          "--public-url",
		"--public-url https://h/?a=b":        "--public-url",
		"--public-url file:///tmp":           "--public-url",
		"--client-key key":                   "--client-key",
		"--tls-cert file":                    "together",
		"100":                                "unexpected",
	} {
		o, err := ParseRelay(strings.Fields(args), func(string) string { return "" })
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
		if want == "" && strings.HasSuffix(o.PublicURL, "/") {
			t.Errorf("%s: %s", args, o.PublicURL)
		}
	}
}
