package teletext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// samplePage returns a page with everything in the specification, and with the service's additions to it.
func samplePage() *Page {
	all := &Lines{0: "{Blue}{NB}{GWhite}h hh p", 3: "{Cyan}Harbour & <quay> 345", 5: "{DH}Tall \"words\"", 22: "äöå {{"}
	g := DecodeAll(all)
	return &Page{
		Network: "Helm", Number: 123, Name: "Harbour", Modified: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC),
		SubpageCount: 2, Prev: 122, Next: 130, TOPType: "Block", Animated: "yes",
		Subpages: []Subpage{
			{
				Number: 2, Dwell: 8 * time.Second, Text: g.TextLines(), All: all,
				Structured: g.Structured(func(n int) bool { return n == 345 }),
			},
			{Number: 5, All: &Lines{}},
		},
	}
}

type codec struct {
	name   string
	encode func(*Page) ([]byte, error)
	decode func([]byte) (*Page, error)
}

func codecs() []codec {
	return []codec{
		{"json", (*Page).EncodeJSON, DecodeJSON},
		{"xml", (*Page).EncodeXML, DecodeXML},
	}
}

func TestRoundTrip(t *testing.T) {
	for _, c := range codecs() {
		t.Run(c.name, func(t *testing.T) { checkRoundTrip(t, c, samplePage()) })
	}
}

func checkRoundTrip(t *testing.T, c codec, want *Page) {
	t.Helper()
	data, err := c.encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.decode(data)
	if err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	clean := *want
	clean.Warnings, got.Warnings = nil, nil
	if !reflect.DeepEqual(got, &clean) {
		t.Errorf("decode(encode(x)) is not x:\n%+v\n%+v\n%s", got, &clean, data)
	}
}

func TestSamplePageNeedsNoForgiveness(t *testing.T) {
	for _, c := range codecs() {
		data, _ := c.encode(samplePage())
		p, err := c.decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Warnings) > 0 {
			t.Errorf("%s: %q", c.name, p.Warnings)
		}
	}
}

