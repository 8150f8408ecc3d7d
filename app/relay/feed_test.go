package relay

import (
	"slices"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
)

// TestFeedForgets checks that a listener that reads too slowly must start again.
func TestFeedForgets(t *testing.T) {
	f := newFeed(time.Now)
	next, _ := f.begin("")
	for n := range mostEvents + 10 {
		f.announceGone(100 + n%800)
	}
	if _, _, ok := f.read(next); ok {
		t.Error("what is forgotten was read")
	}
	if _, known := f.begin(f.id(next)); known {
		t.Error("what is forgotten is known")
	}
	if n, known := f.begin(f.id(100)); !known || n != 100 {
		t.Errorf("%d, %v", n, known)
	}
	if n, known := f.begin(time.Now().Add(time.Hour).Format(time.RFC3339)); !known || n != mostEvents+10 {
		t.Errorf("%d, %v", n, known)
	}
}

// TestFeedOfSubpages checks that each subpage that differs is announced, and the page if a subpage was removed or only
// its head changed.
func TestFeedOfSubpages(t *testing.T) {
	of := func(head byte, numbers ...int) *document {
		d := &document{number: 100}
		d.digest[0] = head
		for _, n := range numbers {
			d.subpages = append(d.subpages, subpage{number: n % 10, digest: [32]byte{byte(n)}})
		}
		return d
	}
	for _, c := range []struct {
		before, after *document
		want          []int
	}{
		{nil, of(1, 1, 2), []int{1, 2}},
		{of(1, 1, 2), of(2, 1, 12), []int{2}},
		{of(1, 1, 2), of(2, 1, 2), []int{0}},
		{of(1, 1, 2), of(2, 1), []int{0}},
		{of(1, 1, 2), of(2, 1, 3), []int{3, 0}},
	} {
		f := newFeed(time.Now)
		f.announce(c.before, c.after)
		var got []int
		for _, e := range f.events {
			announced := testkit.Must(api.ParseNotice(e.name, "", string(e.data)))(t)
			got = append(got, announced.Subpage)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}
