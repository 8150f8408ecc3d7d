package teletext

import (
	"fmt"
	"strings"
	"testing"
)

// document returns a page document with the members of its page.
func document(members string) []byte {
	return []byte(`{"teletext":{"xml":"preserve","page":{"number":"100","subpagecount":"1",` + members + `}}}`)
}

// content returns a document with a content of one subpage.
func content(kind, lines string) []byte {
	return document(`"subpage":{"number":"1","content":{"type":"` + kind + `","line":` + lines + `}}`)
}

// oddDocuments returns documents of shapes that decoding tolerates.
func oddDocuments() []string {
	return []string{
		string(content("all", `[{"number":"1","Text":"{White}{PN201}201 {abc}{Conceal}X{White}end"}]`)),
		string(content("Structured ",
			`["a",{"number":" 3","run":"b"},{"run":[{"length":"-3","Text":"c"},{"length":"4.0"}]}]`)),
		string(content("text", `"x"`)),
		string(document(
			`"subpage":[{"number":"2"},{"number":"2"},{"number":"x"},{},{"number":"9999"},{"number":"9999"}]`)),
		string(document(`"subpage":{"number":"1","content":[{"type":"all"},{"type":"text","line":{"Text":"x"}},` +
			`{"type":"structured","line":{"number":"1","run":{"length":"999","fg":" gred","charcode":" 6Ah"}}}]}`)),
		"<teletext xml:space='preserve'>\n <page number=' 100'>&#10;<subpage><content type='ALL'>\n<line>\t</line>" +
			"<line number='2'><![CDATA[ {PN1}a]]><!-- b -->c</line></content><content type='structured'>" +
			"<line number='1'> <run length='0'>ab</run>\n<run length='3'>\n  </run></line></content></subpage></page>" +
			"</teletext>",
		"<?xml version='1.0' encoding='iso-8859-1'?><page number='100'><subpage number='1'/>" +
			"<subpage number='1'/></page>",
	}
}

// rowsOf decodes a document and returns the first rows of its first subpage without spaces at their ends.
func rowsOf(t *testing.T, doc []byte) (rows []string) {
	t.Helper()
	p, err := DecodeJSON(doc)
	if err != nil {
		t.Fatal(err)
	}
	g := p.Subpages[0].Grid()
	for row := range 4 {
		rows = append(rows, strings.TrimRight(g.Row(row), " "))
	}
	return rows
}

// kindsOf returns the kinds of a page's warnings.
func kindsOf(p *Page) (kinds []WarningKind) {
	for _, w := range p.Warnings {
		kinds = append(kinds, w.Kind)
	}
	return kinds
}

// TestDoubledSubpagesAreRenumbered checks the numbers of subpages by their texts, in the order of the document.
func TestDoubledSubpagesAreRenumbered(t *testing.T) {
	for _, tt := range []struct{ stated, want string }{
		{"1,2,2,3", "1,2,4,3"},
		{"1,1,1", "1,2,3"},
		{"1,2,3,4,5,6,7,8,9,1", "1,2,3,4,5,6,7,8,9,10"},
		{"0,0", "0,1"},
		{"3,2,1", "3,2,1"},
		{"9999,9999", "9999,1"},
		{",,", "1,2,3"},
		{"2,,1", "2,3,1"},
		{"x,1", "2,1"},
		{"99999,1", "2,1"},
		{" 2,2.0,1", "2,3,1"},
	} {
		var subpages []string
		for i, n := range strings.Split(tt.stated, ",") {
			subpages = append(subpages, fmt.Sprintf(
				`{"number":%q,"content":{"type":"text","line":{"number":"1","Text":"text %d"}}}`, n, i))
		}
		doc := document(`"subpage":[` + strings.Join(subpages, ",") + `]`)
		p, err := DecodeJSON(doc)
		if err != nil {
			t.Fatal(err)
		}
		numbers := make([]string, len(subpages))
		for _, s := range p.Subpages {
			var i int
			if _, err := fmt.Sscanf(s.Text[0], "text %d", &i); err != nil {
				t.Fatal(err)
			}
			numbers[i] = fmt.Sprint(s.Number)
			part, err := PartJSON(doc, s.Number)
			if err != nil || !strings.Contains(string(part), s.Text[0]) ||
				strings.Count(string(part), "text ") != 1 {
				t.Errorf("%s: subpage %d is cut to %s: %v", tt.stated, s.Number, part, err)
			}
		}
		if got := strings.Join(numbers, ","); got != tt.want {
			t.Errorf("%s became %s, want %s", tt.stated, got, tt.want)
		}
	}
}

