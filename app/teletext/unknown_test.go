package teletext

import (
	"strings"
	"testing"
)

// alike returns a subpage whose text and structured are those of all with each unknown keyword as a space.
func alike(all string, unknown ...string) *Subpage {
	plain := all
	for _, k := range unknown {
		plain = strings.Replace(plain, k, " ", 1)
	}
	g := DecodeAll(&Lines{3: plain})
	for row := range g {
		for col := range g[row] {
			g[row][col].Attr &^= Conceal
		}
	}
	return &Subpage{
		Text: g.TextLines(), All: &Lines{3: all}, Structured: g.Structured(func(int) bool { return false }),
	}
}

// TestUnknownKeywordIsOneCell checks lines with keywords that the specification does not have against the same lines
// with a control code that changes nothing, for each set of representations.
func TestUnknownKeywordIsOneCell(t *testing.T) {
	full := "{White}{PN201}201 Quiz" + strings.Repeat(".", 29)
	for _, tt := range []struct {
		name, all string
		unknown   []string
		alone     bool // also if there is no other representation
	}{
		{"before a concealed answer", "{White}{PN201}201 Quiz {Conceal}ANSWER{White}end", []string{"{PN201}"}, false},
		{"several", "{PN201}{Red}Quiz{PN202}{Flash}now{X9} {DW}wide", []string{"{PN201}", "{PN202}", "{X9}"}, false},
		{"beside a literal one", "see {abc} or {PN201} {Conceal}hidden", []string{"{PN201}"}, false},
		{"before a literal one", "{PN201}see {abc} {SB}{SB}boxed", []string{"{PN201}"}, false},
		{"at the end", "Quiz {Conceal}ANSWER{White}{PN201}", []string{"{PN201}"}, false},
		{"among mosaics", "{GRed}{PN201}5j{Hold}{SG}hh{White}end", []string{"{PN201}"}, false},
		{"a full line", full, []string{"{PN201}"}, true},
		{
			"a full line with a literal one", "{PN201}see {abc}" + strings.Repeat("x", 30),
			[]string{"{PN201}"},
			true,
		},
		{"two in a full line", "{A}{B}" + strings.Repeat("x", 38), []string{"{A}", "{B}"}, true},
		{"a line that fits only so", "{PN201}" + strings.Repeat("x", 37), []string{"{PN201}"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			escaped := tt.all
			for _, k := range tt.unknown {
				escaped = strings.Replace(escaped, k, "{ESC}", 1)
			}
			want := DecodeAll(&Lines{3: escaped})
			s := alike(tt.all, tt.unknown...)
			for name, s := range map[string]*Subpage{
				"all representations": s,
				"text and all":        {Text: s.Text, All: s.All},
				"structured and all":  {All: s.All, Structured: s.Structured},
				"all":                 {All: s.All},
			} {
				if g := s.Grid(); *g != *want && (name != "all" || tt.alone) {
					t.Errorf("%s: %q, want %q\n%+v", name, g.Row(3), want.Row(3), g[3][:20])
				}
			}
		})
	}
}

// TestBracesThatAreTextStay checks texts in braces that the other representations show too, or for which there is room.
func TestBracesThatAreTextStay(t *testing.T) {
	for _, all := range []string{
		"see {PN201} {Conceal}hidden", "{Red}{a}{b}{c}", "{GWhite}{j5}hh {pq}", "{GWhite}{j5}{SG}h{White}{abc}",
		"{} {Rot {PN 1} }{", "{Conceal}{abc}{Red}x",
		"{abc}" + strings.Repeat("x", 35), "{abc}" + strings.Repeat("x", 41),
	} {
		s := alike(all)
		want := new(Grid)
		for row, line := range (&Lines{3: all}) {
			d := rowDecoder{cells: &want[row], fg: White, roomBelow: true}
			d.decode(Codes(line))
		}
		for name, s := range map[string]*Subpage{
			"all representations": s,
			"text and all":        {Text: s.Text, All: s.All},
			"structured and all":  {All: s.All, Structured: s.Structured},
			"all":                 {All: s.All},
		} {
			if g := s.Grid(); *g != *want {
				t.Errorf("%s of %s: %q, want %q", name, all, g.Row(3), want.Row(3))
			}
		}
	}
}

// TestKeywordInAnotherCase checks that a keyword in another case has its meaning, where it is one.
func TestKeywordInAnotherCase(t *testing.T) {
	s := alike("{Red}Quiz {Conceal}ANSWER{Green}end{abc}")
	want := s.Grid()
	s.All[3] = "{red}Quiz {CONCEAL}ANSWER{GREEN}end{abc}"
	for name, s := range map[string]*Subpage{
		"all representations": s,
		"text and all":        {Text: s.Text, All: s.All},
		"structured and all":  {All: s.All, Structured: s.Structured},
	} {
		if g := s.Grid(); g[3][8] != want[3][8] || !g[3][8].Has(Conceal) || g[3][2].Fg != Red {
			t.Errorf("%s: %q, %+v", name, g.Row(3), g[3][:12])
		}
	}
}

// TestUnknownKeywordOfALeftOutAnswer checks that a concealed answer that structured leaves out stays concealed.
func TestUnknownKeywordOfALeftOutAnswer(t *testing.T) {
	s := alike("{White}{PN201}201 Quiz {Conceal}ANSWER{White}end", "{PN201}")
	s.Structured[3] = []Run{
		{Fg: White, Length: 2},
		{Fg: White, Length: 9, Text: "201 Quiz "},
		{Fg: White, Length: 7},
		{Fg: White, Length: 22, Text: " end"},
	}
	g := s.Grid()
	for col := 12; col < 18; col++ {
		if c := g[3][col]; c.Rune != rune("ANSWER"[col-12]) || !c.Has(Conceal) {
			t.Fatalf("column %d has %+v in %q", col, c, g.Row(3))
		}
	}
	if got := g.Row(3)[:22]; got != "  201 Quiz  ANSWER end" {
		t.Errorf("%q", got)
	}
}

func FuzzReadLine(f *testing.F) {
	f.Add("{White}{PN201}201 Quiz {Conceal}ANSWER{White}end", "  201 Quiz  ANSWER end")
	f.Add("{GWhite}{j5}{abc}"+strings.Repeat("x", 30), "")
	f.Fuzz(func(t *testing.T, line, text string) {
		s := Subpage{Text: &Lines{text}, All: &Lines{line}}
		read := readLine(line, s.referenceOf(0))
		count, _ := countCodes(line)
		for _, k := range read.unknown {
			count -= len(k) - 1
		}
		if read.count != count {
			t.Errorf("%q fills %d cells with %q, counted as %d", line, count, read.unknown, read.count)
		}
		for col, code := range read.codes {
			if col >= count && code != ' ' {
				t.Errorf("column %d of %q has %q", col, line, code)
			}
		}
		s.Decode()
	})
}

// BenchmarkUnknownKeywords decodes a page with as many ways to read it as there can be, and a usual one.
func BenchmarkUnknownKeywords(b *testing.B) {
	for name, line := range map[string]string{
		"usual": "{White}{PN201}201 Quiz {Conceal}ANSWER{White}end", "worst": strings.Repeat("{a1}{b2c3d4e5f6}", 40),
	} {
		b.Run(name, func(b *testing.B) {
			s := Subpage{All: &Lines{}, Text: &Lines{}}
			for row := range s.All {
				s.All[row], s.Text[row] = line, "  201 Quiz  ANSWER end"
			}
			for b.Loop() {
				s.Grid()
			}
		})
	}
}
