package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sextant/app/teletext"
	"sextant/app/testkit"
)

// formsPage returns a page with every kind of cell that the forms distinguish.
func formsPage() *teletext.Grid {
	return teletext.DecodeAll(&teletext.Lines{
		0:  "{Blue}{NB}{GWhite}h hh p abcdefghijklmno{Yellow}HELM",
		1:  " <script>alert(\"1\" & '2')</script>",
		2:  "{Cyan}Index 100{Green}News <101>{White}  >>>",
		4:  "{Red}Normal{DH}Double <&> height{Yellow}345",
		6:  "{DW}Wide text{GGreen}5j",
		8:  "{DS}{Green}Both{GRed}\x7f5j{SG}5j",
		10: "{GRed}5j~\x7fpxz{SG}5j~\x7fpxz   {Conceal}5j{White}{Conceal}hidden",
		12: "{Flash}{Cyan}{NB}{Blue}Tide {GRed}5j{Steady}still",
		13: "\x7f{SB}{SB}boxed{EB}{EB}",
		14: "אבג 日本 x\u0301y \u202eabc\u202c \u0085\u009b31m \u00ad|",
		15: "{Flash}{Conceal}both",
		23: "{White}Last line, to its very end: ---------->",
	})
}

func formsDocument() Document {
	g := formsPage()
	return Document{
		Title: "123 <b>Tide & \"time\"</b> – HELM", Heading: "123 <b>Tide & \"time\"</b>", Note: "HELM\x00\u202e",
		Sections: []Section{
			{ID: "subpage-1", Heading: "Subpage 1", Rows: g[:], Anchors: []Anchor{
				{Row: 2, From: 7, Before: 10, Href: "sextant:100", Title: "Page 100"},
				{Row: 2, From: 24, Before: 27, Href: "#subpage-2"},
				{Row: 4, From: 26, Before: 29, Href: "https://example.org/?a=1&b='\"<x>", Title: "<Example>"},
				{Row: 1, From: 1, Before: 9, Href: "javascript:alert(1)", Title: "no"},
				{Row: 23, From: 1, Before: 5, Href: "http:relative", Title: "no"},
			}},
			{ID: "subpage-2", Heading: "Subpage 2", Rows: teletext.DecodeAll(&teletext.Lines{})[:]},
		},
	}
}

// TestFormsGolden compares the page in both forms with the files in testdata. With UPDATE_GOLDEN=1 in the environment
// it writes them, to be checked before they are committed.
func TestFormsGolden(t *testing.T) {
	g := formsPage()
	for name, write := range map[string]func(io.Writer) error{
		"page.ansi": func(w io.Writer) error { return ANSI(w, g[:], testLook()) },
		"page.html": func(w io.Writer) error { return HTML(w, formsDocument(), testLook()) },
	} {
		var got bytes.Buffer
		testkit.NoError(t, write(&got))
		file := filepath.Join("testdata", name)
		if os.Getenv("UPDATE_GOLDEN") != "" {
			testkit.NoError(t, os.WriteFile(file, got.Bytes(), 0o644))
		}
		want := testkit.Must(os.ReadFile(file))(t)
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s is otherwise:\n%s", name, got.Bytes())
		}
	}
}

// A terminalCell is what a terminal shows in a cell.
type terminalCell struct {
	char        rune
	fg, bg      color.RGBA
	bold, blink bool
}

var sgr = regexp.MustCompile(`^\x1b\[0(;1)?(;5)?;38;2;(\d+);(\d+);(\d+);48;2;(\d+);(\d+);(\d+)m`)

