package media

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// documents parses documents; "-" stands for one that did not come.
func documents(t testing.TB, texts ...string) []*Value {
	t.Helper()
	docs := make([]*Value, len(texts))
	for i, text := range texts {
		if text == "-" {
			continue
		}
		v, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		docs[i] = &v
	}
	return docs
}

// drawn writes a comparison down: a row a line, with what each document has there, "." for nothing. A row
// that differs ends in "!", and one with a difference inside in "~".
func drawn(c Comparison) []string {
	var lines []string
	for _, r := range c.Rows {
		var b strings.Builder
		b.WriteString(strings.Repeat("  ", r.Depth) + r.Name + ":")
		for _, cell := range r.Cells {
			b.WriteString(" ")
			if cell.Name != "" {
				b.WriteString(cell.Name + "=")
			}
			switch {
			case !cell.Present:
				b.WriteString(".")
			case cell.Kind == Object:
				fmt.Fprintf(&b, "{%d}", cell.Members)
			case cell.Kind == Array:
				fmt.Fprintf(&b, "[%d]", cell.Members)
			default:
				b.WriteString(cell.Text)
			}
		}
		if r.Differs {
			b.WriteString(" !")
		}
		if r.Within {
			b.WriteString(" ~")
		}
		lines = append(lines, b.String())
	}
	return lines
}

// A comparing is documents and what their comparison looks like.
type comparing struct {
	name string
	docs []string
	want []string
}

func TestCompare(t *testing.T) {
	checkComparings(t, []comparing{
		{"none", nil, nil},
		{"none that came", []string{"-", "-"}, nil},
		{"one", []string{`{"a":1,"b":{"c":2}}`}, []string{"a: 1", "b: {1}", "  c: 2"}},
		{"one among others", []string{"-", `{"a":1}`, "-"}, []string{"a: . 1 ."}},
		{"equal", []string{`{"a":1,"b":[1]}`, `{"b":[1],"a":1}`}, []string{"a: 1 1", "b: [1] [1]", "  1: 1 1"}},
		{"another value", []string{`{"a":1,"b":2}`, `{"a":1,"b":3}`}, []string{"a: 1 1", "b: 2 3 !"}},
		{"a missing field", []string{`{"a":1,"b":2}`, "-", `{"b":2}`}, []string{"a: 1 . . !", "b: 2 . 2"}},
		{"fields where they belong", []string{`{"a":1,"d":4}`, `{"a":1,"b":2,"d":4,"e":5}`, `{"0":0,"a":1,"c":3,"d":4}`}, []string{
			"0: . . 0 !", "a: 1 1 1", "b: . 2 . !", "c: . . 3 !", "d: 4 4 4", "e: . 5 . !",
		}},
		{"fields where they belong without the newest", []string{"-", `{"a":1,"b":2,"c":3}`, `{"a":1,"x":4}`}, []string{
			"a: . 1 1", "x: . . 4 !", "b: . 2 . !", "c: . 3 . !",
		}},
		{"a branch and a value", []string{`{"a":{"b":1}}`, `{"a":7}`}, []string{"a: {1} 7 ! ~", "  b: 1 . !"}},
		{"an object and an array", []string{`{"a":{"b":1}}`, `{"a":[1]}`}, []string{"a: {1} [1] ! ~", "  b: 1 . !", "  1: . 1 !"}},
		{"different inside", []string{`{"a":{"b":1}}`, `{"a":{"b":2}}`}, []string{"a: {1} {1} ~", "  b: 1 2 !"}},
		{"a name twice", []string{`{"a":1,"a":2}`, `{"a":2,"a":2}`, `{"a":1}`}, []string{"a: 1 2 1 !", "a: 2 2 . !"}},
		{"roots of two kinds", []string{`{"a":1}`, `[1]`}, []string{": {1} [1] ! ~", "  a: 1 . !", "  1: . 1 !"}},
		{"a scalar root", []string{`7`, `7`}, []string{": 7 7"}},
		{"nothing inside", []string{`{}`, `{}`}, nil},
	})
}

