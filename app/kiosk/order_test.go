package kiosk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sextant/app/browse"
	"sextant/app/kiosk/playlist"
)

// A fakeStock has pages with a number of subpages each.
type fakeStock struct {
	pages      map[int]int
	favourites []browse.Place
	changed    []int
}

func (s *fakeStock) Subpages(page int) (all []shownSubpage) {
	for n := range s.pages[page] {
		all = append(all, shownSubpage{Number: n + 1, Dwell: time.Duration(n+1) * 10 * time.Second})
	}
	return all
}

func (s *fakeStock) Exists(page int) bool       { return page%10 < 5 }
func (s *fakeStock) Favourites() []browse.Place { return s.favourites }
func (s *fakeStock) Changed() []int             { return s.changed }
func (s *fakeStock) lay(t testing.TB, toml string) order {
	t.Helper()
	p, err := playlist.Parse([]byte(toml))
	if err != nil {
		t.Fatal(err)
	}
	return newOrder(&p.Lists[0], s)
}

func inWordsOf(entries []entry) string {
	var all []string
	for _, e := range entries {
		all = append(all, fmt.Sprint(e.Page, "/", e.Subpage))
	}
	return strings.Join(all, " ")
}

func TestOrderListsPlaces(t *testing.T) {
	s := &fakeStock{
		pages:      map[int]int{100: 1, 101: 2, 300: 3, 400: 1},
		favourites: []browse.Place{{Page: 300, Subpage: 2}, {Page: 400}}, changed: []int{101},
	}
	for toml, want := range map[string]string{
		`show = ["100-106"]`:           "100/1 101/1 101/2 102/0 103/0 104/0",
		`show = ["106"]`:               "106/0",       // named alone, it may exist
		`show = ["300/2", "300/4"]`:    "300/2 300/0", // the missing subpage may exist at the next request
		`show = ["favourites", "100"]`: "300/2 400/1 100/1",
		`show = ["changed", "100"]`:    "101/1 101/2 100/1",
	} {
		if got := s.lay(t, toml); inWordsOf(got.Entries) != want {
			t.Errorf("%s is %s, not %s", toml, inWordsOf(got.Entries), want)
		}
	}
}

// TestOrderContinuesAfterLastShow checks that the list continues after the last place, even if that is no longer in the
// list.
func TestOrderContinuesAfterLastShow(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 2, 101: 1, 103: 1, 300: 2}, changed: []int{300}}
	o := s.lay(t, `show = ["100-104", "changed", "100"]`)
	for _, c := range []struct {
		behind stop
		want   string
	}{
		{stop{}, "100/1"},
		{stop{0, 100, 1}, "100/2"},
		{stop{0, 100, 3}, "101/1"}, // its page lost subpages
		{stop{0, 102, 1}, "103/1"}, // its page was removed
		{stop{0, 199, 1}, "300/1"},
		{stop{1, 777, 1}, "100/1"}, // it is no longer a recent change: the next item follows
		{stop{2, 100, 2}, "100/1"},
		{stop{9, 100, 2}, "100/1"},
	} {
		if got := inWordsOf(o.Group(c.behind)); got != c.want {
			t.Errorf("behind %v comes %s, not %s", c.behind, got, c.want)
		}
	}
}

// TestGroup checks that a group has as many places as the list wants, each once, and none if no page is known.
func TestGroup(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 1, 200: 2, 300: 1}}
	for toml, want := range map[string]string{
		"show = [\"100\", \"200\", \"100\", \"300\"]\ntogether = 4": "100/1 200/1 200/2 300/1",
		"show = [\"100\", \"100\"]\ntogether = 2":                   "100/1",
		"show = [\"400\"]\ntogether = 2":                            "",
	} {
		o := s.lay(t, toml)
		if got := inWordsOf(o.Group(stop{})); got != want {
			t.Errorf("%s shows %s, not %s", toml, got, want)
		}
	}
	o := s.lay(t, `show = ["200"]`)
	if d := dwellOf(o.Group(stop{0, 200, 1})); d != 20*time.Second {
		t.Errorf("it stays for %v", d)
	}
}

// TestAgenda checks when each page is shown next, also unknown ones.
func TestAgenda(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 1, 200: 2, 300: 1}}
	o := s.lay(t, `show = ["100", "200", "103", "300", "200"]`)
	got := fmt.Sprint(o.Agenda(stop{0, 100, 1}))
	if want := "[{200 0s true} {103 30s false} {300 30s true} {100 1m10s true}]"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// TestRoundShowsEachPlaceOnce runs through a list many times: all places are shown equally often.
func TestRoundShowsEachPlaceOnce(t *testing.T) {
	s := &fakeStock{pages: map[int]int{}}
	for page := 100; page < 900; page += 10 {
		s.pages[page] = 1 + page%3
	}
	shown := map[stop]int{}
	var last stop
	for range 10_000 {
		o := s.lay(t, `show = ["100-899"]`)
		last = o.Group(last)[0].stop
		shown[last]++
	}
	least, most := 10_000, 0
	for _, n := range shown {
		least, most = min(least, n), max(most, n)
	}
	if most-least > 1 {
		t.Errorf("shown %d to %d times", least, most)
	}
}

func BenchmarkAgenda(b *testing.B) {
	s := &fakeStock{pages: map[int]int{}}
	for page := 100; page < 900; page++ {
		s.pages[page] = 3
	}
	for b.Loop() {
		o := s.lay(b, `show = ["100-899"]`)
		o.Agenda(stop{0, 500, 1})
	}
}
