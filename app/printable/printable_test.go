package printable

import (
	"testing"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for in, want := range map[string][2]string{
		"plain ä 漢 \u00ad":             {"plain ä 漢 \u00ad", "plain ä 漢 \u00ad"},
		"a\nb\tc":                      {"a b c", "a\nb\tc"},
		"Evening\x00junk":              {"Evening junk", "Evening junk"},
		"\x1b[31mred\u009b0m\x7f":      {" [31mred 0m ", " [31mred 0m "},
		"abc\u202egpj.exe\u2066\u2069": {"abc gpj.exe  ", "abc gpj.exe  "},
		"\u200fa\u2028b\ufeff":         {" a b ", " a b "},
		"bad \xff\xfe":                 {"bad \uFFFD", "bad \uFFFD"},
	} {
		if got := [2]string{Line(in), Text(in)}; got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func FuzzLine(f *testing.F) {
	f.Add("a\u202e\xff\n")
	f.Fuzz(func(t *testing.T, s string) {
		line := Line(s)
		for _, r := range line {
			if IsControl(r) {
				t.Errorf("%q has %q", line, r)
			}
		}
		if !utf8.ValidString(line) || Line(line) != line || Line(Text(s)) != line {
			t.Errorf("%q: %q", s, line)
		}
	})
}