func TestCompareElements(t *testing.T) {
	checkComparings(t, []comparing{
		{"scalars by place", []string{`["x","y"]`, `["x"]`}, []string{"1: x x", "2: y . !"}},
		{"by id", []string{`[{"id":1,"v":"a"},{"id":2,"v":"b"}]`, `[{"id":2,"v":"b"},{"id":3}]`}, []string{
			"1: {2} . ! ~", "  id: 1 . !", "  v: a . !", "2: {2} 1={2}", "  id: 2 2", "  v: b b", "3: . 2={1} ! ~", "  id: . 3 !",
		}},
		{"by address without its query", []string{`[{"url":"h/a?s=1"},{"url":"h/b?s=1"}]`, `[{"url":"h/b?s=2"}]`}, []string{
			"1: {1} . ! ~", "  url: h/a?s=1 . !", "2: {1} 1={1} ~", "  url: h/b?s=1 h/b?s=2 !",
		}},
		{"by id and address before id alone", []string{`[{"id":1,"url":"b"}]`, `[{"id":1,"url":"a"},{"id":1,"url":"b"}]`}, []string{
			"1: . {2} ! ~", "  id: . 1 !", "  url: . a !", "2: 1={2} {2}", "  id: 1 1", "  url: b b",
		}},
		{"over a third that has both", []string{`[{"id":1}]`, `[{"id":1,"url":"a"}]`, `[{"url":"a"}]`}, []string{
			"1: {1} {2} {1} ~", "  id: 1 1 . !", "  url: . a a !",
		}},
		{"nameless by place", []string{`[{"v":1},{"v":2}]`, `[{"v":1},{"id":9,"v":2}]`}, []string{
			"1: {1} {1}", "  v: 1 1", "2: {1} {2} ~", "  id: . 9 !", "  v: 2 2",
		}},
		{"a nameless one leaves a place to its owner", []string{`[{"id":1},{"id":2}]`, `[{"v":1},{"id":1}]`}, []string{
			"1: . {1} ! ~", "  v: . 1 !", "2: 1={1} {1}", "  id: 1 1", "3: 2={1} . ! ~", "  id: 2 . !",
		}},
		{"a field and an element by address", []string{`{"hls":{"url":"a"},"mp3":{"url":"b","v":1}}`, `[{"url":"b","v":1},{"url":"c"}]`}, []string{
			": {2} [2] ! ~", "  hls: {1} . ! ~", "    url: a . !", "  mp3: {2} 1={2}", "    url: b b", "    v: 1 1", "  1: . 2={1} ! ~", "    url: . c !",
		}},
		{"an element and two names of a field", []string{`[{"id":1}]`, `{"a":{"id":1}}`, `{"b":{"id":1}}`}, []string{
			": [1] {1} {1} ! ~", "  1: {1} a={1} b={1} !", "    id: 1 1 1",
		}},
		{"a renamed field is another one", []string{`{"a":{"id":1}}`, `{"b":{"id":1}}`}, []string{
			"a: {1} . ! ~", "  id: 1 . !", "b: . {1} ! ~", "  id: . 1 !",
		}},
	})
}

func checkComparings(t *testing.T, list []comparing) {
	for _, tt := range list {
		t.Run(tt.name, func(t *testing.T) {
			c := Compare(documents(t, tt.docs...))
			if got := drawn(c); !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			differing := 0
			for _, r := range c.Rows {
				if r.Differs {
					differing++
				}
			}
			if c.Differing != differing || c.Cut {
				t.Errorf("%d differ, of which it says %d; cut: %t", differing, c.Differing, c.Cut)
			}
		})
	}
}

func TestCompareIsBounded(t *testing.T) {
	list := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat(`{"v":1},`, n), ",") + "]" }
	for n, cut := range map[int]bool{MaxRows / 2: false, MaxRows/2 + 1: true, 4 * MaxRows: true} {
		c := Compare(documents(t, list(n), list(3)))
		if len(c.Rows) > MaxRows || c.Cut != cut {
			t.Errorf("%d elements: %d rows, cut %t", n, len(c.Rows), c.Cut)
		}
	}
	if c := Compare(documents(t, `{"`+strings.Repeat("ä", 3*maxPathName)+`":1}`)); len([]rune(c.Rows[0].Path)) != maxPathName+1 {
		t.Errorf("the path is %q", c.Rows[0].Path)
	}
}

func TestVisible(t *testing.T) {
	c := Compare(documents(t, `{"a":{"b":1,"c":{"d":2}},"e":[3],"f":4}`, `{"a":{"b":1,"c":{"d":9}},"e":[3],"f":4}`))
	for _, tt := range []struct {
		folded string
		only   bool
		want   string
	}{
		{"", false, "a, a › b, a › c, a › c › d, e, e › 1, f"},
		{"a", false, "a, e, e › 1, f"},
		{"a › c", false, "a, a › b, a › c, e, e › 1, f"},
		{"", true, "a, a › c, a › c › d"},
		{"a", true, "a"},
	} {
		var paths []string
		for _, i := range c.Visible(func(path string) bool { return path == tt.folded }, tt.only) {
			paths = append(paths, c.Rows[i].Path)
		}
		if got := strings.Join(paths, ", "); got != tt.want {
			t.Errorf("folded %q, only differences %t: %s, want %s", tt.folded, tt.only, got, tt.want)
		}
	}
}

