package media

import (
	"slices"
	"strings"
	"testing"

	"sextant/widgets/reading"

	"sextant/app/browse"
	"sextant/app/media"
	"sextant/app/teletext"
)

// TestDetailText sets an address, a description with links, and another field with what would be links there.
func TestDetailText(t *testing.T) {
	const about = "See 345 and https://sea.example/."
	passages, links := detailText([]media.Field{{Name: "url", Value: "https://helm.example/a.mp3"}, {Name: "about", Value: about}, {Name: "note", Value: "345"}}, about, browse.NewDirectory())
	want := []teletext.Link{
		{URL: "https://helm.example/a.mp3"},
		{From: 4, Before: 7, Page: 345},
		{From: 12, Before: 32, URL: "https://sea.example/"},
	}
	if !slices.Equal(links, want) {
		t.Errorf("%+v", links)
	}
	if got := passages[1].Links; !slices.Equal(got, []reading.Link{{From: 4, Before: 7, Link: 1}, {From: 12, Before: 32, Link: 2}}) {
		t.Errorf("%+v", got)
	}
	if len(passages[2].Links) > 0 {
		t.Errorf("%+v", passages[2])
	}
}

// TestDetailTextIsBounded sets a description and an address of a megabyte: what is shown is the beginning, with
// the links that are in it whole.
func TestDetailTextIsBounded(t *testing.T) {
	about := strings.Repeat("See 345. ", 100_000)
	address := "https://helm.example/" + strings.Repeat("a", 1<<20)
	passages, links := detailText([]media.Field{{Name: "about", Value: about}, {Name: "url", Value: address}}, about, browse.NewDirectory())
	if got, want := passages[0].Text, about[:readable]+" …"; got != want {
		t.Errorf("the description has %d bytes", len(got))
	}
	if got := len(passages[0].Links); got != readable/9 {
		t.Errorf("%d links", got)
	}
	if got := links[len(links)-1].URL; got != address {
		t.Errorf("the address leads to one of %d bytes", len(got))
	}
	if got := passages[1].Links[0].Before; got != len(passages[1].Text) {
		t.Errorf("the address is a link up to %d", got)
	}
}