// TestBadRunLengthsKeepTextAndPlace puts an odd length between good runs.
func TestBadRunLengthsKeepTextAndPlace(t *testing.T) {
	run := func(length, text string) string {
		return `{"bg":"black","fg":"white","length":` + length + `,"Text":"` + text + `"}`
	}
	for _, length := range []string{
		`"-3"`, `"0"`, `"x"`, `"4.0"`, `" 4"`, `"999"`, `"41"`, `"4.5"`, `""`, `null`, `4`, `4.0`, `-3`, `"2"`, `"1e9"`,
		`"99999999999999999999"`,
	} {
		runs := run(`"3"`, "abc") + "," + run(length, "text") + "," + run(`"33"`, "rest")
		lines := `{"number":"1","run":[` + runs + `]}`
		if row := rowsOf(t, content("structured", lines))[0]; row != "abctextrest" {
			t.Errorf("length %s shows %q", length, row)
		}
	}
	short := `{"number":"1","run":[` + run(`"3"`, "abc") + "," + run(`"-3"`, "te") + "," + run(`"33"`, "rest") + `]}`
	if row := rowsOf(t, content("structured", short))[0]; row != "abcte  rest" {
		t.Errorf("the rest was shifted: %q", row)
	}
	several := `{"number":"1","run":[` + run(`"0"`, "abc") + "," + run(`"999"`, "te") + "," + run(`"x"`, "rest") + `]}`
	if row := rowsOf(t, content("structured", several))[0]; row != "abcterest" {
		t.Errorf("several bad lengths show %q", row)
	}
	blank := `{"number":"1","run":[` + run(`"-3"`, "") + "," + run(`"36"`, "rest") + `]}`
	if row := rowsOf(t, content("structured", blank))[0]; row != "    rest" {
		t.Errorf("a blank run with a bad length shows %q", row)
	}
}

// TestLinesOfOddNumbers checks the rows of lines whose numbers are doubled, missing or badly written.
func TestLinesOfOddNumbers(t *testing.T) {
	for _, tt := range []struct{ lines, want string }{
		{`[{"number":"2","Text":"x"},{"number":"2","Text":"y"}]`, "|y||"},
		{`[{"number":"2","Text":"x"},{"number":"2"}]`, "|||"},
		{`[{"number":" 2","Text":"x"}]`, "|x||"},
		{`[{"number":"2 ","Text":"x"},{"number":"3.0","Text":"y"}]`, "|x|y|"},
		{`[{"Text":"x"},{"Text":"y"},{},{"Text":"z"}]`, "x|y||z"},
		{`["x","y","","z"]`, "x|y||z"},
		{`["x",null,"y"]`, "x||y|"},
		{`"x"`, "x|||"},
		{`[["x","y"]]`, "x|y||"},
		{`[{"number":"1","Text":"x"},{"Text":"y"},{"number":"x","Text":"z"}]`, "x|y|z|"},
		{`[{"number":"2","Text":"x"},{"Text":"y"}]`, "|x|y|"},
		{`[{"number":"0","Text":"x"},{"number":"25","Text":"y"},{"number":"-1","Text":"z"}]`, "||z|"},
	} {
		if got := strings.Join(rowsOf(t, content("text", tt.lines)), "|"); got != tt.want {
			t.Errorf("%s became %q, want %q", tt.lines, got, tt.want)
		}
		runs := strings.ReplaceAll(tt.lines, `"Text":"`, `"run":"`)
		if got := strings.Join(rowsOf(t, content("structured", runs)), "|"); got != tt.want {
			t.Errorf("structured %s became %q, want %q", runs, got, tt.want)
		}
	}
	twice := `[{"number":"1","run":{"length":"40","bg":"red","fg":"white","Text":"first"}},` +
		`{"number":"1","run":{"length":"40","bg":"red","fg":"white","Text":"last"}}]`
	if got := rowsOf(t, content("structured", twice))[0]; got != "last" {
		t.Errorf("of a doubled line %q is shown", got)
	}
}

func TestContentTypesInOtherCase(t *testing.T) {
	for _, kind := range []string{"Text", "TEXT", " text", "All", "ALL", "Structured ", "STRUCTURED"} {
		if got := rowsOf(t, content(kind, `[{"number":"1","Text":"x"}]`))[0]; got != "x" {
			t.Errorf("type %q shows %q", kind, got)
		}
	}
}

// TestBlankContentFallsBack puts contents that show nothing beside a good one.
func TestBlankContentFallsBack(t *testing.T) {
	blankRuns := &RunLines{0: {{Fg: White, Length: 40}}, 1: {{Fg: White, Bg: Blue, Length: 40, Text: "  "}}}
	codes := &Lines{0: "{Red}{NB}", 1: "   "}
	text, all := &Lines{1: "good"}, &Lines{1: "{Red}ood"}
	for name, s := range map[string]*Subpage{
		"structured without lines":             {Structured: &RunLines{}, Text: text},
		"structured without lines beside all":  {Structured: &RunLines{}, All: all},
		"blank runs":                           {Structured: blankRuns, Text: text},
		"blank runs beside all":                {Structured: blankRuns, All: all},
		"all without lines":                    {All: &Lines{}, Text: text},
		"all with codes only":                  {All: codes, Text: text},
		"structured and all blank":             {Structured: blankRuns, All: codes, Text: text},
		"a line that only text has":            {All: &Lines{0: "x"}, Text: text},
		"a line that structured does not have": {Structured: &RunLines{{{Length: 40, Text: "x"}}}, Text: text},
	} {
		g, conflicts := s.Decode()
		if got := strings.TrimSpace(g.Row(1)); !strings.HasSuffix(got, "ood") || len(conflicts) > 0 {
			t.Errorf("%s shows %q, conflicts %v", name, got, conflicts)
		}
	}
	covered := &Subpage{All: &Lines{0: "{DH}Tall"}, Text: &Lines{0: " Tall", 1: "never shown"}}
	if got := covered.Grid().TextLines()[1]; got != "" {
		t.Errorf("below a double height row stands %q", got)
	}
	good := &Subpage{All: codes, Structured: &RunLines{1: {{Fg: Green, Length: 40, Text: "good"}}}}
	if g, conflicts := good.Decode(); g[1][0].Fg != Green || len(conflicts) > 0 {
		t.Errorf("%+v, conflicts %v", g[1][0], conflicts)
	}
}
