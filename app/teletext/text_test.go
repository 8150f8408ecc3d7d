package teletext

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	g := DecodeAll(&Lines{0: "{GRed}5{White}Tide{Conceal}low", 1: "{DW}W.i.d.e.", 3: "{DH}Tall"})
	for _, tt := range []struct {
		name  string
		spans []Span
		form  TextForm
		want  string
	}{
		{"plain", []Span{{0, 0, 40}}, TextForm{}, "   Tide"},
		{"revealed", []Span{{0, 0, 40}}, TextForm{Reveal: true}, "   Tide low"},
		{"mosaics", []Span{{0, 0, 40}}, TextForm{Sextants: true}, " ▌ Tide"},
		{"part", []Span{{0, 4, 6}}, TextForm{}, "id"},
		{"wide once", []Span{{1, 0, 40}}, TextForm{}, " Wide"},
		{"tall once", []Span{{3, 0, 40}, {4, 0, 40}}, TextForm{}, " Tall\n"},
	} {
		if got := g.Text(tt.spans, tt.form); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestWriteCells(t *testing.T) {
	var b bytes.Buffer
	if err := DecodeAll(&Lines{0: "{Flash}<&>{Conceal}", 2: "{DS}{GRed}\x7f{SG}5"}).WriteCells(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != Rows || !strings.HasPrefix(lines[0], `{"row":1,"text":" <&>`) {
		t.Fatalf("%d lines, the first %s", len(lines), lines[0])
	}
	for i, line := range lines {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil ||
			fields["row"] != float64(i+1) || len(fields) != 9 {
			t.Fatalf("line %d: %v, %v", i+1, fields, err)
		}
		for name, value := range fields {
			if s, ok := value.(string); ok && utf8.RuneCountInString(s) != Columns {
				t.Errorf("line %d: %s has %d characters", i+1, name, utf8.RuneCountInString(s))
			}
		}
	}
}
