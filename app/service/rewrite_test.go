package service

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzRewrite checks that Rewrite changes the texts of a document, and nothing else.
func FuzzRewrite(f *testing.F) {
	for _, s := range []string{
		`{"url":"http:\/\/x\/a.mp3","n":1.50,"l":["x","\"x\\"]}`, `"x"`, `[]`, "no x JSON", `{"x":"\u0078"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, document string) {
		same := Rewrite([]byte(document), func(s string) string { return s })
		if string(same) != document {
			t.Errorf("%q became %q", document, same)
		}
		changed := Rewrite([]byte(document), func(s string) string { return strings.ReplaceAll(s, "x", "yz") })
		if !json.Valid([]byte(document)) || !utf8.ValidString(document) {
			return
		}
		var was, is any
		if json.Unmarshal([]byte(document), &was) != nil {
			return
		}
		if err := json.Unmarshal(changed, &is); err != nil {
			t.Errorf("%q became %q: %v", document, changed, err)
		}
		if text, ok := was.(string); ok && strings.ReplaceAll(text, "x", "yz") != is {
			t.Errorf("%q became %q", was, is)
		}
	})
}
