package voice

import (
	"slices"
	"testing"

	"sextant/app/teletext"
)

// texts returns the texts of utterances.
func texts(list []Utterance) (said []string) {
	for _, u := range list {
		said = append(said, u.Text)
	}
	return said
}

// TestSentences splits prose into sentences, but not after abbreviations.
func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"One. Two! Three?": {"One.", "Two!", "Three?"},
		"Klo 12.30 alkaa 5. joulukuuta. Vapaa pääsy.": {"Klo 12.30 alkaa 5. joulukuuta.", "Vapaa pääsy."},
		`"We know why. It was S. Wick." He left.`:     {`"We know why.`, `It was S. Wick."`, "He left."},
		"Se t.ex. Stockholm. Slut":                    {"Se t.ex. Stockholm.", "Slut"},
		"----- . -----":                               nil,
		"":                                            nil,
	} {
		if got := texts(ReadText(text, nil)); !slices.Equal(got, want) {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

// TestPageIsReadAloudInOrder reads a page with prose over two rows, a ruler, a table with headings, and an index.
func TestPageIsReadAloudInOrder(t *testing.T) {
	t.Parallel()
	first, second := &teletext.Lines{}, &teletext.Lines{}
	first[4] = " The harbour office has been measuring"
	first[5] = " the tide since 1911. Nobody asked."
	first[7] = " ------------------------------------"
	first[9] = " Team            Games   Points"
	first[10] = " Anchors            12       31"
	first[11] = " Buoys              11       24"
	second[4] = " Weather ....................... 150"
	second[5] = " Ferries ....................... 160"
	p := &teletext.Page{Number: 123, Subpages: []teletext.Subpage{{Number: 1, Text: first}, {Number: 2, Text: second}}}
	list := Read(p, nobody{}, false)
	want := []string{
		"The harbour office has been measuring the tide since 1911.", "Nobody asked.",
		"Team, Games, Points", "Team Anchors, Games 12, Points 31",
		"Team Buoys, Games 11, Points 24", "Weather", "link to page 150", "Ferries", "link to page 160",
	}
	if got := texts(list); !slices.Equal(got, want) {
		t.Fatalf("read as %q", got)
	}
	if !slices.Equal(list[0].Lines, []Line{{0, 4}, {0, 5}}) ||
		!slices.Equal(list[1].Lines, []Line{{0, 5}}) || !slices.Equal(list[6].Lines, []Line{{1, 4}}) {
		t.Errorf("lines %v, %v, %v", list[0].Lines, list[1].Lines, list[6].Lines)
	}
	if list[0].Own || !list[6].Own {
		t.Error("the page's words are taken for the program's, or these for those")
	}
	for row, at := range map[int]int{0: 0, 5: 0, 6: 2, 10: 3, 12: 5} {
		if got := From(list, Line{0, row}); got != at {
			t.Errorf("from row %d: %q", row, list[got].Text)
		}
	}
	if From(list, Line{1, 6}) != len(list) || FromBlock(list, list[5].Block, 0) != 5 {
		t.Error("a place behind the end, or that of a block, is another one")
	}
}

// nobody is a guide to which all pages are unknown.
type nobody struct{}

func (nobody) Existence(int) teletext.Existence { return teletext.Unknown }
func (nobody) MarksLinks() bool                 { return false }
