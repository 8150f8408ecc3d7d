package teletext_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit/race"
)

// TestAgainstLibzvbi compares every cell of random pages with what libzvbi, an independent decoder, makes of the same
// codes. If libzvbi is known to be wrong, it must be wrong as predicted, and we must be right.
func TestAgainstLibzvbi(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	const pages, ofEstonian = 2000, 200
	z := buildZvbi(t)
	random := randomPages(pages + ofEstonian)
	c := comparison{t: t, deviations: make(map[rule]int)}
	c.compare(z, swedish, random[:pages])
	c.compare(z, estonian, random[pages:])
	for _, r := range []rule{escapeInert, alphaClears, sizeClears} {
		t.Logf("libzvbi differs from rule %s in %d cells", r, c.deviations[r])
		if c.deviations[r] == 0 {
			t.Errorf("no page shows that libzvbi differs from rule %s", r)
		}
	}
	t.Logf("%d cells compared, each once from all three representations and once from content type all alone", c.cells)
	if c.differences > mostReported {
		t.Errorf("and %d more lines differ", c.differences-mostReported)
	}
}

// mostReported is the largest number of differing lines that are reported.
const mostReported = 20

type comparison struct {
	t                  *testing.T
	cells, differences int
	deviations         map[rule]int
}

func (c *comparison) compare(z zvbi, s charset, pages []rawPage) {
	dump := z.run(c.t, pages, "dump", strconv.Itoa(s.number))
	if len(dump) != len(pages)*pageBytes {
		c.t.Fatalf("zvbi dump wrote %d bytes for %d pages", len(dump), len(pages))
	}
	for i := range pages {
		c.page(fmt.Sprintf("charset %d page %d", s.number, i), &pages[i], s, dump[i*pageBytes:][:pageBytes])
	}
}

func (c *comparison) page(name string, p *rawPage, s charset, dump []byte) {
	f := p.forecast(s)
	want := c.expected(name, f, dump)
	for _, complete := range []bool{true, false} {
		document, err := p.document(s, complete)
		if err != nil {
			c.t.Fatal(err)
		}
		got, err := gridOf(document)
		if err != nil {
			c.t.Fatal(err)
		}
		for row, codes := range p {
			if found := contrastRow(&got[row], &want[row]); len(found) > 0 {
				c.differ("%s (all alone: %t) line %d:\n%s\ncodes %X\nsent as %s",
					name, !complete, row+1, list(found), codes, serviceLine(codes, s))
			}
		}
	}
	c.cells += rows * columns
}

// expected replaces libzvbi's known deviations by what the rules require.
func (c *comparison) expected(name string, f *forecast, dump []byte) *teletext.Grid {
	g := new(teletext.Grid)
	var left teletext.Size
	for row := range rows {
		for col := range columns {
			cell := &g[row][col]
			*cell = zvbiCell(dump[(row*columns+col)*cellBytes:][:cellBytes], left)
			left = cell.Size
			d := f.at(row, col, cell.Size)
			if d.rule == "" {
				continue
			}
			c.deviations[d.rule]++
			if shown := (glyph{cell.Rune, cell.Attr & shape}); shown != d.theirs {
				c.differ("%s line %d column %d: libzvbi shows %q, and was to differ from rule %s by showing %q",
					name, row+1, col, shown.char, d.rule, d.theirs.char)
			}
			cell.Rune, cell.Attr = d.ours.char, cell.Attr&^shape|d.ours.attr
		}
	}
	return g
}

// shape are the attributes of a glyph.
const shape = teletext.Mosaic | teletext.Separated

// visible clears the attributes of a space that cannot be seen: whether it is a mosaic.
func visible(c teletext.Cell) teletext.Cell {
	if c.Rune == ' ' {
		c.Attr &^= shape
	}
	return c
}

func (c *comparison) differ(format string, values ...any) {
	c.t.Helper()
	if c.differences++; c.differences <= mostReported {
		c.t.Errorf(format, values...)
	}
}

// contrastRow returns the differences between our cells and the expected ones.
func contrastRow(got, want *[columns]teletext.Cell) (found []string) {
	for col := range columns {
		if g, w := visible(got[col]), visible(want[col]); g != w {
			found = append(found, fmt.Sprintf("column %d: %s", col, contrast(g, w)))
		}
	}
	return found
}

// list joins the first few differences of a line.
func list(found []string) string {
	const most = 5
	if len(found) > most {
		found = append(found[:most:most], fmt.Sprintf("and in %d more columns", len(found)-most))
	}
	return strings.Join(found, "\n")
}

