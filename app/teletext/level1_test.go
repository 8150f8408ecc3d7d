package teletext

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

type conformanceCase struct {
	ID, Title string
	Lines     map[string]string
	Checks    []struct {
		Line, Column int
		Field, Want  string
	}
}

// TestLevel1Rules runs the conformance cases of the display rules. Each check is about a field of a cell that a display
// must show.
func TestLevel1Rules(t *testing.T) {
	data, err := os.ReadFile("testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []conformanceCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	checks := 0
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			var lines Lines
			for n, text := range c.Lines {
				i, err := strconv.Atoi(n)
				if err != nil {
					t.Fatal(err)
				}
				lines[i-1] = text
			}
			g := DecodeAll(&lines)
			for _, k := range c.Checks {
				checks++
				if got := cellField(t, g, k.Line-1, k.Column, k.Field); got != k.Want {
					t.Errorf("%s: line %d column %d %s: got %q, want %q",
						c.Title, k.Line, k.Column, k.Field, got, k.Want)
				}
			}
		})
	}
	if checks != 246 {
		t.Errorf("%d checks ran, want 246", checks)
	}
}

// cellField returns a field of a cell in the cells format.
func cellField(t *testing.T, g *Grid, row, col int, field string) string {
	t.Helper()
	l := g.cellLine(row)
	values := map[string]string{
		"text": l.Text, "fg": l.Fg, "bg": l.Bg, "mosaic": l.Mosaic, "flash": l.Flash,
		"conceal": l.Conceal, "size": l.Size, "box": l.Box,
	}
	value, ok := values[field]
	if !ok {
		t.Fatalf("there is no field %q", field)
	}
	return string([]rune(value)[col])
}

func TestCodes(t *testing.T) {
	for _, tt := range []struct {
		line string
		want string // the first codes, including control codes
	}{
		{"", "   "},
		{"{Red}a", "\x01a "},
		{"{GMagenta}{Release}", "\x15\x1f "},
		{"{Rot}", "{Rot} "},
		{"{", "{ "},
		{"{{Red}", "{\x01 "},
		{"a\x05b", "a b"},
		{"Ä{ESC}ö", "Ä\x1bö"},
	} {
		codes := Codes(tt.line)
		if got := string(codes[:]); !strings.HasPrefix(got, tt.want) {
			t.Errorf("Codes(%q) = %q, want it to begin with %q", tt.line, got, tt.want)
		}
	}
}

func TestSextantsAndCodes(t *testing.T) {
	for s := byte(1); s < 64; s++ {
		if got, ok := SextantSixels(Sextant(s)); !ok || got != s {
			t.Errorf("sixels %06b come back as %06b, %v", s, got, ok)
		}
		if got := Sixels(MosaicCode(s)); got != s {
			t.Errorf("mosaic code of %06b lights %06b", s, got)
		}
	}
}