// terminal interprets the sequences that ANSI may write, and fails on all others. Each line must have 40 cells, start
// with colours, and end with a reset.
func terminal(t *testing.T, out string) (screen [][]terminalCell) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Fatalf("%q is no UTF-8", out)
	}
	for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		body, isReset := strings.CutSuffix(line, "\x1b[0m")
		if !isReset || !strings.HasPrefix(line, "\x1b") {
			t.Fatalf("a line runs into others: %q", line)
		}
		var row []terminalCell
		var pen terminalCell
		for body != "" {
			if m := sgr.FindStringSubmatch(body); m != nil {
				pen = terminalCell{bold: m[1] != "", blink: m[2] != "", fg: rgb(m[3:6]), bg: rgb(m[6:9])}
				body = body[len(m[0]):]
				continue
			}
			r, size := utf8.DecodeRuneInString(body)
			if !harmless(r) || unicode.Is(unicode.M, r) {
				t.Fatalf("%U comes through in %q", r, line)
			}
			pen.char, body = r, body[size:]
			row = append(row, pen)
		}
		if len(row) != teletext.Columns {
			t.Fatalf("a line of %d cells: %q", len(row), line)
		}
		screen = append(screen, row)
	}
	return screen
}

func rgb(s []string) color.RGBA {
	c := color.RGBA{A: 255}
	for i, to := range []*uint8{&c.R, &c.G, &c.B} {
		n, _ := strconv.Atoi(s[i])
		*to = uint8(n)
	}
	return c
}

// harmless reports whether a character is neither a control character nor changes the direction of text.
func harmless(r rune) bool {
	return r >= 0x20 && (r < 0x7F || r > 0x9F) && !unicode.In(r, unicode.Cf, unicode.Cc, unicode.Zl, unicode.Zp)
}

// TestANSIShowsTheCells interprets the output as a terminal does, and compares it with the cells.
func TestANSIShowsTheCells(t *testing.T) {
	g := formsPage()
	for _, p := range Palettes() {
		for _, reveal := range []bool{false, true} {
			var b bytes.Buffer
			testkit.NoError(t, ANSI(&b, g[:], Look{Colours: p.Colours, Reveal: reveal}))
			screen := terminal(t, b.String())
			if len(screen) != teletext.Rows {
				t.Fatalf("%d lines", len(screen))
			}
			for row := range g {
				for col, c := range g[row] {
					if want := shownInTerminal(c, p, reveal); screen[row][col] != want {
						t.Errorf("%s, row %d column %d: %+v, want %+v", p.Name, row, col, screen[row][col], want)
					}
				}
			}
		}
	}
}

// shownInTerminal returns what a terminal must show, from a cell's own fields.
func shownInTerminal(c teletext.Cell, p Palette, reveal bool) terminalCell {
	want := terminalCell{char: c.Rune, fg: p.Colours[c.Fg], bg: p.Colours[c.Bg]}
	isMosaic := c.Has(teletext.Mosaic)
	upper := []teletext.Size{teletext.DoubleHeight, teletext.DoubleSize, teletext.DoubleSizeRight}
	whole := []teletext.Size{teletext.Normal, teletext.DoubleHeight, teletext.DoubleWidth, teletext.DoubleSize}
	want.bold = !isMosaic && slices.Contains(upper, c.Size)
	switch isSeen := c.Rune != ' ' && (reveal || !c.Has(teletext.Conceal)); {
	case !isSeen:
		want.char = ' '
		return want
	case isMosaic:
		want.char = teletext.Sextant(mosaicPart(c.Sixels(), c.Size))
	case !slices.Contains(whole, c.Size):
		want.char = ' '
	}
	want.blink = c.Has(teletext.Flash)
	if replaced, ok := map[rune]rune{
		'日': '?', '本': '?', '\u0301': '?', '\u202e': ' ', '\u202c': ' ', '\u0085': ' ', '\u009b': ' ', '\u00ad': ' ',
	}[c.Rune]; ok {
		want.char = replaced
	}
	return want
}

// TestMosaicParts checks the parts of enlarged mosaics. Their sixels are written row by row.
func TestMosaicParts(t *testing.T) {
	const mosaic = 0b01_10_11 // bit 0 is the upper left
	for size, want := range map[teletext.Size]byte{
		teletext.Normal:             0b01_10_11,
		teletext.DoubleHeight:       0b10_11_11,
		teletext.DoubleHeightLow:    0b01_01_10,
		teletext.DoubleWidth:        0b11_00_11,
		teletext.DoubleWidthRight:   0b00_11_11,
		teletext.DoubleSize:         0b00_11_11,
		teletext.DoubleSizeRight:    0b11_11_11,
		teletext.DoubleSizeLow:      0b11_11_00,
		teletext.DoubleSizeRightLow: 0b00_00_11,
	} {
		if got := mosaicPart(mosaic, size); got != want {
			t.Errorf("size %d: %06b, want %06b", size, got, want)
		}
	}
}

