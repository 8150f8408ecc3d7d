package teletext

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A variety writes documents in as many ways as their formats allow without another meaning.
type variety struct {
	rand *rand.Rand
	out  bytes.Buffer
}

func (v *variety) pick(ways ...string) string { return ways[v.rand.IntN(len(ways))] }

// layout writes what may stand between elements.
func (v *variety) layout() {
	for range v.rand.IntN(4) {
		v.out.WriteString(v.pick("\n", "\n\t\t", "  ", "\r\n   ", "&#10;", "&#xA;&#32;", "<![CDATA[ \n ]]>",
			"<!-- a < b -->", "<?odd thing?>", "\n\n", "\t"))
	}
}

func (v *variety) xml(n *node) {
	v.out.WriteString("<" + n.name)
	attrs := slices.Clone(n.attrs)
	v.rand.Shuffle(len(attrs), func(i, j int) { attrs[i], attrs[j] = attrs[j], attrs[i] })
	for _, a := range attrs {
		if a.key == "xml" {
			a.key = "xml:space"
		}
		v.out.WriteString(v.pick(" ", "\n  ", "\t") + a.key + v.pick("=", " = ") + `"`)
		_ = xml.EscapeText(&v.out, []byte(a.value))
		v.out.WriteString(`"`)
	}
	if n.text == "" && len(n.children) == 0 && v.rand.IntN(2) == 0 {
		v.out.WriteString(v.pick("/>", " />"))
		return
	}
	v.out.WriteString(">")
	v.text(n.text)
	for _, c := range n.children {
		v.layout()
		v.xml(c)
	}
	if len(n.children) > 0 || n.text == "" && v.rand.IntN(3) == 0 {
		v.layout()
	}
	v.out.WriteString("</" + n.name + v.pick(">", " >"))
}

// text writes a text in parts, each as it is, escaped or as CDATA, with comments between them.
func (v *variety) text(s string) {
	runes := []rune(s)
	for len(runes) > 0 {
		size := 1 + v.rand.IntN(len(runes))
		part := string(runes[:size])
		runes = runes[size:]
		switch v.rand.IntN(4) {
		case 0:
			v.out.WriteString("<![CDATA[" + strings.ReplaceAll(part, "]]>", "]]]]><![CDATA[>") + "]]>")
		case 1:
			for _, r := range part {
				fmt.Fprintf(&v.out, "&#%d;", r)
			}
		default:
			_ = xml.EscapeText(&v.out, []byte(part))
		}
		v.out.WriteString(v.pick("", "", "<!-- between -->"))
	}
}

// space writes white space between the tokens of JSON.
func (v *variety) space() { v.out.WriteString(v.pick("", "", " ", "\n\t", "\r\n")) }

func (v *variety) quoted(s string) {
	data, _ := json.Marshal(s)
	v.out.Write(data)
}

func (v *variety) json(n *node) {
	v.out.WriteString("{")
	first := true
	key := func(s string) {
		if !first {
			v.out.WriteString(",")
		}
		first = false
		v.space()
		v.quoted(s)
		v.space()
		v.out.WriteString(":")
		v.space()
	}
	for _, a := range n.attrs {
		key(a.key)
		v.quoted(a.value)
	}
	if n.text != "" || (n.name == "line" || n.name == "run") && len(n.children) == 0 && v.rand.IntN(3) == 0 {
		key("Text")
		v.quoted(n.text)
	}
	if len(n.children) > 0 {
		key(n.children[0].name)
		v.jsonChildren(n.children)
	}
	v.space()
	v.out.WriteString("}")
}

func (v *variety) jsonChildren(children []*node) {
	if len(children) == 1 && v.rand.IntN(2) == 0 {
		v.json(children[0])
		return
	}
	v.out.WriteString("[")
	for i, c := range children {
		if i > 0 {
			v.out.WriteString(",")
		}
		v.space()
		v.json(c)
	}
	v.out.WriteString("]")
}

// spelled returns a page's document with blank texts left out or written as spaces.
func (v *variety) spelled(p *Page) *node {
	root := p.tree()
	var spell func(n *node)
	spell = func(n *node) {
		width := Columns
		if n.name == "run" {
			width, _, _ = readNumber(n.attribute("length"))
		}
		leaf := n.name == "run" || n.name == "line" && len(n.children) == 0
		if trimmed := strings.TrimRight(n.text, " "); leaf && v.rand.IntN(2) == 0 {
			n.text = trimmed
		} else if count, _ := countCodes(n.text); leaf && v.rand.IntN(2) == 0 && count < width {
			n.text += strings.Repeat(" ", width-count)
		}
		if n.name == "content" && v.rand.IntN(2) == 0 { // blank lines left out
			n.children = slices.DeleteFunc(n.children, func(l *node) bool {
				return strings.Trim(l.text, " ") == "" && len(l.children) == 0
			})
			if len(n.children) == 0 {
				n.children = []*node{{name: "line", attrs: []attr{{"number", "24"}}}}
			}
		}
		for _, c := range n.children {
			spell(c)
		}
	}
	spell(root)
	return root
}