func TestDecodeForgives(t *testing.T) {
	page := func(inside string) string {
		return `{"teletext":{"network":"N","xml":"preserve","page":{"number":"100","subpagecount":"1",` + inside + `}}}`
	}
	structured := func(runs string) string {
		return page(`"subpage":{"number":"1","content":{"type":"structured","line":{"number":"1","run":` + runs + `}}}`)
	}
	for _, tt := range []struct {
		name, doc string
		warning   WarningKind // empty if there is none
		check     func(*Page) bool
	}{
		{
			"single objects for arrays",
			page(`"subpage":{"number":"1","content":{"type":"text","line":{"number":"2","Text":"a"}}}`),
			"", func(p *Page) bool { return p.Subpages[0].Text[1] == "a" },
		},
		{
			"single run object", structured(`{"bg":"black","fg":"white","length":"40"}`), "", func(p *Page) bool {
				return p.Subpages[0].Structured[0][0].Length == 40
			},
		},
		{
			"charcode without h", structured(`{"bg":"black","fg":"gred","length":"40","charcode":"6A"}`),
			"", func(p *Page) bool { return p.Subpages[0].Structured[0][0].Charcode == 0x6A },
		},
		{
			"charcode of a letter", structured(`{"bg":"black","fg":"gred","length":"40","charcode":"41h"}`),
			"", func(p *Page) bool { return p.Subpages[0].Structured[0][0].Charcode == 0x41 },
		},
		{
			"charcode of a control code", structured(`{"bg":"black","fg":"gred","length":"40","charcode":"11h"}`),
			WarnCharcode, nil,
		},
		{
			"numbers as numbers", `{"teletext":{"xml":"preserve","page":{"number":100,"subpagecount":"0"}}}`,
			WarnNotString, func(p *Page) bool { return p.Number == 100 },
		},
		{"short runs", structured(`[{"bg":"black","fg":"white","length":"3","Text":"abc"}]`), WarnRunsFill, nil},
		{
			"unknown colour", structured(`{"bg":"pink","fg":"white","length":"40"}`), WarnColour, func(p *Page) bool {
				return p.Subpages[0].Structured[0][0].Bg == Black
			},
		},
		{
			"odd time", page(`"time":"yesterday","subpage":[]`), WarnTime, func(p *Page) bool {
				return p.Modified.IsZero()
			},
		},
		{"no root", `{"page":{"number":"100"}}`, WarnRoot, nil},
		{
			"line 25", page(`"subpage":{"number":"1","content":{"type":"text","line":[{"number":"25","Text":"x"}]}}`),
			WarnLine, nil,
		},
		{
			"line twice",
			page(
				`"subpage":{"number":"1","content":{"type":"text","line":[{"number":"2","Text":"x"},{"number":"2",` +
					`"Text":"y"}]}}`), WarnLineTwice, func(p *Page) bool { return p.Subpages[0].Text[1] == "y" },
		},
		{
			"subpages out of order", page(`"subpage":[{"number":"3"},{"number":"1"}]`), WarnOrder, func(p *Page) bool {
				return p.Subpages[0].Number == 1
			},
		},
		{
			"subpage twice", page(`"subpage":[{"number":"1"},{"number":"1"}]`), WarnTwice, func(p *Page) bool {
				return len(p.Subpages) == 2
			},
		},
		{"count differs", page(`"subpage":[{"number":"1"},{"number":"2"}]`), WarnCount, nil},
		{
			"long line",
			page(`"subpage":{"number":"1","content":{"type":"all","line":{"number":"1","Text":"` +
				strings.Repeat("x", 41) + `"}}}`), WarnLineLong, nil,
		},
		{
			"control character", page(`"name":"a\u0007b","subpage":[{"number":"1"}]`),
			WarnControls, func(p *Page) bool { return p.Name == "a b" },
		},
		{
			"control of direction", page(`"name":"a\u202eb\u009bc","subpage":[{"number":"1"}]`),
			WarnControls, func(p *Page) bool { return p.Name == "a b c" },
		},
		{
			"bare string for a line", page(`"subpage":{"number":"1","content":{"type":"text","line":["x"]}}`),
			WarnNotObject, func(p *Page) bool { return p.Subpages[0].Text[0] == "x" },
		},
		{
			"lower-case text",
			page(`"subpage":{"number":"1","content":{"type":"text","line":{"number":"1","text":"x"}}}`),
			WarnTextKey, func(p *Page) bool { return p.Subpages[0].Text[0] == "x" },
		},
		{"another toptype", page(`"toptype":"Heap","subpage":[{"number":"1"}]`), WarnTOPType, nil},
		{
			"lower-case toptype",
			page(`"toptype":"block","subpage":{"number":"1","content":{"type":"text","line":{"number":"1"}}}`), "", nil,
		},
		{"unknown content", page(`"subpage":{"number":"1","content":{"type":"smell"}}`), WarnContent, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := DecodeJSON([]byte(tt.doc))
			if err != nil {
				t.Fatal(err)
			}
			if got := kindsOf(p); tt.warning == "" && len(got) > 0 ||
				tt.warning != "" && !slices.Contains(got, tt.warning) {
				t.Errorf("warnings %q, want %q", p.Warnings, tt.warning)
			}
			if tt.check != nil && !tt.check(p) {
				t.Errorf("read as %+v", p)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	for _, doc := range []string{
		"", "[]", "null", "{}", `"x"`, `{"teletext":{}}`, `{"teletext":{"page":{"number":"abc"}}}`,
		`{"page":{"number":"-1"}}`, "<html></html>", deep,
	} {
		if p, err := DecodeJSON([]byte(doc)); err == nil {
			t.Errorf("DecodeJSON(%q) = %+v", doc, p)
		}
	}
	deepXML := strings.Repeat("<a>", 40) + strings.Repeat("</a>", 40)
	for _, doc := range []string{
		"", "{}", "<html/>", "<teletext/>", "<teletext><page/></teletext>", "<teletext>",
		deepXML, `<!DOCTYPE x [<!ENTITY e "b">]><teletext>&e;</teletext>`,
	} {
		if p, err := DecodeXML([]byte(doc)); err == nil {
			t.Errorf("DecodeXML(%q) = %+v", doc, p)
		}
	}
}

func TestXMLWithLayout(t *testing.T) {
	p, err := DecodeXML([]byte(`<?xml version="1.0" encoding="UTF-8"?>
<teletext network="Helm" xml:space="preserve">
  <page number="100" subpagecount="1">
    <subpage number="1" time="8">
      <content type="text">
        <line number="1"></line>
        <line number="2">  two  </line>
      </content>
      <content type="structured">
        <line number="1">
          <run bg="black" fg="white" length="2"> x</run>
          <run bg="black" fg="white" length="38"/>
        </line>
      </content>
    </subpage>
  </page>
</teletext>`))
	if err != nil {
		t.Fatal(err)
	}
	s := p.Subpages[0]
	if s.Text[0] != "" || s.Text[1] != "  two  " || s.Structured[0][0].Text != " x" || len(p.Warnings) > 0 {
		t.Errorf("%+v, %q", s, p.Warnings)
	}
}

// TestRecordedDocuments decodes recorded responses if they are available. The expected numbers were counted by hand.
func TestRecordedDocuments(t *testing.T) {
	for _, tt := range []struct {
		file  string
		links []int // of each subpage
	}{
		{"page-100-four-subpages.json", []int{23, 20, 21, 21}},
		{"page-100-one-subpage.json", []int{21}},
	} {
		t.Run(tt.file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("../../../shared/samples", tt.file))
			if err != nil {
				t.Skip("the recorded samples are not here:", err)
			}
			p, err := DecodeJSON(data)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Subpages) != len(tt.links) || p.Next != 101 || p.Prev != 0 || len(p.Warnings) > 0 {
				t.Errorf("%d subpages, next %d, prev %d, warnings %q", len(p.Subpages), p.Next, p.Prev, p.Warnings)
			}
			for i := range p.Subpages {
				s := &p.Subpages[i]
				checkRecorded(t, s)
				if s.MarkedLinks() != tt.links[i] || s.DoubleHeightLines() != 4 {
					t.Errorf("subpage %d: %d links, %d double-height lines",
						s.Number, s.MarkedLinks(), s.DoubleHeightLines())
				}
			}
			for _, c := range codecs() {
				checkRoundTrip(t, c, p)
			}
		})
	}
}

