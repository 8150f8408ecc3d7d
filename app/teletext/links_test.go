package teletext

import (
	"fmt"
	"strings"
	"testing"
)

// guideTo is a guide with the existing pages. All others are unknown, and absent below 200.
type guideTo struct {
	exist []int
	marks bool
}

func (g guideTo) Existence(page int) Existence {
	for _, n := range g.exist {
		if n == page {
			return Exists
		}
	}
	if page < 200 {
		return Absent
	}
	return Unknown
}

func (g guideTo) MarksLinks() bool { return g.marks }

func linkWords(links []Link) string {
	var words []string
	for _, l := range links {
		to := l.URL
		if to == "" {
			to = Address(l.Page, l.Subpage)
		}
		words = append(words, fmt.Sprintf("%d:%d-%d %s", l.Row+1, l.From, l.Before, to))
	}
	return strings.Join(words, ", ")
}

func TestLinksInText(t *testing.T) {
	guide := guideTo{exist: []int{120, 345, 346, 400}, marks: true}
	for _, tt := range []struct{ line, want string }{
		{"News 345", "1:5-8 345"},
		{"345-346 sport", "1:0-3 345, 1:4-7 346"},
		{"345/346 120.", "1:0-3 345, 1:4-7 346, 1:8-11 120"},
		{"page p345", "1:6-9 345"},
		{"345: cricket", "1:0-3 345"},
		{"5.345 or 345.5, 12:345", ""},
		{"-345 +345", ""},
		{"345% 345 % 345€ 345 €", ""},
		{"1345 3456 345km", ""},
		{"101 absent, 555 unknown", ""},
		{"100 itself", ""},
		{"950 no page", ""},
		{"{Conceal}345", ""},
		{"{GRed}345", ""},
		{"{DW}3.4.5.", "1:1-7 345"},
	} {
		line := strings.ReplaceAll(tt.line, "3.4.5.", "3x4x5x") // every second character is covered
		s := Subpage{Number: 1, All: &Lines{0: line}}
		p := &Page{Number: 100, Subpages: []Subpage{s}}
		if got := linkWords(p.Links(0, s.Grid(), guide)); got != tt.want {
			t.Errorf("%q: links %q, want %q", tt.line, got, tt.want)
		}
	}
}

func TestUnknownNumbersAreLinksWhereTheServiceMarksNone(t *testing.T) {
	s := Subpage{Number: 1, All: &Lines{0: "Sport 555  101"}}
	p := &Page{Number: 100, Subpages: []Subpage{s}}
	if got := linkWords(p.Links(0, s.Grid(), guideTo{})); got != "1:6-9 555" {
		t.Errorf("links %q", got)
	}
}