// An htmlReading has the contents of an HTML file.
type htmlReading struct {
	title string
	pres  []string // the plain text of each
	hrefs []string
	ids   []string
	boxes int // checkboxes
}

// readHTML parses a file as strict XML, and fails on unknown elements and attributes.
func readHTML(t *testing.T, data []byte) (r htmlReading) {
	t.Helper()
	known := strings.Fields("html head meta title style body header h1 p nav a input label main section h2 pre span i")
	d := xml.NewDecoder(bytes.NewReader(data))
	var path []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return r
		}
		if err != nil {
			t.Fatalf("not well-formed: %v in\n%s", err, data)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains(known, token.Name.Local) {
				t.Fatalf("there is an element %s", token.Name.Local)
			}
			path = append(path, token.Name.Local)
			r.enter(t, token)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			r.text(t, path, string(token))
		}
	}
}

func (r *htmlReading) enter(t *testing.T, e xml.StartElement) {
	t.Helper()
	switch e.Name.Local {
	case "pre":
		r.pres = append(r.pres, "")
	case "input":
		r.boxes++
	}
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "href":
			r.hrefs = append(r.hrefs, a.Value)
		case "id":
			r.ids = append(r.ids, a.Value)
		case "class", "title", "rel", "lang", "charset", "content", "http-equiv", "name", "type", "for", "aria-hidden":
		default:
			t.Errorf("there is an attribute %s", a.Name.Local)
		}
	}
}

func (r *htmlReading) text(t *testing.T, path []string, text string) {
	t.Helper()
	if i := strings.IndexFunc(text, func(c rune) bool { return c != '\n' && !harmless(c) }); i >= 0 {
		t.Fatalf("%q comes through", text[i:])
	}
	switch {
	case slices.Contains(path, "pre"):
		r.pres[len(r.pres)-1] += text
	case slices.Contains(path, "title"):
		r.title += text
	}
}

// TestHTMLIsReadable checks the text and the links of the page, as a screen reader uses them.
func TestHTMLIsReadable(t *testing.T) {
	var b bytes.Buffer
	_ = HTML(&b, formsDocument(), testLook()) // cannot fail
	r := readHTML(t, b.Bytes())
	if r.title != formsDocument().Title || r.boxes != 1 {
		t.Errorf("title %q, %d ticks", r.title, r.boxes)
	}
	hrefs := []string{"#subpage-1", "#subpage-2", "sextant:100", "#subpage-2", `https://example.org/?a=1&b='"<x>`}
	if ids := []string{"reveal", "subpage-1", "subpage-2"}; !slices.Equal(r.hrefs, hrefs) || !slices.Equal(r.ids, ids) {
		t.Errorf("links to %q, ids %q", r.hrefs, r.ids)
	}
	for i, g := range []*teletext.Grid{formsPage(), teletext.DecodeAll(&teletext.Lines{})} {
		if got, want := strings.Split(r.pres[i], "\n"), plainText(g); !slices.EqualFunc(got, want, sameWords) {
			t.Errorf("it reads\n%s\nand not\n%s", r.pres[i], want)
		}
	}
	if asks := regexp.MustCompile(`url\(|@import| src`).Find(b.Bytes()); asks != nil {
		t.Errorf("the file asks for others: %s", asks)
	}
}

