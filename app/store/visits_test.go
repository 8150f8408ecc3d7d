package store

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHistory(t *testing.T) {
	s := empty(t)
	save(t, s, newPage(100, "Index"), noon())
	s.Visit(100, 1, 0, noon())
	s.Visit(200, 2, 100, noon().Add(time.Minute))
	s.Visit(100, 1, 200, noon().Add(2*time.Minute))
	flush(t, s)
	want := []Visited{{100, 1, "Index", noon().Add(2 * time.Minute)}, {200, 2, "", noon().Add(time.Minute)}}
	if got := must[[]Visited](t)(s.History(2)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	s := empty(t)
	for i := range keptVisits + 100 {
		s.Visit(i, 1, 0, noon())
	}
	flush(t, s)
	if got := must[[]Visited](t)(s.History(2 * keptVisits)); len(got) != keptVisits || got[keptVisits-1].Page != 100 {
		t.Errorf("%d visits, the oldest of %d", len(got), got[len(got)-1].Page)
	}
}

func TestDestinations(t *testing.T) {
	for _, tt := range []struct {
		name   string
		visits []Visited // from page 100
		want   []int
	}{
		{"nowhere", nil, nil},
		{"the more often the better", []Visited{{Page: 200}, {Page: 300}, {Page: 300}}, []int{300, 200}},
		{
			"the later the better",
			[]Visited{{Page: 200, At: noon().Add(-week)}, {Page: 300, At: noon()}},
			[]int{300, 200},
		},
		{
			"often long ago",
			[]Visited{
				{Page: 200, At: noon().Add(-week)},
				{Page: 200, At: noon().Add(-week)},
				{Page: 200, At: noon().Add(-week)},
				{Page: 300, At: noon()},
			},
			[]int{200, 300},
		},
		{
			"a clock that was wrong",
			[]Visited{{Page: 200, At: noon().Add(9 * week)}, {Page: 300}, {Page: 300}},
			[]int{300, 200},
		},
		{"itself", []Visited{{Page: 100}, {Page: 200}}, []int{200}},
		{"not too many", []Visited{{Page: 200}, {Page: 201}, {Page: 202}, {Page: 203}}, []int{200, 201, 202}},
	} {
		s := empty(t)
		s.Visit(400, 1, 101, noon())
		for _, v := range tt.visits {
			if v.At.IsZero() {
				v.At = noon()
			}
			s.Visit(v.Page, 1, 100, v.At)
		}
		flush(t, s)
		if got := must[[]int](t)(s.Destinations(100, 3)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestVisitsTo checks the weights of visits by age and by the page before.
func TestVisitsTo(t *testing.T) {
	s := empty(t)
	s.Visit(220, 1, 300, noon())
	s.Visit(220, 1, 100, noon())
	s.Visit(221, 1, 300, noon().Add(-week))
	s.Visit(229, 1, 300, noon().Add(week)) // by a clock that was wrong
	s.Visit(219, 1, 100, noon())
	s.Visit(230, 1, 100, noon())
	flush(t, s)
	want := map[int]float64{220: 3, 221: 0.5, 229: 1}
	if got := must[map[int]float64](t)(s.VisitsTo(220, 229, 100)); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestWishes(t *testing.T) {
	s := empty(t)
	favourites := []Favourite{{300, 2, "Sport"}, {100, 1, "Index"}}
	watches := []Watch{{Page: 300, Since: noon(), Notified: noon().Add(time.Hour)}, {Phrase: "ferry", Since: noon()}}
	someF, someW := []Favourite{{1, 1, "a"}, {2, 2, "b"}, {3, 3, "c"}}, []Watch{{Page: 1}, {Page: 2}, {Page: 3}}
	var lastF []Favourite
	var lastW []Watch
	for range 2 {
		s.SetFavourites(lastF, someF)
		s.SetWatches(lastW, someW)
		s.SetFavourites(someF, favourites)
		s.SetWatches(someW, watches)
		lastF, lastW = favourites, watches
		flush(t, s)
		if got := must[[]Favourite](t)(s.Favourites()); !reflect.DeepEqual(got, favourites) {
			t.Errorf("%v", got)
		}
		if got := must[[]Watch](t)(s.Watches()); !reflect.DeepEqual(got, watches) {
			t.Errorf("%v", got)
		}
	}
	s.SetFavourites(favourites, nil)
	flush(t, s)
	if got := must[[]Favourite](t)(s.Favourites()); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// spent returns a number of requests at a time by the wall clock.
func spent(at time.Time, class string, count int) Spend { return Spend{Moment{At: at}, class, count} }

func TestSpent(t *testing.T) {
	s := empty(t)
	s.Spend(spent(noon(), "page", 1))
	s.Spend(spent(noon(), "page", 1))
	s.Spend(spent(noon(), "image", 1))
	s.Spend(spent(noon().Add(time.Hour), "page", 1))
	flush(t, s)
	want := []Spend{spent(noon(), "image", 1), spent(noon(), "page", 2), spent(noon().Add(time.Hour), "page", 1)}
	if got := must[[]Spend](t)(s.Spent(Moment{At: noon()})); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if got := must[[]Spend](t)(s.Spent(Moment{At: noon().Add(time.Second)})); !reflect.DeepEqual(got, want[2:]) {
		t.Errorf("%v", got)
	}
	s.Spend(spent(noon().Add(spendKept+time.Second), "page", 1))
	flush(t, s)
	if got := must[[]Spend](t)(s.Spent(Moment{})); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// TestSpentByBoot checks that requests of the same boot are found, and removed, by the time since it, whatever the wall
// clock said, and others by the wall clock.
func TestSpentByBoot(t *testing.T) {
	s := empty(t)
	add := func(at time.Duration, boot string, since time.Duration) {
		s.Spend(Spend{Moment{noon().Add(at), boot, since}, "page", 1})
		flush(t, s)
	}
	find := func(at time.Duration, boot string, since time.Duration) (found []time.Duration) {
		t.Helper()
		for _, sp := range must[[]Spend](t)(s.Spent(Moment{noon().Add(at), boot, since})) {
			found = append(found, sp.Since)
		}
		return found
	}
	add(0, "a", time.Hour)
	add(1000*time.Hour, "a", 2*time.Hour)  // the clock was set
	add(-1000*time.Hour, "b", time.Minute) // and again
	if got := find(0, "a", 90*time.Minute); !slices.Equal(got, []time.Duration{2 * time.Hour}) {
		t.Errorf("of a: %v", got)
	}
	if got := find(-1001*time.Hour, "b", time.Minute); len(got) != 3 {
		t.Errorf("of b: %v", got)
	}
	add(1001*time.Hour, "b", spendKept)
	want := []time.Duration{time.Minute, 2 * time.Hour, spendKept}
	if got := find(-2000*time.Hour, "b", 0); !slices.Equal(got, want) {
		t.Errorf("after what is old by the wall clock was removed: %v", got)
	}
	add(1002*time.Hour, "b", spendKept+2*time.Minute)
	if got := find(-2000*time.Hour, "b", 0); slices.Contains(got, time.Minute) {
		t.Errorf("after what is old by its boot was removed: %v", got)
	}
}

func TestStatesAreKept(t *testing.T) {
	s := empty(t)
	s.SetState("a", "1")
	s.SetState("b", "2")
	s.SetState("a", "3")
	flush(t, s)
	for k, want := range map[string]string{"a": "3", "b": "2", "c": ""} {
		if got := must[string](t)(s.State(k)); got != want {
			t.Errorf("%s is %q", k, got)
		}
	}
}

func TestOnlyTheOwnerReads(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing here")
	}
	dir := filepath.Join(t.TempDir(), "profile")
	s := start(t, filepath.Join(dir, "helm.db"), Options{})
	flush(t, s)
	for name, want := range map[string]os.FileMode{
		"": 0o700, "helm.db": 0o600, "helm.db-wal": 0o600, "helm.db-shm": 0o600,
	} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, %v", name, info.Mode(), err)
		}
	}
}

// TestOddNames opens files whose names have special characters of URIs.
func TestOddNames(t *testing.T) {
	for _, name := range []string{"a b.db", "a?mode=ro.db", "a#b.db", "50%25.db", "ä&ö.db"} {
		if runtime.GOOS == "windows" && strings.Contains(name, "?") {
			continue // is invalid in a name
		}
		path := filepath.Join(t.TempDir(), name)
		s := start(t, path, Options{})
		checkWorks(t, s)
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