func TestMarkedLinks(t *testing.T) {
	mark := func(link, text string) Run { return Run{Fg: White, Length: len(text), Text: text, Link: link} }
	plain := func(text string) Run { return Run{Fg: White, Length: len(text), Text: text} }
	for _, tt := range []struct {
		name string
		runs []Run
		want string
	}{
		{"known", []Run{mark("345", "345")}, "1:0-3 345"},
		{"unknown", []Run{mark("555", "555")}, "1:0-3 555"},
		{"absent", []Run{mark("101", "101")}, ""},
		{"no page at all", []Run{mark("999", "999"), mark("12", "12"), mark("rubbish", "rubbish")}, ""},
		{
			"part of a figure",
			[]Run{plain("12,"), mark("345", "345"), plain(" and "), mark("400", "400"), plain("%")},
			"",
		},
		{"a title", []Run{mark("345", "Sport  ")}, "1:0-5 345"},
		{"in two colours", []Run{mark("345", "34"), {Fg: Red, Length: 1, Text: "5", Link: "345"}}, "1:0-3 345"},
		{"a subpage", []Run{mark("345/2", "more")}, "1:0-4 345/2"},
		{"web", []Run{mark("https://helm.example/x", "helm.example")}, "1:0-12 https://helm.example/x"},
		{"other schemes", []Run{mark("javascript:alert(1)", "x"), mark("file:///etc/passwd", "y")}, ""},
	} {
		s := Subpage{Number: 1, Structured: &RunLines{0: tt.runs}}
		p := &Page{Number: 100, Subpages: []Subpage{s}}
		if got := linkWords(p.Links(0, s.Grid(), guideTo{exist: []int{345, 400}, marks: true})); got != tt.want {
			t.Errorf("%s: links %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestDoubleHeightLinkCoversBothRows(t *testing.T) {
	s := Subpage{Number: 1, All: &Lines{4: "{DH}345 Tall"}}
	p := &Page{Number: 100, Subpages: []Subpage{s}}
	links := p.Links(0, s.Grid(), guideTo{exist: []int{345}})
	if len(links) != 1 || links[0].Height != 2 || !links[0].Contains(5, 2) ||
		links[0].Contains(6, 2) || links[0].Contains(5, 4) {
		t.Errorf("%+v", links)
	}
}

func TestArrowsLeadOn(t *testing.T) {
	lines := &Lines{10: "more >>>", 11: "Sport 345 >>>", 12: "a >>> b", 13: "x >"}
	p := &Page{Number: 100, Next: 400, Subpages: []Subpage{{Number: 1, All: lines}, {Number: 3, All: lines}}}
	guide := guideTo{exist: []int{345}, marks: true}
	if got, want := linkWords(p.Links(0, p.Subpages[0].Grid(), guide)),
		"11:5-8 100/3, 12:6-9 345, 12:10-13 345"; got != want {
		t.Errorf("first subpage: %q, want %q", got, want)
	}
	if got, want := linkWords(p.Links(1, p.Subpages[1].Grid(), guide)),
		"11:5-8 400, 12:6-9 345, 12:10-13 345"; got != want {
		t.Errorf("last subpage: %q, want %q", got, want)
	}
	p.Next = 0
	if got, want := linkWords(p.Links(1, p.Subpages[1].Grid(), guide)), "12:6-9 345, 12:10-13 345"; got != want {
		t.Errorf("last page: %q, want %q", got, want)
	}
}

func TestLinksInProse(t *testing.T) {
	guide := guideTo{exist: []int{100, 120, 345, 346}, marks: true}
	for _, tt := range []struct{ text, want string }{
		{"More on page 345, and on 120/2.", "1:13-16 345, 1:25-30 120/2"},
		{"Säätä 345/346", "1:9-12 345, 1:13-16 346"},
		{"100 and 345/ and 346/0", "1:0-3 100, 1:8-11 345, 1:17-20 346"},
		{"See https://sea.example/345?a=120. And 120", "1:4-33 https://sea.example/345?a=120, 1:39-42 120"},
		{"Call 555 1234, or see 556; 199 is none.", "1:22-25 556"},
		{"http://, 101, 3.345 and \xff345", "1:25-28 345"},
	} {
		if got := linkWords(LinksIn(tt.text, guide)); got != tt.want {
			t.Errorf("%q: links %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestLinksInMuchProse finds links in a text of several megabytes, which would take too long if each link were compared
// with all others.
func TestLinksInMuchProse(t *testing.T) {
	const pairs = 200_000
	links := LinksIn(strings.Repeat("345; http://a/ ", pairs), guideTo{})
	if len(links) != 2*pairs {
		t.Fatalf("%d links", len(links))
	}
	if last := links[len(links)-1]; last.URL != "http://a/" || last.Before != 15*pairs-1 {
		t.Errorf("the last is %+v", last)
	}
}

func BenchmarkLinksIn(b *testing.B) {
	for _, size := range []int{64 << 10, 128 << 10, 1 << 20} {
		text := strings.Repeat("See page 345 or https://sea.example/345?a=120. ", size/47)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				LinksIn(text, guideTo{})
			}
		})
	}
}

func FuzzLinks(f *testing.F) {
	f.Add("{DH}345-346 >>>", "345", "x12.345")
	f.Fuzz(func(t *testing.T, line, link, text string) {
		var all Lines
		for i := range all {
			all[i] = line
		}
		s := Subpage{Number: 1, All: &all, Structured: &RunLines{3: {{Fg: White, Length: 7, Text: text, Link: link}}}}
		p := &Page{Number: 100, Next: 101, Subpages: []Subpage{s}}
		g := s.Grid()
		last := Link{Row: -1}
		for _, l := range p.Links(0, g, guideTo{}) {
			if l.From < 0 || l.From >= l.Before || l.Before > Columns || l.Row < 0 || l.Row+l.Height > Rows {
				t.Errorf("a link out of bounds: %+v", l)
			}
			if l.Row == last.Row && l.From < last.Before {
				t.Errorf("%+v lies over %+v", l, last)
			}
			if (l.Page == 0) == (l.URL == "") {
				t.Errorf("%+v leads nowhere, or to two places", l)
			}
			last = l
		}
		links := p.Links(0, g, guideTo{})
		for i, e := range Entries(g, links) {
			if l := links[i]; e.From < 0 || e.From > l.From ||
				e.Before < l.Before || e.Before > Columns || e.Row != l.Row {
				t.Errorf("%+v has the entry %+v", l, e)
			}
		}
		at := 0
		for _, l := range LinksIn(text, guideTo{}) {
			if l.From < at || l.From >= l.Before || l.Before > len(text) || (l.Page == 0) == (l.URL == "") {
				t.Errorf("%+v in %q", l, text)
			}
			at = l.Before
		}
		g.Text(WholeRows(), TextForm{})
	})
}
