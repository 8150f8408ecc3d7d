package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"sextant/app/api"
	"sextant/app/teletext"
)

// An author writes text like a natural language: few words are frequent, most are rare.
type author struct {
	random     *rand.Rand
	zipf       *rand.Zipf
	vocabulary []string
}

func newAuthor() *author {
	const words = 30_000
	random := rand.New(rand.NewPCG(1, 2))
	a := &author{random: random, zipf: rand.NewZipf(random, 1.1, 4, words-1)}
	syllables := strings.Fields("ha ri mo ta ke ln su vä ör pi no åk el in da sto fi re ma ly")
	for range words {
		var w strings.Builder
		for range 2 + random.IntN(3) {
			w.WriteString(syllables[random.IntN(len(syllables))])
		}
		a.vocabulary = append(a.vocabulary, w.String())
	}
	return a
}

// line returns a line of a page.
func (a *author) line() string {
	var line strings.Builder
	for {
		word := a.vocabulary[a.zipf.Uint64()]
		if line.Len()+len(word) > teletext.Columns-1 {
			return line.String()
		}
		line.WriteString(word + " ")
	}
}

func (a *author) page(number, subpages int) *teletext.Page {
	p := &teletext.Page{Network: "Helm", Number: number, Name: a.line()}
	for i := range subpages {
		lines := make([]string, 20)
		for row := range lines {
			lines[row] = "{Cyan}" + a.line()
		}
		addSubpage(p, i+1, lines...)
	}
	return p
}

// aPage returns a page with all content types of a service.
func aPage(a *author, number int) *teletext.Page {
	p := a.page(number, 1)
	s := &p.Subpages[0]
	g := s.Grid()
	s.Text, s.Structured = g.TextLines(), g.Structured(func(int) bool { return false })
	return p
}

func BenchmarkPage(b *testing.B) {
	s := empty(b)
	a := newAuthor()
	for number := 100; number < 200; number++ {
		save(b, s, aPage(a, number), noon())
	}
	flush(b, s)
	b.ReportAllocs()
	number := 0
	for b.Loop() {
		if p, err := s.Page(100 + number%100); p == nil || err != nil {
			b.Fatal(p, err)
		}
		number++
	}
}

func BenchmarkPicture(b *testing.B) {
	s := empty(b)
	p := newPage(100, "Index")
	save(b, s, p, noon())
	s.SavePicture(key(p, 0), make([]byte, 8<<10), noon(), api.Validators{})
	flush(b, s)
	b.ReportAllocs()
	for b.Loop() {
		if png, _, _, err := s.Picture(key(p, 0)); png == nil || err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSavePage measures writing new versions, with their index, until they are on the disk.
func BenchmarkSavePage(b *testing.B) {
	s := empty(b)
	a := newAuthor()
	pages := make([]*teletext.Page, 500)
	for i := range pages {
		pages[i] = aPage(a, 100+i%50)
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		save(b, s, pages[n%len(pages)], noon())
		if n++; n%100 == 0 {
			flush(b, s)
		}
	}
	flush(b, s)
}

func BenchmarkSeen(b *testing.B) {
	s := empty(b)
	page := newPage(100, "Index")
	save(b, s, page, noon())
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		s.Confirm(100, page.Digest(), noon(), api.Validators{})
		if n++; n%100 == 0 {
			flush(b, s)
		}
	}
	flush(b, s)
}

// A hundredThousand is a store with 100,000 subpages, made once for all benchmarks of the search.
type hundredThousand struct {
	store *Store
	sizes []string // size of the file at some numbers of subpages
}

func newHundredThousand(b *testing.B) *hundredThousand {
	h := &hundredThousand{store: start(b, b.TempDir()+"/helm.db", Options{Limit: 1 << 40})}
	const perPage = 125
	a := newAuthor()
	pages := 800
	if testing.Short() {
		pages = 80
	}
	for i := range pages {
		save(b, h.store, a.page(teletext.FirstPage+i, perPage), noon())
		flush(b, h.store)
		switch n := (i + 1) * perPage; n {
		case 10_000, 50_000, 100_000:
			h.measure(b, n)
		}
	}
	return h
}

func (h *hundredThousand) measure(b *testing.B, subpages int) {
	var index, text int64
	err := h.store.base.reads.queryRow(
		"SELECT (SELECT sum(length(block)) FROM words_data), (SELECT sum(length(lines) + length(name)) FROM subpage)").
		scan(&index, &text)
	size, e := h.store.Size()
	if err != nil || e != nil {
		b.Fatal(err, e)
	}
	n := int64(subpages)
	h.sizes = append(h.sizes,
		fmt.Sprintf("%d subpages: %d bytes of file each, %d of index, %d letters of text",
			subpages, size/n, index/n, text/n))
}

func BenchmarkSearch(b *testing.B) {
	var once sync.Once
	var h *hundredThousand
	v := newAuthor().vocabulary
	common, common2, rare, rare2 := v[0], v[1], v[9000], v[12000]
	for _, bb := range []struct {
		name, text string
		exact      bool
	}{
		{"rare+rare", rare + " " + rare2, false},
		{"common+rare", common + " " + rare, false},
		{"common+common", common + " " + common2, false},
		{"common+prefix", common + " " + rare[:2], false},
		{"prefix+prefix", rare[:2] + " " + rare2[:2], false},
		{"letter+letter", "h s", false},
		{"none", "h zzz", false},
		{"phrase", `"` + common + " " + common2 + `"`, false},
		{"exact", common + " " + common2, true},
		{"number", "345", false},
	} {
		b.Run(bb.name, func(r *testing.B) {
			once.Do(func() { h = newHundredThousand(b) })
			r.ReportAllocs()
			hits := 0
			for r.Loop() {
				found, _, err := h.store.Search(context.Background(), bb.text, bb.exact, 50)
				if err != nil {
					r.Fatal(err)
				}
				hits = len(found)
			}
			r.ReportMetric(float64(hits), "hits")
		})
	}
	if h != nil {
		b.Log(strings.Join(h.sizes, "; "))
	}
}