// sameWords compares lines without regard to the number of spaces, because a wide space may count as two.
func sameWords(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// plainText returns the text of a page: wide characters once, mosaics and lower halves as spaces.
func plainText(g *teletext.Grid) []string {
	shown := *g
	for row := range shown {
		for col := range shown[row] {
			shown[row][col].Rune = Printable(shown[row][col].Rune)
		}
	}
	text := shown.Text(teletext.WholeRows(), teletext.TextForm{Reveal: true})
	return append(strings.Split(text, "\n"), "")
}

// TestHTMLHasNothingIdle checks that there is a checkbox only if something is concealed, and no style rule without a
// use on the page.
func TestHTMLHasNothingIdle(t *testing.T) {
	for line, boxes := range map[string]int{"{Red}red {Conceal}   ": 0, "{Red}{Conceal}secret": 1} {
		g := teletext.DecodeAll(&teletext.Lines{line})
		for _, reveal := range []bool{false, true} {
			var b bytes.Buffer
			testkit.NoError(t, HTML(&b, Document{Sections: []Section{{Rows: g[:]}}}, Look{Reveal: reveal}))
			if got := readHTML(t, b.Bytes()).boxes; got != boxes && !(reveal && got == 0) {
				t.Errorf("%s: %d ticks", line, got)
			}
			for _, s := range []string{".f2", ".b1", "linear-gradient"} {
				if bytes.Contains(b.Bytes(), []byte(s)) {
					t.Errorf("%s: there is %s", line, s)
				}
			}
		}
	}
}

// FuzzForms writes pages of arbitrary text: as codes, as plain text, and as cells that no decoder would make. The forms
// must be well-formed, and contain nothing that controls a terminal or a browser.
func FuzzForms(f *testing.F) {
	f.Add("{DS}{Flash}a{NB}\x7f{GRed}5j{Conceal}", "a & <b>", "sextant:100", byte(0), false)
	f.Add("\x1b[31m\u009b31m\u202e日x\u0301", "\x1b]0;title\x07", "javascript:alert(1)", byte(0x5B), true)
	f.Add("]]><!--&amp;</pre>", "</title><script>", "https://example.org/\"onclick=\"x", byte(0x33), false)
	f.Fuzz(func(t *testing.T, line, name, href string, odd byte, reveal bool) {
		var lines teletext.Lines
		for i := range lines {
			lines[i] = line
		}
		text := teletext.Subpage{Text: &lines}
		for _, g := range []*teletext.Grid{teletext.DecodeAll(&lines), text.Grid(), oddGrid(line, odd)} {
			look := Look{Colours: testLook().Colours, Reveal: reveal}
			rows, b := g[:fuzzedRows], bytes.Buffer{}
			_ = ANSI(&b, rows, look) // cannot fail
			if n := len(terminal(t, b.String())); n != fuzzedRows {
				t.Fatalf("%d lines for a terminal", n)
			}
			b.Reset()
			anchors := []Anchor{{Row: 1, From: int(odd) % 40, Before: int(odd)%40 + 5, Href: href, Title: name}}
			if err := HTML(&b,
				Document{
					Title: name, Heading: name, Note: name, Sections: []Section{
						{ID: "a", Heading: name, Rows: rows, Anchors: anchors},
					},
				}, look); err != nil {
				t.Fatal(err)
			}
			checkFuzzed(t, readHTML(t, b.Bytes()))
		}
	})
}

// fuzzedRows is enough for a row of double height, the row that it covers, and one more.
const fuzzedRows = 3

func checkFuzzed(t *testing.T, r htmlReading) {
	t.Helper()
	if len(r.pres) != 1 || strings.Count(r.pres[0], "\n") != fuzzedRows {
		t.Fatalf("the page reads %q", r.pres)
	}
	for _, h := range r.hrefs {
		if !strings.HasPrefix(h, "#") && !regexp.MustCompile(`^(?i:https?|sextant):`).MatchString(h) {
			t.Fatalf("a link to %q", h)
		}
	}
}

// oddGrid returns cells with the characters of a text, and with arbitrary sizes and attributes.
func oddGrid(line string, odd byte) *teletext.Grid {
	g := teletext.DecodeAll(&teletext.Lines{})
	runes := []rune(line + " ")
	for row := range g {
		for col := range g[row] {
			n := row*teletext.Columns + col
			g[row][col] = teletext.Cell{
				Rune: runes[n%len(runes)],
				Fg:   teletext.Colour(n+int(odd)) & 7, Bg: teletext.Colour(n/3) & 7,
				Attr: teletext.Attr(n*int(odd)) & 31, Size: teletext.Size((n*int(odd|1))>>2) % 9,
			}
		}
	}
	return g
}
