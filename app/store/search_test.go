package store

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sextant/app/teletext"
)

// find searches and returns the hits.
func find(t testing.TB, s *Store, text string, exact bool, limit int) []Hit {
	t.Helper()
	hits, _, err := s.Search(context.Background(), text, exact, limit)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return hits
}

// describe returns hits as places, with the marked words of their lines.
func describe(hits []Hit) string {
	var all []string
	for _, h := range hits {
		var marked []string
		for _, m := range h.Marks {
			marked = append(marked, h.Line[m.From:m.Before])
		}
		all = append(all,
			fmt.Sprintf("%s:%d %s", teletext.Address(h.Page, h.Subpage), h.Row+1, strings.Join(marked, "+")))
	}
	return strings.Join(all, ", ")
}

// library returns a store with pages in many languages.
func library(t testing.TB) *Store {
	s := empty(t)
	for _, p := range []*teletext.Page{
		newPage(101, "Sää", "", "{Yellow}Tänään pyryää", "Åland: tuulista"),
		newPage(102, "Väder", "Snö i Skåne", "Tåg står stilla", "Skane är felstavat"),
		newPage(103, "Veður", "Þorsk og ýsu", "Ísland", "Æðey"),
		newPage(104, "Pogoda", "Łódź, Gdańsk", "żółw"),
		newPage(105, "Hava", "İstanbul", "ılık", "DIŞ HABERLER"),
		newPage(106, "Καιρός", "Αθήνα: ήλιος", "ο ΉΛΙΟΣ"),
		newPage(107, "Погода", "Ёлка, йод", "МОСКВА"),
		newPage(108, "Wetter", "Straße", "Groß"),
		newPage(300, "Harbour", "The light-", "house keeper", "keeper of the light house",
			"{GRed}5555{White}mosaic", "quiz {Conceal}answer", "{DH}Tall"),
		newPage(301, "Harbour news", "tides and keepers"),
	} {
		save(t, s, p, noon())
	}
	flush(t, s)
	return s
}

func TestSearch(t *testing.T) {
	s := library(t)
	for _, tt := range []struct {
		text  string
		exact bool
		want  string
	}{
		{"tanaan", false, "101/1:2 Tänään"},
		{"TÄNÄÄN", true, "101/1:2 Tänään"},
		{"tanaan", true, ""},
		{"tänään", false, "101/1:2 Tänään"},
		{"ta\u0308na\u0308a\u0308n", true, "101/1:2 Tänään"},
		{"skane", false, "102/1:1 Skåne"},
		{"skåne", true, "102/1:1 Skåne"},
		{"skane", true, "102/1:3 Skane"},
		{"sno stilla", false, "102/1:1 Snö"},
		{"thorsk", false, "103/1:1 Þorsk"},
		{"þorsk", true, "103/1:1 Þorsk"},
		{"island", false, "103/1:2 Ísland"},
		{"aedey", false, "103/1:3 Æðey"},
		{"lodz gdansk", false, "104/1:1 Łódź+Gdańsk"},
		{"zolw", false, "104/1:2 żółw"},
		{"istanbul", false, "105/1:1 İstanbul"},
		{"ilik", false, "105/1:2 ılık"},
		{"dis", false, "105/1:3 DIŞ"},
		{"ηλιος", false, "106/1:1 ήλιος"},
		{"αθηνα", false, "106/1:1 Αθήνα"},
		{"елка", false, "107/1:1 Ёлка"},
		{"москва", false, "107/1:2 МОСКВА"},
		{"strasse gross", false, "108/1:1 Straße"},
		{"harbour", false, "300/1:1 , 301/1:1 "},
		{"harbour tide", false, "301/1:1 tides"},
		{"keep", false, "300/1:2 keeper, 301/1:1 keepers"},
		{"light house keeper", false, "300/1:3 keeper+light+house"},
		{`"light house"`, false, "300/1:1 light"},
		{`"keeper of the light"`, false, "300/1:3 keeper+of+the+light"},
		{`"house light"`, false, ""},
		{`"keep"`, false, ""},
		{`"keeper of th`, false, "300/1:3 keeper+of+the"},
		{`"harbour tides"`, false, ""},
		{`"harbour news"`, false, "301/1:1 "},
		{"answer", false, ""},
		{"5555", false, ""},
		{"mosaic", false, "300/1:4 mosaic"},
		{"tall", false, "300/1:6 Tall"},
		{"301", false, "301/1:1 "},
		{"301 tides", false, ""},
		{"", false, ""},
		{" \t", false, ""},
		{"*", false, ""},
		{`AND OR NOT NEAR(`, false, ""},
		{`ke*per`, false, ""},
		{`keeper*`, false, "300/1:2 keeper, 301/1:1 keepers"},
		{`body:keeper`, false, ""},
		{`keeper -tides`, false, "301/1:1 tides+keepers"},
		{"\x00keeper\xff^", false, "300/1:2 keeper, 301/1:1 keepers"},
	} {
		if got := describe(find(t, s, tt.text, tt.exact, 9)); got != tt.want {
			t.Errorf("%q, exact %v: %q, want %q", tt.text, tt.exact, got, tt.want)
		}
	}
}