func contrast(got, want teletext.Cell) string {
	var fields []string
	add := func(field string, g, w any) {
		if g != w {
			fields = append(fields, fmt.Sprintf("%s is %v, want %v", field, g, w))
		}
	}
	add("text", string(got.Rune), string(want.Rune))
	add("fg", got.Fg, want.Fg)
	add("bg", got.Bg, want.Bg)
	add("size", got.Size, want.Size)
	for _, a := range []struct {
		field string
		attr  teletext.Attr
	}{
		{"flash", teletext.Flash},
		{"conceal", teletext.Conceal},
		{"box", teletext.Box},
		{"mosaic", teletext.Mosaic},
		{"separated", teletext.Separated},
	} {
		add(a.field, got.Has(a.attr), want.Has(a.attr))
	}
	return strings.Join(fields, "; ")
}

// zvbi is the path of the compiled testdata/zvbi.
type zvbi string

const (
	cellBytes = 8 // of a cell in the output of "zvbi dump"
	pageBytes = rows * columns * cellBytes
)

// buildZvbi compiles testdata/zvbi. It skips the test if libzvbi or a C compiler is missing, unless SEXTANT_NEED_ZVBI
// is set.
func buildZvbi(t testing.TB) zvbi {
	t.Helper()
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", "zvbi-0.2").Output()
	if err == nil {
		_, err = exec.LookPath("cc")
	}
	if err != nil {
		missing := fmt.Sprintf("pkg-config, cc and libzvbi (libzvbi-dev) are needed: %v", err)
		if os.Getenv("SEXTANT_NEED_ZVBI") != "" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	// Go reads the source, rather than cc, so that the test is not cached when the source has changed.
	source, err := os.ReadFile("testdata/zvbi/zvbi.c")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "zvbi")
	cc := exec.Command("cc",
		append([]string{"-O2", "-o", program, "-x", "c", "-", "-x", "none"}, strings.Fields(string(flags))...)...)
	cc.Stdin = bytes.NewReader(source)
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	return zvbi(program)
}

// run runs the program with the pages as its input, and returns its output.
func (z zvbi) run(t testing.TB, pages []rawPage, arguments ...string) []byte {
	t.Helper()
	var in, out, complaints bytes.Buffer
	for i := range pages {
		for _, codes := range pages[i] {
			in.Write(codes[:])
		}
	}
	cmd := exec.Command(string(z), arguments...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("zvbi %v: %v\n%s", arguments, err, &complaints)
	}
	return out.Bytes()
}

// benchPages is the number of pages in the two benchmarks below.
const benchPages = 40

// BenchmarkPageToGrid measures our decoding, from a document to cells.
func BenchmarkPageToGrid(b *testing.B) {
	var documents [][]byte
	for _, p := range randomPages(benchPages) {
		document, err := p.document(swedish, true)
		if err != nil {
			b.Fatal(err)
		}
		documents = append(documents, document)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := gridOf(documents[i%benchPages]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkZvbi reports libzvbi's times for the same pages: from cached codes to cells, and from cells to pixels. The
// times are measured in the C program.
func BenchmarkZvbi(b *testing.B) {
	z := buildZvbi(b)
	pages := randomPages(benchPages)
	for _, step := range []string{"Format", "Draw"} {
		b.Run(step, func(b *testing.B) {
			rounds := (b.N + benchPages - 1) / benchPages
			out := z.run(b, pages, "bench", strconv.Itoa(swedish.number), strconv.Itoa(rounds))
			if err := reportZvbi(b, string(out), "BenchmarkZvbi"+step); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// reportZvbi reports the figures of one line in Go's benchmark format, each of which is before its unit.
func reportZvbi(b *testing.B, out, name string) error {
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] != name {
			continue
		}
		for i := 2; i+1 < len(fields); i += 2 {
			figure, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return err
			}
			b.ReportMetric(figure, fields[i+1])
		}
		return nil
	}
	return fmt.Errorf("no line %s in %q", name, out)
}

// zvbiCell reads a cell of a dump. The right half of a wide character has the height of its left half.
func zvbiCell(b []byte, left teletext.Size) teletext.Cell {
	const sizes = "nhlw.d.e" // in the order of teletext.Size
	g := glyph{char: rune(b[0]) | rune(b[1])<<8}
	if g.char&^0x7F == 0xEE00 {
		g = sixels(b[0]|0x20, b[0]&0x20 == 0)
	}
	c := teletext.Cell{Rune: g.char, Fg: teletext.Colour(b[2]), Bg: teletext.Colour(b[3]), Attr: g.attr}
	c.Size = teletext.Size(strings.IndexByte(sizes, b[6]))
	if b[6] == 'x' {
		c.Size = left + 1
	}
	if b[4] != 0 {
		c.Attr |= teletext.Flash
	}
	if b[5] != 0 {
		c.Attr |= teletext.Conceal
	}
	if b[7] == 's' {
		c.Attr |= teletext.Box
	}
	return c
}