// randomPage returns a page with a few subpages of random codes, in some or all representations.
func randomPage(r *rand.Rand) *Page {
	p := &Page{Network: "Helm & <co>", Number: 100 + r.IntN(800), Name: `"Tide" 'n' <sea>`, SubpageCount: 1 + r.IntN(3)}
	for n := range p.SubpageCount {
		all := &Lines{}
		for row := range all {
			var b strings.Builder
			for range r.IntN(3) * r.IntN(Columns/2) {
				if r.IntN(4) == 0 {
					b.WriteString("{" + Keyword(r.IntN(firstPrintable)) + "}")
				} else {
					b.WriteRune([]rune(" a5%ä{<>&\"']}–")[r.IntN(14)])
				}
			}
			if _, odd := countCodes(b.String()); !odd {
				all[row] = b.String()
			}
		}
		g := DecodeAll(all)
		s := Subpage{Number: n + 1}
		if r.IntN(3) > 0 {
			s.Text = g.TextLines()
		}
		if r.IntN(3) > 0 {
			s.Structured = g.Structured(func(n int) bool { return n%2 == 0 })
		}
		if r.IntN(3) > 0 || s.Empty() {
			s.All = all
		}
		p.Subpages = append(p.Subpages, s)
	}
	return p
}

// TestFormatsShowTheSame writes random pages in both formats, in random ways.
func TestFormatsShowTheSame(t *testing.T) {
	for seed := range uint64(300) {
		v := &variety{rand: rand.New(rand.NewPCG(seed, 1))}
		p := randomPage(v.rand)
		v.xml(v.spelled(p))
		asXML := bytes.Clone(v.out.Bytes())
		v.out.Reset()
		v.json(&node{children: []*node{v.spelled(p)}})
		fromXML, err := DecodeXML(asXML)
		if err != nil {
			t.Fatalf("seed %d: %v in %s", seed, err, asXML)
		}
		fromJSON, err := DecodeJSON(v.out.Bytes())
		if err != nil {
			t.Fatalf("seed %d: %v in %s", seed, err, v.out.Bytes())
		}
		if len(fromXML.Warnings)+len(fromJSON.Warnings) > 0 {
			t.Errorf("seed %d: warnings %v and %v\n%s", seed, fromXML.Warnings, fromJSON.Warnings, asXML)
		}
		if !fromXML.SameContent(fromJSON) || !fromXML.SameContent(p) {
			t.Errorf("seed %d: the contents differ", seed)
		}
		for i := range p.Subpages {
			x, j, want := fromXML.Subpages[i].Grid(), fromJSON.Subpages[i].Grid(), p.Subpages[i].Grid()
			for row := range want {
				if x[row] != want[row] || j[row] != want[row] {
					t.Fatalf("seed %d, subpage %d, row %d: %q in XML, %q in JSON, want %q",
						seed, i, row, x.Row(row), j.Row(row), want.Row(row))
				}
			}
		}
	}
}

// TestSameContentDistinguishes changes a page a little.
func TestSameContentDistinguishes(t *testing.T) {
	for name, change := range map[string]func(p *Page){
		"a letter":            func(p *Page) { p.Subpages[0].All[3] += "x" },
		"a space before text": func(p *Page) { p.Subpages[0].Text[3] = " " + p.Subpages[0].Text[3] },
		"a missing content":   func(p *Page) { p.Subpages[0].Text = nil },
		"a missing subpage":   func(p *Page) { p.Subpages = p.Subpages[:1] },
		"a background":        func(p *Page) { p.Subpages[0].Structured[10] = []Run{{Bg: Red, Fg: White, Length: 40}} },
		"a name":              func(p *Page) { p.Name = "other" },
	} {
		p := samplePage()
		change(p)
		if p.SameContent(samplePage()) {
			t.Errorf("%s makes no difference", name)
		}
	}
	if p := samplePage(); !p.SameContent(samplePage()) {
		t.Error("a page is not the same as itself")
	}
}

func TestLatin1XML(t *testing.T) {
	for _, label := range []string{"ISO-8859-1", "latin1", "windows-1252", "us-ascii"} {
		p, err := DecodeXML([]byte("<?xml version='1.0' encoding='" + label +
			"'?><teletext><page number='100' name='S\xe4\xe4'/></teletext>"))
		if err != nil || p.Name != "Sää" {
			t.Errorf("%s: %+v, %v", label, p, err)
		}
	}
}