func TestHit(t *testing.T) {
	s := library(t)
	want := []Hit{{
		Place: teletext.Place{Page: 104, Subpage: 1}, Name: "Pogoda", Row: 0, Line: "Łódź, Gdańsk",
		Marks: []Span{{0, 7}}, Fetched: noon(),
	}}
	if got := find(t, s, "lodz", false, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestSearchLimit(t *testing.T) {
	s := empty(t)
	const pages = 200
	for i := range pages {
		word := "sabel"
		if i%10 == 0 {
			word = "säbel"
		}
		save(t, s, newPage(100+i, "Page", word), noon())
	}
	flush(t, s)
	for _, tt := range []struct {
		text         string
		exact        bool
		limit, hits  int
		more         bool
		first, final int
	}{
		{"sabel", false, 5, 5, true, 100, 104},
		{"sabel", false, 500, 200, false, 100, 299},
		{"sabel", false, 200, 200, false, 100, 299},
		{"säbel", true, 5, 5, true, 100, 140},
		{"säbel", true, 20, 20, false, 100, 290},
		{"säbel", true, 19, 19, true, 100, 280},
		{"page", true, 3, 3, true, 100, 102},
		{"250", false, 3, 1, false, 250, 250},
		{"sabel", false, 0, 0, false, 0, 0},
	} {
		hits, more, err := s.Search(t.Context(), tt.text, tt.exact, tt.limit)
		if err != nil || len(hits) != tt.hits || more != tt.more {
			t.Fatalf("%+v: %d hits, more %v, %v", tt, len(hits), more, err)
		}
		if len(hits) > 0 && (hits[0].Page != tt.first || hits[len(hits)-1].Page != tt.final) {
			t.Errorf("%+v: from %d to %d", tt, hits[0].Page, hits[len(hits)-1].Page)
		}
	}
}

// TestNumberFirst checks that the page of a number is found before those that mention it, and only once.
func TestNumberFirst(t *testing.T) {
	s := empty(t)
	save(t, s, newPage(100, "Index", "Sport 300"), noon())
	p := newPage(300, "Sport", "", "page 300")
	addSubpage(p, 2, "300 again")
	save(t, s, p, noon())
	flush(t, s)
	if got, want := describe(find(t, s, " 300 ", false, 9)), "300/1:2 , 100/1:1 300, 300/2:1 300"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSearchFindsTheNewestOnly(t *testing.T) {
	s := empty(t)
	p := newPage(100, "Index", "first")
	addSubpage(p, 2, "second")
	save(t, s, p, noon())
	save(t, s, newPage(100, "Renamed", "changed"), noon().Add(time.Hour))
	flush(t, s)
	for text, want := range map[string]int{"first": 0, "second": 0, "index": 0, "changed": 1, "renamed": 1} {
		if hits := find(t, s, text, false, 9); len(hits) != want {
			t.Errorf("%s: %+v", text, hits)
		}
	}
	if n := count(t, s, "subpage"); n != 1 {
		t.Errorf("%d subpages can be found", n)
	}
}

// TestLongQueries searches for very long texts.
func TestLongQueries(t *testing.T) {
	s := library(t)
	for _, text := range []string{"keeper ", "k ", `"keeper" `, `"`, "ä"} {
		find(t, s, strings.Repeat(text, 10_000), false, 9)
		find(t, s, `"`+strings.Repeat(text, 10_000), true, 9)
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	s := library(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Search(ctx, "keeper", false, 9); err == nil {
		t.Error("no error")
	}
}

// FuzzSearch searches for random texts. No query is an error, and every mark is a part of its line.
func FuzzSearch(f *testing.F) {
	s := library(f)
	for _, text := range []string{
		"keeper", `"light house`, `a" OR "b`, "NEAR(a b, 5)", "tänään*", "\x00", "-a ^b {c}", "301", "ﬁﬀ ²½ ५",
	} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, exact bool) {
		for _, h := range find(t, s, text, exact, 20) {
			for _, m := range h.Marks {
				if m.From >= m.Before || !utf8.ValidString(h.Line[m.From:m.Before]) {
					t.Errorf("%q: mark %v in %q", text, m, h.Line)
				}
			}
		}
	})
}
