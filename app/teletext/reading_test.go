package teletext

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// marked formats a block with its links and their targets in brackets.
func marked(a *Article, b *Block) string {
	text := b.Text
	for i := len(b.Links) - 1; i >= 0; i-- {
		l := b.Links[i]
		to := a.Links[l.Link]
		text = text[:l.From] + "[" + text[l.From:l.Before] + "=" +
			Address(to.Page, to.Subpage) + to.URL + "]" + text[l.Before:]
	}
	return text
}

// every is a guide by which every page exists.
type every struct{}

func (every) Existence(int) Existence { return Exists }
func (every) MarksLinks() bool        { return true }

// read makes an article of a page with subpages. It returns a line for each block, which starts with the letter of its
// kind.
func read(p *Page, reveal bool, subpages ...*Lines) (blocks []string, a Article) {
	for i, l := range subpages {
		p.Subpages = append(p.Subpages, Subpage{Number: i + 1, All: l})
	}
	p.SubpageCount = len(subpages)
	a = p.Article(every{}, reveal)
	for i := range a.Blocks {
		blocks = append(blocks, string("PHST"[a.Blocks[i].Kind])+" "+marked(&a, &a.Blocks[i]))
	}
	return blocks, a
}

func TestReading(t *testing.T) {
	sheet := &Lines{
		0:  "{GRed}5555",
		1:  "{DH}The harbour",
		3:  " The ferry to the outer isles is due at",
		4:  " noon, and the pilot waits at the light-",
		5:  " house until then.",
		6:  " Short line.",
		8:  " 120 Tides     121 Winds",
		9:  "   122 Rain      123 Sun",
		11: " hidden {Conceal}answer",
	}
	want := []string{
		"H The harbour",
		"P The ferry to the outer isles is due at noon, and the pilot waits at the lighthouse until then.",
		"P Short line.",
		"T [120=120] Tides     [121=121] Winds\n  [122=122] Rain      [123=123] Sun",
		"P hidden",
	}
	got, a := read(&Page{Number: 100}, false, sheet)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	if !a.Blocks[2].Close || a.Blocks[3].Close || len(a.Links) != 4 {
		t.Errorf("%+v", a)
	}
	if got, _ := read(&Page{Number: 100}, true, sheet); got[4] != "P hidden  answer" {
		t.Errorf("revealed: %q", got[4])
	}
}

