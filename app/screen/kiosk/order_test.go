package kiosk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/screen/playlist"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// A fakeStock has pages with a number of subpages each.
type fakeStock struct {
	pages      map[int]int
	favourites []teletext.Place
	changed    []int
}

func (s *fakeStock) Subpages(page int) (all []shownSubpage) {
	for n := range s.pages[page] {
		all = append(all, shownSubpage{Number: n + 1, Dwell: time.Duration(n+1) * 10 * time.Second})
	}
	return all
}

func (s *fakeStock) Exists(page int) bool         { return page%10 < 5 }
func (s *fakeStock) Favourites() []teletext.Place { return s.favourites }
func (s *fakeStock) Changed() []int               { return s.changed }
func (s *fakeStock) lay(t testing.TB, toml string) order {
	t.Helper()
	p := testkit.Must(playlist.Parse([]byte(toml)))(t)
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
		favourites: []teletext.Place{{Page: 300, Subpage: 2}, {Page: 400}}, changed: []int{101},
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

// TestDwellOfItems checks that the subpages of an item stay as long as it says, and others as their list says.
func TestDwellOfItems(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 2, 101: 1, 102: 1}}
	o := s.lay(t, `show = [{ show = "100", dwell = { fixed = "7s" } }, "101-102"]`)
	var dwells []time.Duration
	for _, e := range o.Entries {
		dwells = append(dwells, e.Dwell)
	}
	want := []time.Duration{7 * time.Second, 7 * time.Second, 10 * time.Second, 10 * time.Second}
	if !slices.Equal(dwells, want) {
		t.Errorf("%v, not %v", dwells, want)
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
		if group, _ := o.Group(c.behind); inWordsOf(group) != c.want {
			t.Errorf("behind %v comes %s, not %s", c.behind, inWordsOf(group), c.want)
		}
	}
}

// TestGroup shows several pages at once: each has its tile, where its subpages turn, and a group stays until its
// longest page was shown. Its last group is filled up from the beginning.
func TestGroup(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 1, 200: 2, 300: 1, 400: 3, 500: 1, 700: 3}}
	for _, c := range []struct {
		toml string
		want string
	}{
		{"show = [\"100\", \"200\", \"100\", \"300\"]\ntogether = 4", "100/1 200/1 300/1, 100/1 200/2 300/1"},
		{"show = [\"100\", \"100\"]\ntogether = 2", "100/1"},
		{"show = [\"600\"]\ntogether = 2", ""},
		{
			"show = [\"200\", \"600\", \"400\", \"100\"]\ntogether = 2",
			"200/1 400/1, 200/2 400/2, 200/1 400/3, 100/1 200/1, 100/1 200/2",
		},
		{
			"show = [\"100\", \"200\", \"300\", \"400\", \"500\"]\ntogether = 4",
			"100/1 200/1 300/1 400/1, 100/1 200/2 300/1 400/2, 100/1 200/1 300/1 400/3, " +
				"500/1 100/1 200/1 300/1, 500/1 100/1 200/2 300/1",
		},
		{"show = [\"700/2\", \"700/3\", \"100\"]\ntogether = 2", "700/2 700/3, 100/1 700/2"},
		{"show = [\"200\", \"100\"]", "200/1, 200/2, 100/1"},
	} {
		o := s.lay(t, c.toml)
		var all []string
		first, at := o.Group(stop{})
		for group := first; len(group) > 0; group, at = o.Group(at) {
			if len(all) > 0 && inWordsOf(group) == all[0] {
				break
			}
			all = append(all, inWordsOf(group))
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s shows %s, not %s", c.toml, got, c.want)
		}
	}
	o := s.lay(t, `show = ["200"]`)
	group, _ := o.Group(stop{0, 200, 1})
	if d := dwellOf(group); d != 20*time.Second {
		t.Errorf("it stays for %v", d)
	}
}

// TestAgendaOfSeveral checks when each page is shown next where several are shown at once.
func TestAgendaOfSeveral(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 1, 200: 2, 300: 1, 400: 3}}
	o := s.lay(t, "show = [\"100\", \"200\", \"600\", \"300\", \"400\"]\ntogether = 2")
	got := fmt.Sprint(o.Agenda(stop{1, 200, 1}))
	if want := "[{200 0s true} {100 0s true} {600 20s false} {300 20s true} {400 20s true}]"; got != want {
		t.Errorf("%s, not %s", got, want)
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
	for range 2_000 {
		o := s.lay(t, `show = ["100-899"]`)
		_, last = o.Group(last)
		shown[last]++
	}
	least, most := 2_000, 0
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