// playables are those of each document.
func playables(docs []*Value) [][]Playable {
	found := make([][]Playable, len(docs))
	for i, d := range docs {
		if d != nil {
			found[i] = Playables(*d)
		}
	}
	return found
}

func TestOffers(t *testing.T) {
	docs := documents(t,
		`{"data":{"hls":{"url":"https://h/s.m3u8"},"stream":"https://h/x"}}`, "-",
		`{"data":[{"url":"https://h/s.m3u8","drm":true,"language":"fi"},{"url":"https://h/a.mp3"},{"url":"https://h/x","protocol":"hls"}]}`,
		`{"url":"https://h/a.mp3","lang":"sv"}`)
	want := []Offer{
		{Playable{URL: "https://h/a.mp3", Format: MP3, Language: "sv"}, []int{2, 3}},
		{Playable{URL: "https://h/s.m3u8", Format: HLS, Protected: true, Language: "fi"}, []int{0, 2}},
		{Playable{URL: "https://h/x", Format: HLS}, []int{0, 2}},
	}
	if got := Offers(playables(docs)); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// scalars counts the texts of all scalars in a document.
func scalars(v *Value, into map[string]int) {
	if v.Kind == Scalar {
		into[v.Text]++
	}
	for i := range v.Members {
		scalars(&v.Members[i].Value, into)
	}
}

// checkComparison sees that every scalar of each document is in its column once, and that the tree hangs
// together.
func checkComparison(t *testing.T, docs []*Value, c Comparison) {
	t.Helper()
	for column, d := range docs {
		want, got := map[string]int{}, map[string]int{}
		if d != nil {
			scalars(d, want)
		}
		for _, r := range c.Rows {
			if cell := r.Cells[column]; cell.Present && cell.Kind == Scalar {
				got[cell.Text]++
			}
		}
		if !c.Cut && !maps.Equal(got, want) {
			t.Errorf("column %d holds %v instead of %v", column, got, want)
		}
	}
	for i, r := range c.Rows {
		end := i + 1 + r.Below
		if end > len(c.Rows) || end < len(c.Rows) && c.Rows[end].Depth > r.Depth {
			t.Errorf("row %d says there are %d below it", i, r.Below)
		}
		within := false
		for _, inner := range c.Rows[i+1 : min(end, len(c.Rows))] {
			within = within || inner.Differs
			if inner.Depth <= r.Depth {
				t.Errorf("row %d is not above %+v", i, inner)
			}
		}
		if within != r.Within {
			t.Errorf("row %d: a difference within: %t", i, within)
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add([]byte(`{"data":[{"url":"http://h/a.mp3?s=1","drm":false},{"id":1}]}`), []byte(`{"data":[{"url":"http://h/a.mp3?s=2"}],"id":1}`), []byte(`{"data":{"hls":{"url":"x"}}}`))
	f.Add([]byte(`[{"id":1,"v":"a"},{"id":1,"v":"b"},[],{}]`), []byte(`[{"v":"b","id":1},3]`), []byte(`7`))
	f.Add([]byte(`{"a":1,"a":2,"":{"":null}}`), []byte(`{"a":[1,[2]]}`), []byte(`?`))
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		var docs []*Value
		for _, data := range [][]byte{a, b, c} {
			if len(data) > 1<<14 {
				t.Skip("larger than any fuzzing needs")
			}
			docs = append(docs, nil)
			if v, err := Parse(data); err == nil {
				docs[len(docs)-1] = &v
			}
		}
		compared := Compare(docs)
		checkComparison(t, docs, compared)
		if all := compared.Visible(func(string) bool { return false }, false); len(all) != len(compared.Rows) {
			t.Errorf("%d of %d rows are visible", len(all), len(compared.Rows))
		}
		for _, o := range Offers(playables(docs)) {
			if len(o.In) == 0 || !isWebAddress(o.URL) {
				t.Errorf("%+v", o)
			}
		}
	})
}

// BenchmarkCompare compares six answers of some thousand rows.
func BenchmarkCompare(b *testing.B) {
	docs := make([]*Value, 6)
	for i := range docs {
		var list []string
		for n := range 1000 {
			list = append(list, fmt.Sprintf(`{"id":%d,"url":"https://media.example/%d.mp3?s=%d","title":"Recording %d"}`, n, n, i, n))
		}
		docs[i] = documents(b, "["+strings.Join(list, ",")+"]")[0]
	}
	b.ReportAllocs()
	for b.Loop() {
		if c := Compare(docs); len(c.Rows) != 4000 || c.Differing != 1000 {
			b.Fatal(len(c.Rows), c.Differing)
		}
	}
}