// TestArticle makes one text of a page's subpages.
func TestArticle(t *testing.T) {
	first := &Lines{
		0:  "{GRed}55{White}  TEST TEXT      123 1/3",
		3:  "{DH}The long crossing",
		6:  " The boat left at eight with all hands",
		7:  " on deck and a goat. Nobody had asked",
		8:  " the goat, who had asked for page 200",
		9:  " of the rules and was given half of",
		22: "                         continues >>",
		23: "{Red}Index 100{Green}Sport 201{Yellow}TV 300",
	}
	second := &Lines{
		0:  "{GRed}55{White}  TEST TEXT      123 2/3",
		3:  "{DH}The long crossing",
		6:  " it. The rest was eaten, by the goat.",
		8:  "{Yellow}AT NOON",
		9:  " Everyone was given lunch. The goat",
		10: " declined.",
		12: " PORT          DUE    SHIP",
		13: " Lee Haven   12.30    Azimuth",
		14: " Kedge  13.05  late",
		15: "      as usual",
		22: "                               more >>",
		23: "{Red}Index 100{Green}Sport 201{Yellow}TV 300",
	}
	third := &Lines{
		0:  "{GRed}55{White}  TEST TEXT      123 3/3",
		3:  "{DH}The long crossing",
		6:  " - A first answer that is longer than",
		7:  "   the line.",
		8:  " - A second.",
		10: " 12.00 Noon",
		11: "       Live.",
		12: " 13.00 Afternoon",
		23: "{Red}Index 100{Green}Sport 201{Yellow}TV 300",
	}
	got, a := read(&Page{Number: 123, Network: "Test"}, false, first, second, third)
	want := []string{
		"H The long crossing",
		"P The boat left at eight with all hands on deck and a goat. Nobody had asked the goat, who had asked for " +
			"page [200=200] of the rules and was given half of it. The rest was eaten, by the goat.",
		"S AT NOON",
		"P Everyone was given lunch. The goat declined.",
		"T PORT          DUE    SHIP\nLee Haven   12.30    Azimuth\nKedge  13.05  late\n     as usual",
		"P - A first answer that is longer than the line.",
		"P - A second.",
		"T 12.00 Noon\n      Live.\n13.00 Afternoon",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	if b := a.Blocks[1]; b.First != 0 || b.Last != 1 {
		t.Errorf("what runs on is of subpages %d to %d", b.First, b.Last)
	}
}

// TestArticleRepeats checks that texts that all subpages have are not repeated, and that nothing else is left out.
func TestArticleRepeats(t *testing.T) {
	sheet := func(own string) *Lines {
		return &Lines{
			2:  "{DH}Results",
			5:  " TIME    RESULT        PLACE",
			6:  " " + own,
			9:  " 101 News      201 Sport",
			10: " " + own + " again",
			20: " Tickets at the quay.",
		}
	}
	got, _ := read(&Page{Number: 150}, false, sheet("Gulls 2"), sheet("Terns 3"), sheet("Terns 3"))
	want := []string{
		"H Results", "T TIME    RESULT        PLACE", "P Gulls 2",
		"T [101=101] News      [201=201] Sport", "P Gulls 2 again",
		"P Terns 3", "P Terns 3 again", "P Tickets at the quay.",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

func TestFurniture(t *testing.T) {
	p := &Page{Number: 123, Network: "Helm One", SubpageCount: 3, Subpages: make([]Subpage, 3)}
	p.Subpages[1].Number = 2
	f := furniture{p, 1}
	for text, is := range map[string]bool{
		"HELM ONE Teletext 123 2/3": true, "P123 20.15 – 2(3)": true,
		"Helm One 124": false, "News 123": false, "1/3": false,
	} {
		if f.isHeader(text, false) != is {
			t.Errorf("%q is a header: %v", text, !is)
		}
	}
	for text, want := range map[string]string{
		"TIDES 123/2": "TIDES", "Tides (2/3)": "Tides", "Tides 2 of 3": "Tides",
		"Tides 1/3": "Tides 1/3", "123 2/3": "", "a  b 123": "a  b",
	} {
		l := typedLine{}
		for _, r := range text {
			l.glyphs = append(l.glyphs, glyph{rune: r})
		}
		l.measure()
		if f.cutCounter(&l); l.text != want {
			t.Errorf("%q is %q without its counter, want %q", text, l.text, want)
		}
	}
	for text, is := range map[string]bool{
		"continues »": true, "... jatkuu": true, "More": true, "more fish": false, "»": false,
	} {
		if isContinued(text) != is {
			t.Errorf("%q says that it continues: %v", text, !is)
		}
	}
}

// TestFootOfTimes checks that the last rows of a table that have only times or numbers are kept, although they look
// like a header.
func TestFootOfTimes(t *testing.T) {
	got, _ := read(&Page{Number: 123}, false, &Lines{
		20: " Ferry    Back", 21: " 18.10    19.45", 22: " 20.15    22.30", 23: " 0.5  -  1.25",
	})
	if text := strings.Join(got, "\n"); !strings.Contains(text, "22.30") || !strings.Contains(text, "1.25") {
		t.Errorf("%s", text)
	}
	if got, _ := read(&Page{Number: 123}, false,
		&Lines{1: " 18.10", 10: " Text", 22: " ------", 23: " 123 18.10"}); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

// TestOtherSpaces reads a page with other kinds of spaces, also in a row without text.
func TestOtherSpaces(t *testing.T) {
	got, _ := read(&Page{Number: 123}, false, &Lines{2: "\u00a0", 8: "\u00a0\u00a0", 10: " The\u00a0harbour is open."})
	if !reflect.DeepEqual(got, []string{"P The harbour is open."}) {
		t.Errorf("%q", got)
	}
}

func FuzzArticle(f *testing.F) {
	f.Add(" The boat left at eight with all hands\n on deck\n\n 123 4/5 more >>",
		"{DH}Tall\n\n 12.00 One    101\n 13.00 Two    102", true)
	f.Add(" a-", " b", false)
	f.Fuzz(func(t *testing.T, one, other string, reveal bool) {
		p := &Page{Number: 123, Network: "Test", Next: 124, SubpageCount: 2}
		for i, text := range []string{one, other} {
			var lines Lines
			for row, line := range strings.SplitN(text, "\n", Rows) {
				lines[row] = line
			}
			p.Subpages = append(p.Subpages, Subpage{Number: i + 1, All: &lines})
		}
		a, first := p.Article(every{}, reveal), 0
		for _, b := range a.Blocks {
			if b.Text == "" || !utf8.ValidString(b.Text) || b.First < first || b.Last < b.First || b.Last > 1 {
				t.Errorf("block %+v", b)
			}
			at := 0
			for _, l := range b.Links {
				if l.From < at || l.From >= l.Before || l.Before > len(b.Text) || l.Link < 0 || l.Link >= len(a.Links) {
					t.Errorf("link %+v of %q", l, b.Text)
				}
				first, at = b.First, l.Before
			}
		}
	})
}

// FuzzArticleWords reads pages of arbitrary text, and checks that no word between their first and last rows is lost.
func FuzzArticleWords(f *testing.F) {
	f.Add(" The ferry is due at", " noon, light-", " house until then.",
		" 120 Tides     121 Winds", "22.30  12.15", "more")
	f.Add("\u00a0", "1.1 2.2 3.3", "a » ", "»", "continues", "x of 2")
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g string) {
		text := []string{a, b, c, d, e, g}
		one, two := &Lines{}, &Lines{}
		for i, s := range text {
			one[6+2*i] = s
			two[7+2*i] = s
		}
		p := &Page{Number: 123, Subpages: []Subpage{{Number: 1, All: one}, {Number: 2, All: two}}, SubpageCount: 2}
		art := p.Article(every{}, true)
		var all strings.Builder
		for _, b := range art.Blocks {
			all.WriteString(" " + b.Text)
		}
		for i := range p.Subpages {
			gr := p.Subpages[i].Grid()
			for row := 6; row < 22; row++ {
				if gr.Covered(row) || gr.isTallRow(row) {
					continue
				}
				line := gr.Text([]Span{{Row: row, Before: Columns}}, TextForm{Reveal: true})
				if isContinued(line) {
					continue
				}
				for _, w := range strings.Fields(strings.TrimRight(line, arrows+" ")) {
					if !strings.Contains(all.String(), strings.TrimRight(w, "-")) {
						t.Fatalf("row %d of %d: %q lost from %q: %q", row, i, w, line, all.String())
					}
				}
			}
		}
	})
}
