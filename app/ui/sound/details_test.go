package sound

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/browse"
	"sextant/app/media"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/words"
	"sextant/widgets/reading"
)

// TestDetailText checks the passages and links of a description, of an address below the fold, and of a field whose
// text is not to become a link.
func TestDetailText(t *testing.T) {
	const about = "See 345 and https://sea.example/."
	text := detailText{guide: browse.NewDirectory()}
	text.prose(about)
	text.fold(
		[]media.Field{
			{Name: "url", Value: "https://helm.example/a.mp3"},
			{Name: "about", Value: about},
			{Name: "note", Value: "345"},
		}, about)
	want := []detailLink{
		{Link: teletext.Link{From: 4, Before: 7, Page: 345}},
		{Link: teletext.Link{From: 12, Before: 32, URL: "https://sea.example/"}},
		{Link: teletext.Link{URL: "https://helm.example/a.mp3"}},
	}
	if !slices.Equal(text.links, want) {
		t.Errorf("%+v", text.links)
	}
	var kinds []reading.Kind
	for _, p := range text.passages {
		kinds = append(kinds, p.Kind)
	}
	if !slices.Equal(kinds, []reading.Kind{reading.Prose, reading.Fold, reading.Field, reading.Field}) ||
		text.passages[3].Text != "345" {
		t.Errorf("%+v", text.passages)
	}
	if got := text.passages[0].Links; !slices.Equal(got, []reading.Link{
		{From: 4, Before: 7, Link: 0}, {From: 12, Before: 32, Link: 1},
	}) {
		t.Errorf("%+v", got)
	}
	if len(text.passages[3].Links) > 0 {
		t.Errorf("%+v", text.passages[3])
	}
}

// TestDetailTextIsBounded sets a description of almost a megabyte and an address of more than one. Only their
// beginnings are shown, but the link has the whole address.
func TestDetailTextIsBounded(t *testing.T) {
	about := strings.Repeat("See 345. ", 100_000)
	address := "https://helm.example/" + strings.Repeat("a", 1<<20)
	text := detailText{guide: browse.NewDirectory()}
	text.prose(about)
	text.fold([]media.Field{{Name: "url", Value: address}}, about)
	if got, want := text.passages[0].Text, about[:readable]+" …"; got != want {
		t.Errorf("the description has %d bytes", len(got))
	}
	if got := len(text.passages[0].Links); got != readable/9 {
		t.Errorf("%d links", got)
	}
	last := text.passages[len(text.passages)-1]
	if got := text.links[len(text.links)-1].URL; got != address || last.Links[0].Before != len(last.Text) {
		t.Errorf("the address leads to one of %d bytes, and is a link up to %d", len(got), last.Links[0].Before)
	}
}

// TestFacts checks the values of the facts, and that unknown facts are left out.
func TestFacts(t *testing.T) {
	helsinki := testkit.Must(time.LoadLocation("Europe/Helsinki"))(t)
	calendar := words.Calendar{Zone: helsinki, Now: time.Date(2026, 11, 23, 9, 0, 0, 0, helsinki)}
	r := &rows{listen: newListening(t, threeItems).listen, calendar: func() words.Calendar { return calendar }}
	it := media.Item{
		ID: "77", Duration: 200 * time.Second, Size: 4_200_000, Date: time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC),
	}
	want := []media.Field{
		{Name: "Length", Value: "3\u00a0min 20\u00a0s"},
		{Name: "Size", Value: "4.2\u00a0MB"},
		{Name: "Date", Value: "Sunday 22 November, 20:00"},
	}
	if got := r.facts(it); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := r.facts(media.Item{ID: "77"}); len(got) > 0 {
		t.Errorf("of nothing: %q", got)
	}
}
