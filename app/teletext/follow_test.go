package teletext

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestLineNumbers(t *testing.T) {
	for text, want := range map[string][]float64{
		"":                              nil,
		"Gull Skerry":                   nil,
		"Gulls – Terns 1–0":             {1, 0},
		"Gulls – Terns 1 - 0":           {1, 0},
		"Harbour −1,5 °C":               {-1.5},
		"Harbour –12":                   {-12},
		"Harbour (-3)":                  {-3},
		"13–14  5,32 c/kWh":             {13, 14, 5.32},
		"1. Gulls 12 8 2 2 45-20 26":    {1, 12, 8, 2, 2, 45, 20, 26},
		"1.234,56 and 1,234.56":         {1234.56, 1234.56},
		"1.234.567":                     {1234567},
		"at 14:05":                      {14, 5},
		"24.11.":                        {24.11},
		"9,":                            {9},
		"2x 3":                          {2, 3},
		"kilo–2":                        {2},
		strings.Repeat("9", 400) + " 1": {math.Inf(1), 1},
	} {
		var got []float64
		for _, n := range LineNumbers(text) {
			got = append(got, n.Value)
			if text[n.From:n.Before] != n.Text {
				t.Errorf("%q: %q is not at %d to %d", text, n.Text, n.From, n.Before)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has %v, want %v", text, got, want)
		}
	}
}

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]float64{"5,32": 5.32, " −1.5 ": -1.5, "-4": -4, "1.234,5": 1234.5, "0": 0} {
		if got, ok := ParseNumber(text); !ok || got != want {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "five", "5 c", "1–0", "5,", "--5"} {
		if got, ok := ParseNumber(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// pageOf returns a page whose subpages have lines, starting at row 2.
func pageOf(subpages ...[]string) *Page {
	p := &Page{Number: 235}
	for i, lines := range subpages {
		s := Subpage{Number: i + 1, Text: &Lines{}}
		copy(s.Text[2:], lines)
		p.Subpages = append(p.Subpages, s)
	}
	return p
}

func TestFindLine(t *testing.T) {
	at := func(subpage, row int, text string) TextLine { return TextLine{subpage, row, text} }
	for _, tt := range []struct {
		name         string
		chosen, last TextLine
		page         *Page
		want         TextLine // without a text if the line is missing
	}{
		{
			"other numbers", at(1, 2, "Gulls – Terns 0–0"), at(1, 2, "Gulls – Terns 0–0"),
			pageOf([]string{"Gulls – Terns   1–0"}), at(1, 2, "Gulls – Terns 1–0"),
		},
		{
			"moved to another subpage", at(1, 2, "Gulls – Terns 0–0"), at(1, 2, "Gulls – Terns 1–0"),
			pageOf([]string{"Auks – Skuas 0–3"}, []string{"", "Gulls – Terns 1–1"}), at(2, 3, "Gulls – Terns 1–1"),
		},
		{
			"gone", at(1, 2, "Gulls – Terns 0–0"), at(1, 2, "Gulls – Terns 1–0"),
			pageOf([]string{"Auks – Skuas 0–3", "Gulls – Auks 1–0"}),
			TextLine{},
		},
		{
			"words behind it", at(1, 2, "Gulls – Terns 19.30"), at(1, 2, "Gulls – Terns 19.30"),
			pageOf([]string{"Gulls – Terns 2–1 after extra time"}), at(1, 2, "Gulls – Terns 2–1 after extra time"),
		},
		{
			"words were taken away", at(1, 2, "Gulls – Terns 2–1 first half"), at(1, 2, "Gulls – Terns 2–1 first half"),
			pageOf([]string{"Gulls – Terns 2–2"}), at(1, 2, "Gulls – Terns 2–2"),
		},
		{
			"one word with others behind it", at(1, 2, "Herring 5,20"), at(1, 2, "Herring 5,20"),
			pageOf([]string{"Herring gets dear"}),
			TextLine{},
		},
		{
			"hours with the same words", at(1, 3, "13–14 5,32 c"), at(1, 3, "13–14 5,32 c"),
			pageOf([]string{"13–14 6,10 c", "14–15 5,32 c", "15–16 4,00 c"}), at(1, 2, "13–14 6,10 c"),
		},
		{
			"an hour that is over", at(1, 2, "13–14 5,32 c"), at(1, 2, "13–14 5,32 c"),
			pageOf([]string{"", "14–15 5,32 c", "15–16 4,00 c"}),
			TextLine{},
		},
		{
			"the same words, one number", at(1, 3, "Ferry 14"), at(1, 3, "Ferry 14"),
			pageOf([]string{"Ferry 11", "Ferry 15"}), at(1, 3, "Ferry 15"),
		},
		{
			"twice on the page", at(1, 3, "Gulls – Terns 1–0"), at(1, 3, "Gulls – Terns 1–0"),
			pageOf([]string{"Gulls – Terns 2–0", "Gulls – Terns 2–0"}), at(1, 3, "Gulls – Terns 2–0"),
		},
		{
			"only numbers", at(1, 3, "5,32"), at(1, 3, "5,32"),
			pageOf([]string{"7", "6,10"}), at(1, 3, "6,10"),
		},
		{"only numbers, gone", at(2, 3, "5,32"), at(2, 3, "5,32"), pageOf([]string{"7", "6,10"}), TextLine{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, ok := FindLine(tt.page, tt.chosen, tt.last)
			if found != tt.want || ok != (tt.want.Text != "") {
				t.Errorf("found %+v, %v, want %+v", found, ok, tt.want)
			}
		})
	}
}

func FuzzLineNumbers(f *testing.F) {
	for _, text := range []string{"Gulls – Terns 1–0", "–1,5", "1.2.3,4", "٣", "\xff1", "((−2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, n := range LineNumbers(text) {
			if n.From < end || n.Before <= n.From || text[n.From:n.Before] != n.Text || math.IsNaN(n.Value) {
				t.Fatalf("%q: %+v behind %d", text, n, end)
			}
			end = n.Before
		}
	})
}
