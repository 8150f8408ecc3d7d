package teletext

import (
	"reflect"
	"testing"
)

// both returns a subpage whose structured content is what the service makes of all.
func both(lines *Lines) *Subpage {
	return &Subpage{All: lines, Structured: DecodeAll(lines).Structured(func(int) bool { return false })}
}

func TestDecodeJoins(t *testing.T) {
	lines := &Lines{
		0: "{Flash}{Red}Tide {Conceal}low{White} {SB}{SB}boxed",
		2: "{GGreen}{SG}5j{Hold}{GRed}{White}x{Release}{NB} y\x7f",
		4: "{DH}Tall{NH}flat{DS}Big{DW}wide",
		7: "{DW}Wide{Blue}{NB}  ",
	}
	got, conflicts := both(lines).Decode()
	if want := DecodeAll(lines); *got != *want || len(conflicts) > 0 {
		t.Errorf("joined otherwise than all alone, conflicts %v", conflicts)
	}
}

// TestStructuredWins changes each field of structured, which must win over content type all and be reported as a
// conflict.
func TestStructuredWins(t *testing.T) {
	lines := &Lines{3: "{Red}abc", 5: "{DH}tall"}
	for _, tt := range []struct {
		name   string
		change func(*RunLines)
		want   Conflict
		check  func(g *Grid) bool
	}{
		{
			"text", func(l *RunLines) { l[3][1].Text = "axc" }, Conflict{3, 2, FieldText}, func(g *Grid) bool {
				return g[3][2].Rune == 'x' && g[3][2].Fg == Red
			},
		},
		{
			"foreground", func(l *RunLines) { l[3][1].Fg = Green; l[3][1].Text = "a"; l[3][1].Length = 1 },
			Conflict{3, 1, FieldForeground},
			func(g *Grid) bool { return g[3][1].Fg == Green && g[3][2].Fg == Red },
		},
		{
			"background", func(l *RunLines) { l[3][0].Bg = Blue }, Conflict{3, 0, FieldBackground}, func(g *Grid) bool {
				return g[3][0].Bg == Blue && g[3][1].Bg == Black
			},
		},
		{
			"mosaic", func(l *RunLines) { l[3][1].Fg, l[3][1].Charcode = GRed, 0x35 },
			Conflict{3, 1, FieldText},
			func(g *Grid) bool { return g[3][1].Has(Mosaic) && g[3][1].Sixels() == Sixels(0x35) },
		},
		{
			"blank", func(l *RunLines) { l[3][1].Text = "" }, Conflict{3, 1, FieldText}, func(g *Grid) bool {
				return g[3][1].Rune == ' '
			},
		},
		{
			"size", func(l *RunLines) { l[3][1].Size = SizeDoubleHeight },
			Conflict{3, 1, FieldSize},
			func(g *Grid) bool { return g[3][1].Size == DoubleHeight && g[4][1].Size == DoubleHeightLow },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := both(lines)
			tt.change(s.Structured)
			g, conflicts := s.Decode()
			if len(conflicts) == 0 || conflicts[0] != tt.want || !tt.check(g) {
				t.Errorf("conflicts %v, cells %+v", conflicts, g[tt.want.Row][:6])
			}
		})
	}
}

func TestDecodeAlone(t *testing.T) {
	lines := &Lines{1: "{Yellow}Sun{GCyan}5j{Blue}{NB}{White}sea", 3: "{DH}Tall"}
	s := both(lines)
	s.All = nil
	got, want := s.Grid(), DecodeAll(lines)
	for row := range want {
		for col := range want[row] {
			g, w := got[row][col], want[row][col]
			if g.Rune != w.Rune || g.Bg != w.Bg || w.Rune != ' ' && (g.Fg != w.Fg || g.Size != w.Size) {
				t.Errorf("structured alone, row %d column %d: %+v, want %+v", row, col, g, w)
			}
		}
	}
	text := &Subpage{Text: &Lines{0: "a {Red} b"}}
	if row := text.Grid().Row(0); row[:9] != "a {Red} b" {
		t.Errorf("text alone shows %q", row)
	}
	if *(&Subpage{}).Grid() != *DecodeAll(&Lines{}) {
		t.Error("a subpage without content is not blank")
	}
}

// TestDecodeOddRuns checks that runs that are too short or too long for a line do not shift other cells.
func TestDecodeOddRuns(t *testing.T) {
	s := &Subpage{All: &Lines{0: "{Red}abcdef"}, Structured: &RunLines{
		0: {{Fg: White, Length: 1}, {Fg: Red, Length: 2, Text: "abX"}},
		1: {{Fg: White, Length: 39, Text: "x"}, {Fg: White, Length: 5, Text: "12345"}},
		2: {{Fg: GWhite, Length: 2, Charcode: 0x41, Text: "A"}, {Fg: GWhite, Length: 1, Text: "5"}},
	}}
	g := s.Grid()
	if got := g.Row(0)[:8]; got != " abcdef " {
		t.Errorf("a short line shows %q", got)
	}
	if g[1][0].Rune != 'x' || g[1][39].Rune != '1' {
		t.Errorf("a long line shows %q", g.Row(1))
	}
	if g[2][0].Rune != 'A' || g[2][1].Rune != 'A' || g[2][2].Sixels() != Sixels('5') {
		t.Errorf("letters and mosaics in a graphics colour: %+v", g[2][:3])
	}
}

func TestConcealedMayBeLeftOut(t *testing.T) {
	s := both(&Lines{0: "{Conceal}secret"})
	s.Structured[0] = []Run{{Fg: White, Length: 40}}
	g, conflicts := s.Decode()
	if g.Row(0)[1:7] != "secret" || len(conflicts) > 0 {
		t.Errorf("%q, %v", g.Row(0), conflicts)
	}
}

func TestConflictsAreOrdered(t *testing.T) {
	s := both(&Lines{0: "ab"})
	s.Structured[0] = []Run{{Fg: White, Length: 40, Text: "xy"}}
	if _, conflicts := s.Decode(); !reflect.DeepEqual(conflicts, []Conflict{{0, 0, FieldText}, {0, 1, FieldText}}) {
		t.Errorf("%v", conflicts)
	}
}
