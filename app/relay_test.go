package app

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/guard"
	"sextant/app/relay/keys"
	"sextant/app/relay/serve"
)

// TestRelayOptions takes what makes sense and says what does not.
func TestRelayOptions(t *testing.T) {
	for args, want := range map[string]string{
		"":                                   "",
		"--public-url https://text.example/": "",
		"--client-key id:key:more --draw":    "",
		"--public-url text.example":          "--public-url",
		"--public-url https://h/?a=b":        "--public-url",
		"--public-url file:///tmp":           "--public-url",
		"--client-key key":                   "--client-key",
		"--tls-cert file":                    "belong together",
		"100":                                "what is",
	} {
		o, err := parseRelay(strings.Fields(args), noEnv)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
		if want == "" && strings.HasSuffix(o.publicURL, "/") {
			t.Errorf("%s: %s", args, o.publicURL)
		}
	}
}

// TestLastKey lets everybody in where there never was a key, and nobody where the last one was taken away.
func TestLastKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), keys.File)
	ring, err := keys.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	r := &relaying{ring: ring, guard: guard.New(time.Now), server: &serve.Server{}, log: &log}
	if _, _, ok, _ := r.know("", "", ""); !ok {
		t.Error("without keys not everybody may ask")
	}
	if r.reload(); strings.Contains(log.String(), keys.File) {
		t.Error(log.String())
	}
	id, key, err := keys.Add(file, "shop", false, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	r.reload()
	if _, _, ok, _ := r.know("", "", ""); ok {
		t.Error("with a key everybody may ask")
	}
	if name, _, ok, _ := r.know("", id, key); !ok || name != "shop" {
		t.Errorf("%s, %v", name, ok)
	}
	if err := keys.Remove(file, "shop"); err != nil {
		t.Fatal(err)
	}
	r.reload()
	for _, given := range []string{"", key} {
		if _, _, ok, _ := r.know("", id, given); ok {
			t.Error("after the last key was taken away one may ask")
		}
	}
	if !strings.Contains(log.String(), "nobody may ask") {
		t.Error(log.String())
	}
}