// checkRecorded compares the decoded content type all with the service's own text and structured contents of the same
// subpage.
func checkRecorded(t *testing.T, s *Subpage) {
	t.Helper()
	g := DecodeAll(s.All)
	for row, line := range g.TextLines() {
		if want := strings.TrimRight(s.Text[row], " "); line != want {
			t.Errorf("subpage %d line %d: text %q, the service has %q", s.Number, row+1, line, want)
		}
	}
	if got := g.doubleHeightRows(); got != s.DoubleHeightLines() {
		t.Errorf("subpage %d: %d double-height lines, structured has %d", s.Number, got, s.DoubleHeightLines())
	}
	for row, runs := range s.Structured {
		checkRunsAgainst(t, g, row, runs)
	}
	joined, conflicts := s.Decode()
	if *joined != *g || len(conflicts) > 0 {
		t.Errorf("subpage %d: joined, it differs from all alone; conflicts %v", s.Number, conflicts)
	}
	alone := (&Subpage{Structured: s.Structured}).Grid()
	for row := range g {
		for col, want := range g[row] {
			got := alone[row][col]
			if got.Rune != want.Rune || got.Bg != want.Bg || want.Rune != ' ' && got != want {
				t.Errorf("subpage %d row %d column %d: structured alone shows %+v, all alone %+v",
					s.Number, row, col, got, want)
			}
		}
	}
}

func checkRunsAgainst(t *testing.T, g *Grid, row int, runs []Run) {
	t.Helper()
	col := 0
	for _, r := range runs {
		text := []rune(r.Text)
		for i := range r.Length {
			c := g[row][col]
			col++
			shown := i < len(text) && text[i] != ' '
			if c.Bg != r.Bg || shown && c.Fg != r.Fg.Base() {
				t.Errorf("line %d column %d: %v on %v, the service has %v on %v", row+1, col-1, c.Fg, c.Bg, r.Fg, r.Bg)
			}
			if r.Charcode > 0x20 && c.Sixels() != Sixels(r.Charcode) {
				t.Errorf("line %d column %d: sixels %06b, the service has charcode %X",
					row+1, col-1, c.Sixels(), r.Charcode)
			}
		}
	}
}

func fuzzDecode(f *testing.F, c codec) {
	for _, p := range []*Page{samplePage(), {Number: 100}} {
		for _, format := range codecs() {
			data, _ := format.encode(p)
			f.Add(data)
		}
	}
	for _, odd := range oddDocuments() {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip("the client never hands over more than its limit")
		}
		p, err := c.decode(data)
		if c.name == "json" &&
			(err == nil && !json.Valid(bytes.TrimPrefix(data, byteOrderMark)) ||
				errors.Is(err, errJSON) && json.Valid(data)) {
			t.Errorf("error %v, but valid JSON is %v", err, json.Valid(data))
		}
		if err != nil {
			return
		}
		for i := range p.Subpages {
			p.Subpages[i].Grid()
			p.Subpages[i].MarkedLinks()
			p.Subpages[i].DoubleHeightLines()
		}
		// A decoded document must encode to a document that decodes to the same, except for the number of warnings.
		for _, other := range codecs() {
			checkRoundTrip(t, other, p)
		}
	})
}

func FuzzDecodeJSON(f *testing.F) { fuzzDecode(f, codecs()[0]) }
func FuzzDecodeXML(f *testing.F)  { fuzzDecode(f, codecs()[1]) }

func BenchmarkDecode(b *testing.B) {
	for _, c := range codecs() {
		data, _ := c.encode(samplePage())
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.decode(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecodeAll(b *testing.B) {
	lines := samplePage().Subpages[0].All
	b.ReportAllocs()
	for b.Loop() {
		DecodeAll(lines)
	}
}

func ExampleDecodeAll() {
	g := DecodeAll(&Lines{0: "{GRed}5 {White}Tide"})
	fmt.Println(string(g[0][1].Rune), g[0][1].Fg, g.Row(0)[:8])
	// Output: ▌ red     Tide
}
